"""Walks through games for the tests of rules: independent of every search of the library.

perft          move sequences of a given length
playouts       the states of random games, seeded
solved         the exact value by memoised minimax, six lines
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from zermelo import Game


def perft(game: Game, state: Any, depth: int, count_ended: bool) -> int:
    """Leaves at that depth; a game that ended before counts as one leaf, or not at all."""
    if depth == 0:
        return 1
    if game.is_terminal(state):
        return int(count_ended)
    return sum(perft(game, game.next_state(state, move), depth - 1, count_ended) for move in game.legal_moves(state))


def playouts(game: Game, games: int, start: Any = None, seed: int = 1) -> Iterator[tuple[Any, list[Any]]]:
    """Every state of some random games, with its legal moves (none at the end)."""
    chance = random.Random(seed)
    for _ in range(games):
        state = game.initial_state() if start is None else start
        while not game.is_terminal(state):
            moves = list(game.legal_moves(state))
            yield state, moves
            state = game.next_state(state, chance.choice(moves))
        yield state, []


def solved(game: Game, state: Any, known: dict[Any, float]) -> float:
    """MAX's value."""
    if state not in known:
        if game.is_terminal(state):
            known[state] = game.utility(state, 0)
        else:
            best = min if game.current_player(state) else max
            known[state] = best(solved(game, game.next_state(state, move), known) for move in game.legal_moves(state))
    return known[state]


def best_moves(game: Game, state: Any, known: dict[Any, float]) -> list[Any]:
    value = solved(game, state, known)
    return [m for m in game.legal_moves(state) if solved(game, game.next_state(state, m), known) == value]
