"""Solving a game strongly: one call from the game to its `Solution`, in one of the two ways of running."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from zermelo.core.game import Game
from zermelo.solve import work as w
from zermelo.solve.entries import entries_of
from zermelo.solve.exploration import Exploration, SolveProgress
from zermelo.solve.snapshot import Keeper
from zermelo.solve.solution import ENDLESS, Solution


def strong_solution(
    game: Game,
    root: Any,
    *,
    compiled: bool,
    max_positions: int | None = None,
    on_progress: Callable[[SolveProgress], None] | None = None,
    notes: tuple[str, ...] = (),
    keeper: Keeper | None = None,
) -> Solution:
    """See `zermelo.solve_all`; a keeper takes up and keeps what is found."""
    begun = time.perf_counter()
    run = Exploration(game, root, compiled=compiled, max_positions=max_positions, on_progress=on_progress)
    if keeper is not None:
        keeper.begin(run)
    run.enumerate()
    if keeper is not None:
        keeper.end()
    run.find_cycles()
    run.score()
    run.arrays.forget_moves()
    if run.cyclic and game.repetition is None:
        notes = (*notes, ENDLESS)
    return Solution(
        game=game,
        root=root,
        entries=entries_of(run),
        results=tuple(run.results()),
        draw=int(run.work[w.DRAW]),
        cyclic=run.cyclic,
        compiled=compiled,
        notes=notes,
        seconds=time.perf_counter() - begun,
        peak_bytes=run.arrays.peak_bytes,
    )
