"""Errors that a search core cannot raise itself, raised with the position that caused them."""

from __future__ import annotations

from typing import Any

from zermelo.core.errors import RulesError, TooLongError, ZermeloError
from zermelo.core.game import Game, moves_of, player_of
from zermelo.core.score import checked_number
from zermelo.engine import workspace as w
from zermelo.engine.program import Worker
from zermelo.engine.scores import LONGEST_LINE

FAULTS = (w.TOO_MANY_MOVES, w.TOO_LONG, w.BAD_MOVE, w.NOT_A_NUMBER, w.NO_MOVES, w.BAD_PLAYER)


def line_states(worker: Worker, root_state: Any) -> list[Any]:
    """The states of the line that was being searched, the root first: as far as the moves recorded are legal."""
    program, states = worker.program, [root_state]
    for place in range(w.LINE, w.LINE + int(worker.work[w.DEEPEST]) + 2):
        state = states[-1]
        code = int(worker.work[place])
        if code == w.NO_KILLER or program.game.is_terminal(state):
            break
        moves = [move for move in program.game.legal_moves(state) if program.rules.encode_move(move) == code]
        if not moves:
            break
        states.append(program.game.next_state(state, moves[0]))
    return states


def raise_for(worker: Worker, root_state: Any) -> None:
    """Raises the error that the workspace's STOP word stands for, if it stands for one."""
    reason = int(worker.work[w.STOP])
    if reason not in FAULTS:
        return
    if reason == w.TOO_LONG:
        raise TooLongError(
            f"a line of play is longer than {LONGEST_LINE - 2} plies: does the game come to an end? "
            f"Give a depth, or say what a repeated position means (repetition = 'draw', 'loss' or 'forbidden')"
        )
    find_broken_rule(worker.program.game, line_states(worker, root_state))
    words = {
        w.TOO_MANY_MOVES: f"a position has more than {w.MOST_MOVES - 1} moves, or a line more than {w.STACK} in all",
        w.BAD_MOVE: "a move does not fit its fields: small whole numbers are meant",
        w.NOT_A_NUMBER: "utility or evaluate returned NaN: a number is meant",
        w.NO_MOVES: "there is no legal move in a game that is not over",
        w.BAD_PLAYER: "current_player returned neither 0 (MAX) nor 1 (MIN)",
    }[reason]
    raise RulesError(words, hook="legal_moves", state=line_states(worker, root_state)[-1])


def find_broken_rule(game: Game, states: list[Any]) -> None:
    """Raises the error of the first rule that breaks its promise along the line or one move beside it."""
    for state in states:
        _check(game, state)
        if not game.is_terminal(state):
            for move in game.legal_moves(state):
                _check(game, game.next_state(state, move))


def _check(game: Game, state: Any) -> None:
    if game.is_terminal(state):
        for player in range(min(game.num_players, 2)):
            checked_number(game.utility(state, player), "utility", state)
        return
    player_of(game, state)
    moves = moves_of(game, state)
    if len(moves) >= w.MOST_MOVES:
        raise RulesError(
            f"there are {len(moves)} moves, and a search takes at most {w.MOST_MOVES - 1}",
            hook="legal_moves",
            state=state,
        )
    if getattr(game, "evaluate", None) is not None:
        checked_number(game.evaluate(state, 0), "evaluate", state)


def raise_better(error: BaseException, worker: Worker, root_state: Any) -> None:
    """Raises the library's own error for a rule that returned what no rule may; else the error as it was."""
    if isinstance(error, (TypeError, ValueError, OverflowError)) and not isinstance(error, ZermeloError):
        try:
            find_broken_rule(worker.program.game, line_states(worker, root_state))
        except ZermeloError as better:
            raise better from error
        except Exception:  # the rules fail again in their own way: that error is the one to show
            raise error from None
    raise error
