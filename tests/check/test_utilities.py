"""4 utilities: results that no search can compare, or that two players do not share."""

from __future__ import annotations

import decimal
import fractions
import math

import numpy
import pytest

from check.helpers import Nim, TicTacToe, finding_in, report_on


class SameForBoth(TicTacToe):
    """The player is ignored."""

    def utility(self, state, player):
        winner = self.winner(state)
        return 0 if winner is None else 1 if winner == "X" else -1


def test_a_utility_that_ignores_the_player():
    finding = finding_in(SameForBoth, "utilities", "utility")
    assert "the same for both players" in finding.message
    assert len(finding.moves) in (5, 6)


class WrongDraw(TicTacToe):
    """A win is shared out as 1 and -1, a draw as a half each."""

    def utility(self, state, player):
        return 0.5 if self.winner(state) is None else super().utility(state, player)


def test_sums_that_differ():
    finding = finding_in(WrongDraw, "utilities", "utility")
    assert "add up to 1; elsewhere they add up to 0 (1 and -1)" in finding.message
    assert len(finding.moves) == 9


def test_any_constant_is_right_and_is_told():
    class Halves(TicTacToe):
        def utility(self, state, player):
            return (super().utility(state, player) + 1) / 2

    report = report_on(Halves)
    assert not report.of_kind("utilities")
    assert report.facts["utility_sum"] == 1


@pytest.mark.parametrize(
    ("kind", "value", "words", "severity"),
    [
        ("ending", math.nan, "NaN", "fault"),
        ("ending", "win", "not a number", "fault"),
        ("ending", (1, -1), "not a number", "fault"),
        ("utilities", math.inf, "inf", "warning"),
        ("utilities", True, "truth value", "warning"),
    ],
)
def test_results_that_are_no_finite_numbers(kind, value, words, severity):
    class Odd(Nim):
        def utility(self, state, player):
            return value

    finding = finding_in(Odd, kind, "utility")
    assert words in finding.message
    assert finding.severity == severity
    assert len(finding.moves) == 3


@pytest.mark.parametrize("kind", [fractions.Fraction, decimal.Decimal, numpy.float32, numpy.int8])
def test_numbers_of_other_kinds_are_numbers(kind):
    class Other(Nim):
        def utility(self, state, player):
            return kind(super().utility(state, player))

        def evaluate(self, state, player):
            return kind(0)

    report = report_on(Other)
    assert not report.findings, str(report)
    assert report.facts["utility_sum"] == 0
