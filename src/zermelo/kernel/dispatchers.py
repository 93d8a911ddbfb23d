"""Numba's compiled functions, made to have as few versions as possible.

Numba compiles a function anew for each literal it is called with, and for each default that is left out. For rules
that costs seconds and brings nothing, and for a recursive function it is a trap: with two versions of it, the program
that is loaded from the cache in the next process crashes.
"""

# Numba declares no types.
# pyright: reportAttributeAccessIssue=false

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

from numba.core import typeinfer, types
from numba.core.registry import CPUDispatcher

from zermelo.kernel.inner import InnerCompiler
from zermelo.kernel.views import accepts

GENERATOR = 0x20
NO_WRAPPERS = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
"""Nothing in Python calls these functions. (Without its wrapper, a generator aborts the process.)"""


class Dispatcher(CPUDispatcher):
    """A compiled function; numbers that it is called with are taken by their types, not by their values."""

    def __init__(self, function: Any, options: dict[str, Any], compiler: type[InnerCompiler] = InnerCompiler):
        wrappers = {} if function.__code__.co_flags & GENERATOR else NO_WRAPPERS
        super().__init__(function, targetoptions={"nopython": True, **options, **wrappers}, pipeline_class=compiler)
        # Numba asks the dispatcher in one place and its compiler in another.
        self._fold = self._compiler.fold_argument_types
        self._compiler.fold_argument_types = self.fold_argument_types

    def fold_argument_types(self, args: Any, kws: Any) -> Any:
        pysig, given = self._fold(args, kws)
        return pysig, tuple(_without_value(arg) for arg in given)


class FixedDispatcher(Dispatcher):
    """A compiled function with one declared signature; what it is called with is converted."""

    declared: tuple[types.Type, ...] | None = None

    def declare(self, result: types.Type, arguments: tuple[types.Type, ...]) -> None:
        """Compiles it, and never again."""
        self.declared = arguments
        with typeinfer.register_dispatcher(self), _known_result(self.py_func, result):
            self.compile(result(*arguments))
        self.disable_compile()
        assert len(self.overloads) == 1, f"{self.py_func.__qualname__} was compiled {len(self.overloads)} times"

    def fold_argument_types(self, args: Any, kws: Any) -> Any:
        pysig, given = super().fold_argument_types(args, kws)
        declared = self.declared
        if declared is None or len(given) != len(declared):
            return pysig, given
        fits = all(d == g or accepts(d, g) for d, g in zip(declared, given))
        return pysig, declared if fits else given


@contextlib.contextmanager
def _known_result(function: Any, result: types.Type) -> Iterator[None]:
    """While the function is compiled, its calls of itself give the declared result.

    Numba would find that out by typing the whole function anew at each such call: a third of the time of a search.
    """
    partial = typeinfer.TypeInferer.return_types_from_partial

    def known(inferer: Any) -> Any:
        return result if inferer.func_id.func is function else partial(inferer)

    typeinfer.TypeInferer.return_types_from_partial = known
    try:
        yield
    finally:
        typeinfer.TypeInferer.return_types_from_partial = partial


def _without_value(numba_type: types.Type) -> types.Type:
    """int64 for a literal int and for a default that is an int, boolean for True; other types stay."""
    if isinstance(numba_type, types.Omitted):
        known = {bool: types.boolean, int: types.int64, float: types.float64}
        return known.get(type(numba_type.value), numba_type)
    if isinstance(numba_type, (types.IntegerLiteral, types.BooleanLiteral)):
        return types.unliteral(numba_type)
    return numba_type
