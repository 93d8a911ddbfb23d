"""States as rows of 64-bit words.

    State(mover=0b101, filled=0b111, plies=3)      a state
    Group(State, ("mover", "filled", "plies"), (BITS, BITS, INT))     its shape
    [0b101, 0b111, 3]                              its words

Only words cross the border to compiled code. A shape comes from the annotations of the state's class; what an
annotation leaves open (`tuple[int, ...]`) comes from the game's initial state.
"""

from __future__ import annotations

import struct
import sys
import typing
from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from zermelo.core.errors import CompileError
from zermelo.core.game import Bits, Game

WORD = (1 << 64) - 1
SIGN = 1 << 63


@dataclass(frozen=True)
class Leaf:
    """One word. `kind` is "int" (signed), "bits" (not signed), "bool" or "float"."""

    kind: str


@dataclass(frozen=True)
class Group:
    """A tuple of a fixed length; a `NamedTuple` if it has a class."""

    cls: type | None
    names: tuple[str, ...]
    items: tuple[Shape, ...]


Shape = Leaf | Group

INT, BITS, BOOL, FLOAT = Leaf("int"), Leaf("bits"), Leaf("bool"), Leaf("float")


# ── from a game to the shape of its states ───────────────────────────────────────────────────────


def state_shape(game: Game) -> Group:
    """The shape of the game's states; a `CompileError` that says what to change if they have none."""
    try:
        start = game.initial_state()
    except Exception as error:
        raise CompileError(
            f"{type(game).__name__} cannot be compiled: initial_state() raised {type(error).__name__}: {error}",
            hook="initial_state",
        ) from error
    name = type(game).__name__
    if not is_named_tuple(type(start)):
        raise CompileError(
            f"{name} cannot be compiled: a state is a {type(start).__name__}; "
            f"make it a NamedTuple of int, Bits and short tuples",
            hook="initial_state",
        )
    shape = named_tuple_shape(type(start), start, name, vars_of(type(game)))
    if count_words(shape) > 256:  # compilation time grows with the square
        raise CompileError(
            f"{name} cannot be compiled: a state has {count_words(shape)} numbers, more than 256; "
            f"pack squares into Bits, one bit a square",
            hook="initial_state",
        )
    return shape


def is_named_tuple(cls: Any) -> bool:
    return isinstance(cls, type) and issubclass(cls, tuple) and isinstance(getattr(cls, "_fields", None), tuple)


def vars_of(cls: type) -> dict[str, Any]:
    """The names that a class body sees when its annotations are strings: those of the class and of its bases."""
    names: dict[str, Any] = {}
    for base in reversed(cls.__mro__):
        names.update(vars(base))
    return names


def annotations_of(cls: type, scope: dict[str, Any]) -> dict[str, Any]:
    """The field annotations as objects, also where they are strings or the class is nested in another."""
    module = sys.modules.get(cls.__module__)
    names = {"Bits": Bits, **vars(typing), **scope, **(vars(module) if module else {})}
    try:
        return typing.get_type_hints(cls, globalns=names, localns=names)
    except NameError as error:
        raise CompileError(
            f"the annotations of {cls.__name__} cannot be read: {error}; define what they name at the top of the module"
        ) from error


def named_tuple_shape(cls: Any, sample: Any, where: str, scope: dict[str, Any]) -> Group:
    """The shape of a `NamedTuple` class; `sample` is a value of it, or None."""
    hints = annotations_of(cls, scope)
    items = []
    for index, field in enumerate(cls._fields):
        value = None if sample is None else sample[index]
        items.append(_shape(hints.get(field), value, f"{where}: field {field!r} of {cls.__name__}", scope))
    return Group(cls, tuple(cls._fields), tuple(items))


def _shape(hint: Any, sample: Any, where: str, scope: dict[str, Any]) -> Shape:
    simple = {int: INT, bool: BOOL, float: FLOAT, Bits: BITS}
    if isinstance(hint, type) and issubclass(hint, int) and hint not in simple:
        hint = int  # an IntEnum
    if hint in simple:
        if not isinstance(sample, (int, float, type(None))):
            raise CompileError(
                f"{where} is declared {_named(hint)}, but initial_state() puts a {type(sample).__name__} there"
            )
        return simple[hint]
    if is_named_tuple(hint):
        return named_tuple_shape(hint, sample, where, scope)
    if hint is tuple or typing.get_origin(hint) is tuple:
        return _tuple_shape(typing.get_args(hint), sample, where, scope)
    if hint is None or hint is Any:
        return shape_of_value(sample, where)
    raise CompileError(f"{where} is declared {_named(hint)}; declare it int, Bits, bool, float or a tuple of these")


def _tuple_shape(args: tuple[Any, ...], sample: Any, where: str, scope: dict[str, Any]) -> Shape:
    if sample is not None and not isinstance(sample, tuple):
        raise CompileError(f"{where} is declared a tuple, but initial_state() puts a {type(sample).__name__} there")
    if not args:
        return shape_of_value(sample, where)
    if len(args) == 2 and args[1] is Ellipsis:
        if sample is None:
            raise CompileError(f"{where} has no length; declare it as tuple[int, int, ...] with one entry a number")
        args = (args[0],) * len(sample)
    if sample is not None and len(sample) != len(args):
        raise CompileError(f"{where} is declared with {len(args)} items, but initial_state() puts {len(sample)} there")
    items = (_shape(arg, None if sample is None else sample[i], where, scope) for i, arg in enumerate(args))
    return Group(None, (), tuple(items))


def shape_of_value(value: Any, where: str) -> Shape:
    """The shape of a value of which nothing is declared."""
    if isinstance(value, bool):
        return BOOL
    if isinstance(value, int):
        return INT if value < SIGN else BITS
    if isinstance(value, float):
        return FLOAT
    if isinstance(value, tuple):
        cls = type(value) if is_named_tuple(type(value)) else None
        return Group(cls, getattr(cls, "_fields", ()), tuple(shape_of_value(item, where) for item in value))
    raise CompileError(f"{where} is a {type(value).__name__}; int, Bits, bool, float or a tuple of these is meant")


def _named(hint: Any) -> str:
    return getattr(hint, "__name__", None) or str(hint)


# ── between states and words ─────────────────────────────────────────────────────────────────────


def count_words(shape: Shape) -> int:
    return 1 if isinstance(shape, Leaf) else sum(count_words(item) for item in shape.items)


def word_of_float(value: float) -> int:
    """The 64 bits of a float; both zeros have the same."""
    return struct.unpack("<Q", struct.pack("<d", value + 0.0))[0]


def to_words(shape: Shape, value: Any, where: str = "the state") -> list[int]:
    """The words of a value, each from 0 to 2**64 - 1; a `CompileError` if it does not have this shape."""
    words: list[int] = []
    _append_words(shape, value, where, words)
    return words


def _append_words(shape: Shape, value: Any, where: str, words: list[int]) -> None:
    if isinstance(shape, Group):
        if not isinstance(value, tuple) or len(value) != len(shape.items):
            raise CompileError(
                f"{where} does not fit the compiled rules: {value!r}, where {len(shape.items)} items are meant "
                f"(the lengths of tuples are those of initial_state())"
            )
        for index, item in enumerate(shape.items):
            name = f".{shape.names[index]}" if shape.names else f"[{index}]"
            _append_words(item, value[index], where + name, words)
        return
    if shape.kind == "float" and isinstance(value, (int, float)):
        words.append(word_of_float(value))
        return
    lowest, highest = (0, WORD) if shape.kind == "bits" else (-SIGN, SIGN - 1)
    if not isinstance(value, int) or not lowest <= value <= highest:
        raise CompileError(
            f"{where} does not fit the compiled rules: {value!r}, where {shape.kind} of 64 bits is meant"
        )
    words.append(int(value) & WORD)


def words_of_all(shape: Group, values: Sequence[Any]) -> array[int]:
    """The words of all values, one value after another; a `CompileError` if one does not have this shape."""
    try:
        return _by_fields(shape, values)
    except (TypeError, ValueError, OverflowError):
        # Nested, with floats, or wrong: one value at a time, and what is wrong is told.
        return array("Q", [word for value in values for word in to_words(shape, value)])


def _by_fields(shape: Group, values: Sequence[Any]) -> array[int]:
    """The same for tuples of ints, a field of all of them at a time, which is eight times as fast."""
    kinds = [item.kind if isinstance(item, Leaf) else "group" for item in shape.items]
    if "float" in kinds or "group" in kinds:
        raise TypeError("not all fields are ints")
    if not all(issubclass(cls, tuple) for cls in set(map(type, values))):
        raise TypeError("not all values are tuples")
    words = array("Q", bytes(8 * len(kinds) * len(values)))
    # Without values there are no columns.
    for index, (kind, column) in enumerate(zip(kinds, zip(*values, strict=True), strict=len(values) > 0)):
        if not all(issubclass(cls, int) for cls in set(map(type, column))):
            raise TypeError("not all are ints")
        field = array("Q", column) if kind == "bits" else array("Q", array("q", column).tobytes())
        words[index :: len(kinds)] = field
    return words


def from_words(shape: Shape, words: Any) -> Any:
    """The value that these words stand for."""
    stream = iter([int(word) for word in words])
    return _value(shape, lambda: next(stream))


def _value(shape: Shape, take: Callable[[], int]) -> Any:
    if isinstance(shape, Group):
        items = [_value(item, take) for item in shape.items]
        return tuple(items) if shape.cls is None else shape.cls(*items)
    word = take()
    if shape.kind == "float":
        return struct.unpack("<d", struct.pack("<Q", word))[0]
    if shape.kind == "bool":
        return bool(word)
    return word - (1 << 64) if shape.kind == "int" and word >= SIGN else word
