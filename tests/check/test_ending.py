"""3 ending: rules that do not agree about when the game is over."""

from __future__ import annotations

import pytest

from check.helpers import Nim, TicTacToe, finding_in, report_on


class DrawIsNotOver(TicTacToe):
    """The full board is forgotten."""

    def is_terminal(self, state):
        return self.winner(state) is not None


def test_a_draw_that_is_not_over():
    finding = finding_in(DrawIsNotOver, "ending", "legal_moves")
    assert "no legal move" in finding.message
    assert len(finding.moves) == 9  # no board is full before
    assert "." not in finding.drawing


class ResultAsEnd(TicTacToe):
    """is_terminal returns the result, and a draw is 0."""

    def is_terminal(self, state):
        winner = self.winner(state)
        if winner is not None:
            return 1 if winner == "X" else -1
        return 0 if "." not in state else None


def test_a_result_in_the_place_of_the_end():
    report = report_on(ResultAsEnd)
    messages = " ".join(finding.message for finding in report.of_kind("ending"))
    assert "returned None" in messages
    assert "not over" in messages


class WinIsNotOver(TicTacToe):
    """Played on until the board is full."""

    def is_terminal(self, state):
        return "." not in state

    def winner(self, state):
        return super().winner(state)


def test_a_win_that_is_terminal_does_not_see():
    class FirstLineCounts(WinIsNotOver):
        def next_state(self, state, move):
            return super().next_state(state, move)

        def winner(self, state):
            return "X" if all(state[cell] == "X" for cell in (0, 1, 2)) else None

    finding = finding_in(FirstLineCounts, "ending", "is_terminal")
    assert finding.severity == "warning"
    assert "already gives 1" in finding.message
    assert len(finding.moves) == 5


class DeadEnd(Nim):
    """A player who may not take two is stuck, and nobody passes."""

    def legal_moves(self, state):
        return [move for move in super().legal_moves(state) if move % 10 != 1 or sum(state[0]) > 1]


def test_a_position_without_a_move_that_is_not_over():
    finding = finding_in(DeadEnd, "ending", "legal_moves")
    assert "no legal move" in finding.message
    assert "passes" in finding.remedy
    assert len(finding.moves) == 2


def test_a_game_that_is_over_before_it_begins():
    class NoPiles(Nim):
        piles = ()

    finding = finding_in(NoPiles, "ending", "is_terminal")
    assert finding.severity == "warning"
    assert "before the first move" in finding.message


class UtilityRaises(Nim):
    def utility(self, state, player):
        return {0: 1}[state[1]]


def test_a_utility_that_raises():
    finding = finding_in(UtilityRaises, "ending", "utility")
    assert "KeyError: 1" in finding.message
    assert "return {0: 1}[state[1]]" in finding.place
    assert len(finding.moves) == 3


class UtilityForgetsTheDraw(TicTacToe):
    def utility(self, state, player):
        winner = self.winner(state)
        if winner is not None:
            return 1 if winner == "XO"[player] else -1
        return None  # as falling off the end does


def test_a_utility_that_returns_none():
    finding = finding_in(UtilityForgetsTheDraw, "ending", "utility")
    assert "returned None" in finding.message
    assert len(finding.moves) == 9


def test_moves_after_the_end_are_a_note_only():
    report = report_on(TicTacToe)
    assert not report.findings
    assert [note.rule for note in report.notes] == ["legal_moves"]
    assert len(report.notes[0].moves) == 5


@pytest.mark.parametrize("kind", ["raise", "exit", "deep"])
def test_a_rule_may_raise_anything(kind):
    class Raises(Nim):
        def is_terminal(self, state):
            if sum(state[0]) == 2:
                if kind == "exit":
                    raise SystemExit
                if kind == "deep":
                    return self.is_terminal(state)
                raise BaseException("anything")
            return super().is_terminal(state)

    finding = finding_in(Raises, "ending", "is_terminal")
    assert "raised" in finding.message
    assert "test_ending.py" in finding.place
