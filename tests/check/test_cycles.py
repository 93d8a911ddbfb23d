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
