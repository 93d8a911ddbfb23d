"""5 players: nobody to move, and dice that do not add up."""

from __future__ import annotations

from fractions import Fraction

import pytest

from check.helpers import Nim, finding_in, report_on
from zermelo import CHANCE, Game


class PlayersFromOne(Nim):
    def current_player(self, state):
        return state[1] + 1


def test_players_that_are_numbered_from_one():
    finding = finding_in(PlayersFromOne, "players", "current_player")
    assert "returned 2, but the players are numbered from 0 to 1" in finding.message
    assert len(finding.moves) == 1


def test_a_player_by_name():
    class ByName(Nim):
        def current_player(self, state):
            return "XO"[state[1]]

    finding = finding_in(ByName, "players", "current_player")
    assert "'X'" in finding.message
    assert finding.moves == ()


class Race(Game):
    """Stop, or roll a die of six and add it, up to ten; an odd total wins for the first. States: total, whose, what."""

    chances = (Fraction(1, 6),) * 6

    def initial_state(self):
        return (0, 0, "choose")

    def current_player(self, state):
        return CHANCE if state[2] == "roll" else state[1]

    def legal_moves(self, state):
        return [0, 1]

    def chance_outcomes(self, state):
        return [(face + 1, chance) for face, chance in enumerate(self.chances)]

    def next_state(self, state, move):
        total, player, what = state
        if what == "roll":
            return (total + move, 1 - player, "choose" if total + move < 10 else "over")
        return (total, player, "roll") if move else (total, player, "over")

    def is_terminal(self, state):
        return state[2] == "over"

    def utility(self, state, player):
        winner = 0 if state[0] % 2 else 1
        return 1 if winner == player else -1


def test_fair_dice_are_right():
    assert not report_on(Race).findings


@pytest.mark.parametrize(
    ("dice", "words"),
    [
        ((0.165,) * 6, "add up to 0.99, not to 1"),
        ((0.17,) * 6, "add up to 1.02, not to 1"),
        ((1.0, 0.0), "probability 0"),
        ((1.5, -0.5), "probability -0.5"),
        ((float("nan"), 1.0), "probability nan"),
        ((None, 1.0), "probability None"),
    ],
)
def test_dice_that_are_not_fair(dice, words):
    class Loaded(Race):
        chances = dice

    finding = finding_in(Loaded, "players", "chance_outcomes")
    assert words in finding.message
    assert finding.moves == (1,)


def test_chance_without_outcomes():
    class NoOutcomes(Race):
        chance_outcomes = None

    assert "has no chance_outcomes" in finding_in(NoOutcomes, "players", "current_player").message


def test_outcomes_that_are_no_pairs():
    class NoPairs(Race):
        def chance_outcomes(self, state):
            return [1, 2, 3]

    assert "not a pair" in finding_in(NoPairs, "players", "chance_outcomes").message


def test_outcomes_that_are_never_asked_for():
    class NeverRolled(Race):
        def current_player(self, state):
            return state[1]

    finding = finding_in(NeverRolled, "players", "current_player")
    assert finding.severity == "warning"


def test_a_name_that_is_missing():
    class Names(Nim):
        player_names = ("X",)

    finding = finding_in(Names, "players", "player_names")
    assert finding.severity == "warning"
