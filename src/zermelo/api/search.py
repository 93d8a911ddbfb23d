"""The front door: one call that chooses the family of search from the game."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from zermelo.core.game import Game, moves_of, root_state
from zermelo.core.limits import Limits
from zermelo.core.result import Bound, Progress, RootMove, SearchResult


def search(
    game: Game,
    state: Any = None,
    *,
    depth: int | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
    exact: bool = True,
    lines: int = 1,
    workers: int = 1,
    table_mb: float = 64,
    compiled: bool | None = None,
    on_progress: Callable[[Progress], None] | None = None,
    limits: Limits | None = None,
) -> SearchResult:
    """Interim: replaced by the engine; same signature and result."""
    from zermelo.textbook import alphabeta_table

    limits = limits or Limits.given(depth, nodes, seconds)
    begun = time.perf_counter()
    root = root_state(game, state)
    if game.is_terminal(root):
        value = game.utility(root, 0)
        return SearchResult(root, None, value, Bound.EXACT, 0, (), (), 1, 0, 0.0, True, False, "over")
    moves = moves_of(game, root)
    result = None
    stopped_by = "depth"
    for d in range(1, (limits.depth or 60) + 1):
        answer = alphabeta_table(game, root, depth=d)
        if on_progress:
            on_progress(Progress(d, d, time.perf_counter() - begun, answer.value, (answer.move,)))
        result = (d, answer)
        if answer.distance is not None and answer.distance <= d:
            stopped_by = "proved"
            break
        if limits.stop.is_set() or (limits.seconds and time.perf_counter() - begun > limits.seconds):
            stopped_by = "seconds"
            break
    assert result is not None
    d, answer = result
    roots = tuple(
        RootMove(m, answer.value if m == answer.move else None, Bound.EXACT if m == answer.move else None)
        for m in moves
    )
    return SearchResult(
        root,
        answer.move,
        answer.value,
        Bound.EXACT,
        answer.distance,
        (answer.move,),
        roots,
        d,
        d,
        time.perf_counter() - begun,
        stopped_by == "proved",
        False,
        stopped_by,
    )
