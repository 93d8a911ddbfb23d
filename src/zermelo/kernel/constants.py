"""What a game holds, as constants that Numba can compile.

    7, 0.5, True, None, "text"        stay
    0xFFFF_FFFF_FFFF_FFFF             Word: it is Bits when compiled
    (1, 7, 8, 9)                      a tuple of at most 16 numbers stays
    (line0, line1, …, line68)         a longer one is a read-only array: it compiles in no time
    ((0, 1, 2), (3, 4, 5), …)         a read-only array of tuples
    ((1, 3), (0, 2, 4), …)            rows of different lengths: one array and where each row starts
    numpy arrays                      are copied; uint64 becomes Bits

An index out of range stays an error in all of them.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba.core import types
from numba.extending import typeof_impl

from zermelo.core.errors import CompileError
from zermelo.kernel.bits import Word, bits
from zermelo.kernel.words import SIGN, WORD

SHORT = 16
"""Tuples up to this length stay tuples."""


class Table(np.ndarray):
    """A read-only array of known Numba item type; an item may be a tuple."""

    item_type: types.Type

    def __array_finalize__(self, source: Any) -> None:
        self.item_type = getattr(source, "item_type", types.int64)


@typeof_impl.register(Table)
def _type_of_table(value: Table, c: Any) -> types.Type:  # noqa: ARG001
    return types.Array(value.item_type, value.ndim, "C", readonly=True)


class Rows:
    """Rows of different lengths: `items[starts[i] : starts[i + 1]]` is row i."""

    def __init__(self, rows: tuple[Any, ...]):
        flat = [item for row in rows for item in row]
        ends = np.cumsum([0, *(len(row) for row in rows)])
        self.items = flat_table(flat or [0])
        self.starts = flat_table([int(end) for end in ends])


def constant(value: Any, where: str) -> Any:
    """The value as a constant for Numba; a `CompileError` for what cannot be one."""
    if isinstance(value, bool):
        return value
    if isinstance(value, int):
        return _int(int(value), where)
    if isinstance(value, np.generic):
        return constant(value.item(), where)
    if isinstance(value, np.ndarray):
        return _array(value, where)
    if isinstance(value, (tuple, list)):
        return _tuple(tuple(value), value, where)
    return value


def _int(value: int, where: str) -> int:
    if -SIGN <= value < SIGN:
        return value
    if value <= WORD:
        return Word(value)
    raise CompileError(f"{where} is {value:#x}: compiled rules have 64 bits, split it into several Bits")


def _array(array: np.ndarray, where: str) -> Any:
    if array.dtype.kind not in "biuf" or array.dtype.itemsize > 8:
        raise CompileError(f"{where} is an array of {array.dtype}: make it one of numbers")
    if array.dtype == np.uint64:
        return _as_table(array, bits)
    frozen = np.ascontiguousarray(array).copy().reshape(array.shape)
    frozen.setflags(write=False)
    return frozen


def _as_table(array: np.ndarray, item_type: types.Type) -> Table:
    table = np.ascontiguousarray(array).copy().reshape(array.shape).view(Table)
    table.item_type = item_type
    table.setflags(write=False)
    return table


def _tuple(value: tuple[Any, ...], original: Any, where: str) -> Any:
    for index, item in enumerate(value):
        if isinstance(item, int) and not -SIGN <= item <= WORD:
            _int(item, f"{where}[{index}]")
    if _all_numbers(value):
        if len(value) > SHORT or (isinstance(original, list) and value):
            return flat_table(list(value))
        return _rebuilt(original, short_tuple(value))
    rows = all(isinstance(row, (tuple, list)) and _all_numbers(row) for row in value)
    if rows and len({len(row) for row in value}) > 1:
        return Rows(value)
    if rows and value and len(value[0]) and len(value) > 3 and len(value[0]) <= SHORT:
        return _table_of_tuples(value)
    items = tuple(constant(item, f"{where}[{index}]") for index, item in enumerate(value))
    return _rebuilt(original, items)


def _rebuilt(original: Any, items: tuple[Any, ...]) -> Any:
    """The items in a tuple of the original's class, so that the fields of a `NamedTuple` keep their names."""
    return type(original)(*items) if hasattr(original, "_fields") else items


def _all_numbers(values: Any) -> bool:
    return all(isinstance(value, (int, float)) for value in values)


def short_tuple(values: tuple[Any, ...]) -> tuple[Any, ...]:
    """Numbers of one kind: all are Words if one needs 64 bits, all are floats if one is a float."""
    if any(isinstance(value, float) for value in values):
        return tuple(float(value) for value in values)
    if any(value >= SIGN for value in values):
        return tuple(Word(value) for value in values)
    return tuple(values)


def flat_table(values: list[Any]) -> Table:
    item_type, dtype = _kind(values)
    return _as_table(_numbers(values, dtype), item_type)


def _kind(values: list[Any]) -> tuple[types.Type, Any]:
    if any(isinstance(value, float) for value in values):
        return types.float64, np.float64
    if any(value >= SIGN for value in values):
        return bits, np.uint64
    return types.int64, np.int64


def _numbers(values: list[Any], dtype: Any) -> np.ndarray:
    return np.array([int(value) & WORD if dtype is np.uint64 else value for value in values], dtype)


def _table_of_tuples(rows: tuple[Any, ...]) -> Table:
    length = len(rows[0])
    item_type, dtype = _kind([item for row in rows for item in row])
    flat = _numbers([item for row in rows for item in row], dtype)
    return _as_table(flat.view([("", dtype)] * length), types.UniTuple(item_type, length))
