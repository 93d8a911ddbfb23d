"""Negamax with a window: alpha-beta written once for both players (Knuth and Moore 1975; fail-soft: Fishburn 1983)."""

from __future__ import annotations

from typing import Any

from zermelo.core.game import Game, moves_of, player_of, root_state
from zermelo.core.observer import SILENT, Observer
from zermelo.core.recursion import check_ply, room_for_recursion
from zermelo.core.repetition import unrolled
from zermelo.core.result import Answer, Bound
from zermelo.core.score import HIGHEST, LOWEST, Score, final_score, negated


def negamax_alphabeta(
    game: Game, state: Any = None, *, prefer_short: bool = True, observer: Observer = SILENT
) -> Answer:
    """The same value (MAX's), the same move and the same visited nodes as `alphabeta`.

    Inside, `visit` returns a score s seen by `viewer`, like its window, and v is the node's negamax score:
    s <= alpha promises v <= s; beta <= s promises s <= v; between them v == s.
    """
    game = unrolled(game)

    def visit(state: Any, move: Any, ply: int, viewer: int, alpha: Score, beta: Score) -> tuple[Score, Any]:
        if game.is_terminal(state):
            observer.enter(state, None, move, ply, *seen_by_max(viewer, alpha, beta))
            score = final_score(game, state, ply, prefer_short)
            observer.leave(score, Bound.EXACT, "final")
            return (score if viewer == 0 else negated(score)), None
        player = player_of(game, state)
        if player != viewer:
            score, best_move = visit(state, move, ply, player, negated(beta), negated(alpha))
            return negated(score), best_move
        check_ply(ply)
        observer.enter(state, player, move, ply, *seen_by_max(player, alpha, beta))
        moves = moves_of(game, state)
        lowest = alpha
        best, best_move = LOWEST, None
        for number, move in enumerate(moves, start=1):
            child = game.next_state(state, move)
            score = negated(visit(child, move, ply + 1, 1 - player, negated(beta), negated(alpha))[0])
            if score > best:
                best, best_move = score, move
                if best > alpha:
                    alpha = best
                    observer.window(*seen_by_max(player, alpha, beta))
            if alpha >= beta and number < len(moves):
                observer.cut("beta" if player == 0 else "alpha", moves[number:])
                break
        bound = Bound.UPPER if best <= lowest else Bound.LOWER if best >= beta else Bound.EXACT
        if player == 0:
            observer.leave(best, bound, "searched")
        else:
            observer.leave(negated(best), bound.flipped(), "searched")
        return best, best_move

    with room_for_recursion():
        score, move = visit(root_state(game, state), None, 0, 0, LOWEST, HIGHEST)
    return Answer(score.value, move, score.distance if prefer_short else None)


def seen_by_max(player: int, alpha: Score, beta: Score) -> tuple[Score, Score]:
    """The player's window as MAX sees it."""
    return (alpha, beta) if player == 0 else (negated(beta), negated(alpha))
