"""What a search found, and how much of it is promised."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any, NamedTuple


class Bound(Enum):
    """What a number promises about the true value of the same search, seen by MAX."""

    EXACT = "exact"
    LOWER = "lower"  # the true value is this or higher
    UPPER = "upper"  # the true value is this or lower

    def flipped(self) -> Bound:
        """The bound on the negated number."""
        return {Bound.LOWER: Bound.UPPER, Bound.UPPER: Bound.LOWER}.get(self, Bound.EXACT)


class Answer(NamedTuple):
    """What a textbook algorithm returns: `value` is MAX's, `move` is None where the game is over (or no depth is left).

    `distance` is the number of plies to the end of a game that is won or lost, if shorter wins are preferred.
    """

    value: float
    move: Any
    distance: int | None = None


@dataclass(frozen=True)
class RootMove:
    """A legal move at the root: `value` is MAX's and promises what `bound` says; None where it was not searched."""

    move: Any
    value: float | None
    bound: Bound | None
    distance: int | None = None
    line: tuple[Any, ...] = ()


@dataclass(frozen=True)
class SearchResult:
    """What a search found. Values are MAX's (player 0's).

    `exact` says that the value is proved: no guess and no limit had a part in it. `distance` is the number of
    plies to the end under best play, None where it is not known. `stopped_by` is "proved", "over", "depth",
    "nodes", "seconds", "stop" or "book". `compiled` says which of the two ways of running was used, `note` why not the
    other. `sound` is False where techniques were used that may change the value (strength mode). `score` is what the
    game's own hook `score(state, value, distance)` makes of an exact result whose distance is known; else None.
    """

    state: Any
    move: Any
    value: float
    bound: Bound
    distance: int | None
    line: tuple[Any, ...]
    moves: tuple[RootMove, ...]
    nodes: int
    depth: int
    seconds: float
    exact: bool
    compiled: bool
    stopped_by: str
    sound: bool = True
    note: str | None = None
    score: Any = None

    @property
    def best_moves(self) -> tuple[Any, ...]:
        """The moves whose value is known to be the best; with `lines=1` that is the one move returned."""
        return tuple(root.move for root in self.moves if root.bound is Bound.EXACT and root.value == self.value)


@dataclass(frozen=True)
class Progress:
    """How far a running search is; given to `on_progress`. `value` and `line` are those of the last finished depth."""

    depth: int
    nodes: int
    seconds: float
    value: float | None
    line: tuple[Any, ...]

    @property
    def nodes_per_second(self) -> float:
        return self.nodes / self.seconds if self.seconds > 0 else 0.0
