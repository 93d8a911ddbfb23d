"""`with_item` for Numba: a copy of a tuple with one item changed, and an error for an index out of range."""

# ruff: noqa: ARG001  (Numba fixes the arguments of these functions)
# Numba declares no types.
# pyright: reportCallIssue=false, reportArgumentType=false, reportGeneralTypeIssues=false
# pyright: reportReturnType=false

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import types
from numba.core.errors import TypingError
from numba.extending import intrinsic, overload

from zermelo.core.game import with_item
from zermelo.kernel.bits import BitsType, bits


@intrinsic
def _set_item(typingctx: Any, values: Any, index: Any, value: Any) -> Any:
    """The tuple with one item changed; the index must be checked before. Selects keep it in registers."""

    def lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        tuple_value, place, item = args
        for number in range(len(values)):
            here = builder.icmp_unsigned("==", place, ir.Constant(place.type, number))
            old = builder.extract_value(tuple_value, number)
            tuple_value = builder.insert_value(tuple_value, builder.select(here, item, old), number)
        return tuple_value

    return values(values, types.intp, values.dtype), lower


@overload(with_item)
def _with_item(values, index, value):
    if not isinstance(values, types.UniTuple):
        raise TypingError(f"with_item is for tuples of one type, but is given {values}")
    words = (types.Integer, types.Boolean, BitsType)
    if isinstance(values.dtype, (types.Integer, BitsType)) and not isinstance(value, words):
        raise TypingError(f"with_item puts {value} into a tuple of {values.dtype}")

    def changed(values, index, value):
        place = int(index)
        if not 0 <= place < len(values):
            raise IndexError("with_item: the index is out of range")
        return _set_item(values, place, value)

    return changed


def common_type(values: types.BaseTuple) -> types.Type | None:
    """The type that all items of a tuple of ints can have; None if it has other items."""
    items = [types.unliteral(item) for item in values]
    if not items or not all(isinstance(item, (types.Integer, types.Boolean, BitsType)) for item in items):
        return items[0] if items and all(item == items[0] for item in items) else None
    return bits if any(isinstance(item, BitsType) for item in items) else types.int64


@intrinsic
def uniform(typingctx: Any, values: Any) -> Any:
    """The tuple with all items of one type, so that a loop can run over it."""
    item_type = common_type(values)
    result = types.UniTuple(item_type, len(values))

    def lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        items = [
            context.cast(builder, builder.extract_value(args[0], number), item, item_type)
            for number, item in enumerate(values)
        ]
        return context.make_tuple(builder, result, items)

    return result(values), lower
