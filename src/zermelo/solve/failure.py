"""Errors of solving: what the machine cannot say itself, told with the position that caused it."""

from __future__ import annotations

from typing import Any

from zermelo.core.errors import CompileError, RulesError, ZermeloError
from zermelo.core.game import Game, moves_of, player_of
from zermelo.core.score import checked_number
from zermelo.solve import work as w
from zermelo.solve.projection import Projection


class TooManyPositionsError(ZermeloError):
    """More positions can be reached than the limit or the memory allows.

    `found` were found until then; `projected` tells how many there seem to be in all and how far that may be off, and
    `needed_bytes` the memory for so many. Both are None where the levels do not show yet that they end.
    """

    def __init__(
        self, message: str, found: int, projected: Projection | None = None, needed_bytes: float | None = None
    ):
        self.found, self.projected, self.needed_bytes = found, projected, needed_bytes
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


def too_many(
    game: Game, why: str, found: int, expanded: int, projection: Projection | None, bytes_each: float, free: float
) -> TooManyPositionsError:
    """The error with what is known of the size, and what to do: `free` bytes may be used, a position takes so many."""
    left = found - expanded
    lines = [
        f"{type(game).__name__} has too many positions to solve them all: {why}.",
        f"  found so far: {found:,}, and {left:,} of them ({100 * left / max(1, found):.0f} %) lead on to more",
    ]
    needed = None
    remedy = (
        "start from a later position (state=…), take a smaller board, or let key(state) leave out what does not matter"
    )
    if projection is None:
        lines.append("  in all: nothing can be said yet, for nothing shows that they come to an end")
    else:
        needed = projection.positions * bytes_each
        lines.append(
            f"  in all: some {rounded(projection.positions)}, if they go on growing as they do (between "
            f"{rounded(max(found, projection.lowest))} and {rounded(projection.highest)})"
        )
        lines.append(
            f"  memory: some {gigabytes(needed)} (up to {gigabytes(needed * projection.factor)}), at {bytes_each:.0f} "
            f"bytes a position while solving; {gigabytes(free)} may be used"
        )
        if needed <= free:
            remedy = f"give max_positions={rounded(min(projection.highest, free / bytes_each))}; or {remedy}"
        else:
            remedy = f"solve(game) for the value of one position, which needs no room for all of them; or {remedy}"
    return TooManyPositionsError("\n".join([*lines, f"  remedy: {remedy}"]), found, projection, needed)


def rounded(number: float) -> str:
    """Two digits of a large number: 4,500,000 or 2e+17."""
    if number >= 1e15:
        return f"{number:.0e}"
    digits = max(0, len(str(int(number))) - 2)
    return f"{round(number / 10**digits) * 10**digits:,}"


def gigabytes(number: float) -> str:
    size = number / 2**30
    return f"{size:.2g} GB" if size < 100 else f"{rounded(size)} GB"
