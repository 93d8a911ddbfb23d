"""`solve_all` solves every position of a game: in plain Python where that is quick, else compiled."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from zermelo.core.errors import CompileError, InputError
from zermelo.core.game import Game, root_state
from zermelo.core.repetition import repetition_of

if TYPE_CHECKING:
    from zermelo.solve.exploration import SolveProgress
    from zermelo.solve.snapshot import Keeper
    from zermelo.solve.solution import Solution

PLAIN_POSITIONS = 20_000
"""A game of at most this many positions is solved in plain Python before anything could be compiled."""


def solve_all(
    game: Game,
    state: Any = None,
    *,
    compiled: bool | None = None,
    max_positions: int | None = None,
    on_progress: Callable[[SolveProgress], None] | None = None,
) -> Solution:
    """Every position that can be reached from `state` (the game's start if None), with its value and distance.

    What is promised, for games of one or two players without chance:

    - The value is the result of best play of both, MAX's (player 0's). Results compare as everywhere in zermelo:
      who has won first, then the utility; any number of different ints or floats.
    - The distance is the number of plies to the end of a decided game: a win comes as soon as possible, a loss as
      late as possible; for draws there is none.
    - Where lines of play can come back to a position, play that never ends is a draw with utility 0, whether the
      game declares `repetition = "draw"` or nothing (then `Solution.notes` says so). That gives every position the
      value that it has with an empty history: who forces a result better than the draw never needs to repeat a
      position. A result that is drawn without being 0 counts as something to be forced, soonest first.
      `repetition = "loss"` and `"forbidden"` make values depend on the moves before: `InputError` if there are cycles.
    - Positions are the same if the game's `key` and the player to move are; without a `key`, if the states are equal.

    `compiled=True` compiles (`CompileError` where that fails), `False` stays in plain Python, None compiles games of
    more than some thousand positions, if it can. `max_positions` ends the run with `TooManyPositionsError`, as does a
    game that would need more than four fifths of the memory that is free: it tells how many positions there seem to
    be, how far that may be off, and the memory for them. `on_progress` hears some ten times a second of positions
    found, expanded and solved; Ctrl-C ends the run as usual. Raises `RulesError` for rules that break their promise.

    Retrograde analysis: T. Ströhlein, Untersuchungen über kombinatorische Spiele, 1970; K. Thompson, Retrograde
    analysis of certain endgames, ICCA Journal 9(3), 1986.
    """
    return solve_positions(game, state, compiled, max_positions, on_progress)


def solve_positions(
    game: Game,
    state: Any,
    compiled: bool | None,
    max_positions: int | None,
    on_progress: Callable[[SolveProgress], None] | None,
    keeper: Keeper | None = None,
) -> Solution:
    """`solve_all`, with a keeper of what is found while it runs compiled."""
    from zermelo.solve.failure import TooManyPositionsError
    from zermelo.solve.strong import strong_solution

    if max_positions is not None and (
        isinstance(max_positions, bool) or not isinstance(max_positions, int) or max_positions < 1
    ):
        raise InputError(f"max_positions={max_positions!r}: a whole number from 1 is meant")
    if game.num_players > 2:
        raise InputError(f"{type(game).__name__} has {game.num_players} players: solve_all is for one or two")
    repetition_of(game)
    root = root_state(game, state)

    def solve(compiled: bool, limit: int | None, notes: tuple[str, ...] = ()) -> Solution:
        return strong_solution(
            game, root, compiled=compiled, max_positions=limit, on_progress=on_progress, notes=notes, keeper=keeper
        )

    if compiled is not None:
        return solve(compiled, max_positions)
    reason = _why_not(game)
    if reason is not None:
        return solve(False, max_positions, (reason,))
    first = PLAIN_POSITIONS if max_positions is None else min(PLAIN_POSITIONS, max_positions)
    try:
        if keeper is None or keeper.saved is None:
            return solve(False, first)
    except TooManyPositionsError:
        if first == max_positions:
            raise
    try:
        return solve(True, max_positions)
    except CompileError as error:
        return solve(False, max_positions, (f"in plain Python: {error}",))


def _why_not(game: Game) -> str | None:
    from zermelo.kernel.available import why_unavailable
    from zermelo.kernel.native import why_not

    reason = why_unavailable() or why_not(game)
    return None if reason is None else f"in plain Python: {reason}"


def open_solution(path: str | Path, game: Game, *, verify: bool = True) -> Solution:
    """The solution that `Solution.save(path)` wrote, for this game; positions are read from disk when asked for.

    `WrongSolutionError`, an `InputError`, says why a file is refused. `verify=False` leaves out the checksum of the
    records, for which the whole file is read.
    """
    from zermelo.solve.storage import open_solution as opened

    if not Path(path).is_file():
        raise InputError(f"{path} cannot be read: there is no such file")
    return opened(path, game, verify=verify)
