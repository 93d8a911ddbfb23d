"""What a few plies of a game tell before it is searched: the kind of its numbers, and their scale."""

from __future__ import annotations

import contextlib
from typing import Any

from zermelo.core.game import CHANCE, Game, has_hook
from zermelo.engine.scores import STEP


def values_are_wide(game: Game, state: Any) -> bool:
    """Whether the values look like floats, judged by one line of play; a packed search that meets one begins again."""
    with contextlib.suppress(Exception):  # a rule that fails here is told when the search needs it
        return any(isinstance(value, float) for value in _values_on_the_way(game, state))
    return False


def _values_on_the_way(game: Game, state: Any) -> list[Any]:
    """The evaluations and the result of one line of play, each time the middle move."""
    seen: list[Any] = []
    for _ in range(200):
        if game.is_terminal(state):
            seen.append(game.utility(state, 0))
            break
        if game.current_player(state) == CHANCE:
            break
        if has_hook(game, "evaluate"):
            seen.append(game.evaluate(state, 0))
        moves = list(game.legal_moves(state) or ())
        if not moves:
            break
        state = game.next_state(state, moves[len(moves) // 2])
    return seen


def usual_change(game: Game, state: Any) -> int:
    """How much the evaluation usually changes in a ply near this state, as a packed score: the scale of futility."""
    if not has_hook(game, "evaluate"):
        return STEP
    changes = []
    for move in list(game.legal_moves(state))[:8]:
        child = game.next_state(state, move)
        if game.is_terminal(child):
            continue
        for reply in list(game.legal_moves(child))[:8]:
            grandchild = game.next_state(child, reply)
            if not game.is_terminal(grandchild):
                changes.append(abs(game.evaluate(grandchild, 0) - game.evaluate(child, 0)))
    usual = sum(changes) / len(changes) if changes else 1
    return STEP * max(1, int(2 * usual))
