"""What a few plies of a game tell before it is searched: the kind of its numbers, and their scale."""

from __future__ import annotations

import contextlib
import random
from typing import Any

from zermelo.core.game import CHANCE, Game, has_hook, moves_of
from zermelo.engine.scores import STEP

LINES, PLIES = 12, 120
"""How many random lines are looked at, and how far."""


def values_are_wide(game: Game, state: Any) -> bool:
    """Whether the values look like floats, judged by some lines of play."""
    with contextlib.suppress(Exception):  # a rule that fails here is told when the search needs it
        choices = random.Random(0)
        lines = (_values_on_the_way(game, state, choices, evaluated=number == 0) for number in range(LINES))
        return any(isinstance(value, float) for values in lines for value in values)
    return False


def _values_on_the_way(game: Game, state: Any, choices: random.Random, evaluated: bool) -> list[Any]:
    """The result of one random line of play, and the evaluations on the way if they are asked for."""
    seen: list[Any] = []
    for _ in range(PLIES):
        if game.is_terminal(state):
            seen.append(game.utility(state, 0))
            break
        if game.current_player(state) == CHANCE:
            break
        if evaluated and has_hook(game, "evaluate"):
            seen.append(game.evaluate(state, 0))
        state = game.next_state(state, choices.choice(moves_of(game, state)))
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
