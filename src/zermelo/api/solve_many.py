"""Many states of one game solved in one call: inside compiled code, where it can be compiled."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from zermelo.api.kept import KeptByGame, Loans
from zermelo.core.errors import CompileError
from zermelo.core.game import Game, has_hook, root_state
from zermelo.kernel.available import why_unavailable
from zermelo.kernel.native import why_not
from zermelo.solve.bisection import BisectionSolver, as_pair


class SolvedState(NamedTuple):
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
    with borrowed_solvers() as solvers:
        found = solver_for(solvers, game, compiled, table_mb).scores(asked, nodes)
    figure = game.score if has_hook(game, "score") else _no_figure
    bounded = has_hook(game, "value_bounds")
    told = []
    for state, (low, high, spent) in zip(asked, found):
        if low == high:
            value, distance = as_pair(low)
            told.append(SolvedState(state, value, distance, True, value, value, spent, figure(state, value, distance)))
        else:
            told.append(SolvedState(state, None, None, False, *_values(low, high, bounded), spent))
    return told + [SolvedState(state, None, None, False, None, None, 0) for state in asked[len(found) :]]


def _choose(game: Game, compiled: bool | None) -> bool:
    if compiled is False:
        return False
    reason = why_unavailable() or why_not(game)
    if reason is not None and compiled:
        raise CompileError(reason)
    return reason is None


def _no_figure(state: Any, value: int, distance: int | None) -> None:
    """What players of a game say that has no `score`."""


def _values(low: int, high: int, bounded: bool) -> tuple[int | None, int | None]:
    """The values still possible; None where no bound is known yet."""
    (lowest, distance), (highest, other) = as_pair(low), as_pair(high)
    return (
        lowest if bounded or distance is not None or lowest == 0 else None,
        highest if bounded or other is not None or highest == 0 else None,
    )


_solvers: KeptByGame[BisectionSolver] = KeptByGame()


def borrowed_solvers() -> Loans[BisectionSolver]:
    """The solvers that one call uses; nobody else does meanwhile."""
    return _solvers.borrow()


def solver_for(solvers: Loans[BisectionSolver], game: Game, compiled: bool | None, table_mb: float) -> BisectionSolver:
    """The solver that is kept with the game; whether the game can be compiled is asked once."""
    return solvers.get(
        game,
        (compiled, table_mb),
        lambda: BisectionSolver(game, compiled=_choose(game, compiled), table_mb=table_mb),
    )
