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

HashState = Callable[[Any], tuple[int, int]]
"""state -> (index, check)"""


class Numbering:
    """Hashes of values of any hashable kind: each gets a number the first time it is seen.

    Values of two classes are two values, even if they are equal as tuples.
    A number is never given twice, so forgetting (beyond `MAX_REMEMBERED`) loses what a table knew and nothing else.
    """

    def __init__(self, hook: str) -> None:
        self._hook = hook
        self._numbers: dict[Any, int] = {}
        self._fresh = itertools.count()

    @property
    def is_used(self) -> bool:
        return bool(self._numbers)

    def __call__(self, value: Any, player: int) -> tuple[int, int]:
        try:
            number = self._numbers.get((value.__class__, value, player))
        except TypeError as error:
            raise RulesError(
                f"what {self._hook} returned is not hashable ({error}): "
                f"use tuples instead of lists, frozensets instead of sets",
                hook=self._hook,
                state=value,
            ) from error
        if number is None:
            if len(self._numbers) >= MAX_REMEMBERED:
                self._numbers.clear()
            number = self._numbers.setdefault((value.__class__, value, player), next(self._fresh))
        product = (NUMBERED_A ^ number) * MULTIPLIER
        return (product >> 64 ^ START_B) - SIGN, (product & WORD) - SIGN


def hasher(current_player: Callable[[Any], int], key: Callable[[Any], Any] | None, shape: Shape | None) -> HashState:
    """The hash of states, or of their keys, of this shape.

    Those that turn out not to have it, and all if it is None, are numbered: Python's rules are free to do that.
    """
    numbered = Numbering("key" if key else "next_state")
    identity = key or (lambda state: state)
    if shape is None:
        return _with(numbered, lambda state: numbered(identity(state), current_player(state)))

    def slowly(value: Any, player: int) -> tuple[int, int]:
        try:
            return by_words(with_plain_ints(shape, value), player)
        except Exception:  # not even then
            return numbered(value, player)

    by_words = _written_out(shape, key is not None, "def hash_state(value, player):", "raise", {})
    names = {"key": key, "current_player": current_player, "slowly": slowly}
    first = "value = key(state)" if key else "value = state"
    begin = f"def hash_state(state):\n    player = current_player(state)\n    {first}"
    return _with(numbered, _written_out(shape, key is not None, begin, "return slowly(value, player)", names))


def _with(numbered: Numbering, found: Any) -> HashState:
    found.numbered = numbered
    return found


def has_numbered(hash_state: HashState) -> bool:
    """Whether this plain hash has numbered a state: in another process its number would be another."""
    return hash_state.numbered.is_used  # type: ignore[attr-defined]  (written by `hasher`)


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


def _written_out(shape: Shape, key: bool, begin: str, otherwise: str, names: dict[str, Any]) -> Any:
    """The hash for one shape, written out word by word: three times as fast as a loop over the words.

    `begin` opens the function and sets `value` and `player`; `otherwise` is done if the value has another shape.
    """
    fresh = (f"v{number}" for number in itertools.count())
    leaves: list[tuple[str, Leaf]] = []
    pattern = _pattern(shape, fresh, leaves)
    lines = [begin, "    try:"]
    if isinstance(shape, Group) and shape.cls is not None:
        lines += ["        if value.__class__ is not CLASS: raise TypeError"]
    lines += [f"        {pattern} = value", "        a, b = START[player], START_B"]
    for name, leaf in leaves:
        if leaf.kind == "float":
            lines += [f"        x = a ^ word_of_float({name})"]
        elif key:
            lines += [f"        if not -SIGN <= {name} <= WORD: raise OverflowError", f"        x = a ^ {name} & WORD"]
        elif leaf.kind == "bits":
            lines += [f"        x = a ^ {name}"]
        else:
            lines += [f"        x = a ^ {name} + SIGN"]
        lines += ["        if x.__class__ is not int or x >> 64: raise OverflowError"]
        lines += ["        x *= MULTIPLIER", "        low = x & WORD", "        a, b = x >> 64 ^ low ^ b, low"]
    lines += ["        return a - SIGN, b - SIGN", "    except Exception:", f"        {otherwise}"]
    constants = {"MULTIPLIER": MULTIPLIER, "SIGN": SIGN, "WORD": WORD}
    for name, number in constants.items():
        lines = [line.replace(name, str(number)) for line in lines]
    world = {
        **names,
        "CLASS": getattr(shape, "cls", None),
        "START": START,
        "START_B": START_B,
        "word_of_float": word_of_float,
    }
    exec("\n".join(lines), world)
    return world["hash_state"]


def _pattern(shape: Shape, names: Any, leaves: list[tuple[str, Leaf]]) -> str:
    """An assignment target that takes a value apart and fails if its lengths are others."""
    if isinstance(shape, Group):
        return "[" + "".join(_pattern(item, names, leaves) + ", " for item in shape.items) + "]"
    name = next(names)
    leaves.append((name, shape))
    return name
