"""How the positions of a book are solved: one after another, with what was learned of the ones before."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from zermelo.api.solve_all import solve_all
from zermelo.api.solve_bisection import solver_for
from zermelo.api.solve_choice import suits_bisection
from zermelo.api.solve_methods import pair_in
from zermelo.api.solve_run import Run
from zermelo.core.errors import CompileError, TooLongError
from zermelo.core.game import Game
from zermelo.core.limits import Limits
from zermelo.core.score import Score
from zermelo.solve.bisection import BisectionSolver, UnsuitableError
from zermelo.solve.estimate import Survey, survey
from zermelo.solve.solution import Solution
from zermelo.solve.solved import Solved


def book_solver(game: Game, root: Any, table_mb: float, compiled: bool | None) -> Callable[[Any], Score]:
    """The exact score of a position of this book. Nothing is made ready before the first one is asked for."""
    return _BookSolver(game, root, table_mb, compiled)


class _BookSolver:
    """A strong solution if the game is small or goes round; else bisection, or alpha-beta where that does not fit."""

    def __init__(self, game: Game, root: Any, table_mb: float, compiled: bool | None):
        self.game, self.root, self.table_mb, self.compiled = game, root, table_mb, compiled
        self.seen: Survey | None = None
        self.solution: Solution | None = None
        self.bisection: BisectionSolver | None = None

    def __call__(self, state: Any) -> Score:
        if self.seen is None:
            self._look()
        assert self.seen is not None
        if self.seen.cyclic or self.seen.positions is not None:
            return self._in_solution(state)
        found = self._by_search(state)
        if found.outcome is None or (found.outcome and found.distance is None):
            raise KeyboardInterrupt
        return Score(found.outcome, found.value, -found.outcome * (found.distance or 0))

    def _look(self) -> None:
        self.seen = survey(self.game, self.root)
        if suits_bisection(self._run(self.root), self.seen):
            try:
                self.bisection = solver_for(self.game, True, self.table_mb)
            except CompileError:
                if self.compiled:
                    raise

    def _run(self, state: Any) -> Run:
        run = Run(self.game, state, Limits(), self.table_mb, self.compiled, 1, None, None)
        run.solver = self.bisection
        return run

    def _by_search(self, state: Any) -> Solved:
        if self.bisection is not None:
            try:
                return self._run(state).solved("bisection")
            except (UnsuitableError, TooLongError):
                self.bisection = None
        return self._run(state).solved("alphabeta")

    def _in_solution(self, state: Any) -> Score:
        if self.solution is None:
            self.solution = solve_all(self.game, self.root, compiled=self.compiled)
        outcome, value = pair_in(self.solution, state)
        return Score(outcome, value, -outcome * (self.solution.distance(state) or 0))
