"""Threads on one table: a move that another thread is searching is put off, and searched if the table stays silent."""

from __future__ import annotations

import pytest

from random_games import LayeredGame
from zermelo.solve import bisection_words as w
from zermelo.solve.bisection import BisectionSolver, as_pair
from zermelo.solve.questions import UNBOUNDED, Asker
from zermelo.textbook.minimax import minimax


def solved(asker, state):
    bounds = UNBOUNDED
    while bounds[0] < bounds[1]:
        bounds = asker.narrowed(state, bounds)
    return as_pair(bounds[0])


@pytest.mark.parametrize("marked", [False, True])
def test_moves_that_another_thread_never_finishes_are_put_off_and_still_searched(marked):
    """Every position is marked as under search, by nobody."""
    game = LayeredGame(plies=7, width=15, branching=4)
    for seed in range(40):
        solver = BisectionSolver(game)
        asker = Asker(solver, 0, 2)
        asker.begin(None)
        if marked:
            for layer in range(game.plies):
                for node in range(game.width):
                    _, check = solver.rules.hash_state(game.State(seed, layer, node))
                    solver.table[solver.marks + (check & (w.NUM_MARKS - 1))] = check
        expected = minimax(game, game.start(seed))
        value, distance = solved(asker, game.start(seed))
        assert value == expected.value, seed
        assert value == 0 or distance == expected.distance, seed


def test_each_thread_has_a_near_part_to_itself():
    solver = BisectionSolver(LayeredGame(), table_mb=1, threads=3)
    begins = [int(solver.workspace(number, 3)[w.NEAR]) for number in range(3)]
    assert begins[0] == 0
    assert begins[1] >= solver.marks + w.NUM_MARKS
    assert begins[2] == begins[1] + w.NEAR_WORDS
    assert begins[2] + w.NEAR_WORDS == len(solver.table)
    # One more thread than the table was made for shares the first part.
    assert solver.workspace(3, 4)[w.NEAR] == 0
