"""Whether a game that outlasts the walks comes to an end all the same: played fast, with nothing checked on the way.

A game that may go on for ever has a way to play that never ends. Chance alone may not find it, so players of other
kinds try too: always the first move, always the last, each in its turn. If the games of all of them end, and no
position was met twice, that is no proof, but there is no reason left to warn.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

from zermelo.check.asking import Broke, Rules
from zermelo.check.frozen import private_copy, snapshot
from zermelo.check.walks import Clock
from zermelo.core.game import CHANCE

LONGEST = 200_000
_AT_ONCE = 100  # plies between two looks at the clock

Player = Callable[[int, int], int]
"""The index of the move, from the ply and the number of moves."""


def players(seed: int) -> Iterator[Player]:
    chance = random.Random(seed)
    yield lambda _, count: chance.randrange(count)
    yield lambda _, count: 0  # noqa: ARG005
    yield lambda _, count: count - 1
    yield lambda ply, count: ply % count
    yield lambda ply, count: ply // 2 % count
    yield lambda ply, count: -ply % count
    yield lambda _, count: chance.randrange(count)


def lengths_of_games(rules: Rules, first: Any, seed: int, clock: Clock) -> list[int] | None:
    """The plies of the games of all players; None if one was not over in the time, came back, or had no move."""
    lengths = []
    for player in players(seed):
        length = _length(rules, first, player, clock)
        if length is None:
            return None
        lengths.append(length)
    return lengths


def _length(rules: Rules, first: Any, player: Player, clock: Clock) -> int | None:
    state, ply, marked, next_mark = private_copy(first), 0, None, 1
    while ply < LONGEST and not clock.out:
        try:
            state, ply, over = rules.guarded("next_state", _play_on, rules.game, state, ply, player)
        except Broke:
            return None  # told elsewhere
        if over:
            return ply
        if ply >= next_mark:  # a position that is met again has a mark of its cycle met again (Brent 1980)
            marked, next_mark = snapshot(state), 2 * ply
        elif snapshot(state) == marked:
            return None
    return None


def _play_on(game: Any, state: Any, ply: int, player: Player) -> tuple[Any, int, bool]:
    for _ in range(_AT_ONCE):
        if game.is_terminal(state):
            return state, ply, True
        if game.current_player(state) == CHANCE:
            branches = [outcome for outcome, weight in game.chance_outcomes(state) if weight > 0]
        else:
            branches = list(game.legal_moves(state))
        state = game.next_state(state, branches[player(ply, len(branches))])
        ply += 1
    return state, ply, False
