"""Plain Python and compiled code: the same value, the same move, the same line, the same number of nodes."""

from __future__ import annotations

import random

import pytest

from random_games import CyclicGame, FloatGame, LayeredGame
from zermelo import Limits
from zermelo.engine.options import Options
from zermelo.engine.searcher import Searcher
from zermelo.games.connect_four import ConnectFour
from zermelo.games.nim import Nim
from zermelo.games.othello import Othello
from zermelo.kernel.available import numba_available

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not numba_available(), reason="Numba is not to be had here"),
]


def told(result):
    moves = [(found.move, found.value, found.bound, found.distance) for found in result.moves]
    return (
        result.value, result.move, result.distance, result.line, result.nodes, result.depth, result.exact,
        result.stopped_by, moves,
    )  # fmt: skip


def assert_same(game, states, limits, options=None, **asked):
    options = options or Options()
    plain, compiled = Searcher(game, options), Searcher(game, options, compiled=True)
    for state in states:
        a, b = plain.search(state, limits, **asked), compiled.search(state, limits, **asked)
        assert not a.compiled
        assert b.compiled
        assert told(a) == told(b)


def walked(game, plies, count, seed=1):
    """States that random play reaches after so many plies."""
    random_source = random.Random(seed)
    for _ in range(count):
        state = game.initial_state()
        for _ in range(plies):
            if game.is_terminal(state):
                break
            state = game.next_state(state, random_source.choice(list(game.legal_moves(state))))
        yield state


@pytest.mark.parametrize("strength", [False, True], ids=["sound", "strength"])
def test_connect_four(strength):
    game = ConnectFour()
    options = Options(strength=strength)
    assert_same(game, [None], Limits(depth=8), options)
    assert_same(game, walked(game, 12, 6), Limits(depth=8), options, lines=2)
    assert_same(game, walked(game, 28, 6), Limits(nodes=20_000), options)


def test_nim_whose_moves_are_pairs():
    game = Nim((3, 4, 5))
    assert_same(game, [None, *walked(game, 2, 10)], Limits())


def test_othello_with_passes():
    game = Othello()
    assert_same(game, [None, *walked(game, 30, 3)], Limits(depth=4))
    assert_same(game, walked(game, 56, 8), Limits())


@pytest.mark.parametrize(
    ("game", "limits"),
    [
        (LayeredGame(plies=7), Limits()),
        (FloatGame(plies=7), Limits()),
        (CyclicGame(width=8, repetition="draw"), Limits(depth=24)),
        (CyclicGame(width=8, repetition="loss"), Limits(depth=24)),
        (CyclicGame(width=8, repetition="forbidden"), Limits(depth=24)),
    ],
    ids=["ints", "floats", "draw", "loss", "forbidden"],
)
def test_random_games(game, limits):
    assert_same(game, [game.start(seed) for seed in range(150)], limits)
    assert_same(game, [game.start(seed) for seed in range(50)], limits, Options(table_mb=0.001, strength=True), lines=2)


def test_a_small_table_and_bare_alphabeta():
    game = ConnectFour(5, 4)
    assert_same(game, [None], Limits(depth=9), Options(table_mb=0.05))
    assert_same(
        game, [None], Limits(depth=6), Options(lean=True, null_windows=False, aspiration=False, deepening=False)
    )


def test_two_threads_compiled():
    game = LayeredGame(plies=7)
    one, two = Searcher(game, compiled=True), Searcher(game, compiled=True)
    for seed in range(100):
        a, b = one.search(game.start(seed)), two.search(game.start(seed), workers=2)
        assert (a.value, a.distance, a.exact) == (b.value, b.distance, b.exact)
    game = ConnectFour()
    a = Searcher(game, compiled=True).search(None, Limits(depth=14))
    b = Searcher(game, compiled=True).search(None, Limits(depth=14), workers=2)
    assert a.value == b.value
