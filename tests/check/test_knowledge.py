"""13 knowledge: hooks that tell a search what is not so, found by a search that does not listen to them."""

from __future__ import annotations

import math

import pytest

from check.helpers import Nim, TicTacToe, finding_in, report_on
from zermelo.games.coins import Coins
from zermelo.games.connect_four import ConnectFour

SMALL = "X...O...."
"""So near the end that every position is met."""


class Knowing(TicTacToe):
    """Right in all that it knows: a win at once, a loss at once, a full board."""

    def wins(self, state, symbol):
        empty = [cell for cell in range(9) if state[cell] == "."]
        return [cell for cell in empty if self.winner(state[:cell] + symbol + state[cell + 1 :])]

    def symbols(self, state):
        mover = self.current_player(state)
        return "XO"[mover], "OX"[mover], 1 - 2 * mover

    def known_result(self, state):
        own, other, sign = self.symbols(state)
        if self.wins(state, own):
            return True, sign, 1
        if state.count(".") == 1:
            return True, 0, 1
        if len(self.wins(state, other)) > 1:
            return True, -sign, 2
        return False, 0, 0

    def value_bounds(self, state):
        return -1, 1

    def soonest_wins(self, state):
        mover = self.current_player(state)
        return (3, 4)[mover], (4, 3)[mover]

    def most_plies(self, state):
        return state.count(".")

    def relevant_moves(self, state):
        own, other, _ = self.symbols(state)
        return self.wins(state, own) or self.wins(state, other) or list(self.legal_moves(state))

    def order_moves(self, state, move):
        return 3 if move == 4 else move % 2

    def score(self, state, value, distance):
        if value == 0:
            return 0
        points = (state.count(".") - distance) // 2 + 1
        return points if (value > 0) == (self.current_player(state) == 0) else -points


def test_knowledge_that_is_right_is_let_pass():
    report = report_on(Knowing, state=SMALL)
    assert not report.findings, str(report)


class WinnerSwapped(Knowing):
    """The sign of the mover, where player 0's is meant."""

    def known_result(self, state):
        known, value, plies = super().known_result(state)
        return known, value * self.symbols(state)[2], plies


class OnePlyLate(Knowing):
    """A win at once is told to come a turn later."""

    def known_result(self, state):
        known, value, plies = super().known_result(state)
        return known, value, 3 if value and plies == 1 else plies


class OneThreatLoses(Knowing):
    """A single threat of the other player is taken for a loss, though it can be parried."""

    def known_result(self, state):
        own, other, sign = self.symbols(state)
        if not self.wins(state, own) and self.wins(state, other):
            return True, -sign, 2
        return False, 0, 0


class NarrowBounds(Knowing):
    """Nobody loses who has the middle."""

    def value_bounds(self, state):
        return (0 if state[4] == "X" else -1), (0 if state[4] == "O" else 1)


class SoonAfterTheOther(Knowing):
    """The mover's numbers, where player 0's are meant to come first."""

    def soonest_wins(self, state):
        return 3, 4


class NoKnownResultBefore(Knowing):
    """The soonest wins are those of positions with no known result, but no result is known."""

    known_result = None


class ShortGames(Knowing):
    """The board is not always full at the end, but it may be."""

    def most_plies(self, state):
        return max(1, state.count(".") - 1)


class NoDefence(Knowing):
    """The moves beside one's own stones only: the parry is left out."""

    def relevant_moves(self, state):
        own, _, _ = self.symbols(state)
        near = [cell for cell in self.legal_moves(state) if own in state[max(0, cell - 1) : cell + 2]]
        return near or list(self.legal_moves(state))


class OutsideTheBoard(Knowing):
    def relevant_moves(self, state):
        return [*super().relevant_moves(state), 9]


class NothingRelevant(Knowing):
    """Where all moves lose, none is listed."""

    def relevant_moves(self, state):
        return [] if self.known_result(state)[2] == 2 else list(self.legal_moves(state))


class SlowWinsFirst(Knowing):
    """The longer the win takes, the higher its figure."""

    def score(self, state, value, distance):
        sign = 1 if self.current_player(state) == 0 else -1
        return 0 if value == 0 else sign * value * distance


class SometimesTheMovers(Knowing):
    """The figure of player 0 in some positions, of the mover in others."""

    def score(self, state, value, distance):
        points = super().score(state, value, distance)
        return points * self.symbols(state)[2] if state[8] == "." else points


BROKEN = [
    (WinnerSwapped, "known_result", "ply, but a search without it finds"),
    (OnePlyLate, "known_result", "player 0 gets 1 in 3 plies, but a search without it finds 1 in 1 ply"),
    (OneThreatLoses, "known_result", "in 2 plies, but a search without it finds"),
    (NarrowBounds, "value_bounds", "value_bounds prom"),
    (SoonAfterTheOther, "soonest_wins", "promises no win of player 1 in less than 4 plies"),
    (NoKnownResultBefore, "soonest_wins", "in less than 3 plies, but a search without it finds"),
    (ShortGames, "most_plies", "plies or more"),
    (NoDefence, "relevant_moves", "leaves out"),
    (OutsideTheBoard, "relevant_moves", "lists 9, which is not among the legal moves"),
    (NothingRelevant, "relevant_moves", "lists nothing, but is_terminal says that the game is not over"),
    (SlowWinsFirst, "score", "which is better for player 0"),
    (SometimesTheMovers, "score", "it is the other way round"),
]


@pytest.mark.parametrize(("game", "rule", "words"), BROKEN, ids=lambda value: getattr(value, "__name__", None))
def test_knowledge_that_is_wrong_is_told_with_the_position(game, rule, words):
    finding = finding_in(game, "knowledge", rule, state=SMALL)
    assert words in finding.message
    assert finding.severity == ("warning" if rule == "score" else "fault")
    assert finding.remedy
    assert finding.place.startswith("tests")
    assert finding.drawing


FORMS = [
    ("known_result", None, "returned None, which is not a tuple of three"),
    ("known_result", (True, None, 1), "gives None where a number is meant"),
    ("known_result", (True, 1, 1.5), "gives 1.5 where a number of plies is meant"),
    ("value_bounds", 3, "returned 3, which is not a pair"),
    ("value_bounds", (math.nan, 1), "where a number is meant"),
    ("value_bounds", (1, -1), "1 as the lowest and -1 as the highest"),
    ("soonest_wins", (3, -4), "gives -4 where a number of plies is meant"),
    ("most_plies", None, "gives None where a number of plies is meant"),
    ("relevant_moves", None, "returned None"),
    ("score", math.inf, "is inf"),
    ("score", "won", "is 'won'"),
]


@pytest.mark.parametrize(("rule", "answer", "words"), FORMS)
def test_an_answer_of_the_wrong_form(rule, answer, words):
    game = type("Odd", (Knowing,), {rule: lambda *_: answer})
    finding = finding_in(game, "knowledge", rule, state=SMALL)
    assert words in finding.message


@pytest.mark.parametrize("answer", [math.inf, math.nan, 0.5, None, "high"])
def test_a_promise_of_a_move_that_is_no_whole_number(answer):
    class Eager(TicTacToe):
        def order_moves(self, state, move):
            return answer if move == 8 else 0

    finding = finding_in(Eager, "symmetry", "order_moves", state=SMALL)
    assert "order_moves returned" in finding.message


# ── large games: what the next plies decide, and what the last ones do ───────────────────────────


class HangingBelow(ConnectFour):
    """A move just below the other player's threat is listed, the others are not."""

    def safe(self, landing, threats):
        return landing & threats >> 1 or super().safe(landing, threats)


class NoDoubleThreats(ConnectFour):
    """A disc is dropped on the first of two threats, and that is thought to be enough."""

    def known_result(self, state):
        known, value, plies = super().known_result(state)
        return (True, 0, 2) if plies == 2 else (known, value, plies)


class CountsFromTheStart(ConnectFour):
    def most_plies(self, state):
        return self.cells - state.plies - 5 if state.plies > 30 else self.cells


@pytest.mark.parametrize(
    ("game", "rule"),
    [(HangingBelow, "relevant_moves"), (NoDoubleThreats, "known_result"), (CountsFromTheStart, "most_plies")],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_what_a_large_game_knows_wrongly(game, rule):
    finding_in(game, "knowledge", rule, seconds=3, games=20)


class GreedyBounds(Coins):
    """The first player is promised a coin more than there is."""

    def value_bounds(self, state):
        low, high = super().value_bounds(state)
        return low + 1, high


def test_bounds_of_games_with_many_results():
    finding = finding_in(GreedyBounds(), "knowledge", "value_bounds")
    assert len(finding.moves) <= 2


def test_bounds_in_a_line_that_is_too_long_for_the_search():
    class Bounded(Nim):
        piles = (5, 6, 7)

        def value_bounds(self, state):
            return (-1, 0) if state[1] == 0 and state[0][0] == 5 else (-1, 1)

    finding = finding_in(Bounded, "knowledge", "value_bounds", seconds=2)
    assert "value_bounds prom" in finding.message


class WithRepetition(Knowing):
    """A game that declares what a repetition means; nothing comes back in it."""

    repetition = "draw"


def test_a_declared_repetition_does_not_hide_a_fault():
    class Wrong(WinnerSwapped):
        repetition = "draw"

    assert not report_on(WithRepetition, state=SMALL).findings
    finding_in(Wrong, "knowledge", "known_result", state=SMALL)
