"""9 evaluation: guesses that cannot be compared, or speak for the wrong player."""

from __future__ import annotations

import math
from types import SimpleNamespace

import pytest

from check.helpers import Nim, TicTacToe, finding_in, report_on
from zermelo.check.evaluation import Evaluation
from zermelo.games.coins import Coins
from zermelo.games.connect_four import ConnectFour


class Centre(TicTacToe):
    sign = 1

    def threats(self, state, mark):
        from check.helpers import LINES

        lines = ["".join(state[cell] for cell in line) for line in LINES]
        return sum(line.count(mark) == 2 and "." in line for line in lines)

    def evaluate(self, state, player):
        balance = self.threats(state, "X") - self.threats(state, "O")
        return (balance if player == 0 else -balance) * self.sign / 10


def test_a_guess_by_threats_is_right():
    assert not report_on(Centre).findings


def test_a_guess_that_ignores_the_player():
    class ForX(Centre):
        def evaluate(self, state, player):
            return super().evaluate(state, 0)

    finding = finding_in(ForX, "evaluation", "evaluate")
    assert "for both players" in finding.message
    assert len(finding.moves) == 3


def test_a_guess_for_the_player_to_move():
    class ForTheMover(Centre):
        def evaluate(self, state, player):
            return super().evaluate(state, self.current_player(state))

    assert "for both players" in finding_in(ForTheMover, "evaluation", "evaluate").message


def test_a_guess_with_a_bonus_for_both():
    class Bonus(Centre):
        def evaluate(self, state, player):
            return super().evaluate(state, player) + (0.5 if state[4] == "." else 0)

    finding = finding_in(Bonus, "evaluation", "evaluate")
    assert finding.moves == ()
    assert "for both" in finding.message or "do not cancel out" in finding.message


class Collect(Coins):
    """The coins that one player has more than the other."""

    sign = 1

    def __init__(self):
        super().__init__((3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9))

    def balance(self, state, player):
        more = state.first_total - state.second_total
        return more if player == 0 else -more

    def utility(self, state, player):
        return self.balance(state, player)

    def evaluate(self, state, player):
        return self.sign * self.balance(state, player)

    value_bounds = None


def test_a_guess_with_the_wrong_sign():
    class Wrong(Collect):
        sign = -1

    assert not report_on(Collect).findings
    finding = finding_in(Wrong, "evaluation", "evaluate", seconds=2)
    assert "favours the loser" in finding.message
    assert finding.severity == "fault"


def test_guesses_that_add_up_to_what_results_add_up_to_are_right():
    class Shares(Centre):
        def utility(self, state, player):
            return 5 + 5 * super().utility(state, player)

        def evaluate(self, state, player):
            return 5 + super().evaluate(state, player)

    assert not report_on(Shares).findings


@pytest.mark.parametrize(("value", "words"), [(math.nan, "NaN"), (math.inf, "inf"), (None, "None"), ("7", "'7'")])
def test_a_guess_that_is_no_finite_number(value, words):
    class Odd(Nim):
        def evaluate(self, state, player):
            return value

    finding = finding_in(Odd, "evaluation", "evaluate")
    assert words in finding.message
    assert finding.moves == ()


def test_a_guess_that_raises():
    class Divides(Nim):
        def evaluate(self, state, player):
            balance = 1 / state[0][0] - 1 / state[0][1]
            return balance if player == 0 else -balance

    finding = finding_in(Divides, "evaluation", "evaluate")
    assert "ZeroDivisionError" in finding.message
    assert len(finding.moves) == 1


def test_guesses_on_another_scale_are_no_fault_without_chance():
    report = report_on(ConnectFour)
    assert not report.findings
    assert report.facts["evaluation_max"] > report.facts["utility_max"]


@pytest.mark.parametrize(("lines", "told"), [(1, False), (2, False), (30, True)])
def test_positions_of_one_line_are_one_witness_against_an_evaluation(lines, told):
    """On a slow machine few lines were seen, and their many like positions once told against a sound evaluation."""
    utilities = SimpleNamespace(constant=0, lowest=-1, highest=1)
    evaluation = Evaluation(SimpleNamespace(), utilities)
    paths = [(number % lines, 0, 0, 0, 0, 0, number) for number in range(30)]
    evaluation._decided = lambda: ((SimpleNamespace(path=path), 4, -1) for path in paths)
    evaluation.problem = lambda *described: described
    assert [problem[0] for problem, _ in evaluation.end()] == (["wrong sign"] if told else [])
