"""Alpha-beta with a transposition table: a position met again need not be searched again.

(Greenblatt, Eastlake and Crocker 1967; Slate and Atkin 1977.)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from zermelo.core.game import Game, identity_of, moves_of, player_of, root_state
from zermelo.core.observer import SILENT, Observer
from zermelo.core.recursion import check_ply, room_for_recursion
from zermelo.core.repetition import unrolled
from zermelo.core.result import Answer, Bound
from zermelo.core.score import HIGHEST, LOWEST, Score, final_score, guess_score


class Entry(NamedTuple):
    """What is known of a position: a score with its distance counted from there, its bound, the plies searched."""

    score: Score
    bound: Bound
    depth: int | None


def alphabeta_table(
    game: Game,
    state: Any = None,
    *,
    depth: int | None = None,
    order: Callable[[Game, Any, list[Any]], list[Any]] | None = None,
    prefer_short: bool = True,
    observer: Observer = SILENT,
) -> Answer:
    """The same value as `minimax` (with `depth`: as `heuristic_minimax`) and one of its best moves.

    A score found after a cut is only a bound, and is stored as the bound that it is.
    """
    game = unrolled(game)
    table: dict[Any, Entry] = {}

    def shifted(score: Score, plies: int) -> Score:
        """The score with its distance counted from a node `plies` nearer to the root."""
        return score._replace(haste=score.haste - score.outcome * plies) if prefer_short else score

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
        position = identity_of(game, state)
        left = None if depth is None else depth - ply
        known = table.get(position)
        if known is not None and known.depth == left and ply > 0:
            score = shifted(known.score, ply)
            if (
                known.bound is Bound.EXACT
                or (known.bound is Bound.LOWER and score >= beta)
                or (known.bound is Bound.UPPER and score <= alpha)
            ):
                observer.leave(score, known.bound, "table")
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
        table[position] = Entry(shifted(best, -ply), bound, left)
        observer.leave(best, bound, "searched")
        return best, best_move

    with room_for_recursion():
        score, move = visit(root_state(game, state), None, 0, LOWEST, HIGHEST)
    return Answer(score.value, move, score.distance if prefer_short else None)
