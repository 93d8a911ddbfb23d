"""1 purity: rules that change what they are given, or that remember."""

from __future__ import annotations

import random

from check.helpers import LINES, Nim, TicTacToe, finding_in, report_on
from zermelo import Game


def test_games_that_are_right_have_no_finding():
    for game in (Nim, TicTacToe):
        report = report_on(game)
        assert not report.findings, str(report)
        assert report.ok
    assert report_on(Nim).facts["positions"] == 28


class Board:
    """The class from a hundred tutorials."""

    def __init__(self):
        self.cells = [["."] * 3 for _ in range(3)]
        self.turn = 0


class SharedBoard(Game):
    """make_move writes on the board that it was given, and gives it back."""

    def initial_state(self):
        return Board()

    def current_player(self, state):
        return state.turn

    def legal_moves(self, state):
        return [(row, column) for row in range(3) for column in range(3) if state.cells[row][column] == "."]

    def next_state(self, state, move):
        state.cells[move[0]][move[1]] = "XO"[state.turn]
        state.turn = 1 - state.turn
        return state

    def winner(self, state):
        flat = [cell for row in state.cells for cell in row]
        return next((flat[a] for a, b, c in LINES if flat[a] != "." and flat[a] == flat[b] == flat[c]), None)

    def is_terminal(self, state):
        return self.winner(state) is not None or not self.legal_moves(state)

    def utility(self, state, player):
        winner = self.winner(state)
        return 0 if winner is None else 1 if winner == "XO"[player] else -1


def test_a_move_that_writes_on_the_shared_board():
    finding = finding_in(SharedBoard, "purity", "next_state")
    assert finding.severity == "fault"
    assert finding.moves == ()
    assert "cells[0][0] was '.' and is 'X'" in finding.message
    assert "returns it" in finding.message
    assert finding.drawing == "Board(cells=[['.', '.', '.'], ['.', '.', '.'], ['.', '.', '.']], turn=0)"
    assert "test_purity.py" in finding.place


class ShallowCopy(SharedBoard):
    """A copy of the list of rows: the rows themselves are the old ones."""

    def next_state(self, state, move):
        after = Board()
        after.cells, after.turn = state.cells[:], 1 - state.turn
        after.cells[move[0]][move[1]] = "XO"[state.turn]
        return after


def test_a_copy_that_shares_its_rows():
    finding = finding_in(ShallowCopy, "purity", "next_state")
    assert finding.moves == ()
    assert "cells[0][0]" in finding.message
    assert "lists inside of lists" in finding.remedy


class NimThatPops(Nim):
    """legal_moves tidies up the list of piles."""

    def initial_state(self):
        return ([0, 1, 2], 0)

    def legal_moves(self, state):
        while state[0] and state[0][0] == 0:
            state[0].pop(0)
        return super().legal_moves(state)

    def next_state(self, state, move):
        piles, player = super().next_state(state, move)
        return (list(piles), player)


def test_a_nim_that_pops_from_its_list():
    finding = finding_in(NimThatPops, "purity", "legal_moves")
    assert finding.moves == ()
    assert "[0] was [0, 1, 2] and is [1, 2]" in finding.message


class DiceInTheRules(Nim):
    """A large die lies beside the piles, and every move rolls it again."""

    def initial_state(self):
        return (self.piles, 0, 1)

    def next_state(self, state, move):
        return (*super().next_state(state, move), random.randrange(10**9))


def test_dice_that_are_rolled_in_next_state():
    finding = finding_in(DiceInTheRules, "purity", "next_state")
    assert finding.moves == ()
    assert "different state" in finding.message
    assert "chance_outcomes" in finding.remedy


class TurnInTheGame(Nim):
    """Whose turn it is stands in the game object."""

    def __init__(self):
        self.turn = 0

    def initial_state(self):
        self.turn = 0
        return (self.piles, 0)

    def current_player(self, state):
        return self.turn

    def next_state(self, state, move):
        self.turn = 1 - self.turn
        return super().next_state(state, move)


def test_a_turn_that_is_kept_in_the_game_object():
    finding = finding_in(TurnInTheGame, "purity", "current_player")
    assert "asked again" in finding.message
    assert "turn" in finding.message


class Caching(TicTacToe):
    """A state may keep what it has worked out: that is no change."""

    class State:
        def __init__(self, board):
            self.board, self._winner = board, None

        def __eq__(self, other):
            return isinstance(other, type(self)) and self.board == other.board

        def __hash__(self):
            return hash(self.board)

    def initial_state(self):
        return self.State("." * 9)

    def current_player(self, state):
        return TicTacToe.current_player(self, getattr(state, "board", state))

    def legal_moves(self, state):
        return super().legal_moves(state.board)

    def next_state(self, state, move):
        return self.State(super().next_state(state.board, move))

    def winner(self, state):
        if state._winner is None:
            state._winner = TicTacToe.winner(self, state.board) or "-"
        return None if state._winner == "-" else state._winner

    def is_terminal(self, state):
        return self.winner(state) is not None or "." not in state.board

    def render(self, state):
        return super().render(state.board)


def test_a_state_that_keeps_what_it_has_worked_out_is_no_fault():
    assert not report_on(Caching).findings
