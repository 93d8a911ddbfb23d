"""What `solve` gives: what is proved of a position, at the end and on the way."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from zermelo.solve.interval import in_words


@dataclass(frozen=True)
class SolveStatus:
    """How far a running proof is; given to `on_progress`. The value lies from `lower` to `upper` (infinite: unknown).

    `remaining` is between how many more positions the work may take, a rough estimate; None where there is none.
    """

    method: str
    lower: Any
    upper: Any
    nodes: int
    seconds: float
    remaining: tuple[float, float] | None

    def __str__(self) -> str:
        return in_words(self.lower, self.upper)


@dataclass(frozen=True)
class Solved:
    """What is proved of a position. Values are MAX's (player 0's).

    `exact` says that the value is proved; otherwise `value` is None and it lies from `lower` to `upper` (infinite
    where nothing is proved). `distance` is the number of plies to the end of a decided game under best play, None
    for draws and where the method does not give it (proof-number search).
    `outcome` is +1 if MAX wins, -1 if MIN wins, 0 for a draw. `line` is a line of best play, as far as
    it is known; of proof-number search, moves that keep the value. `method` is what was used, `stopped_by` "proved",
    "over", "book", "nodes", "seconds" or "stop". `score` is what the game's own hook `score(state, value, distance)`
    makes of it. `proof_positions` is the size of the proof that was written, None if none was; `note` says why.
    """

    state: Any
    value: Any
    lower: Any
    upper: Any
    distance: int | None
    line: tuple[Any, ...]
    exact: bool
    method: str
    nodes: int
    seconds: float
    stopped_by: str
    compiled: bool = False
    note: str | None = None
    score: Any = None
    outcome: int | None = None
    proof_positions: int | None = None

    @property
    def move(self) -> Any:
        """The first move of the line, None if there is none."""
        return self.line[0] if self.line else None
