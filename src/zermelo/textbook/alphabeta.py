"""Alpha-beta: the minimax value without the branches that cannot matter.

(Edwards and Hart 1961; Knuth and Moore 1975; fail-soft: Fishburn 1983.)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from zermelo.core.game import Game, moves_of, player_of, root_state
from zermelo.core.observer import SILENT, Observer
from zermelo.core.recursion import check_ply, room_for_recursion
from zermelo.core.repetition import unrolled
from zermelo.core.result import Answer, Bound
from zermelo.core.score import HIGHEST, LOWEST, Score, final_score, guess_score


def alphabeta(
    game: Game,
    state: Any = None,
    *,
    depth: int | None = None,
    order: Callable[[Game, Any, list[Any]], list[Any]] | None = None,
    prefer_short: bool = True,
    observer: Observer = SILENT,
) -> Answer:
    """The same value and, for the same order of moves, the same move as `minimax`.

    With `depth` it equals `heuristic_minimax`. `order(game, state, moves)` gives the moves in the order to try.
    Inside, `visit` returns a score s for the window (alpha, beta), and v is the minimax score of the node:

        s <= alpha         v <= s    (an upper bound)
        alpha < s < beta   v == s
        beta <= s          s <= v    (a lower bound)
    """
    game = unrolled(game)

    def visit(state: Any, move: Any, ply: int, alpha: Score, beta: Score) -> tuple[Score, Any]:
        if game.is_terminal(state):
            observer.enter(state, None, move, ply, alpha, beta)
            score = final_score(game, state, ply, prefer_short)
            observer.leave(score, Bound.EXACT, "final")
            return score, None
        check_ply(ply)
        player = player_of(game, state)
        observer.enter(state, player, move, ply, alpha, beta)
        if ply == depth:
            score = guess_score(game, state)
            observer.leave(score, Bound.EXACT, "guess")
            return score, None
        moves = moves_of(game, state)
        if order is not None:
            moves = order(game, state, moves)
        lowest, highest = alpha, beta
        best, best_move = (LOWEST if player == 0 else HIGHEST), None
        for number, move in enumerate(moves, start=1):
            score, _ = visit(game.next_state(state, move), move, ply + 1, alpha, beta)
            if (score > best) if player == 0 else (score < best):
                best, best_move = score, move
                if player == 0 and best > alpha:
                    alpha = best
                    observer.window(alpha, beta)
                elif player == 1 and best < beta:
                    beta = best
                    observer.window(alpha, beta)
            if alpha >= beta and number < len(moves):
                observer.cut("beta" if player == 0 else "alpha", moves[number:])
                break
        bound = Bound.UPPER if best <= lowest else Bound.LOWER if best >= highest else Bound.EXACT
        observer.leave(best, bound, "searched")
        return best, best_move

    with room_for_recursion():
        score, move = visit(root_state(game, state), None, 0, LOWEST, HIGHEST)
    return Answer(score.value, move, score.distance if prefer_short else None)
