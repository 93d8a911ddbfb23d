"""Games written as small graphs in one line, for the faults that programs of this kind are known for.

A(max)->B,C      at A the maximiser chooses B or C, tried in this order
F=-3             a final value for the maximiser
"""

from __future__ import annotations

import re

from zermelo import Game


class GraphGame(Game):
    """The game of such a line; a state is a node's name, a move the name of the next node."""

    def __init__(self, text: str, repetition: str | None = None):
        self.repetition = repetition
        self.players: dict[str, int] = {}
        self.moves: dict[str, list[str]] = {}
        self.values: dict[str, float] = {}
        for part in re.split(r";\s*", text.strip()):
            if "->" in part:
                name, player, moves = re.fullmatch(r"(\w+)\((max|min)\)->([\w,]+)", part).groups()
                self.players[name] = 0 if player == "max" else 1
                self.moves[name] = moves.split(",")
            else:
                name, value = part.split("=")
                self.values[name] = {"win": 1, "draw": 0, "loss": -1}.get(value) if value.isalpha() else float(value)

    def initial_state(self):
        return "A"

    def current_player(self, state):
        return self.players[state]

    def legal_moves(self, state):
        return self.moves[state]

    def next_state(self, state, move):
        return move

    def is_terminal(self, state):
        return state in self.values

    def utility(self, state, player):
        return self.values[state] if player == 0 else -self.values[state]

    def negated(self) -> GraphGame:
        """The same graph for the other player: all signs and all players changed."""
        other = GraphGame.__new__(GraphGame)
        other.repetition, other.moves = self.repetition, self.moves
        other.players = {name: 1 - player for name, player in self.players.items()}
        other.values = {name: -value for name, value in self.values.items()}
        return other
