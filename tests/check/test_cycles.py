"""10 cycles: games that may never end."""

from __future__ import annotations

import pytest

from check.helpers import finding_in, report_on
from graphs import GraphGame
from zermelo import Game

KNOWN = "A(max)->B,C; B(min)->A,D; C(min)->A,E; D(max)->F; F=loss; E=win"


class Graph(GraphGame):
    def __init__(self, text=KNOWN, repetition=None):
        super().__init__(text, repetition)

    def parse_move(self, text):
        return text


def test_the_shortest_cycle_without_a_rule_for_it():
    finding = finding_in(
        Graph("A(max)->B; B(min)->C,E; C(max)->D; D(min)->B,F; F(max)->A; E=win"), "cycles", "repetition"
    )
    assert finding.severity == "warning"
    assert "may never end" in finding.message
    assert "the 3 moves C D B lead back" in finding.message
    assert finding.moves == ("B",)


@pytest.mark.parametrize("word", ["draw", "loss", "forbidden"])
def test_a_cycle_that_is_declared_is_a_note(word):
    report = report_on(Graph(KNOWN, word))
    assert not report.findings
    assert any(word in note.message for note in report.notes)
    assert report.facts["shortest_cycle"] == 2


def test_a_word_that_is_not_known():
    finding = finding_in(Graph(KNOWN, "remis"), "cycles", "repetition")
    assert "'remis'" in finding.message
    assert finding.severity == "fault"


class Counting(Game):
    """The number goes up and down, the plies are in the state: no position comes back, and there is no end."""

    def initial_state(self):
        return (0, 0)

    def current_player(self, state):
        return state[1] % 2

    def legal_moves(self, state):
        return [-1, 1]

    def next_state(self, state, move):
        return (state[0] + move, state[1] + 1)

    def is_terminal(self, state):
        return False

    def utility(self, state, player):
        return 0


def test_a_game_that_never_ends_and_never_comes_back():
    finding = finding_in(Counting, "cycles", "is_terminal", seconds=2)
    assert "may never end" in finding.message


def test_a_move_that_changes_nothing():
    class Waiting(Counting):
        def initial_state(self):
            return 3

        def current_player(self, state):
            return 0

        def legal_moves(self, state):
            return [0, 1]

        def next_state(self, state, move):
            return state - move

        def is_terminal(self, state):
            return state == 0

    finding = finding_in(Waiting, "cycles", "repetition")
    assert "the 1 move 0 lead back" in finding.message
    assert finding.moves == ()


class Longer(Counting):
    """One step up at each ply, to a number far beyond any game that is played with checks on the way."""

    def __init__(self, steps=3000):
        self.steps = steps

    def legal_moves(self, state):
        return [1]

    def is_terminal(self, state):
        return state[0] >= self.steps


class LargeNim(Game):
    """Three piles of thousands; up to three counters are taken from one."""

    def initial_state(self):
        return ((3000, 4000, 5000), 0)

    def current_player(self, state):
        return state[1]

    def legal_moves(self, state):
        return [10 * pile + count for pile in range(3) for count in (1, 2, 3) if count <= state[0][pile]]

    def next_state(self, state, move):
        pile, count = divmod(move, 10)
        piles = list(state[0])
        piles[pile] -= count
        return (tuple(piles), 1 - state[1])

    def is_terminal(self, state):
        return not any(state[0])

    def utility(self, state, player):
        return 1 if player != state[1] else -1


@pytest.mark.parametrize("game", [Longer, LargeNim])
def test_a_game_of_thousands_of_plies_was_said_to_have_no_end(game):
    report = report_on(game, seconds=3, games=3)
    assert not report.findings, str(report)
    assert report.facts["plies_max"] >= 3000


class Drunkard(Counting):
    """It ends at 40 or at -40, where chance leads in the end: who steps back and forth never comes there."""

    def is_terminal(self, state):
        return abs(state[0]) >= 40

    def utility(self, state, player):
        return 1 if (state[0] > 0) == (player == 0) else -1


def test_a_game_that_ends_by_chance_only():
    finding = finding_in(Drunkard, "cycles", "is_terminal", seconds=2, games=3)
    assert "may never end" in finding.message
    assert "…" in finding.line
    assert len(finding.line) < 1000
