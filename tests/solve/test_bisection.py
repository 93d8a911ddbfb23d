"""Bisection finds minimax's value and distance, with and without the hooks that cut it, plain and compiled."""

from __future__ import annotations

import itertools
import random

import pytest

from random_games import FloatGame
from told_games import HOOKS, Hooked, Told
from zermelo import InputError
from zermelo.games.connect_four import ConnectFour
from zermelo.games.mnk import MNK
from zermelo.games.nim import Nim
from zermelo.kernel.available import numba_available
from zermelo.solve.bisection import BisectionSolver, Tuning

compiled_only = pytest.mark.skipif(not numba_available(), reason="Numba is not to be had here")


@pytest.mark.parametrize("count", range(len(HOOKS) + 1))
def test_with_any_of_the_hooks_the_value_and_its_distance_are_minimaxs(count):
    chance = random.Random(count)
    choices = list(itertools.combinations(HOOKS, count))
    for present in chance.sample(choices, min(6, len(choices))):
        sizes = {"plies": chance.choice([4, 6, 9]), "width": 7, "branching": 4, "spread": chance.choice([1, 2])}
        game = Hooked(present, **sizes)
        tuning = Tuning(
            True, chance.random() < 0.7, chance.choice([0, 2]), chance.choice([0, 3]), chance.choice([0, 4])
        )
        solver = BisectionSolver(game, table_mb=1, tuning=tuning)
        states = [game.start(chance.randrange(10_000)) for _ in range(60)]
        for state, found in zip(states, solver.solve(states)):
            assert found.exact
            assert found.lowest == game.known(state), (present, state)


def small_boards():
    for width, height in ((3, 3), (4, 4), (5, 4), (4, 5), (3, 6)):
        game = ConnectFour(width, height)
        chance = random.Random(width * 10 + height)
        for _ in range(25):
            state = game.initial_state()
            for _ in range(chance.randrange(max(0, game.cells - 13), game.cells)):
                if game.is_terminal(state):
                    break
                state = game.next_state(state, chance.choice(list(game.legal_moves(state))))
            yield game, state


def without_hooks(game):
    """The same rules and nothing else."""
    bare = type(game)(game.width, game.height)
    for name in (*HOOKS, "symmetries"):
        setattr(bare, name, None)
    return bare


def test_connect_four_on_small_boards_with_and_without_its_hooks():
    told = {}
    for game, state in small_boards():
        size = game.width, game.height
        if size not in told:
            told[size] = Told(without_hooks(game)), BisectionSolver(without_hooks(game), table_mb=1)
        oracle, bare = told[size]
        found = BisectionSolver(game, table_mb=1).solve([state])[0]
        assert found.lowest == bare.solve([state])[0].lowest
        if game.cells - state.plies <= 10:
            outcome, value, haste = oracle.best(state)
            assert found.lowest == (value, abs(haste) if outcome else None)


@compiled_only
@pytest.mark.slow
def test_compiled_the_same_nodes_are_visited():
    for size in ((4, 4), (5, 4)):
        states = [state for game, state in small_boards() if (game.width, game.height) == size]
        plain = BisectionSolver(ConnectFour(*size), table_mb=1).solve(states)
        compiled = BisectionSolver(ConnectFour(*size), compiled=True, table_mb=1).solve(states)
        assert plain == compiled


def test_other_games_without_such_hooks():
    game = Nim((3, 4, 5))
    assert BisectionSolver(game, table_mb=1).solve([game.initial_state()])[0].lowest[0] == 1
    game = MNK(3, 3, 3)
    assert BisectionSolver(game, table_mb=1).solve([game.initial_state()])[0].lowest == (0, None)


def test_a_limit_of_nodes_leaves_an_interval_that_holds_the_value():
    game = ConnectFour(5, 4)
    states = [game.parse_state(text) for text in ("5x4:3", "5x4:33", "5x4:1")]
    known = [found.lowest for found in BisectionSolver(game, table_mb=1).solve(states)]
    for nodes in (1, 50, 700, 3000):
        found = BisectionSolver(game, table_mb=1).solve(states, nodes=nodes)
        assert len(found) == 3
        assert None in found or found[-1].exact is False or nodes == 3000
        for interval, (value, _) in zip(found, known):
            if interval is not None:
                assert interval.lowest[0] <= value <= interval.highest[0]


def test_utilities_that_are_no_whole_numbers_are_refused():
    game = FloatGame()
    with pytest.raises(InputError, match="whole"):
        BisectionSolver(game, table_mb=1).solve([game.start(3)])
