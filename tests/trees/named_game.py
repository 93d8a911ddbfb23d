"""A game whose one move and one position have a name of the test's choice."""

from __future__ import annotations

from zermelo import Game

HOSTILE = "</text></svg><script>alert(1)</script>\"'&\x00\ud800\x1b"


class Named(Game):
    """One move with a name of the reader's choice, in a position of another."""

    def __init__(self, name):
        self.name = name

    def initial_state(self):
        return ()

    def current_player(self, state):
        return 0

    def legal_moves(self, state):
        return [self.name]

    def next_state(self, state, move):
        return (move,)

    def is_terminal(self, state):
        return bool(state)

    def utility(self, state, player):
        return 0

    def format_state(self, state):
        return self.name

    def render(self, state):
        return self.name
