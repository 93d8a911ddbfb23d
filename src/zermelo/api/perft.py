"""`perft` counts lines of play, compiled where that pays."""

from __future__ import annotations

from typing import Any

from zermelo.core.errors import CompileError
from zermelo.core.game import Game, check_game, root_state
from zermelo.engine import perft as counting
from zermelo.kernel.available import why_unavailable
from zermelo.kernel.native import why_not

PLAIN_NODES = 200_000
"""A count is begun in plain Python; one that is larger than this is worth compiling."""


def perft(
    game: Game, depth: int, state: Any = None, *, count_finished: bool = False, compiled: bool | None = None
) -> int:
    """The number of lines of play of exactly `depth` plies from `state` (the game's start if None).

    A game that ends earlier counts only with `count_finished`, as one line. `compiled` is as in `search`.
    """
    check_game(game)
    counting.check_depth(depth)
    state = root_state(game, state)
    if compiled is None:
        compiled = why_unavailable() is None and why_not(game) is None and _is_large(game, depth, state)
        if compiled:
            try:
                return counting.perft(game, depth, state, count_finished=count_finished, compiled=True)
            except CompileError:
                compiled = False
    return counting.perft(game, depth, state, count_finished=count_finished, compiled=compiled)


def _is_large(game: Game, depth: int, state: Any) -> bool:
    """Whether the count looks larger than plain Python does at once, judged by one line in the middle of the moves."""
    size = 1
    for _ in range(depth):
        if game.is_terminal(state):
            break
        moves = list(game.legal_moves(state))
        size *= max(1, len(moves))
        if not moves or size > PLAIN_NODES:
            break
        state = game.next_state(state, moves[len(moves) // 2])
    return size > PLAIN_NODES
