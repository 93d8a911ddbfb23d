"""All textbook algorithms agree with minimax on random games: value, move, distance."""

from __future__ import annotations

import pytest

from random_games import CyclicGame, FloatGame, LayeredGame
from zermelo import Counts
from zermelo.textbook import (
    alphabeta,
    alphabeta_table,
    heuristic_minimax,
    memoised_minimax,
    minimax,
    negamax,
    negamax_alphabeta,
)

SAME_MOVE = [alphabeta, negamax, negamax_alphabeta, memoised_minimax]


@pytest.mark.parametrize("prefer_short", [True, False])
@pytest.mark.parametrize(
    "game", [LayeredGame(), LayeredGame(branching=4, spread=1), FloatGame()], ids=["ints", "ties", "floats"]
)
def test_every_algorithm_gives_the_value_and_the_move_of_minimax(game, prefer_short):
    for seed in range(400):
        state = game.start(seed)
        expected = minimax(game, state, prefer_short=prefer_short)
        for algorithm in SAME_MOVE:
            assert algorithm(game, state, prefer_short=prefer_short) == expected, (algorithm.__name__, seed)


def test_alphabeta_and_negamax_with_a_window_visit_the_same_nodes():
    game = LayeredGame()
    for seed in range(200):
        counts = [Counts(), Counts(), Counts()]
        for algorithm, count in zip((minimax, alphabeta, negamax_alphabeta), counts):
            algorithm(game, game.start(seed), observer=count)
        assert counts[1].nodes == counts[2].nodes <= counts[0].nodes
        assert counts[1].cuts == counts[2].cuts
        assert counts[0].cuts == 0


@pytest.mark.parametrize("game", [LayeredGame(plies=6), FloatGame(plies=6)], ids=["ints", "floats"])
def test_limited_in_depth_alphabeta_is_heuristic_minimax(game):
    for seed in range(150):
        for depth in range(5):
            state = game.start(seed)
            expected = heuristic_minimax(game, state, depth=depth)
            assert alphabeta(game, state, depth=depth) == expected
            with_table = alphabeta_table(game, state, depth=depth)
            assert (with_table.value, with_table.distance) == (expected.value, expected.distance)


def test_a_depth_beyond_the_end_changes_nothing():
    game = LayeredGame()
    for seed in range(100):
        assert heuristic_minimax(game, game.start(seed), depth=9) == minimax(game, game.start(seed))


@pytest.mark.parametrize("order", [None, lambda game, state, moves: moves[::-1]], ids=["as-given", "reversed"])
@pytest.mark.parametrize("game", [LayeredGame(plies=7, width=4), FloatGame(plies=7, width=4)], ids=["ints", "floats"])
def test_a_table_changes_neither_value_nor_distance_and_finds_a_best_move(game, order):
    for seed in range(300):
        state = game.start(seed)
        expected = minimax(game, state)
        found = alphabeta_table(game, state, order=order)
        assert (found.value, found.distance) == (expected.value, expected.distance), seed
        if found.move is not None:
            after = minimax(game, game.next_state(state, found.move))
            assert after.value == expected.value


@pytest.mark.parametrize("kind", ["draw", "loss", "forbidden"])
def test_positions_that_come_back_mean_what_the_game_says(kind):
    game = CyclicGame(repetition=kind)
    for seed in range(150):
        state = game.start(seed)
        expected = minimax(game, state)
        assert alphabeta(game, state) == expected
        assert negamax_alphabeta(game, state) == expected
        assert memoised_minimax(game, state) == expected
