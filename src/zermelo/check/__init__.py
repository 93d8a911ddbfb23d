"""The rules checker: finds a mistake in a game's rules before a search does.

    check       one call: plays the game and returns a `Report`
    Report      findings (faults and warnings), notes, facts
    Finding     what is wrong, after which moves, and what to do

What each kind of check looks for stands in a file of its own: purity, identity, ending, utilities, players, moves,
keys (and fields), symmetry, evaluation, cycles (and long_games), overflow and compiled,
portability (and facts, estimate), knowledge (with exact, answers, figures).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from zermelo.check.report import Finding, Report

if TYPE_CHECKING:
    from zermelo.check.inspection import CheckProgress
    from zermelo.core.game import Game

__all__ = ["Finding", "Report", "check"]


def check(
    game: Game | type[Game],
    state: Any = None,
    *,
    seed: int = 0,
    games: int = 200,
    seconds: float = 5.0,
    compiled: bool | None = None,
    on_progress: Callable[[CheckProgress], None] | None = None,
) -> Report:
    """Looks for mistakes in the rules of a game: plays it, breadth first and at random, and checks every step.

    `state` is where to begin, the game's own start if it is None. At most `games` random games are played, and all
    of it takes about `seconds` (and what compiling takes). `compiled=False` leaves the comparison with compiled rules
    out, `True` makes it a fault if the rules cannot be compiled. The same seed plays the same games.
    """
    from zermelo.check.start import inspect_game  # noqa: PLC0415  (importing zermelo stays light)

    return inspect_game(game, state, seed, games, seconds, compiled, on_progress)
