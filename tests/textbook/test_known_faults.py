"""Situations that programs of this kind are known to get wrong."""

from __future__ import annotations

import itertools
import math

import pytest

from graphs import GraphGame
from zermelo import Game, RulesError, TooLongError
from zermelo.textbook import (
    alphabeta,
    alphabeta_table,
    memoised_minimax,
    minimax,
    negamax,
    negamax_alphabeta,
)

ALGORITHMS = [minimax, alphabeta, alphabeta_table, negamax, negamax_alphabeta, memoised_minimax]
every_algorithm = pytest.mark.parametrize("algorithm", ALGORITHMS, ids=lambda algorithm: algorithm.__name__)


def orders(text: str):
    """The graph with its children in every order."""
    game = GraphGame(text)
    for chosen in itertools.product(*(itertools.permutations(moves) for moves in game.moves.values())):
        other = GraphGame(text)
        other.moves = dict(zip(game.moves, map(list, chosen)))
        yield other


def nested(tree):
    return Game.from_functions(
        moves=lambda node: node if isinstance(node, tuple) else (),
        score=lambda node: node,
        start=as_tuples(tree),
    )


def as_tuples(tree):
    return tuple(map(as_tuples, tree)) if isinstance(tree, list) else tree


@every_algorithm
def test_a_value_found_after_a_cut_is_only_a_bound(algorithm):
    text = "A(max)->B,C; B(min)->D,E; C(min)->E; D(max)->F; E(max)->F,G; F=-3; G=2"
    for game in orders(text):
        for sign, played in ((1, game), (-1, game.negated())):
            answer = algorithm(played)
            assert (answer.value, answer.move) == (2 * sign, "C")


@every_algorithm
def test_a_near_win_is_better_than_a_far_one_whatever_path_found_it_first(algorithm):
    game = GraphGame("A(max)->B,C; B(min)->E; E(max)->C,H; C(min)->D; D=win; H=draw")
    assert algorithm(game) == (1, "C", 2)
    assert algorithm(game, "E") == (1, "C", 2)
    assert algorithm(game, "B") == (1, "E", 3)


@every_algorithm
@pytest.mark.parametrize("moves", [(1, 2), (2, 1)])
def test_the_same_heap_with_the_other_player_to_move_is_another_position(algorithm, moves):
    class Heap(Game):
        def initial_state(self):
            return (4, 0)

        def current_player(self, state):
            return state[1]

        def legal_moves(self, state):
            return [move for move in moves if move <= state[0]]

        def next_state(self, state, move):
            return (state[0] - move, 1 - state[1])

        def is_terminal(self, state):
            return state[0] == 0

        def utility(self, state, player):
            return 1 if player != state[1] else -1

        def key(self, state):
            return state[0]  # leaves out who is to move

    values = [algorithm(Heap(), (n, 0)) for n in range(1, 5)]
    assert [value for value, _, _ in values] == [1, 1, -1, 1]
    assert values[1].move == 2
    assert values[3].move == 1
    assert algorithm(Heap(), (0, 1)).value == 1


@every_algorithm
def test_null_windows_give_bounds_not_values(algorithm):
    assert algorithm(GraphGame("A(max)->B; B(min)->C; C(max)->D,E; D=1; E=4")).value == 4
    game = GraphGame("A(max)->B,C; B(min)->D; C(min)->E; D(max)->F; E(max)->G,H; F=-7; G=2; H=3")
    assert algorithm(game)[:2] == (3, "C")


@every_algorithm
def test_a_cut_sibling_that_equals_the_best_is_not_chosen(algorithm):
    assert algorithm(GraphGame("A(max)->B,C; B(min)->D; C(min)->E; D=8; E=0"))[:2] == (8, "B")
    assert algorithm(nested([[1, 1, 5], [3], [4, 3, 2]]))[:2] == (3, 1)
    assert algorithm(nested([[1, 1], [1, 1]]))[:2] == (1, 0)


@every_algorithm
@pytest.mark.parametrize(
    ("tree", "value", "move"),
    [
        ([[-5000, -7000], [-6000, -6500]], -6500, 1),
        ([[-math.inf], [-math.inf]], -math.inf, 0),
        ([[math.inf, 5], [7, 8]], 7, 1),
        ([[10**12, 10**12 + 1], [3]], 10**12, 0),
        ([[10**40, 10**40 + 1], [3]], 10**40, 0),
    ],
)
def test_no_score_is_mistaken_for_nothing_found_yet(algorithm, tree, value, move):
    assert algorithm(nested(tree))[:2] == (value, move)

    def changed(tree):
        return [changed(child) for child in tree] if isinstance(tree, list) else -tree

    # a minimising root: one forced move before it
    assert algorithm(nested([changed(tree)])).value == -value


@every_algorithm
@pytest.mark.parametrize("wrong", [math.nan, None, "7"])
def test_what_cannot_be_compared_is_an_error_that_names_the_rule(algorithm, wrong):
    game = Game.from_functions(moves=lambda s: (1, 2) if s == 0 else (), score=lambda s: wrong, start=0)
    with pytest.raises((RulesError, TypeError), match=r"utility|score|bad operand"):
        algorithm(game)


@every_algorithm
def test_the_player_may_stay_the_same(algorithm):
    game = GraphGame("A(max)->B,C; B(max)->D,E; C(min)->F,G; D=1; E=6; F=4; G=5")
    assert algorithm(game)[:2] == (6, "B")
    assert algorithm(game, "B")[:2] == (6, "E")


@every_algorithm
@pytest.mark.parametrize("result", ["win", "draw", "loss"])
def test_a_game_that_is_over_has_its_value_and_no_move(algorithm, result):
    value = {"win": 1, "draw": 0, "loss": -1}[result]
    assert algorithm(GraphGame(f"A={result}"))[:2] == (value, None)


@every_algorithm
def test_no_moves_in_a_game_that_is_not_over_is_an_error_with_the_state(algorithm):
    game = GraphGame("A(max)->B; B=1")
    game.moves["A"] = []
    with pytest.raises(RulesError, match=r"no legal move.*\n.*legal_moves\n.*'A'"):
        algorithm(game)


@every_algorithm
def test_repetition_as_declared(algorithm):
    text = "A(max)->B,C; B(min)->A,D; C(min)->A,E; D=loss; E=win"
    assert algorithm(GraphGame(text, "draw"))[:2] == (0, "C")
    assert algorithm(GraphGame(text, "draw"), "B")[:2] == (-1, "D")


@every_algorithm
def test_a_game_without_end_is_an_error_with_the_remedy(algorithm):
    game = GraphGame("A(max)->B,C; B(min)->A,D; C(min)->A,E; D=loss; E=win")
    with pytest.raises(TooLongError, match="repetition"):
        algorithm(game)


@pytest.mark.parametrize("n", [3000, 3001])
def test_a_game_of_three_thousand_plies(n):
    heap = Game.from_functions(
        moves=lambda state: [(state[0] - k, 1 - state[1]) for k in (1, 2) if k <= state[0]],
        score=lambda state: 1 if state[1] == 1 else -1,
        start=(n, 0),
    )
    answer = memoised_minimax(heap)
    assert answer.value == (1 if n % 3 else -1)
    if n % 3:
        assert answer.move == 0
