"""From what a caller gives to an inspection."""

from __future__ import annotations

import inspect
import math
from typing import Any

from zermelo.check.asking import Broke, Rules, Watchdog
from zermelo.check.inspection import Inspection
from zermelo.check.kinds import problem_of
from zermelo.check.report import Finding, Report
from zermelo.core.errors import InputError
from zermelo.core.game import Game


def inspect_game(
    game: Any, state: Any, seed: int, games: int, seconds: float, compiled: bool | None, on_progress: Any
) -> Report:
    """See `zermelo.check`."""
    if isinstance(games, bool) or not isinstance(games, int) or games < 0:
        raise InputError(f"games={games!r} is wrong: a whole number from 0 is meant")
    if isinstance(seconds, bool) or not isinstance(seconds, (int, float)) or not 0 < seconds < math.inf:
        raise InputError(f"seconds={seconds!r} is wrong: a number above 0 is meant")
    name = game.__name__ if isinstance(game, type) else type(game).__name__
    if isinstance(game, type) and issubclass(game, Game):
        try:
            game = made(game)
        except Broke as broke:
            problem = problem_of(broke)
            finding = Finding(1, "__init__", "fault", problem.message, problem.remedy, place=problem.place)
            return Report(name, findings=[finding])
    if not isinstance(game, Game):
        raise InputError(f"{name} is not a game: an object or a subclass of zermelo.Game is meant")
    root = None if state is None else game.as_state(state)
    return Inspection(game, root, seed, games, seconds, compiled, on_progress).run(name)


def made(game: type[Game]) -> Game:
    """A game of this class; it must be possible to make one without arguments."""
    needed = [
        parameter.name
        for parameter in inspect.signature(game).parameters.values()
        if parameter.default is parameter.empty
        and parameter.kind not in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD)
    ]
    if needed:
        raise InputError(
            f"{game.__name__} needs arguments ({', '.join(needed)}): give a ready-made game, {game.__name__}(…)"
        )
    with Watchdog(2.0) as watchdog:
        return Rules(Game(), watchdog).guarded("__init__", game)
