"""Counting lines of play, plain and compiled."""

from __future__ import annotations

import pytest

import zermelo
from data_files import rows
from random_games import LayeredGame
from zermelo import InputError, RulesError
from zermelo.games.connect_four import ConnectFour
from zermelo.games.mnk import MNK
from zermelo.games.nim import Nim
from zermelo.kernel.available import numba_available


def connect_four_counts():
    return {int(row[1]): int(row[2]) for row in rows("connect4/counts.txt", separator=None) if row[0] == "perft"}


def test_tic_tac_toe_in_plain_python():
    (row,) = [row for row in rows("small/tictactoe_counts.txt", separator=None) if row[0] == "perft"]
    for depth, known in enumerate(row[1:5], start=1):
        assert zermelo.perft(MNK(), depth, compiled=False) == int(known)


def test_connect_four_in_plain_python():
    for depth in range(1, 6):
        assert zermelo.perft(ConnectFour(), depth, compiled=False) == connect_four_counts()[depth]


@pytest.mark.slow
@pytest.mark.skipif(not numba_available(), reason="Numba is not to be had here")
def test_connect_four_to_depth_ten_compiled():
    for depth in range(1, 11):
        assert zermelo.perft(ConnectFour(), depth, compiled=True) == connect_four_counts()[depth]


@pytest.mark.slow
@pytest.mark.skipif(not numba_available(), reason="Numba is not to be had here")
def test_finished_games_count_the_same_both_ways():
    for game, state in ((Nim((2, 3)), None), (LayeredGame(), LayeredGame().start(5))):
        for depth in range(7):
            for finished in (False, True):
                plain, compiled = (
                    zermelo.perft(game, depth, state, count_finished=finished, compiled=way) for way in (False, True)
                )
                assert plain == compiled


def test_depth_zero_is_one_line_and_a_finished_game_has_none():
    game = Nim((1,))
    over = game.next_state(game.initial_state(), next(iter(game.legal_moves(game.initial_state()))))
    assert zermelo.perft(game, 0) == 1
    assert zermelo.perft(game, 3, over) == 0
    assert zermelo.perft(game, 3, over, count_finished=True) == 1


@pytest.mark.parametrize("depth", [-1, 1.5, True, 10**9, "3"])
def test_a_depth_that_is_none_is_an_error(depth):
    with pytest.raises(InputError, match="depth="):
        zermelo.perft(MNK(), depth)


def test_too_many_moves_are_an_error_not_a_write_past_the_end():
    class Wide(LayeredGame):
        def legal_moves(self, state):
            for move in range(70_000):
                yield move

    with pytest.raises(RulesError, match="moves in all"):
        zermelo.perft(Wide(), 1, Wide().start(1), compiled=False)
