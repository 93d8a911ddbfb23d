"""Situations that programs of this kind are known to get wrong, as mistakes in rules; and right rules that look odd."""

from __future__ import annotations

import math

import pytest

from check.helpers import Nim, finding_in, report_on
from graphs import GraphGame
from zermelo import Game
from zermelo.games.othello import Othello


class Graph(GraphGame):
    """Names of nodes are moves, and people type them."""

    def parse_move(self, text):
        return text


def nested(tree):
    def frozen(node):
        return tuple(map(frozen, node)) if isinstance(node, list) else node

    return Game.from_functions(
        moves=lambda node: node if isinstance(node, tuple) else (), score=lambda node: node, start=frozen(tree)
    )


def test_a_leaf_that_is_not_a_number():
    finding = finding_in(nested([[1, math.nan], [3]]), "ending", "utility")
    assert "NaN" in finding.message
    assert finding.moves == (0, 1)


@pytest.mark.parametrize("tree", [[[-5000, -7000], [-6000, -6500]], [[10**12, 10**12 + 1], [3]], [[1, 1], [1, 1]]])
def test_scores_of_any_size_are_right(tree):
    assert report_on(nested(tree)).ok


class MakeAndUnmake(Game):
    """One mutable board for the whole game, with the moves made on it in a list: make, and forget to unmake."""

    def initial_state(self):
        return {"board": [0] * 4, "made": []}

    def current_player(self, state):
        return len(state["made"]) % 2

    def legal_moves(self, state):
        return [cell for cell in range(4) if not state["board"][cell]]

    def next_state(self, state, move):
        state["board"][move] = 1 + len(state["made"]) % 2
        state["made"].append(move)
        return {"board": state["board"], "made": list(state["made"])}

    def is_terminal(self, state):
        return all(state["board"])

    def utility(self, state, player):
        return 0


def test_a_move_that_is_made_and_not_unmade():
    finding = finding_in(MakeAndUnmake, "purity", "next_state")
    assert "['board'][0] was 0 and is 1" in finding.message
    assert finding.moves == ()


class OthelloWithoutPasses(Othello):
    """No move is taken for no pass; the game is over only when the board is full."""

    def legal_moves(self, state):
        for move in super().legal_moves(state):
            if move < 64:
                yield move


PASS_NEEDED = "XOOOOO-XXXOOOOO-XOXO-O-OXOOXOOOOXXXOXOXXXXXXOOOOXXXXXXOOXXXXXOOX X"


def test_othello_without_passes_has_positions_without_moves():
    game = OthelloWithoutPasses()
    state = game.parse_state(PASS_NEEDED)
    finding = finding_in(game, "ending", "legal_moves", state=state)
    assert "no legal move" in finding.message
    assert "passes" in finding.remedy
    assert len(finding.moves) <= 3


class KeepsTheSide(Nim):
    """A pass that is forgotten: the same player moves on, the rules believe otherwise."""

    def utility(self, state, player):
        return 1 if state[1] == 0 else -1


def test_rewards_that_belong_to_nobody():
    finding = finding_in(KeepsTheSide, "utilities", "utility")
    assert "for both players" in finding.message


def test_a_player_may_move_twice_in_a_row():
    text = "A(max)->B,C; B(max)->D,E; C(min)->F,G; D=1; E=6; F=4; G=5"
    assert not report_on(Graph(text)).findings


def test_a_position_without_moves_that_is_not_over():
    class NoMoves(Graph):
        def is_terminal(self, state):
            return super().is_terminal(state) and state != "E"

        def legal_moves(self, state):
            return self.moves.get(state, [])

    finding = finding_in(NoMoves("A(max)->B; B(min)->C; C(max)->D,E; D=1; E=4"), "ending", "legal_moves")
    assert finding.moves == ("B", "C", "E")


def test_a_long_game_that_ends_is_right():
    class Heap(Nim):
        def initial_state(self):
            return (301, 0)

        def legal_moves(self, state):
            return [count for count in (1, 2) if count <= state[0]]

        def next_state(self, state, move):
            return (state[0] - move, 1 - state[1])

        def is_terminal(self, state):
            return state[0] == 0

    assert not report_on(Heap).findings


class Kingmaker(Game):
    """Three players: player 2 gives the win to player 0 or to player 1."""

    num_players = 3

    def initial_state(self):
        return 0

    def current_player(self, state):
        return 2

    def legal_moves(self, state):
        return [1, 2]

    def next_state(self, state, move):
        return move

    def is_terminal(self, state):
        return state > 0

    def utility(self, state, player):
        return int(player == state - 1)


def test_three_players_need_no_constant_sum():
    report = report_on(Kingmaker)
    assert not report.findings
    assert report.facts["players"] == 3
