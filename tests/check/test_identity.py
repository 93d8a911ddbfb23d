"""2 identity: states that no table finds again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy
import pytest

from check.helpers import Nim, finding_in, report_on


class Piles:
    def __init__(self, piles, player):
        self.piles, self.player = piles, player


class NimOfObjects(Nim):
    make = Piles

    def initial_state(self):
        return self.make((1, 2, 2), 0)

    def current_player(self, state):
        return state.player

    def legal_moves(self, state):
        return super().legal_moves((state.piles, state.player))

    def next_state(self, state, move):
        return self.make(*super().next_state((state.piles, state.player), move))

    def is_terminal(self, state):
        return super().is_terminal((state.piles, state.player))

    def utility(self, state, player):
        return super().utility((state.piles, state.player), player)


class EqOnly(Piles):  # noqa: PLW1641  (that is the mistake)
    def __eq__(self, other):
        return self.piles == other.piles and self.player == other.player


@dataclass
class NotFrozen:
    piles: tuple
    player: int


class EqForgetsThePlayer(Piles):
    def __eq__(self, other):
        return isinstance(other, Piles) and self.piles == other.piles

    def __hash__(self):
        return hash(self.piles)


class EqForgetsAPile(EqForgetsThePlayer):
    def __eq__(self, other):
        return isinstance(other, Piles) and self.piles[:2] == other.piles[:2] and self.player == other.player

    def __hash__(self):
        return hash(self.piles[:2])


class HashById(EqForgetsThePlayer):
    def __eq__(self, other):
        return isinstance(other, Piles) and (self.piles, self.player) == (other.piles, other.player)

    def __hash__(self):
        return id(self)


def nim_of(kind):
    class Made(NimOfObjects):
        make = kind

    return Made


@pytest.mark.parametrize(
    ("kind", "rule", "words"),
    [
        (Piles, "==", "no __eq__"),
        (EqOnly, "hash", "defines __eq__ and not __hash__"),
        (NotFrozen, "hash", "defines __eq__ and not __hash__"),
        (HashById, "hash", "different hashes"),
    ],
)
def test_objects_as_states(kind, rule, words):
    finding = finding_in(nim_of(kind), "identity", rule)
    assert words in finding.message
    assert finding.moves == ()


def test_states_that_count_as_equal_and_are_not():
    finding = finding_in(nim_of(EqForgetsAPile), "identity", "==")
    assert "counts as equal" in finding.message
    assert finding.moves == (22,)


def test_an_eq_without_the_player_is_told_apart_by_the_positions_that_it_mixes_up():
    report = report_on(nim_of(EqForgetsThePlayer))
    assert "other player to move" in str(report)


class Lists(Nim):
    def initial_state(self):
        return ([1, 2], 0)

    def next_state(self, state, move):
        piles, player = super().next_state(state, move)
        return (list(piles), player)


def test_a_list_inside_of_a_state():
    finding = finding_in(Lists, "identity", "hash")
    assert "the state[0] is a list" in finding.message
    assert "use tuples" in finding.remedy


class Arrays(Lists):
    def initial_state(self):
        return (numpy.array([1, 2]), 0)

    def next_state(self, state, move):
        piles, player = Nim.next_state(self, state, move)
        return (numpy.array(piles), player)


def test_arrays_in_a_state():
    report = report_on(Arrays)
    assert {finding.rule for finding in report.of_kind("identity")} >= {"hash", "=="}
    assert "truth value" in str(report)


class Floats(Nim):
    bad = float("nan")

    class State(NamedTuple):
        left: int
        player: int
        mean: float

    def initial_state(self):
        return self.State(3, 0, 1.0)

    def current_player(self, state):
        return state.player

    def legal_moves(self, state):
        return [1, 2][: state.left]

    def next_state(self, state, move):
        left = state.left - move
        return self.State(left, 1 - state.player, 1.0 if left else self.bad)

    def is_terminal(self, state):
        return state.left == 0

    def utility(self, state, player):
        return 1 if player != state.player else -1


def test_nan_in_a_state():
    finding = finding_in(Floats, "identity", "next_state")
    assert "state.mean is NaN" in finding.message
    assert finding.moves in ((1, 2), (2, 1))


def test_a_negative_zero_in_a_state():
    class NegativeZero(Floats):
        bad = -0.0

    finding = finding_in(NegativeZero, "identity", "next_state")
    assert finding.severity == "warning"
    assert "-0.0" in finding.message
