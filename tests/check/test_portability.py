"""12 portability: what other processes do not get, and how large the game is."""

from __future__ import annotations

import threading

from check.helpers import Nim, TicTacToe, finding_in, report_on
from zermelo import Game


class WithLock(Nim):
    def __init__(self):
        self.lock = threading.Lock()


def test_a_game_with_a_lock():
    finding = finding_in(WithLock, "portability", "__init__")
    assert "cannot be sent" in finding.message
    assert finding.severity == "warning"


class Text(str):
    """A text that keeps something and forgets it on the way."""

    __slots__ = ("extra",)

    def __new__(cls, text, extra):
        made = super().__new__(cls, text)
        made.extra = extra
        return made


class Picky(tuple):
    """A tuple that is made in a way of its own, which pickle does not know."""

    def __new__(cls, piles, player):
        return super().__new__(cls, (piles, player))


class NimOfPicky(Nim):
    def initial_state(self):
        return Picky((1, 2), 0)

    def next_state(self, state, move):
        return Picky(*super().next_state(state, move))


def test_a_state_that_cannot_be_read_back():
    finding = finding_in(NimOfPicky, "portability", "next_state")
    assert "cannot be read back" in finding.message or "another one" in finding.message
    assert finding.severity == "fault"


def test_a_state_that_holds_a_function():
    class Functions(Nim):
        def initial_state(self):
            return ((1, 2), 0, len)

        def next_state(self, state, move):
            return (*super().next_state(state[:2], move), lambda: 0)

    assert "cannot be sent" in finding_in(Functions, "portability", "next_state").message


def test_a_small_game_is_counted():
    report = report_on(TicTacToe, seconds=12)
    assert report.facts["positions"] == 5478
    assert report.facts["branching_max"] == 9
    assert report.facts["plies_max"] == 9
    assert report.facts["positions_per_second_plain"] > 1000


def test_textbook_functions_are_a_game_like_any_other():
    game = Game.from_functions(moves=lambda n: [n - 1, n - 2] if n > 1 else [n - 1] * n, score=lambda n: 1, start=5)
    assert report_on(game).of_kind("portability")
