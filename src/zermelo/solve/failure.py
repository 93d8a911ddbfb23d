"""Errors of solving: what the machine cannot say itself, told with the position that caused it."""

from __future__ import annotations

from typing import Any

from zermelo.core.errors import CompileError, RulesError, ZermeloError
from zermelo.core.game import Game, moves_of, player_of
from zermelo.core.score import checked_number
from zermelo.solve import work as w


class TooManyPositionsError(ZermeloError):
    """More positions can be reached than the limit or the memory allows; `found` were found until then."""

    def __init__(self, message: str, found: int):
        self.found = found
        super().__init__(message)


class WrongSolutionError(ZermeloError):
    """A solution does not agree with the rules, or a file of one cannot be used."""


def raise_for(game: Game, reason: int, state: Any) -> None:
    """Raises the error for a reason to stop at this state."""
    if reason == w.NOT_EXACT:
        raise CompileError(
            f"a result of {type(game).__name__} is {w.LARGEST_RESULT} or more, which 64-bit floats cannot tell apart: "
            f"give compiled=False, or make it smaller"
        )
    find_broken_rule(game, state)
    words = {
        w.BAD_PLAYER: ("current_player", "current_player returned neither 0 (MAX) nor 1 (MIN)"),
        w.NO_MOVES: ("legal_moves", "there is no legal move in a game that is not over"),
        w.BAD_CODE: ("legal_moves", "a move does not fit its fields: small whole numbers are meant"),
        w.NOT_A_NUMBER: ("utility", "utility returned NaN: a number is meant"),
        w.TOO_MANY_MOVES: ("legal_moves", f"there are more than {w.MOST_MOVES} moves"),
    }
    hook, message = words[reason]
    raise RulesError(message, hook=hook, state=state)


def find_broken_rule(game: Game, state: Any) -> None:
    """Raises the error of the first rule that breaks its promise at this state or one move after it."""
    _check(game, state)
    if not game.is_terminal(state):
        for move in moves_of(game, state):
            _check(game, game.next_state(state, move))


def _check(game: Game, state: Any) -> None:
    if game.is_terminal(state):
        for player in range(min(game.num_players, 2)):
            checked_number(game.utility(state, player), "utility", state)
        return
    player_of(game, state)
    moves_of(game, state)


def too_many(game: Game, found: int, expanded: int, why: str) -> TooManyPositionsError:
    left = found - expanded
    return TooManyPositionsError(
        f"{type(game).__name__} has too many positions to solve them all: {why}.\n"
        f"  found so far: {found:,}, and {left:,} of them ({100 * left / max(1, found):.0f} %) lead on to more\n"
        f"  remedy: start from a later position (state=…), take a smaller board, let key(state) leave out what does "
        f"not matter, or raise max_positions if there is memory for it",
        found,
    )
