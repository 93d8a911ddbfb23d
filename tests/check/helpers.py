"""Shared by the tests of the checker: run it, and pick what it found."""

from __future__ import annotations

from zermelo import Game
from zermelo.check import Finding, Report
from zermelo.check import check as check_rules


def report_on(game, **options) -> Report:
    return check_rules(game, **{"seconds": 0.9, "compiled": False, "games": 100, **options})


def finding_in(game, kind: str, rule: str, **options) -> Finding:
    """The first finding of this kind of check about this rule."""
    report = report_on(game, **options)
    found = [finding for finding in report.of_kind(kind) if finding.rule == rule]
    assert found, f"no finding of {kind} about {rule}:\n{report}"
    return found[0]


class Nim(Game):
    """Three piles; take as many as you like from one; who takes the last counter wins. Right in all rules."""

    piles = (1, 2, 2)

    def initial_state(self):
        return (self.piles, 0)

    def current_player(self, state):
        return state[1]

    def legal_moves(self, state):
        return [10 * pile + count for pile, size in enumerate(state[0]) for count in range(1, size + 1)]

    def next_state(self, state, move):
        pile, count = divmod(move, 10)
        piles = list(state[0])
        piles[pile] -= count
        return (tuple(piles), 1 - state[1])

    def is_terminal(self, state):
        return not any(state[0])

    def utility(self, state, player):
        return 1 if player != state[1] else -1


LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class TicTacToe(Game):
    """The board as a text of nine characters. Right in all rules."""

    def initial_state(self):
        return "." * 9

    def current_player(self, state):
        return (9 - state.count(".")) % 2

    def legal_moves(self, state):
        return [cell for cell in range(9) if state[cell] == "."]

    def next_state(self, state, move):
        return state[:move] + "XO"[self.current_player(state)] + state[move + 1 :]

    def winner(self, state):
        return next((state[a] for a, b, c in LINES if state[a] != "." and state[a] == state[b] == state[c]), None)

    def is_terminal(self, state):
        return self.winner(state) is not None or "." not in state

    def utility(self, state, player):
        winner = self.winner(state)
        return 0 if winner is None else 1 if winner == "XO"[player] else -1

    def render(self, state):
        return "\n".join(state[row : row + 3] for row in (0, 3, 6))
