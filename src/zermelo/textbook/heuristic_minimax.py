"""Heuristic minimax: minimax to a limited depth, with an evaluation below it (Shannon 1950)."""

from __future__ import annotations

from typing import Any

from zermelo.core.game import Game, moves_of, player_of, root_state
from zermelo.core.observer import SILENT, Observer
from zermelo.core.recursion import check_ply, room_for_recursion
from zermelo.core.repetition import unrolled
from zermelo.core.result import Answer, Bound
from zermelo.core.score import HIGHEST, LOWEST, Score, final_score, guess_score


def heuristic_minimax(
    game: Game, state: Any = None, *, depth: int, prefer_short: bool = True, observer: Observer = SILENT
) -> Answer:
    """The minimax value of the tree of `depth` plies, whose unfinished leaves are worth `game.evaluate`.

    A finished game counts as it is: a won one outranks every guess, a lost one is below every guess. A game
    without `evaluate` guesses a draw. Everything else is as in `minimax`; at depth 0 the move is None.
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
        if ply == depth:
            score = guess_score(game, state)
            observer.leave(score, Bound.EXACT, "guess")
            return score, None
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
