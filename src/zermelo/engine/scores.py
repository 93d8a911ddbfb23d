"""Scores inside the engine: one number that compares as `core.score.Score` does, seen by the player to move.

    packed   an int: outcome * WON + value * STEP + haste. The usual kind; fits 64 bits.

        WON = 2**60          outcome +1 or -1: the game is decided
        STEP = 2**15         one unit of value
        haste                -plies from the root of a win, +plies of a loss, below 2**14

    wide     (outcome, value, haste): for values that are floats, or ints beyond `LARGEST_VALUE`

Both kinds have `-score` (seen by the other player) and `score + 1` (the next higher score, for null windows).
The search core is written in these two operations and comparisons, and does not know which kind it has.
"""

from __future__ import annotations

from typing import Any

from zermelo.core.score import Score
from zermelo.kernel.wide import wide

STEP = 1 << 15
WON = 1 << 60
DECIDED = WON >> 1
"""A packed score beyond this, either way, belongs to a game that is won or lost."""

LARGEST_VALUE = 1 << 43
LOWEST_PACKED = -(1 << 62)
HIGHEST_PACKED = 1 << 62
LONGEST_LINE = 1 << 14
"""Plies from the root that a score's haste can count, and the longest line that the engine follows."""


LOWEST_WIDE = wide(-2, 0, 0)
HIGHEST_WIDE = wide(2, 0, 0)


def fits_packed(value: Any) -> bool:
    """Whether a value can stand in a packed score: an int that is not too large."""
    return -LARGEST_VALUE < value < LARGEST_VALUE and value == int(value)


class NeedsWide(Exception):  # noqa: N818  (not an error: the search begins again with wide scores)
    """A value does not fit a packed score."""


def from_score(score: Score, use_wide: bool) -> Any:
    """The engine's score, seen by MAX, for a score of the core."""
    if use_wide:
        return wide(score.outcome, score.value, score.haste)
    if not fits_packed(score.value):
        raise NeedsWide
    return score.outcome * WON + int(score.value) * STEP + score.haste


def to_score(score: Any) -> Score:
    """The score of the core for an engine's score; both are seen by the same player."""
    if isinstance(score, tuple):
        return Score(*score)
    outcome = (score > DECIDED) - (score < -DECIDED)
    rest = score - outcome * WON
    value = (rest + STEP // 2) // STEP
    return Score(outcome, value, rest - value * STEP)
