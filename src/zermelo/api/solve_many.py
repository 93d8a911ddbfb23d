"""Many states of one game solved in one call: inside compiled code, where it can be compiled."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from zermelo.api.kept import KeptByGame
from zermelo.core.errors import CompileError
from zermelo.core.game import Game, has_hook, root_state
from zermelo.kernel.available import why_unavailable
from zermelo.kernel.native import why_not
from zermelo.solve.bisection import BisectionSolver, Interval


@dataclass(frozen=True)
class SolvedState:
    """The value of a state, as far as it is proved; values are MAX's (player 0's).

    `value` and `distance` (plies to the end under best play, None for a draw) are None where `exact` is False: then
    `lowest` and `highest` are the values still possible. `score` is what players of this game would call the value,
    if the game says (`Game.score`).
    """

    state: Any
    value: int | None
    distance: int | None
    exact: bool
    lowest: int | None
    highest: int | None
    nodes: int
    score: float | None = None


def solve_many(
    game: Game,
    states: Iterable[Any],
    *,
    compiled: bool | None = None,
    table_mb: float = 64,
    nodes: int | None = None,
) -> list[SolvedState]:
    """The exact value of every state, with its distance.

    For games of two players with whole utilities that end by themselves. `nodes` limits the work for all states
    together; what it does not suffice for is returned as not exact. What is learned of one state helps the next:
    give related states one after another. `compiled` as in `zermelo.search`; None compiles if that is possible.
    """
    asked = [root_state(game, state) for state in states]
    solver = _solver_for(game, _choose(game, compiled), table_mb)
    return [_told(game, state, found) for state, found in zip(asked, solver.solve(asked, nodes))]


def _choose(game: Game, compiled: bool | None) -> bool:
    if compiled is False:
        return False
    reason = why_unavailable() or why_not(game)
    if reason is not None and compiled:
        raise CompileError(reason)
    return reason is None


def _told(game: Game, state: Any, found: Interval | None) -> SolvedState:
    if found is None:
        return SolvedState(state, None, None, False, None, None, 0)
    (lowest, distance), (highest, other) = found.lowest, found.highest
    if found.exact:
        score = game.score(state, lowest, distance) if has_hook(game, "score") else None
        return SolvedState(state, lowest, distance, True, lowest, highest, found.nodes, score)
    bounded = has_hook(game, "value_bounds")
    low = lowest if bounded or distance is not None or lowest == 0 else None
    high = highest if bounded or other is not None or highest == 0 else None
    return SolvedState(state, None, None, False, low, high, found.nodes)


_solvers: KeptByGame[BisectionSolver] = KeptByGame()


def _solver_for(game: Game, compiled: bool, table_mb: float) -> BisectionSolver:
    return _solvers.get(game, (compiled, table_mb), lambda: BisectionSolver(game, compiled=compiled, table_mb=table_mb))
