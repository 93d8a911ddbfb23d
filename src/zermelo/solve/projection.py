"""How many positions a game has in all, from how its levels grow: a projection for runs that do not reach the end.

    level    the positions that are found from those of the level before: breadth first, they have indices in a row
    growth   the logarithm of how many times larger the next level is

In games that end, growth falls from level to level, nearly along a line. The line through the last of them, continued
until nothing is left, tells the rest. Lines through the last two thirds, the last half and the last third say how much
that depends on where one looks. On Connect Four (4 by 4 to 7 by 6), king and rook against king, dodgem and tic-tac-toe
the true number was within the factor that is told from the tenth level on, or as soon as a thousandth was found.
"""

from __future__ import annotations

import itertools
import math
import statistics
from typing import NamedTuple

MOST_LEVELS = 1000
"""Of games with more, which are long and thin, only the first are noted."""

SHARES = (2 / 3, 1 / 2, 1 / 3)
LEAST_FACTOR = 5.0
LARGEST = 1e30


class Projection(NamedTuple):
    """`positions` in all, within this `factor` in both directions."""

    positions: float
    factor: float

    @property
    def lowest(self) -> float:
        return self.positions / self.factor

    @property
    def highest(self) -> float:
        return self.positions * self.factor


class Levels:
    """The sizes of the levels, noted while positions are expanded; `sizes` are those that are known exactly."""

    def __init__(self) -> None:
        self.sizes = [1]
        self._end = 1  # where the level that is being expanded ends

    def take_up(self, sizes: list[int]) -> None:
        """Goes on from what an earlier run has noted."""
        self.sizes, self._end = list(sizes), sum(sizes)

    def budget(self, expanded: int, most: int) -> int:
        """How many positions to expand at once, so that the end of a level is seen."""
        left = self._end - expanded
        return min(most, left) if left > 0 else most

    def note(self, expanded: int, found: int) -> None:
        if expanded == self._end < found and len(self.sizes) < MOST_LEVELS:
            self.sizes.append(found - self._end)
            self._end = found


def projected(sizes: list[int], found: int) -> Projection | None:
    """The projection; None if too little is known, or if the levels do not show that they will ever end."""
    growth = [math.log(after / before) for before, after in itertools.pairwise(sizes)]
    # Players take turns, and so may growth: the mean of two neighbours.
    smooth = [(one + other) / 2 for one, other in itertools.pairwise(growth)]
    if len(smooth) < 3:
        return None
    totals = [_continued(sizes, smooth, max(3, round(share * len(smooth)))) for share in SHARES]
    if max(totals) >= LARGEST:
        return None
    totals = [max(total, found) for total in totals]
    positions = statistics.geometric_mean(totals)
    spread = max(positions / min(totals), max(totals) / positions)
    return Projection(positions, max(LEAST_FACTOR, spread, math.sqrt(positions / found)))


def _continued(sizes: list[int], growth: list[float], last: int) -> float:
    """All levels, with those that a line through the last values of growth adds; `LARGEST` if it does not fall."""
    line = statistics.linear_regression(range(len(growth) - last, len(growth)), growth[-last:])
    if line.slope >= 0:
        return LARGEST
    # growth[k] stands between the steps k and k + 1
    step, size, total = float(len(growth)) + 0.5, float(sizes[-1]), float(sum(sizes))
    while size > 1 and total < LARGEST:
        size *= math.exp(line.intercept + line.slope * step)
        total += size
        step += 1
    return min(total, LARGEST)
