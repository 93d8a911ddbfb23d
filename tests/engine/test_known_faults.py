"""The faults that programs of this kind are known for, asked of the engine."""

from __future__ import annotations

import itertools
import math

import pytest

import zermelo
from graphs import GraphGame
from zermelo import Game, RulesError, TooLongError
from zermelo.engine.options import Options
from zermelo.engine.searcher import Searcher
from zermelo.games.connect_four import ConnectFour
from zermelo.games.mnk import MNK
from zermelo.games.othello import Othello
from zermelo.kernel.available import numba_available
from zermelo.textbook import minimax

SWITCHES = [
    Options(),
    Options(strength=True),
    Options(table=False),
    Options(table_mb=0.00004),
    Options(deepening=False),
    Options(null_windows=False, aspiration=False),
    Options(killers=False, history=False, counters=False, order_hook=False),
]
every_option = pytest.mark.parametrize("options", SWITCHES, ids=range(len(SWITCHES)))


def orders(text):
    game = GraphGame(text)
    for chosen in itertools.product(*(itertools.permutations(moves) for moves in game.moves.values())):
        other = GraphGame(text)
        other.moves = dict(zip(game.moves, map(list, chosen)))
        yield other


def as_tuples(tree):
    return tuple(map(as_tuples, tree)) if isinstance(tree, list) else tree


def nested(tree):
    return Game.from_functions(
        moves=lambda node: node if isinstance(node, tuple) else (), score=lambda node: node, start=as_tuples(tree)
    )


@every_option
def test_a_value_found_after_a_cut_is_only_a_bound(options):
    text = "A(max)->B,C; B(min)->D,E; C(min)->E; D(max)->F; E(max)->F,G; F=-3; G=2"
    for game in orders(text):
        for sign, played in ((1, game), (-1, game.negated())):
            result = Searcher(played, options).search()
            assert (result.value, result.move, result.exact) == (2 * sign, "C", True)


@every_option
def test_a_near_win_is_better_than_a_far_one_with_the_table_kept(options):
    game = GraphGame("A(max)->B,C; B(min)->E; E(max)->C,H; C(min)->D; D=win; H=draw")
    searcher = Searcher(game, options)
    for state, expected in (("A", (1, "C", 2)), ("E", (1, "C", 2)), ("B", (1, "E", 3)), ("A", (1, "C", 2))):
        result = searcher.search(state)
        assert (result.value, result.move, result.distance) == expected


@every_option
@pytest.mark.parametrize("moves", [(1, 2), (2, 1)])
def test_a_key_without_the_player_is_completed(options, moves):
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
            return state[0]

    searcher = Searcher(Heap(), options)
    assert [searcher.search((n, 0)).value for n in range(1, 8)] == [1, 1, -1, 1, 1, -1, 1]
    assert searcher.search((4, 0)).move == 1
    assert searcher.search((0, 1)).value == 1


@every_option
def test_null_windows_give_bounds_not_values(options):
    assert Searcher(GraphGame("A(max)->B; B(min)->C; C(max)->D,E; D=1; E=4"), options).search().value == 4
    game = GraphGame("A(max)->B,C; B(min)->D; C(min)->E; D(max)->F; E(max)->G,H; F=-7; G=2; H=3")
    result = Searcher(game, options).search()
    assert (result.value, result.move) == (3, "C")


@every_option
def test_a_cut_sibling_that_equals_the_best_is_not_chosen(options):
    result = Searcher(GraphGame("A(max)->B,C; B(min)->D; C(min)->E; D=8; E=0"), options).search()
    assert (result.value, result.move, result.best_moves) == (8, "B", ("B",))
    assert Searcher(nested([[1, 1, 5], [3], [4, 3, 2]]), options).search().move == 1
    result = Searcher(nested([[1, 1], [1, 1]]), options).search(lines=2)
    assert set(result.best_moves) == {0, 1}


@every_option
@pytest.mark.parametrize("sign", [1, -1])
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
def test_no_score_is_mistaken_for_nothing_found_yet(options, tree, value, move, sign):
    game = Game.from_functions(
        moves=lambda state: [(child, 1 - state[1]) for child in state[0]] if isinstance(state[0], tuple) else (),
        score=lambda state: sign * state[0],
        player=lambda state: state[1],
        start=(as_tuples(tree), 0 if sign == 1 else 1),
    )
    result = Searcher(game, options).search()
    assert (result.value, result.move) == (sign * value, move)


@pytest.mark.parametrize("wrong", [math.nan, None, "7"])
def test_what_cannot_be_compared_is_an_error_that_names_the_rule(wrong):
    game = GraphGame("A(max)->B; B(min)->C,D; C=1; D=2")
    game.values["D"] = wrong
    if wrong == "7":
        game.utility = lambda state, player: game.values[state]
    with pytest.raises((RulesError, TypeError), match=r"utility|bad operand|unsupported"):
        Searcher(game).search()


@every_option
def test_the_player_may_stay_the_same(options):
    game = GraphGame("A(max)->B,C; B(max)->D,E; C(min)->F,G; D=1; E=6; F=4; G=5")
    result = Searcher(game, options).search()
    assert (result.value, result.line) == (6, ("B", "E"))


@every_option
def test_a_pass_is_a_move(options):
    game, state = Othello.from_text("XOOOOO-XXXOOOOO-XOXO-O-OXOOXOOOOXXXOXOXXXXXXOOOOXXXXXXOOXXXXXOOX X")
    result = Searcher(game, options).search(state, lines=4)
    assert (result.value, game.format_move(result.move), result.exact) == (38, "g1", True)
    values = {game.format_move(found.move): found.value for found in result.moves}
    assert values == {"g1": 38, "h2": 32, "e3": 32, "g3": 10}


@every_option
@pytest.mark.parametrize("result", ["win", "draw", "loss"])
def test_a_game_that_is_over_has_its_value_and_no_move(options, result):
    found = Searcher(GraphGame(f"A={result}"), options).search()
    assert (found.value, found.move, found.stopped_by) == ({"win": 1, "draw": 0, "loss": -1}[result], None, "over")


def test_no_moves_in_a_game_that_is_not_over_is_an_error_with_the_state():
    for text, empty in (("A(max)->B; B=1", "A"), ("A(max)->B; B(min)->C; C(max)->D; D=1", "C")):
        game = GraphGame(text)
        game.moves[empty] = []
        with pytest.raises(RulesError, match=rf"no legal move.*\n.*legal_moves\n.*'{empty}'"):
            Searcher(game).search()


@every_option
def test_repetition_as_declared(options):
    text = "A(max)->B,C; B(min)->A,D; C(min)->A,E; D=loss; E=win"
    searcher = Searcher(GraphGame(text, "draw"), options)
    for state, expected in (("A", (0, "C")), ("B", (-1, "D")), ("A", (0, "C"))):
        result = searcher.search(state)
        assert (result.value, result.move, result.exact) == (*expected, True)


def test_a_cycle_without_a_rule_ends_at_the_limit_and_says_that_nothing_is_proved():
    game = GraphGame("A(max)->B,C; B(min)->A,D; C(min)->A,E; D=loss; E=win")
    result = zermelo.search(game, seconds=0.3)
    assert not result.exact
    assert result.stopped_by == "seconds"
    result = zermelo.search(game, depth=10)
    assert not result.exact


@pytest.mark.parametrize("n", [3000, 3001])
def test_a_game_of_three_thousand_plies_is_solved(n):
    heap = Game.from_functions(
        moves=lambda state: [(state[0] - k, 1 - state[1]) for k in (1, 2) if k <= state[0]],
        score=lambda state: 1 if state[1] == 1 else -1,
        start=(n, 0),
    )
    result = Searcher(heap).search(None)
    assert (result.value, result.exact) == (1 if n % 3 else -1, True)
    if n % 3:
        assert result.move == 0


def test_a_line_beyond_the_longest_is_an_error_not_a_crash():
    endless = Game.from_functions(moves=lambda n: [n + 1], score=lambda n: 0, start=0)
    result = Searcher(endless, Options(deepening=False)).search(None, zermelo.Limits(depth=500))
    assert not result.exact
    with pytest.raises(TooLongError, match="come to an end"):
        minimax(endless)


@pytest.mark.slow
@pytest.mark.parametrize("options", [Options(), Options(strength=True)], ids=["sound", "strength"])
def test_when_all_moves_lose_the_one_that_lasts_is_played(options):
    game, state = ConnectFour.from_text("6645464427122")
    result = Searcher(game, options, compiled=numba_available()).search(state)
    assert result.exact
    assert result.move == 2
    values = {found.move: found.value for found in result.moves}
    assert set(values.values()) == {1}  # the second player to move: all are wins of the first


@every_option
@pytest.mark.parametrize("reverse", [False, True])
def test_when_several_moves_win_the_quickest_is_played(options, reverse):
    class Reversed(MNK):
        def legal_moves(self, state):
            return list(super().legal_moves(state))[::-1]

        def order_moves(self, state, move):
            return -super().order_moves(state, move)

    game, state = (Reversed if reverse else MNK).from_text("...O.X.OX")
    result = Searcher(game, options).search(state, lines=9)
    assert (result.move, result.distance) == (2, 1)
    distances = {found.move: (found.value, found.distance) for found in result.moves}
    assert distances[2] == (1, 1)
    assert distances[0] == distances[4] == (1, 3)
    assert distances[1][0] == distances[6][0] == 0


def test_kalah_values_where_a_player_moves_again():
    from kalah import Kalah

    assert Searcher(Kalah(2, 3)).search().value == -2
    assert Searcher(Kalah(3, 3)).search().value == 2
