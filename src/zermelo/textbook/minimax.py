"""Minimax: the value of a finite game of perfect information (Zermelo 1913; von Neumann 1928; Shannon 1950)."""

from __future__ import annotations

from typing import Any

from zermelo.core.game import Game, moves_of, player_of, root_state
from zermelo.core.observer import SILENT, Observer
from zermelo.core.recursion import check_ply, room_for_recursion
from zermelo.core.repetition import unrolled
from zermelo.core.result import Answer, Bound
from zermelo.core.score import HIGHEST, LOWEST, Score, final_score


def minimax(game: Game, state: Any = None, *, prefer_short: bool = True, observer: Observer = SILENT) -> Answer:
    """The value of `state` for MAX under best play of both, and the first move that reaches it.

    The whole tree is visited. With `prefer_short` equal values are told apart by the distance to the end:
    a win as soon as possible, a loss as late as possible; without it the value alone decides. What is still
    equal goes to the first move in the game's order. Raises `RulesError` for rules that break their promise
    and `TooLongError` for a game that does not end.
    """
    game = unrolled(game)

    def visit(state: Any, move: Any, ply: int) -> tuple[Score, Any]:
        if game.is_terminal(state):
            observer.enter(state, None, move, ply, LOWEST, HIGHEST)
            score = final_score(game, state, ply, prefer_short)
            observer.leave(score, Bound.EXACT, "final")
            return score, None
        check_ply(ply)
        player = player_of(game, state)
        observer.enter(state, player, move, ply, LOWEST, HIGHEST)
        best, best_move = (LOWEST if player == 0 else HIGHEST), None
        for move in moves_of(game, state):
            score, _ = visit(game.next_state(state, move), move, ply + 1)
            if (score > best) if player == 0 else (score < best):
                best, best_move = score, move
        observer.leave(best, Bound.EXACT, "searched")
        return best, best_move

    with room_for_recursion():
        score, move = visit(root_state(game, state), None, 0)
    return Answer(score.value, move, score.distance if prefer_short else None)
