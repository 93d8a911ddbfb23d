"""Which method `solve` takes: by a first look at the game, and by what the first one comes upon."""

from __future__ import annotations

from typing import TYPE_CHECKING

from zermelo.api import solve_alphabeta, solve_bisection, solve_methods
from zermelo.core.errors import TooLongError
from zermelo.solve.bisection import UnsuitableError
from zermelo.solve.failure import TooManyPositionsError

if TYPE_CHECKING:
    from zermelo.api.solve_run import Found, Run
    from zermelo.solve.estimate import Survey

METHODS = {
    "bisection": solve_bisection.bisection,
    "alphabeta": solve_alphabeta.alphabeta,
    "proof-number": solve_methods.proof_numbers,
    "retrograde": solve_methods.retrograde,
}


def by(run: Run, method: str) -> Found:
    """What this method finds."""
    run.take_up(method)
    return METHODS[method](run)


def chosen(run: Run) -> Found:
    """What the method finds that suits the game, or another one where the first turns out not to be for this game."""
    assert run.survey is not None
    method = _choice(run, run.survey)
    while True:
        try:
            return by(run, method)
        except (TooManyPositionsError, TooLongError, UnsuitableError) as error:
            another = _another(run, method, error)
            if another is None:
                raise
            method = another


def _choice(run: Run, seen: Survey) -> str:
    if seen.cyclic:
        return "alphabeta" if run.game.repetition in ("loss", "forbidden") else "retrograde"
    if seen.positions is not None and run.checkpoint_path is None:
        return "retrograde"
    if solve_bisection.suits(run, seen):
        return "bisection"
    uneven = seen.spread > 0.5 * seen.branching
    if len(seen.results) == 2 and uneven and (run.asked_compiled is False or run.why_plain() is not None):
        return "proof-number"
    return "alphabeta"


def _another(run: Run, method: str, error: Exception) -> str | None:
    """The method to try after one that has ended with this error; None if there is none."""
    game, notes = run.game, run.notes
    if method == "retrograde":
        if not isinstance(error, TooManyPositionsError) or game.repetition != "draw":
            return None
        notes.append("too many positions for retrograde analysis")
        return "alphabeta"
    if method == "bisection":
        notes.append(f"not by bisection: {error}")
        return "alphabeta"
    if method != "alphabeta" or not isinstance(error, TooLongError) or game.repetition is not None:
        return None
    notes.append("lines of play come back to positions")
    return "retrograde"
