"""`prefetch` for Numba, for arrays that are passed on as addresses."""

# Numba declares no types.
# pyright: reportCallIssue=false, reportReturnType=false

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic, overload

from zermelo.kernel.prefetch import prefetch

I32 = ir.IntType(32)
READ, KEEP, DATA = 0, 3, 1


@intrinsic
def _prefetch(typingctx: Any, array: Any, index: Any) -> Any:  # noqa: ARG001  (Numba fixes the arguments)
    def lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:  # noqa: ARG001
        address = builder.bitcast(builder.gep(args[0], [args[1]]), ir.IntType(8).as_pointer())
        function = builder.module.declare_intrinsic(
            "llvm.prefetch", (address.type,), ir.FunctionType(ir.VoidType(), [address.type, I32, I32, I32])
        )
        builder.call(function, [address, I32(READ), I32(KEEP), I32(DATA)])
        return ir.Constant(ir.IntType(64), 0)

    return types.int64(array, index), lower


@overload(prefetch)
def _prefetch_overload(array, index):  # noqa: ARG001  (Numba compares the names of the arguments)
    if isinstance(array, types.CPointer):
        return lambda array, index: _prefetch(array, index)  # noqa: PLW0108
    return lambda array, index: 0  # noqa: ARG005
