"""Orders of moves that nobody has in earnest: by the true values, best first or worst first.

They show what ordering can do for alpha-beta at best and at worst. The values come from minimax with a memory.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from zermelo.core.errors import InputError
from zermelo.core.game import Game, moves_of, player_of
from zermelo.core.observer import Observer
from zermelo.core.score import Score, final_score, guess_score

MOST_POSITIONS = 500_000


class PlyCounter(Observer):
    """Knows how many plies from the root the innermost open node is; passes everything on to another observer."""

    def __init__(self, inner: Observer):
        self.inner, self.ply = inner, -1

    def enter(self, state: Any, player: int | None, move: Any, ply: int, alpha: Score, beta: Score) -> None:
        self.ply = ply
        self.inner.enter(state, player, move, ply, alpha, beta)

    def window(self, alpha: Score, beta: Score) -> None:
        self.inner.window(alpha, beta)

    def cut(self, by: str, unvisited: list[Any]) -> None:
        self.inner.cut(by, unvisited)

    def leave(self, score: Score, bound: Any, kind: str) -> None:
        self.inner.leave(score, bound, kind)
        self.ply -= 1


def by_true_value(
    plies: PlyCounter, depth: int | None, *, best_first: bool
) -> Callable[[Game, Any, list[Any]], list[Any]]:
    """An `order=` for alpha-beta, whose observer is `plies`. Equal moves stay in the game's order."""
    known: dict[tuple[Any, int], Score] = {}

    def score_of(game: Game, state: Any, ply: int) -> Score:
        position = state, ply
        if position not in known:
            if len(known) >= MOST_POSITIONS:
                raise InputError(
                    f"ordering by true values takes more than {MOST_POSITIONS:,} positions: give a smaller depth"
                )
            if game.is_terminal(state):
                known[position] = final_score(game, state, ply)
            elif ply == depth:
                known[position] = guess_score(game, state)
            else:
                choose = max if player_of(game, state) == 0 else min
                moves = moves_of(game, state)
                known[position] = choose(score_of(game, game.next_state(state, move), ply + 1) for move in moves)
        return known[position]

    def order(game: Game, state: Any, moves: list[Any]) -> list[Any]:
        ply = plies.ply  # the node being searched: it was entered last
        high_first = (player_of(game, state) == 0) == best_first
        return sorted(moves, key=lambda move: score_of(game, game.next_state(state, move), ply + 1), reverse=high_first)

    return order
