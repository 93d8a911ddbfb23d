"""Compiling the methods of a game instance as the user wrote them.

`self` becomes a view: an object without size whose attributes are the instance's constants and methods as they are
now. A method is compiled from a clone of the function: the same bytecode, with globals and closure cells in which
everything that the compiler cannot take is exchanged for something that it can:

    State, Move (NamedTuple classes)    a Maker, which gives fields their declared types
    helper functions                    clones
    other classes, modules              views
    constants                           see `constants`
"""

# Numba declares no types.
# pyright: reportReturnType=false

from __future__ import annotations

import builtins
import enum
import itertools
import types as python_types
from collections.abc import Callable, Iterator
from typing import Any

from numba.core import types

from zermelo.core.errors import CompileError
from zermelo.core.game import Bits, Game, with_item
from zermelo.kernel import tuples  # noqa: F401  (teaches Numba with_item)
from zermelo.kernel.bits import Word, as_bits, bits
from zermelo.kernel.constants import constant
from zermelo.kernel.dispatchers import Dispatcher, FixedDispatcher
from zermelo.kernel.fingerprint import FOREIGN, is_foreign
from zermelo.kernel.inner import SearchCompiler
from zermelo.kernel.views import Known, Maker, Method, SuperCall, View, numba_type_of
from zermelo.kernel.words import SIGN, WORD, Group, Shape, is_named_tuple, named_tuple_shape, state_shape, vars_of

HOME = "zermelo.kernel.compile"
"""Compiled functions say that they come from here: their own module may not exist in the next process."""

_serial = itertools.count()

USER_OPTIONS = {"boundscheck": True}
SEARCH_OPTIONS = {"error_model": "numpy"}
FORCED = {"forceinline": True}


def names_in(code: python_types.CodeType) -> set[str]:
    """Every name that the code may look up, as a global or as an attribute."""
    names = set(code.co_names)
    for const in code.co_consts:
        if isinstance(const, python_types.CodeType):
            names |= names_in(const)
    return names


class Compiler:
    """What has been compiled for one game instance."""

    def __init__(self, game: Game, label: str, inline: bool = False):
        self.game, self.label = game, label
        self._forced = FORCED if inline else {}
        self.shape = state_shape(game)
        self.state_type = numba_type_of(self.shape)
        self.files: set[str] = set()
        self.problems: dict[str, CompileError] = {}
        self._shapes: dict[Any, Group] = {shape.cls: shape for shape in _named_shapes(self.shape)}
        self._clones: dict[int, Any] = {}
        self._kept: list[Any] = []  # what is known by its id must stay alive
        self._views: dict[int, Known] = {}
        self._attributes: dict[str, Any] = {}
        self.tag = f"{label}#{next(_serial)}"  # Numba takes two types of one name for one type
        self.view = View(f"{self.tag}.self", self.attribute)
        self.self_type = self.view.numba_type

    # ── attributes of self, of classes, of modules ───────────────────────────────────────────────

    def attribute(self, name: str) -> Any:
        """`self.name`, exchanged for what the compiler can take."""
        if name not in self._attributes:
            found = getattr(self.game, name)
            self._attributes[name] = self._exchanged(found, f"self.{name}")
        return self._attributes[name]

    def _class_attribute(self, cls: type, name: str) -> Any:
        found = getattr(cls, name)
        if isinstance(found, enum.Enum) and isinstance(found, int):
            found = int(found)
        return self._exchanged(found, f"{cls.__name__}.{name}")

    def _super_attribute(self, cls: type, name: str) -> Any:
        found = getattr(super(cls, self.game), name)
        return self._exchanged(found, f"super().{name}")

    def _exchanged(self, value: Any, where: str) -> Any:
        if isinstance(value, python_types.MethodType):
            function = value.__func__
            if isinstance(value.__self__, type):
                return Method(self._view_of_class(value.__self__).numba_type, self.clone(function))
            if value.__self__ is not self.game:
                raise CompileError(f"{where} is a method of another object ({type(value.__self__).__name__})")
            return Method(self.self_type, self.clone(function))
        return self.substitute(value, where)

    # ── exchanging ───────────────────────────────────────────────────────────────────────────────

    def substitute(self, value: Any, where: str) -> Any:
        """What the compiler gets for a value of the user's; a `CompileError` if there is nothing to give."""
        if value is Bits:
            return as_bits
        if value is with_item:
            return value
        value = getattr(value, "__wrapped__", value) if type(value).__name__ == "_lru_cache_wrapper" else value
        if isinstance(value, python_types.FunctionType):
            return value if is_foreign(value) else self.clone(value)
        if is_named_tuple(value):
            return self._maker(value)
        if isinstance(value, type):
            as_it_is = is_foreign(value) or issubclass(value, BaseException)
            return value if as_it_is else self._view_of_class(value)
        if isinstance(value, python_types.ModuleType):
            if value.__name__.split(".")[0] in FOREIGN:
                return value
            return self._view(value, f"module {value.__name__}", lambda name: getattr(value, name))
        if isinstance(value, enum.Enum) and isinstance(value, int):
            return int(value)
        if is_named_tuple(type(value)):
            return typed(self._shape_of(type(value)), value)
        if isinstance(value, (dict, set, frozenset)):
            raise CompileError(f"{where} is a {type(value).__name__}: compiled rules need a tuple or a NumPy array")
        return constant(value, where)

    def _maker(self, cls: type) -> Known:
        if id(cls) not in self._views:
            self._kept.append(cls)
            self._views[id(cls)] = Maker(self._shape_of(cls), cls.__name__)
        return self._views[id(cls)]

    def _shape_of(self, cls: type) -> Group:
        if cls not in self._shapes:
            name = type(self.game).__name__
            self._shapes[cls] = named_tuple_shape(cls, None, name, vars_of(type(self.game)))
        return self._shapes[cls]

    def _view_of_class(self, cls: type) -> Known:
        return self._view(cls, f"class {cls.__name__}", lambda name: self._class_attribute(cls, name), done=True)

    def _view(self, thing: Any, name: str, get: Callable[[str], Any], done: bool = False) -> Known:
        if id(thing) not in self._views:
            self._kept.append(thing)
            found: dict[str, Any] = {}

            def lookup(attr: str) -> Any:
                if attr not in found:
                    value = get(attr)
                    found[attr] = value if done else self.substitute(value, f"{name}.{attr}")
                return found[attr]

            self._views[id(thing)] = View(f"{self.tag}.{name} at {id(thing)}", lookup)
        return self._views[id(thing)]

    # ── clones ───────────────────────────────────────────────────────────────────────────────────

    def clone(self, function: python_types.FunctionType) -> Any:
        """The function for Numba: the same bytecode in a world of constants."""
        if id(function) in self._clones:
            return self._clones[id(function)]
        code = function.__code__
        self.files.add(code.co_filename)
        world: dict[str, Any] = {"__builtins__": builtins.__dict__, "__name__": HOME}
        cells = tuple(python_types.CellType() for _ in function.__closure__ or ())
        copy = python_types.FunctionType(
            self._with_words(code, function.__qualname__), world, function.__name__, function.__defaults__, cells
        )
        copy.__kwdefaults__ = function.__kwdefaults__
        self.name(copy, function.__qualname__)
        # The clone is known before its world is filled: functions may call each other in a circle.
        dispatcher = self._clones[id(function)] = Dispatcher(copy, {**USER_OPTIONS, **self._forced})
        self._kept.append(function)
        for name in names_in(code):
            if name in function.__globals__:
                world[name] = self._or_itself(function.__globals__[name], name)
        for name, cell, new in zip(code.co_freevars, function.__closure__ or (), cells):
            try:
                content = cell.cell_contents
            except ValueError:  # a name that is assigned later
                continue
            new.cell_contents = self._or_itself(content, name)
            if name == "__class__":
                world["super"] = self._super_call(content)
        return dispatcher

    def _or_itself(self, value: Any, name: str) -> Any:
        """The exchanged value; or the value as it is, with the reason kept in case the compiler stumbles over it."""
        try:
            return self.substitute(value, name)
        except CompileError as error:
            self.problems[name] = error
            return value

    def _super_call(self, cls: type) -> SuperCall:
        found: dict[str, Any] = {}

        def lookup(name: str) -> Any:
            if name not in found:
                found[name] = self._super_attribute(cls, name)
            return found[name]

        return SuperCall(View(f"{self.tag}.super({cls.__name__}) at {id(cls)}", lookup))

    def _with_words(self, code: python_types.CodeType, where: str) -> python_types.CodeType:
        """The code with its literals of 64 bits as Words."""

        def changed(const: Any) -> Any:
            if isinstance(const, python_types.CodeType):
                return self._with_words(const, where)
            if type(const) is int and not -SIGN <= const < SIGN:
                if SIGN <= const <= WORD:
                    return Word(const)
                raise CompileError(
                    f"{where} ({code.co_filename}:{code.co_firstlineno}) uses the number {const:#x}: "
                    f"compiled rules have 64 bits, split it into several Bits"
                )
            if type(const) is tuple and any(type(item) is int and item >= SIGN for item in const):
                return constant(const, where)
            return const

        return code.replace(co_consts=tuple(changed(const) for const in code.co_consts))

    # ── jitting functions of our own ─────────────────────────────────────────────────────────────

    def name(self, function: Any, name: str) -> None:
        """Names that are the same in every process and different for every game: symbols are made from them."""
        function.__qualname__ = f"{self.label}.{name}"
        function.__module__ = HOME

    def jit_helper(self, function: Any) -> Any:
        """One of the kernel's own functions, compiled."""
        self.name(function, function.__name__)
        return Dispatcher(function, self._forced)

    def jit(self, *types_named: Any) -> Callable[[Any], Any]:
        """The decorator for the functions of a search.

        `jit()` lets Numba find the types. `jit(result, *arguments)` declares them, by the names of `named_type`:
        whatever it is called with is converted, so that a recursive function is compiled exactly once. (With a
        second version of it, the program that is loaded from the cache crashes.)
        """
        signature = [self.named_type(name) for name in types_named]

        def decorate(function: Any) -> Any:
            copy = python_types.FunctionType(
                function.__code__,
                {**function.__globals__, "__name__": HOME},
                function.__name__,
                function.__defaults__,
                function.__closure__,
            )
            self.name(copy, f"search.{function.__qualname__}")
            if not signature:
                return Dispatcher(copy, {**SEARCH_OPTIONS, **self._forced}, SearchCompiler)
            dispatcher = FixedDispatcher(copy, SEARCH_OPTIONS, SearchCompiler)
            dispatcher.declare(signature[0], tuple(signature[1:]))
            return dispatcher

        return decorate

    def named_type(self, name: Any) -> types.Type:
        """The Numba type for a name of the search's: "state", "int", "floats", …, or a tuple of names.

        A bare array is its first item's address: it has no length, and costs no counting of references, which takes
        a third of the time of a search of small nodes (each is an atomic instruction). The entry makes it of an array.
        """
        if isinstance(name, tuple):
            return types.BaseTuple.from_types(tuple(self.named_type(item) for item in name))
        known = {
            "state": self.state_type,
            "int": types.int64,
            "float": types.float64,
            "bool": types.boolean,
            "bits": bits,
            "ints": types.int64[::1],
            "floats": types.float64[::1],
            "words": types.uint64[::1],
            "bare ints": types.CPointer(types.int64),
            "bare floats": types.CPointer(types.float64),
            "bare words": types.CPointer(types.uint64),
        }
        return known[name]


def typed(shape: Shape, value: Any) -> Any:
    """A constant state or move, whose fields have the types that are declared."""
    if isinstance(shape, Group):
        items = [typed(item, part) for item, part in zip(shape.items, value, strict=True)]
        return tuple(items) if shape.cls is None else shape.cls(*items)
    return {"bits": Word, "float": float}.get(shape.kind, int)(value)


def _named_shapes(shape: Shape) -> Iterator[Group]:
    """The shapes of all `NamedTuple` classes in a state."""
    if isinstance(shape, Group):
        if shape.cls is not None:
            yield shape
        for item in shape.items:
            yield from _named_shapes(item)
