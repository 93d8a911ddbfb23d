"""Strong solutions of random games agree with plain minimax: value, distance and move, plain and compiled.

Where positions come back, the oracle is minimax on the game whose states remember their history
(`zermelo.core.repetition`): a definition, and no retrograde analysis.
"""

from __future__ import annotations

import random

import pytest

from random_games import CyclicGame, FloatGame, LayeredGame
from solve.toys import NEEDS_NUMBA, Halves, ManyValued, Shares
from zermelo.api.solve_all import solve_all
from zermelo.core.result import Answer
from zermelo.textbook import memoised_minimax, minimax


class Detours(LayeredGame):
    """Layers that can be skipped, so that the order of discovery is not the order of the layers."""

    def next_state(self, state, move):
        after = super().next_state(state, move)
        return self.State(after.seed, after.layer + (move == 1), after.node)

    def is_terminal(self, state):
        return state.layer >= self.plies


LAYERED = {
    "ints": LayeredGame(plies=7),
    "ties": LayeredGame(plies=7, width=3, branching=4, spread=1),
    "floats": FloatGame(plies=6, branching=4),
    "detours": Detours(plies=8),
}
CYCLIC = {
    "draw": CyclicGame(width=8),
    "many values": ManyValued(width=8),
    "shares": Shares(width=8),
    "halves": Halves(width=8),
}


def positions(game, root):
    """Every state that can be reached."""
    seen, todo = {root}, [root]
    while todo:
        state = todo.pop()
        if not game.is_terminal(state):
            for move in game.legal_moves(state):
                child = game.next_state(state, move)
                if child not in seen:
                    seen.add(child)
                    todo.append(child)
    return seen


SLOW = ("floats", "many values")


def both_ways(games):
    """(name, compiled): all in plain Python, some compiled."""
    for name in games:
        yield pytest.param(name, False, id=f"{name}, plain")
        if name in ("detours", "shares", *SLOW):
            marks = [NEEDS_NUMBA, pytest.mark.slow] if name in SLOW else [NEEDS_NUMBA]
            yield pytest.param(name, True, marks=marks, id=f"{name}, compiled")


@pytest.mark.parametrize(("name", "compiled"), list(both_ways(LAYERED)))
def test_games_that_end_have_the_value_distance_and_move_of_minimax_everywhere(name, compiled):
    game, source = LAYERED[name], random.Random(name)
    for seed in source.sample(range(10_000), 12):
        root = game.start(seed)
        solution = solve_all(game, root, compiled=compiled)
        states = positions(game, root)
        assert len(solution) == len(states) == solution.check()
        assert not solution.cyclic
        for state in states:
            assert solution.best(state) == memoised_minimax(game, state), (seed, state)


@pytest.mark.parametrize(("name", "compiled"), list(both_ways(CYCLIC)))
def test_games_with_cycles_have_the_value_and_distance_of_play_with_a_memory_everywhere(name, compiled):
    game, source, cycles = CYCLIC[name], random.Random(name), 0
    for seed in source.sample(range(10_000), 16):
        root = game.start(seed)
        solution = solve_all(game, root, compiled=compiled)
        states = positions(game, root)
        assert len(solution) == len(states) == solution.check()
        cycles += solution.cyclic
        for state in states:
            answer = solution.best(state)
            expected = minimax(game, state)
            assert (answer.value, answer.distance) == (expected.value, expected.distance), (seed, state)
            if answer.move is not None:  # the move keeps what is promised, one ply nearer to the end
                after = solution.best(game.next_state(state, answer.move))
                assert after.value == answer.value
                assert answer.distance is None or after.distance == answer.distance - 1
    assert cycles > 3


@NEEDS_NUMBA
def test_both_ways_of_running_give_the_same_entries():
    for game in (LAYERED["detours"], CYCLIC["shares"]):
        root = game.start(77)
        plain, fast = (solve_all(game, root, compiled=compiled) for compiled in (False, True))
        assert (plain.results, plain.cyclic, plain.draw) == (fast.results, fast.cyclic, fast.draw)
        assert plain.entries.data == fast.entries.data
        assert plain.check(compiled=True) == fast.check(compiled=False) == len(plain)


def test_a_cycle_that_nobody_can_leave_with_profit_is_a_draw_and_the_note_says_who_decided_that():
    game = CyclicGame(width=8, repetition=None)
    noted = [solve_all(game, game.start(seed), compiled=False) for seed in range(30)]
    assert any(solution.cyclic for solution in noted)
    for solution in noted:
        assert solution.cyclic == any("never ends" in note for note in solution.notes)
    drawn = CyclicGame(width=8)
    assert all(solution.best() == solve_all(drawn, solution.root, compiled=False).best() for solution in noted)


def test_one_player_who_moves_alone():
    game = LayeredGame(plies=6)
    game.num_players = 1
    game.current_player = lambda state: 0
    for seed in range(10):
        root = game.start(seed)
        best = solve_all(game, root, compiled=False).best()
        reachable = [game.utility(state, 0) for state in positions(game, root) if game.is_terminal(state)]
        assert best.value == max(reachable)
        assert isinstance(best, Answer)
