"""The number of distinct positions of a game that is too large to be counted.

layer      the positions after a given number of plies
ways in    the different positions from which a position is reached by one move

    positions in a layer  =  positions in the layer before  x  mean branching  /  mean ways in

Breadth first counts the layers near the start; random games give both means for the layers beyond, a finished
position counting as one without branches. (A random game through the layers is how Knuth 1975, "Estimating the
efficiency of backtrack programs", estimates the size of a tree; dividing by the ways in turns lines of play into
positions.)

The ways in are counted from both sides. Few: those that are found by putting an earlier move of the same player at
the end, with the rest of the line in one of two other orders. Many: every different move of that player in the line
may have come last. Few ways give a high estimate and many a low one; what is reported is their geometric mean, and
as the factor of uncertainty half of what lies between them, and two standard errors of the sampled means.
"""

from __future__ import annotations

import itertools
import math
import random
import statistics
import time
from typing import Any

from zermelo.check.asking import Broke
from zermelo.check.frozen import snapshot
from zermelo.check.position import Position
from zermelo.check.walks import Walks

_SECONDS = 0.6
_EXCHANGES = 6
_LONGEST = 400


class Layer:
    """What random games saw at one ply; `ways_in` are pairs (few, many)."""

    def __init__(self) -> None:
        self.branches: list[int] = []
        self.ways_in: list[tuple[float, float]] = []

    def growth(self, after: Layer, side: int) -> tuple[float, float]:
        """How many times larger the next layer is, and the relative variance of that."""
        ways = [pair[side] for pair in after.ways_in]
        size = statistics.fmean(self.branches) / statistics.fmean(ways)
        return size, _relative_variance(self.branches) + _relative_variance(ways)


def _relative_variance(numbers: Any) -> float:
    mean = statistics.fmean(numbers)
    if len(numbers) < 2:
        return 1.0
    return statistics.variance(numbers) / len(numbers) / max(mean * mean, 1e-9)


def estimated_positions(walks: Walks, seed: int, endless: bool) -> dict[str, Any]:
    """`positions` if all were counted; else what is known about their number."""
    if walks.exhausted:
        return {"positions": len(walks.ply_of)}
    facts: dict[str, Any] = {"positions_at_least": len(walks.visited)}
    if endless or not walks.plies_of_games:
        return facts
    try:
        layers = _sampled(walks, random.Random(seed))
    except Broke:
        return facts
    (high, error), (low, _) = _chained(walks, layers, 0), _chained(walks, layers, 1)
    if 0 < low <= high and math.isfinite(high):
        factor = math.sqrt(high / low) * math.exp(min(error, 50))
        facts["positions_estimate"] = float(f"{math.sqrt(low * high):.2g}")
        facts["positions_estimate_factor"] = float(f"{factor:.2g}")
    return facts


def _chained(walks: Walks, layers: list[Layer], side: int) -> tuple[float, float]:
    """All layers added up, and two standard errors of that, as a logarithm."""
    counted = walks.layers[: walks.complete_plies + 1]
    total, last, variance = float(sum(counted)), float(counted[-1]), 0.0
    weighted = 0.0  # the variance of each layer's size, weighted by the size
    for ply in range(len(counted) - 1, len(layers) - 1):
        if not layers[ply].branches or not layers[ply + 1].ways_in:
            break
        growth, more = layers[ply].growth(layers[ply + 1], side)
        last, variance = last * growth, variance + more
        total += last
        weighted += last * variance
    return total, 2 * math.sqrt(weighted / total)


# ── random games ─────────────────────────────────────────────────────────────────────────────────


def _sampled(walks: Walks, chance: random.Random) -> list[Layer]:
    ends, layers = time.monotonic() + _SECONDS, [Layer()]
    while time.monotonic() < ends:
        line = [walks.start()]
        while len(line) < _LONGEST and time.monotonic() < ends:
            position, ply = line[-1], len(line) - 1
            if ply and chance.random() < 0.3:
                layers[ply].ways_in.append(_ways_in(line, chance))
            if position.terminal:
                layers[ply].branches.append(0)
                break
            if not position.branches:
                return layers
            layers[ply].branches.append(len(position.branches))
            line.append(position.after(chance.choice(position.branches)))
            if len(layers) < len(line):
                layers.append(Layer())
    return layers


def _ways_in(line: list[Position], chance: random.Random) -> tuple[float, float]:
    """The last moves of the same player that lead to the same position: few, and many."""
    last = len(line) - 2  # the position in which the last move was made
    mover = line[last].player
    latest = {snapshot(line[ply + 1].path[-1]): ply for ply in range(last) if line[ply].player == mover}
    latest.pop(snapshot(line[-1].path[-1]), None)  # the same move again is the same way in
    earlier = list(latest.values())
    if not earlier:
        return 1.0, 1.0
    tried = chance.sample(earlier, min(_EXCHANGES, len(earlier)))
    found = sum(_can_come_last(line, ply, last) for ply in tried)
    return 1.0 + found * len(earlier) / len(tried), 1.0 + len(earlier)


def _can_come_last(line: list[Position], one: int, last: int) -> bool:
    """Whether the move made at `one` can be the last, with the rest of the line in one of two other orders."""
    moves = list(line[-1].path[-(last + 1) :])
    exchanged = moves.copy()
    exchanged[one], exchanged[last] = moves[last], moves[one]
    if _leads_to_the_end(line, exchanged, one):
        return True
    shifted, mover = moves.copy(), line[last].player
    own = [ply for ply in range(one, last + 1) if line[ply].player == mover]
    for ply, later in itertools.pairwise(own):
        shifted[ply] = moves[later]
    shifted[last] = moves[one]
    return len(own) > 2 and _leads_to_the_end(line, shifted, one)


def _leads_to_the_end(line: list[Position], moves: list[Any], begin: int) -> bool:
    at = line[begin]
    for move in moves[begin:]:
        if at.terminal or snapshot(move) not in map(snapshot, at.branches):
            return False
        at = Position(at.rules, at.rules.next(at.state, move))
    return at.snapshot == line[-1].snapshot
