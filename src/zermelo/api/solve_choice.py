"""Which method `solve` takes: by a first look at the game, and by what the first one comes upon."""

from __future__ import annotations

from typing import TYPE_CHECKING

from zermelo.api import solve_alphabeta, solve_bisection, solve_methods
from zermelo.core.errors import TooLongError
from zermelo.core.game import has_hook
from zermelo.solve import bisection_words as w
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
    method = "bisection" if is_made_for_bisection(run) else _choice(run, run.look())
    while True:
        try:
            return by(run, method)
        except (TooManyPositionsError, TooLongError, UnsuitableError) as error:
            another = _another(run, method, error)
            if another is None:
                raise
            method = another
            run.look()


def _choice(run: Run, seen: Survey) -> str:
    if seen.cyclic:
        return "alphabeta" if run.game.repetition in ("loss", "forbidden") else "retrograde"
    if seen.positions is not None and run.checkpoint_path is None:
        return "retrograde"
    if suits_bisection(run, seen):
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


def is_made_for_bisection(run: Run) -> bool:
    """Whether nobody need look at the game: it says itself how long it lasts at most and what its results are."""
    return has_hook(run.game, "most_plies") and _may_be_bisected(run) and run.game.most_plies(run.root) <= w.MOST_PLIES


def suits_bisection(run: Run, seen: Survey) -> bool:
    """Whether this looks like the best method: a game that ends by itself, with whole results that it can bound."""
    return (
        _may_be_bisected(run)
        and all(float(value).is_integer() and (value > 0) - (value < 0) == outcome for outcome, value in seen.results)
        and seen.longest <= w.MOST_PLIES
    )


def _may_be_bisected(run: Run) -> bool:
    return (
        run.game.repetition is None
        and has_hook(run.game, "value_bounds")
        and run.asked_compiled is not False
        and run.why_plain() is None
    )
