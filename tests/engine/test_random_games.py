"""The engine gives plain minimax's value on random games, whatever is switched on or off."""

from __future__ import annotations

import random

import pytest

from random_games import CyclicGame, FloatGame, LayeredGame
from zermelo import Bound, Limits
from zermelo.engine.options import Options
from zermelo.engine.searcher import Searcher
from zermelo.textbook import heuristic_minimax, minimax

GAMES = {
    "ints": LayeredGame(plies=7),
    "ties": LayeredGame(plies=7, width=3, branching=4, spread=1),
    "floats": FloatGame(plies=6, branching=4),
    "draw": CyclicGame(width=8, repetition="draw"),
    "loss": CyclicGame(width=7, repetition="loss"),
    "forbidden": CyclicGame(width=7, repetition="forbidden"),
}


def sampled_options(random_source: random.Random, **fixed) -> Options:
    def chance():
        return random_source.random() < 0.7

    chosen = {
        name: chance()
        for name in ("table", "null_windows", "aspiration", "deepening", "killers", "history", "counters", "order_hook")
    }
    return Options(**chosen, table_mb=random_source.choice([0.0001, 0.001, 64]), **fixed)


def result_rank(value, distance):
    """How a result compares: what is decided is beyond every guess."""
    return (0 if distance is None else (value > 0) - (value < 0), value)


def check_root_moves(game, state, result, oracle):
    """Every root move's number promises what its bound says."""
    for found in result.moves:
        if found.bound is None:
            continue
        answer = oracle(game.next_state(state, found.move))
        true, told = result_rank(answer.value, answer.distance), result_rank(found.value, found.distance)
        if found.bound is Bound.EXACT:
            assert told == true
        elif found.bound is Bound.LOWER:
            assert told <= true
        else:
            assert told >= true


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("strength", [False, True], ids=["sound", "strength"])
def test_any_combination_of_options_proves_the_value_and_distance_of_minimax(name, strength):
    game, random_source = GAMES[name], random.Random(f"{name} {strength}")
    for _ in range(40):
        searcher = Searcher(game, sampled_options(random_source, strength=strength))
        for seed in random_source.sample(range(10_000), 3):
            state = game.start(seed)
            expected = minimax(game, state)
            lines = random_source.choice([1, 1, 2, 3])
            result = searcher.search(state, Limits(depth=None), lines=lines)
            assert (result.value, result.distance) == (expected.value, expected.distance), (searcher.options, seed)
            assert result.exact
            if not isinstance(game, CyclicGame):
                check_root_moves(game, state, result, lambda child: minimax(game, child))
                if result.move is not None:
                    assert minimax(game, game.next_state(state, result.move)).value == expected.value


@pytest.mark.parametrize("name", ["ints", "ties", "floats"])
def test_at_any_depth_the_sound_search_is_heuristic_minimax(name):
    game, random_source = GAMES[name], random.Random(name)
    for _ in range(60):
        searcher = Searcher(game, sampled_options(random_source))
        for seed in random_source.sample(range(10_000), 3):
            state, depth = game.start(seed), random_source.randrange(1, 6)
            expected = heuristic_minimax(game, state, depth=depth)
            result = searcher.search(state, Limits(depth=depth), lines=random_source.choice([1, 2]))
            assert (result.value, result.distance) == (expected.value, expected.distance)
            check_root_moves(game, state, result, lambda child, d=depth: heuristic_minimax(game, child, depth=d - 1))


@pytest.mark.parametrize("name", GAMES)
def test_the_best_moves_with_lines_are_exact_and_in_order(name):
    game = GAMES[name]
    for seed in range(40):
        state = game.start(seed)
        if game.is_terminal(state):
            continue
        sign = 1 if game.current_player(state) == 0 else -1
        result = Searcher(game, Options()).search(state, lines=2)
        exact = [found for found in result.moves if found.bound is Bound.EXACT]
        assert len(exact) >= min(2, len(result.moves))
        best_two = sorted((sign * found.value for found in exact), reverse=True)[:2]
        others = [sign * found.value for found in result.moves if found.bound is not Bound.EXACT]
        assert all(other <= best_two[-1] for other in others)


@pytest.mark.parametrize("name", GAMES)
def test_a_second_search_is_the_first_one_again_node_for_node(name):
    game = GAMES[name]
    searcher = Searcher(game, Options(strength=True))
    for seed in range(30):
        state = game.start(seed)
        first, second = searcher.search(state), searcher.search(state)
        fresh = Searcher(game, Options(strength=True)).search(state)
        for other in (second, fresh):
            assert (first.nodes, first.value, first.move, first.line) == (
                other.nodes,
                other.value,
                other.move,
                other.line,
            )


def test_the_principal_line_is_legal_and_ends_where_the_value_says():
    game = GAMES["ints"]
    for seed in range(150):
        state = game.start(seed)
        result = Searcher(game, Options()).search(state)
        for move in result.line:
            assert move in list(game.legal_moves(state))
            state = game.next_state(state, move)
        assert game.is_terminal(state)
        assert game.utility(state, 0) == result.value
        if result.distance is not None:
            assert len(result.line) == result.distance
