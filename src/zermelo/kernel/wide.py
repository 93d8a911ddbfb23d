"""Scores of three parts, (outcome, value, haste), for values that no int holds: floats, and ints beyond 44 bits.

They compare as tuples do and have two operations more: `-score` is the score seen by the other player, `score + 1`
the next higher one. Compiled, they are a tuple of an int, a float and an int (`wide_compiled`).
"""

from __future__ import annotations


class Wide(tuple):
    """A wide score in plain Python."""

    def __neg__(self) -> Wide:
        return Wide((-self[0], -self[1], -self[2]))

    def __add__(self, steps: int) -> Wide:  # type: ignore[override]  (the next higher score, not a longer tuple)
        return Wide((self[0], self[1], self[2] + steps))

    def __sub__(self, steps: int) -> Wide:
        return Wide((self[0], self[1], self[2] - steps))


def wide(outcome: int, value: float, haste: int) -> Wide:
    """The wide score of these three parts."""
    return Wide((outcome, value, haste))
