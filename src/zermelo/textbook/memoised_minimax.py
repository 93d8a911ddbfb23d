"""Minimax with a memory: every position is solved once, however many paths lead to it (Michie 1968)."""

from __future__ import annotations

from typing import Any

from zermelo.core.errors import TooLongError
from zermelo.core.game import Game, identity_of, moves_of, player_of, root_state
from zermelo.core.observer import SILENT, Observer
from zermelo.core.recursion import check_ply, room_for_recursion
from zermelo.core.repetition import unrolled
from zermelo.core.result import Answer, Bound
from zermelo.core.score import HIGHEST, LOWEST, Score, final_score, one_ply_earlier


def memoised_minimax(
    game: Game, state: Any = None, *, prefer_short: bool = True, observer: Observer = SILENT
) -> Answer:
    """The same value and the same move as `minimax`, for games whose positions repeat over different paths.

    Distances are counted from the node itself, so that a stored score is right however far from the root its
    position is met again. The player to move belongs to a position, whatever the game's `key` says.
    """
    game = unrolled(game)
    memory: dict[Any, Score | None] = {}

    def visit(state: Any, move: Any, ply: int) -> tuple[Score, Any]:
        if game.is_terminal(state):
            observer.enter(state, None, move, ply, LOWEST, HIGHEST)
            score = final_score(game, state, 0, prefer_short)
            observer.leave(score, Bound.EXACT, "final")
            return score, None
        check_ply(ply)
        player = player_of(game, state)
        observer.enter(state, player, move, ply, LOWEST, HIGHEST)
        position = identity_of(game, state)
        if position in memory:
            known = memory[position]
            if known is None:
                raise TooLongError(
                    f"a position comes back in the line that leads to it, and the game does not say what that means: "
                    f"set repetition = 'draw', 'loss' or 'forbidden' in {type(game).__name__}\n  state: {state!r}"
                )
            observer.leave(known, Bound.EXACT, "table")
            return known, None
        memory[position] = None  # being solved
        best, best_move = (LOWEST if player == 0 else HIGHEST), None
        for move in moves_of(game, state):
            score, _ = visit(game.next_state(state, move), move, ply + 1)
            if prefer_short:
                score = one_ply_earlier(score)
            if (score > best) if player == 0 else (score < best):
                best, best_move = score, move
        memory[position] = best
        observer.leave(best, Bound.EXACT, "searched")
        return best, best_move

    with room_for_recursion():
        score, move = visit(root_state(game, state), None, 0)
    return Answer(score.value, move, score.distance if prefer_short else None)
