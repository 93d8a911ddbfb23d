"""Compiling the functions that only other compiled functions call: with as little work as that takes.

Numba optimises every function for itself, makes machine code of it, links its intermediate code into each caller, and
optimises it there once more. A search is many small functions that are all inlined into one; of them only the one at
the border is ever called from Python. So the others stay as they are written down until that one is made: a fifth of
the time of compiling.

The functions of a search are written without closures, comprehensions and arrays of NumPy, so that the passes of the
compiler that look for them are left out: a twentieth.
"""

# Numba declares no types.
# pyright: reportAttributeAccessIssue=false

from __future__ import annotations

from typing import Any

from numba.core import typed_passes, untyped_passes
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler

FOR_OTHERS = {
    untyped_passes.WithLifting,
    untyped_passes.InlineClosureLikes,
    untyped_passes.MakeFunctionToJitFunction,
    untyped_passes.InlineInlinables,
    untyped_passes.FindLiterallyCalls,
    untyped_passes.LiteralUnroll,
    untyped_passes.LiteralPropagationSubPipelinePass,
    typed_passes.InlineOverloads,
    typed_passes.NopythonRewrites,
}
"""Passes for closures, `with`, comprehensions, literals, and expressions of arrays."""


class InnerLibrary(JITCodeLibrary):
    """Intermediate code to be linked into a caller's; there is no machine code of it."""

    def _optimize_final_module(self) -> None:
        """Left to the library that this one is linked into."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True

    @property
    def codegen(self) -> Any:
        """As seen by who wants to tell the machine code what its environment is: there is none."""
        return _WithoutMachineCode(self._codegen)

    def get_pointer_to_function(self, name: str) -> int:  # noqa: ARG002
        """Nothing outside can call it."""
        return 0


class _WithoutMachineCode:
    def __init__(self, codegen: Any):
        self._codegen = codegen

    def set_env(self, name: str, environment: Any) -> None:
        """Left out: the global that would hold it exists in machine code alone."""

    def __getattr__(self, name: str) -> Any:
        return getattr(self._codegen, name)


class InnerCompiler(Compiler):
    """Numba's compiler, with such a library."""

    def __init__(self, typingctx: Any, targetctx: Any, library: Any, *rest: Any):
        if library is None:
            library = InnerLibrary(targetctx.codegen(), "inner")
        super().__init__(typingctx, targetctx, library, *rest)


class SearchCompiler(InnerCompiler):
    """The same for the functions of a search."""

    def define_pipelines(self) -> list[Any]:
        """Numba's passes but those that would find nothing to do."""
        (pipeline,) = super().define_pipelines()
        pipeline.passes = [item for item in pipeline.passes if item[0] not in FOR_OTHERS]
        pipeline.finalize()
        return [pipeline]
