"""Negamax: minimax written once for both players, each score seen by the player to move (Knuth and Moore 1975)."""

from __future__ import annotations

from typing import Any

from zermelo.core.game import Game, moves_of, player_of, root_state
from zermelo.core.observer import SILENT, Observer
from zermelo.core.recursion import check_ply, room_for_recursion
from zermelo.core.repetition import unrolled
from zermelo.core.result import Answer, Bound
from zermelo.core.score import HIGHEST, LOWEST, Score, final_score, negated


def negamax(game: Game, state: Any = None, *, prefer_short: bool = True, observer: Observer = SILENT) -> Answer:
    """The same value (MAX's) and the same move as `minimax`.

    Inside, `visit(state, …, viewer)` is the score as `viewer` sees it. Whoever is not to move sees the negated
    score: that one line makes it right for games in which a player moves twice in a row.
    """
    game = unrolled(game)

    def visit(state: Any, move: Any, ply: int, viewer: int) -> tuple[Score, Any]:
        if game.is_terminal(state):
            observer.enter(state, None, move, ply, LOWEST, HIGHEST)
            score = final_score(game, state, ply, prefer_short)
            observer.leave(score, Bound.EXACT, "final")
            return (score if viewer == 0 else negated(score)), None
        player = player_of(game, state)
        if player != viewer:
            score, best_move = visit(state, move, ply, player)
            return negated(score), best_move
        check_ply(ply)
        observer.enter(state, player, move, ply, LOWEST, HIGHEST)
        best, best_move = LOWEST, None
        for move in moves_of(game, state):
            score = negated(visit(game.next_state(state, move), move, ply + 1, 1 - player)[0])
            if score > best:
                best, best_move = score, move
        observer.leave(best if player == 0 else negated(best), Bound.EXACT, "searched")
        return best, best_move

    with room_for_recursion():
        score, move = visit(root_state(game, state), None, 0, 0)
    return Answer(score.value, move, score.distance if prefer_short else None)
