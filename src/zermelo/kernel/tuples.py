"""`with_item` for Numba: a copy of a tuple with one item changed, and an error for an index out of range."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import types
from numba.core.errors import TypingError
from numba.extending import intrinsic, overload

from zermelo.core.game import with_item
from zermelo.kernel.bits import BitsType


@intrinsic
def _set_item(typingctx: Any, values: Any, index: Any, value: Any) -> Any:  # noqa: ARG001
    """The tuple with one item changed; the index must be checked before. Selects keep it in registers."""

    def lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:  # noqa: ARG001
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
