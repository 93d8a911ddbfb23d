"""7 keys: too coarse (a wrong table) and too fine (a slow one)."""

from __future__ import annotations

from typing import NamedTuple

from check.helpers import Nim, TicTacToe, finding_in, report_on
from zermelo.games.connect_four import ConnectFour


class OnlyTheCells(ConnectFour):
    """Where discs are, but not whose they are."""

    def key(self, state):
        return state.filled


def test_connect_four_with_a_key_that_forgets_whose_discs_they_are():
    finding = finding_in(OnlyTheCells, "keys", "key", seconds=3)
    assert "has the same key, but" in finding.message
    assert finding.severity == "fault"
    assert len(finding.moves) <= 12


def test_connect_four_with_a_key_of_one_player_only():
    class OnlyTheMover(ConnectFour):
        def key(self, state):
            return state.mover

    finding = finding_in(OnlyTheMover, "keys", "key", seconds=3)
    assert "has the same key, but" in finding.message
    assert len(finding.moves) <= 12


def test_a_key_that_forgets_a_pile():
    class TwoPiles(Nim):
        def key(self, state):
            return state[0][:2]

    finding = finding_in(TwoPiles, "keys", "key")
    assert len(finding.moves) == 1
    assert "moves are" in finding.message or "over" in finding.message


def test_a_key_with_the_same_moves_and_another_value():
    """The colours of tic-tac-toe are forgotten: the same cells are free."""

    class NoColours(TicTacToe):
        def key(self, state):
            return tuple(cell == "." for cell in state)

    finding = finding_in(NoColours, "keys", "key", seconds=3)
    assert finding.severity == "fault"


class Heap(Nim):
    """The heap of case 3: values for the first player, and the key is the heap's size only."""

    def initial_state(self):
        return (4, 0)

    def legal_moves(self, state):
        return [count for count in (1, 2) if count <= state[0]]

    def next_state(self, state, move):
        return (state[0] - move, 1 - state[1])

    def is_terminal(self, state):
        return state[0] == 0

    def key(self, state):
        return state[0]


def test_a_key_without_the_player_is_a_note_since_the_player_is_always_added():
    report = report_on(Heap)
    assert not report.findings
    assert any("other player to move" in note.message for note in report.notes)


class NimWithLastMove(Nim):
    """Remembers a move that plays no part."""

    class State(NamedTuple):
        piles: tuple
        player: int
        last: int

    def initial_state(self):
        return self.State(self.piles, 0, -1)

    def next_state(self, state, move):
        piles, player = super().next_state(state, move)
        return self.State(piles, player, move)


def test_a_field_that_cannot_matter_makes_a_key_too_fine():
    finding = finding_in(NimWithLastMove, "keys", "key")
    assert finding.severity == "warning"
    assert "last cannot matter" in finding.message
    assert "without last" in finding.remedy


def test_a_key_that_leaves_it_out_is_right():
    class Right(NimWithLastMove):
        def key(self, state):
            return state.piles

    assert not report_on(Right).findings


class Limited(NimWithLastMove):
    """Ends after a hundred plies, which no game reaches."""

    class State(NamedTuple):
        piles: tuple
        player: int
        plies: int

    def initial_state(self):
        return self.State(self.piles, 0, 0)

    def next_state(self, state, move):
        piles, player = Nim.next_state(self, state, move)
        return self.State(piles, player, state.plies + 1)

    def is_terminal(self, state):
        return not any(state.piles) or state.plies > 100

    def utility(self, state, player):
        return 0 if any(state.piles) else super().utility(state, player)


def test_a_counter_that_ends_the_game_matters_even_if_it_seldom_does():
    assert not report_on(Limited).findings


def test_a_counter_that_ends_nothing_does_not():
    class NoLimit(Limited):
        piles = (2, 3, 3)

        def is_terminal(self, state):
            return not any(state.piles)

    assert "plies cannot matter" in finding_in(NoLimit, "keys", "key").message
