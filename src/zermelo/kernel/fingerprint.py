"""The content of everything that compiled code is made from, as one number.

A rule is its bytecode, its constants, and whatever its names lead to: globals, closure cells, attributes of the game
and of its bases, functions called by functions. So a change in a helper's helper, or in a number that it reads, is
another content; a comment or a moved line is not. Where the code lives does not matter: a module, `__main__`, a
notebook or a string.
"""

from __future__ import annotations

import enum
import functools
import hashlib
import importlib.metadata
import platform
import sys
import types as python_types
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from zermelo.core.errors import CompileError
from zermelo.core.game import Game, has_hook
from zermelo.kernel.moves import packing_of
from zermelo.kernel.rules import OPTIONAL_HOOKS
from zermelo.kernel.words import annotations_of, is_named_tuple, state_shape, vars_of

HOOKS = ("legal_moves", "next_state", "is_terminal", "utility", "current_player", "key", *OPTIONAL_HOOKS)

FOREIGN = ("numpy", "math", "builtins", "operator", "numba", "typing", "collections", "itertools", "functools")
"""Modules that are known by name: their versions are part of the key."""


@dataclass(frozen=True)
class Search:
    """What is compiled around a game's rules: see `native.native`."""

    build: Callable[..., Any]
    signature: tuple[Any, ...]
    options: tuple[Any, ...]
    returns: Any

    @property
    def inline(self) -> bool:
        """Whether the rules become part of the search: see `rules.inlines_rules`."""
        return getattr(self.build, "inline", False)


def fingerprint(game: Game, build: Callable[..., Any], rest: tuple[Any, ...]) -> str:
    """A hash of the game's content, of the search that is built around it, and of the rest of what matters."""
    content = Content(game)
    content.put("state")
    content.value(type(game.initial_state()), ())
    for hook in HOOKS:
        if has_hook(game, hook):
            content.put(hook)
            content.value(getattr(game, hook), (hook,))
    content.put("search")
    content.game = None  # names in the search are not attributes of the game
    content.value(build, ())
    content.put(rest)
    return content.digest()


def program_key(game: Game, search: Search) -> str:
    """The key of the game and the search compiled together: in memory, and as the name of a file."""
    shape, packing = state_shape(game), packing_of(game)
    how = (search.signature, search.options, search.returns, search.inline)
    described = (repr(shape), repr(packing), *how, surroundings())
    return fingerprint(game, search.build, described)


@functools.cache
def surroundings() -> tuple[str, ...]:
    """What else machine code depends on: this kernel's source, versions, the processor."""
    sources = hashlib.sha256()
    for path in sorted(Path(__file__).parent.glob("*.py")):
        sources.update(path.read_bytes())
    import llvmlite.binding  # noqa: PLC0415  (only where something is compiled)

    versions = [importlib.metadata.version(name) for name in ("numba", "llvmlite", "numpy")]
    processor = [llvmlite.binding.get_host_cpu_name(), llvmlite.binding.get_host_cpu_features().flatten()]
    python = [platform.python_implementation(), sys.version, platform.machine(), sys.platform]
    return (sources.hexdigest(), *versions, *processor, *python)


def names_read(game: Game) -> list[tuple[Any, str, Any]]:
    """Every global name, and every name of a class or a module, that the rules read: (owner, name, value now).

    As long as each name has the same value, the fingerprint is the same: asking takes microseconds, not a walk. (What
    a list or an array holds may change without a name changing; attributes of the game itself are not among them.)
    """
    content = Content(game)
    for hook in HOOKS:
        if has_hook(game, hook):
            content.value(getattr(game, hook), (hook,))
    return content.read


def still_read(names: list[tuple[Any, str, Any]]) -> bool:
    """Whether every name still has the value that it had."""
    return all(getattr(owner, "__dict__", owner).get(name) is value for owner, name, value in names)


class Content:
    """Walks through values and feeds them to a hash; each function and class once."""

    def __init__(self, game: Game):
        self.game: Game | None = game
        self._hash = hashlib.sha256()
        self._seen: dict[int, int] = {}
        self._seen_names: set[tuple[int, str]] = set()
        self._kept: list[Any] = []
        self.read: list[tuple[Any, str, Any]] = []
        self._scope = vars_of(type(game))

    def digest(self) -> str:
        return self._hash.hexdigest()

    def put(self, thing: Any) -> None:
        self._hash.update(repr(thing).encode())
        self._hash.update(b"\0")

    def _is_new(self, thing: Any) -> bool:
        """Whether it was not met before; if it was, its number in the walk stands for it."""
        number = self._seen.get(id(thing))
        if number is not None:
            self.put(("again", number))
            return False
        self._seen[id(thing)] = len(self._seen)
        self._kept.append(thing)
        return True

    def value(self, value: Any, names: tuple[str, ...]) -> None:
        """Any value; `names` are the attributes that the code which reads it mentions."""
        value = getattr(value, "__wrapped__", value)
        if isinstance(value, python_types.MethodType):
            self.put("method")
            if isinstance(value.__self__, type):
                self.value(value.__self__, names)
            value = value.__func__
        if isinstance(value, python_types.FunctionType):
            self._function(value)
        elif isinstance(value, type):
            self._class(value, names)
        elif isinstance(value, python_types.ModuleType):
            self._module(value, names)
        elif isinstance(value, (tuple, list)):
            self.put((type(value).__name__, len(value)))
            for item in value:
                self.value(item, names)
        elif isinstance(value, enum.Enum):
            self.put((type(value).__name__, value.name, value.value))
        elif isinstance(value, (int, float, complex, str, bytes, type(None))):
            self.put((type(value).__name__, value))
        elif hasattr(value, "dtype") and hasattr(value, "tobytes"):
            self.put((str(value.dtype), getattr(value, "shape", ())))
            self._hash.update(value.tobytes())
        else:  # nothing that compiled code can use
            self.put((type(value).__name__, getattr(value, "__name__", "")))

    def _function(self, function: python_types.FunctionType) -> None:
        if is_foreign(function):
            self.put((function.__module__, function.__qualname__))
            return
        if not self._is_new(function):
            return
        code = function.__code__
        digest, names = _code_content(code)
        self.put(digest)
        self.value(function.__defaults__, names)
        for name, default in sorted((function.__kwdefaults__ or {}).items()):
            self.put(name)
            self.value(default, names)
        for name, cell in zip(code.co_freevars, function.__closure__ or ()):
            self.put(name)
            try:
                self.value(cell.cell_contents, names)
            except ValueError:  # a name that is assigned later
                self.put("empty")
        for name in names:
            if name in function.__globals__:
                self.put(("global", name))
                self.read.append((function.__globals__, name, function.__globals__[name]))
                self.value(function.__globals__[name], names)
            if self.game is None:
                continue
            try:
                attribute = getattr(self.game, name)
            except Exception:  # no attribute, or a property that cannot be computed: compiled code cannot have it
                continue
            self.put(("self", name))
            self.value(attribute, names)

    def _class(self, cls: type, names: tuple[str, ...]) -> None:
        if is_foreign(cls):
            self.put((cls.__module__, cls.__qualname__))
        elif is_named_tuple(cls):
            if self._is_new(cls):
                self.put((cls.__name__, cls._fields, sorted(getattr(cls, "_field_defaults", {}).items())))  # type: ignore[attr-defined]
                try:
                    hints = annotations_of(cls, self._scope)
                except CompileError:  # compiled code cannot use it
                    return
                for field, hint in hints.items():
                    self.put((field, hint if isinstance(hint, type) and not is_named_tuple(hint) else str(hint)))
                    self._hint(hint, names)
        else:
            self.put(("class", cls.__name__, sorted(str(member) for member in _members(cls))))
            for base in cls.__mro__:
                if base is not object and base is not Game:
                    self._named_in(base, names)

    def _hint(self, hint: Any, names: tuple[str, ...]) -> None:
        if is_named_tuple(hint):
            self._class(hint, names)
        for part in getattr(hint, "__args__", ()):
            self._hint(part, names)

    def _module(self, module: python_types.ModuleType, names: tuple[str, ...]) -> None:
        self.put(("module", module.__name__))
        if module.__name__.split(".")[0] not in FOREIGN:
            self._named_in(module, names)

    def _named_in(self, owner: Any, names: tuple[str, ...]) -> None:
        """Those of the names that a class or a module has, each once."""
        for name in names:
            if name in vars(owner):
                self.put((owner.__name__, name))
                if (id(owner), name) not in self._seen_names:
                    self._seen_names.add((id(owner), name))
                    self.read.append((owner, name, vars(owner)[name]))
                    self.value(_undecorated(vars(owner)[name]), names)


def is_foreign(thing: Any) -> bool:
    """Whether a function or a class belongs to Python, NumPy or Numba.

    What it says about itself is not enough: a class from a string without a module says that it is a builtin.
    """
    name = getattr(thing, "__module__", None) or ""
    if name.split(".")[0] not in FOREIGN:
        return False
    found: Any = sys.modules.get(name)
    for part in getattr(thing, "__qualname__", "").split("."):
        found = getattr(found, part, None)
    return found is thing or name.split(".")[0] in ("numpy", "numba")


def _members(cls: type) -> list[tuple[str, Any]]:
    """The names and values of an enumeration."""
    return [(name, member.value) for name, member in getattr(cls, "__members__", {}).items()]


def _undecorated(value: Any) -> Any:
    """The function of a static method, a class method or a property."""
    return getattr(value, "__func__", None) or getattr(value, "fget", None) or value


def _code_content(code: python_types.CodeType) -> tuple[str, tuple[str, ...]]:
    """A hash of what a code object does, and the names and words that it mentions."""
    key = _Identity(code)
    if key not in _known_codes:
        if len(_known_codes) > 10_000:
            _known_codes.clear()
        content, names = hashlib.sha256(), set()
        _feed_code(code, content, names)
        _known_codes[key] = (content.hexdigest(), tuple(sorted(names)))
    return _known_codes[key]


def _feed_code(code: python_types.CodeType, content: Any, names: set[str]) -> None:
    content.update(code.co_code)
    shape = (code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars, code.co_flags, code.co_argcount)
    content.update(repr((shape, code.co_kwonlyargcount)).encode())
    content.update(getattr(code, "co_exceptiontable", b""))
    names.update(code.co_names)
    for const in code.co_consts:
        if isinstance(const, python_types.CodeType):
            content.update(b"code")
            _feed_code(const, content, names)
        else:
            content.update(repr((type(const).__name__, const)).encode() + b"\0")
            if isinstance(const, str) and const.isidentifier():
                names.add(const)  # getattr(self, "name")


class _Identity:
    """A code object as a key by identity: comparing two of them compares all that they hold."""

    def __init__(self, code: python_types.CodeType):
        self.code = code

    def __hash__(self) -> int:
        return id(self.code)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Identity) and other.code is self.code


_known_codes: dict[_Identity, tuple[str, tuple[str, ...]]] = {}
