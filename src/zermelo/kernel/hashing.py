"""A state's identity in tables: two signed 64-bit numbers, the same ones plain and compiled.

Two words (a, b) start from a constant of the player to move. Each word w of the state (or of its key) goes in by

    product = (a ^ w) * MULTIPLIER           128 bits, one multiplication
    a, b = high half ^ low half ^ b, low half

(the low half in `a` matters: the high half alone changes by little when w does, and small words undo that)

and the result is (a, b): the index and the check. The step can be undone when w is known, so keys of one or two
words never collide; for one word the check alone tells all keys apart. Signed ints go in with their sign bit
flipped when they are fields of a state (so that plain Python sees at once whether they fit) and as they are
when they are a key.
"""

from __future__ import annotations

import itertools
import operator
from collections.abc import Callable
from typing import Any

from zermelo.core.errors import CompileError, RulesError
from zermelo.kernel.words import SIGN, WORD, Group, Leaf, Shape, shape_of_value, word_of_float

MULTIPLIER = 0xD6E8FEB86659FD93
START_A = 0x9E3779B97F4A7C15
START_B = 0xC2B2AE3D27D4EB4F
PLAYER_STEP = 0xA24BAED4963EE407
"""Player p starts from (START_A + p * PLAYER_STEP, START_B), modulo 2**64."""

NUMBERED_A = 0x8CB92BA72F3D8DD7
"""Where states that have no words start; their word is a number that was given to them."""

MAX_REMEMBERED = 2_000_000

START = {player: (START_A + player * PLAYER_STEP) & WORD for player in range(-1, 64)}

Hash = Callable[[Any, int], tuple[int, int]]
"""(state or key, player to move) -> (index, check)"""


class Numbering:
    """Hashes of values of any hashable kind: each gets a number the first time it is seen.

    Values of two classes are two values, even if they are equal as tuples.
    A number is never given twice, so forgetting (beyond `MAX_REMEMBERED`) loses what a table knew and nothing else.
    """

    def __init__(self) -> None:
        self._numbers: dict[Any, int] = {}
        self._fresh = itertools.count()

    def __call__(self, value: Any, player: int) -> tuple[int, int]:
        try:
            number = self._numbers.get((value.__class__, value, player))
        except TypeError as error:
            raise RulesError(
                f"the state is not hashable ({error}): use tuples instead of lists, frozensets instead of sets",
                hook="next_state",
                state=value,
            ) from error
        if number is None:
            if len(self._numbers) >= MAX_REMEMBERED:
                self._numbers.clear()
            number = self._numbers.setdefault((value.__class__, value, player), next(self._fresh))
        product = (NUMBERED_A ^ number) * MULTIPLIER
        return (product >> 64 ^ START_B) - SIGN, (product & WORD) - SIGN


def hash_by_shape(shape: Shape | None, key: bool) -> Hash:
    """The hash of values of this shape; those that turn out not to have it, and all if it is None, are numbered."""
    numbered = Numbering()
    if shape is None:
        return numbered
    fast = _written_out(shape, key)

    def hash_value(value: Any, player: int) -> tuple[int, int]:
        try:
            return fast(value, player)
        except Exception:  # not of the shape: Python's rules are free to do that
            try:
                return fast(with_plain_ints(shape, value), player)
            except Exception:  # not even then
                return numbered(value, player)

    return hash_value


def with_plain_ints(shape: Shape, value: Any) -> Any:
    """The value with Python's numbers in place of NumPy's; an error if it has another shape."""
    if isinstance(shape, Group):
        items = [with_plain_ints(item, part) for item, part in zip(shape.items, value, strict=True)]
        if shape.cls is None:
            return tuple(items)
        if value.__class__ is not shape.cls:
            raise TypeError("a value of another class")
        return shape.cls(*items)
    return float(value) if shape.kind == "float" else operator.index(value)


def key_shape(key: Any) -> Shape | None:
    """The shape of a key, judged by one of them; None if it is not made of numbers."""
    try:
        return shape_of_value(key, "key")
    except CompileError:
        return None


def _written_out(shape: Shape, key: bool) -> Hash:
    """The hash for one shape, written out word by word: about three times as fast as a loop over the words."""
    names = (f"v{number}" for number in itertools.count())
    leaves: list[tuple[str, Leaf]] = []
    pattern = _pattern(shape, names, leaves)
    lines = ["def hash_value(value, player):"]
    if isinstance(shape, Group) and shape.cls is not None:
        lines += ["    if value.__class__ is not CLASS: raise TypeError"]
    lines += [
        f"    {pattern} = value",
        "    a, b = START[player], START_B",
    ]
    for name, leaf in leaves:
        if leaf.kind == "float":
            lines += [f"    x = a ^ word_of_float({name})"]
        elif key:
            lines += [f"    if not -SIGN <= {name} <= WORD: raise OverflowError", f"    x = a ^ {name} & WORD"]
        elif leaf.kind == "bits":
            lines += [f"    x = a ^ {name}"]
        else:
            lines += [f"    x = a ^ {name} + SIGN"]
        lines += ["    if x.__class__ is not int or x >> 64: raise OverflowError"]
        lines += ["    x *= MULTIPLIER", "    low = x & WORD", "    a, b = x >> 64 ^ low ^ b, low"]
    lines += ["    return a - SIGN, b - SIGN"]
    names_seen = {
        "CLASS": getattr(shape, "cls", None),
        "START": START,
        "START_B": START_B,
        "SIGN": SIGN,
        "WORD": WORD,
        "MULTIPLIER": MULTIPLIER,
        "word_of_float": word_of_float,
    }
    exec("\n".join(lines), names_seen)
    return names_seen["hash_value"]


def _pattern(shape: Shape, names: Any, leaves: list[tuple[str, Leaf]]) -> str:
    """An assignment target that takes a value apart and fails if its lengths are others."""
    if isinstance(shape, Group):
        return "[" + "".join(_pattern(item, names, leaves) + ", " for item in shape.items) + "]"
    name = next(names)
    leaves.append((name, shape))
    return name
