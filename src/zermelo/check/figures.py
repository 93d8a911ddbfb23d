"""The figure that players use for a solved position (`score`): for a better result it is never a worse one.

Whose figure it is, is the game's own affair: player 0's, as values are, or the mover's. So where player 0 moves it
may not fall with the value; where player 1 moves it may not fall in every such position, or not rise in every one.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import TYPE_CHECKING

from zermelo.check.answers import Answers
from zermelo.check.exact import Proved, told
from zermelo.check.kinds import Check, Problem
from zermelo.check.position import Position
from zermelo.check.report import WARNING, repr_of
from zermelo.core.score import Score

if TYPE_CHECKING:
    Example = tuple[Position, Problem]

_REMEDY = (
    "let a better result have a higher figure, for player 0 in every position or for whoever is to move; "
    "a win is better the sooner it comes, a loss the later"
)


class Figures:
    def __init__(self, check: Check, answers: Answers):
        self._check, self._answers = check, answers
        self._rising: Example | None = (
            None  # player 1 is to move, and what is better for player 0 has the higher figure
        )
        self._falling: Example | None = None

    def at(self, position: Position, children: list[Proved]) -> Iterator[Problem]:
        """The figures of the results that the moves of this position lead to."""
        if not self._check.rules.has("score"):
            return
        results = sorted({child.low for child in children if child.exact})
        figures = [self._answers.score(position.state, result) for result in results]
        steps = list(itertools.pairwise(zip(results, figures)))
        falls = next(((low, high) for low, high in steps if high[1] < low[1]), None)
        rises = next(((low, high) for low, high in steps if high[1] > low[1]), None)
        if falls and (position.player == 0 or rises):
            yield self._disordered(*falls)
        elif falls:
            self._falling = self._shorter(self._falling, position, self._disordered(*falls))
        elif rises and position.player == 1:
            self._rising = self._shorter(self._rising, position, self._disordered(*rises))

    def end(self) -> Iterator[tuple[Problem, Position]]:
        if self._rising is not None and self._falling is not None:
            position, problem = max(self._rising, self._falling, key=lambda example: len(example[0].path))
            other = self._falling if problem is self._rising[1] else self._rising
            line = " ".join(map(repr, other[0].path)) or "no move"
            message = f"{problem.message}; after {line} it is the other way round"
            yield problem._replace(message=message), position

    def _shorter(self, example: Example | None, position: Position, problem: Problem) -> Example:
        if example is not None and len(example[0].path) <= len(position.path):
            return example
        return position, problem

    def _disordered(self, low: tuple[Score, float], high: tuple[Score, float]) -> Problem:
        message = (
            f"score is {repr_of(low[1], 40)} where player 0 gets {told(low[0])}, and {repr_of(high[1], 40)} where "
            f"player 0 gets {told(high[0])}, which is better for player 0"
        )
        return self._check.problem("score disordered", "score", message, _REMEDY, WARNING)
