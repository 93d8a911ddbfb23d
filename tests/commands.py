"""The program run inside a test, and a user's rules to give it."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

import pytest

KEYS = [
    "game",
    "position",
    "move",
    "index",
    "value",
    "bound",
    "distance",
    "line",
    "nodes",
    "depth",
    "seconds",
    "exact",
    "compiled",
    "stopped_by",
    "moves",
]
"""What the JSON of `best` and `solve` begins with."""


class Ran(NamedTuple):
    """How a command ended and what it printed."""

    code: int
    out: str
    err: str

    @property
    def record(self) -> dict[str, Any]:
        """The one JSON object that was printed; Infinity and NaN are no JSON."""
        assert self.code == 0, self.err
        return json.loads(self.out, parse_constant=lambda name: pytest.fail(f"{name} is not JSON"))


TAKE = '''
from zermelo import Game

class Take(Game):
    """Take one or two; who takes the last one wins."""

    def __init__(self, heap=5):
        self.heap = heap

    def initial_state(self):
        return (self.heap, 0)

    def current_player(self, state):
        return state[1]

    def legal_moves(self, state):
        return [count for count in (1, 2) if count <= state[0]]

    def next_state(self, state, move):
        return (state[0] - move, 1 - state[1])

    def is_terminal(self, state):
        return state[0] == 0

    def utility(self, state, player):
        return 1 if player != state[1] else -1
'''
