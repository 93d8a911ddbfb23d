"""A game whose one move and one position have a name of the test's choice, and one of any depth."""

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


class Chain(Game):
    """A single line of play, as deep as is asked for."""

    def __init__(self, plies):
        self.plies = plies

    def initial_state(self):
        return 0

    def current_player(self, state):
        return state % 2

    def legal_moves(self, state):
        return [1]

    def next_state(self, state, move):
        return state + 1

    def is_terminal(self, state):
        return state == self.plies

    def utility(self, state, player):
        return 0
