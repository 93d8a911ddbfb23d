"""Machine code for a game and a search: from memory, from disk, or compiled now."""

# Numba declares no types.
# pyright: reportAttributeAccessIssue=false

from __future__ import annotations

import contextlib
import threading
import time
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from numba.core import types
from numba.core.errors import NumbaError
from numba.core.registry import CPUDispatcher
from numba.extending import intrinsic

from zermelo.core.errors import CompileError
from zermelo.core.game import Game
from zermelo.kernel.cache import StoredCode
from zermelo.kernel.compile import HOME, Compiler
from zermelo.kernel.compiled_rules import CompiledRules
from zermelo.kernel.fingerprint import Search, program_key
from zermelo.kernel.inlining import inlining
from zermelo.kernel.moves import Packing
from zermelo.kernel.report import explain

MAX_PROGRAMS = 64
"""How many are kept in memory for one process: some 1 MB each from disk, 20 MB each freshly compiled."""


@dataclass(frozen=True)
class Program:
    """Machine code. `entry(words, *arrays)` runs without the GIL."""

    entry: Callable[..., Any]
    from_cache: bool
    compile_seconds: float


BARE = "bare "
"""What the names of arrays begin with that are passed on as addresses."""

_lock = threading.RLock()
_programs: dict[str, Program | CompileError] = {}


def ready(game: Game, packing: Packing | None, search: Search) -> Program:
    """The program for this content; it is compiled if neither this process nor the disk has it."""
    key = program_key(game, search)
    program = _programs.get(key)
    if program is None:  # what is ready need not wait for what another thread compiles
        with _lock:
            program = _programs.get(key) or _kept(key, game, packing, search)
    if isinstance(program, CompileError):
        raise CompileError(str(program), hook=program.hook, line=program.line)
    return program


def _kept(key: str, game: Game, packing: Packing | None, search: Search) -> Program | CompileError:
    """The program, made and remembered; so is an error, for it would come again and take its time."""
    try:
        program: Program | CompileError = _made(game, packing, search, key)
    except CompileError as error:
        program = error
    while len(_programs) >= MAX_PROGRAMS:
        del _programs[next(iter(_programs))]  # the one that was made first
    _programs[key] = program
    return program


def is_ready(key: str) -> bool:
    """Whether this process has the program of this key."""
    return isinstance(_programs.get(key), Program)


def _made(game: Game, packing: Packing | None, search: Search, key: str) -> Program:
    started = time.process_time()
    label = f"{type(game).__name__}.{key[:16]}"
    stored = StoredCode(key)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Numba's advice is for its users, not for ours
        compiler = Compiler(game, label, search.inline)
        with inlining() if search.inline else contextlib.nullcontext():
            entry = _entry(compiler, search, stored, lambda: _search_and_unpacker(compiler, packing, search))
    return Program(entry, stored.loaded, time.process_time() - started)


def _search_and_unpacker(compiler: Compiler, packing: Packing | None, search: Search) -> tuple[Any, Any]:
    rules = CompiledRules(compiler, packing)
    try:
        return search.build(rules, compiler.jit, search.options), rules.unpacker()
    except NumbaError as error:
        raise _explained(error, compiler) from error


def _explained(error: NumbaError, compiler: Compiler) -> CompileError:
    """Each rule has been compiled alone, so what fails now fails where the search meets the rules."""
    name = type(compiler.game).__name__
    return explain(error, "", None, f"{name} with this search", compiler.files, compiler.problems)


def _entry(compiler: Compiler, search: Search, stored: StoredCode, make: Callable[[], tuple[Any, Any]]) -> Any:
    """The function at the border. Only arrays of numbers cross it, so the code on disk knows no class of the user's."""
    arrays = [f"array{number}" for number in range(len(search.signature))]
    world: dict[str, Any] = {"__name__": HOME, "bare": bare}
    given = [f"bare({array})" if name.startswith(BARE) else array for name, array in zip(search.signature, arrays)]
    parameters, arguments = ", ".join(["words", *arrays]), ", ".join(["state_of(words)", *given])
    exec(f"def entry({parameters}):\n    return run({arguments})", world)
    compiler.name(world["entry"], "entry")
    taken = [compiler.named_type(name.removeprefix(BARE)) for name in ("words", *search.signature)]
    dispatcher = CPUDispatcher(world["entry"], targetoptions={"nopython": True, "nogil": True})
    dispatcher._cache = _Filling(stored, world, make)
    try:
        dispatcher.compile(compiler.named_type(search.returns)(*taken))
    except NumbaError as error:
        raise _explained(error, compiler) from error
    dispatcher.disable_compile()
    return dispatcher


@intrinsic
def bare(typingctx: Any, array: Any) -> Any:  # noqa: ARG001  (Numba fixes the arguments)
    """The address of an array's first item. Whoever calls the entry keeps the array."""

    def lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return context.make_array(sig.args[0])(context, builder, args[0]).data

    return types.CPointer(array.dtype)(array), lower


class _Filling:
    """The cache of an entry: what it calls is compiled only if the disk does not have it."""

    def __init__(self, stored: StoredCode, world: dict[str, Any], make: Callable[[], tuple[Any, Any]]):
        self.stored, self.world, self.make = stored, world, make

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        result = self.stored.load_overload(sig, target_context)
        if result is None:
            self.world["run"], self.world["state_of"] = self.make()
        return result

    def save_overload(self, sig: Any, result: Any) -> None:
        self.stored.save_overload(sig, result)
