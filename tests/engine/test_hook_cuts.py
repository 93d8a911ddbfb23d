"""What the rules know without a search changes nothing but the nodes."""

from __future__ import annotations

import itertools
import random
from typing import NamedTuple

import pytest

from told_games import HOOKS, Hooked
from zermelo import Game, Limits
from zermelo.engine.options import Options
from zermelo.engine.searcher import Searcher
from zermelo.games.connect_four import ConnectFour
from zermelo.kernel.available import numba_available


@pytest.mark.parametrize("count", range(1, len(HOOKS) + 1))
def test_a_search_to_the_end_finds_the_value_and_its_distance(count):
    chance = random.Random(count)
    choices = list(itertools.combinations(HOOKS, count))
    for present in chance.sample(choices, min(5, len(choices))):
        game = Hooked(present, plies=chance.choice([4, 6, 9]), width=7, branching=4, spread=chance.choice([1, 2]))
        for strength, cuts in ((False, True), (True, True), (False, False)):
            searcher = Searcher(game, Options(strength=strength, hook_cuts=cuts))
            for _ in range(25):
                state = game.start(chance.randrange(10_000))
                result = searcher.search(state)
                assert result.exact
                assert (result.value, result.distance) == game.known(state)
                assert {root.move for root in result.moves} == set(game.legal_moves(state))
                assert result.distance is None or len(result.line) == result.distance


def test_to_a_limited_depth_a_sound_search_does_not_ask_them():
    state = Hooked((), plies=9).start(4)
    with_hooks = Searcher(Hooked(HOOKS, plies=9), Options()).search(state, Limits(depth=3))
    without = Searcher(Hooked(("order_moves",), plies=9), Options()).search(state, Limits(depth=3))
    assert (with_hooks.value, with_hooks.nodes) == (without.value, without.nodes)


@pytest.mark.slow
@pytest.mark.skipif(not numba_available(), reason="Numba is not to be had here")
def test_plain_and_compiled_visit_the_same_nodes():
    game = ConnectFour(5, 4)
    chance = random.Random(3)
    for _ in range(20):
        state = game.initial_state()
        for _ in range(chance.randrange(7, 14)):
            if not game.is_terminal(state):
                state = game.next_state(state, chance.choice(list(game.legal_moves(state))))
        plain, compiled = (Searcher(game, Options(), compiled=way).search(state) for way in (False, True))
        assert (plain.nodes, plain.value, plain.distance, plain.line) == (
            compiled.nodes,
            compiled.value,
            compiled.distance,
            compiled.line,
        )


class Rare(Game):
    """Four plies; a few ends are worth more than a packed score holds, and the rules know it a ply before."""

    class State(NamedTuple):
        layer: int
        node: int

    def initial_state(self):
        return self.State(0, 0)

    def current_player(self, state):
        return state.layer & 1

    def legal_moves(self, state):
        yield 0
        yield 1

    def next_state(self, state, move):
        return self.State(state.layer + 1, 2 * state.node + move)

    def is_terminal(self, state):
        return state.layer == 4

    def utility(self, state, player):
        value = 1 << 50 if state.node >= 14 or (state.node > 8 and state.node & 2) else 0
        return value if player == 0 else -value

    def known_result(self, state):
        if state.layer == 3 and state.node == 7:
            return True, 1 << 50, 1
        return False, 0, 0


@pytest.mark.parametrize(
    "compiled", [False, pytest.param(True, marks=pytest.mark.skipif(not numba_available(), reason="no Numba"))]
)
def test_a_known_result_beyond_packed_scores_is_searched_with_wide_ones(compiled):
    result = Searcher(Rare(), Options(), compiled=compiled).search()
    assert (result.value, result.exact, result.distance) == (1 << 50, True, 4)
