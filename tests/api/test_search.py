"""`zermelo.search`: which of the two ways runs, and what it says about it."""

from __future__ import annotations

import threading
from typing import NamedTuple

import pytest

import zermelo
from graphs import GraphGame
from random_games import LayeredGame, mixed
from zermelo import CompileError, Game, with_item
from zermelo.api.search import borrowed_searchers, searcher_for
from zermelo.engine.options import Options
from zermelo.engine.searcher import Searcher
from zermelo.games.coins import Coins
from zermelo.games.connect_four import ConnectFour
from zermelo.games.mnk import MNK
from zermelo.games.nim import Nim
from zermelo.games.tree import Tree
from zermelo.kernel.available import numba_available
from zermelo.textbook.minimax import minimax

needs_numba = pytest.mark.skipif(not numba_available(), reason="Numba is not to be had here")


def test_the_published_values_of_small_games():
    result = zermelo.search(Coins((2, 3, 5, 8)))
    assert (result.value, result.move, result.exact, result.stopped_by) == (10, 1, True, "proved")
    result = zermelo.search(Nim((1, 2)))
    assert (result.value, tuple(result.move)) == (1, (1, 1))
    assert zermelo.search(Nim((2, 3))).value == 1
    result = zermelo.search(MNK())
    assert (result.value, result.exact) == (0, True)
    assert zermelo.search(Tree([[3, 5], [1, None]])).value == 3
    assert zermelo.search(Tree([[8, 6], [9, None]], min_first=True)).value == 8


def test_a_small_game_is_solved_without_the_compiler():
    result = zermelo.search(MNK(3, 3, 3))
    assert not result.compiled
    assert result.note is None


def test_a_game_that_cannot_be_compiled_runs_and_says_why_where_it_matters():
    game = GraphGame("A(max)->B,C; B(min)->A,D; C(min)->A,E; D=loss; E=win")
    result = zermelo.search(game, depth=6)
    assert not result.compiled
    assert "NamedTuple" in result.note
    with pytest.raises(CompileError, match="NamedTuple"):
        zermelo.search(game, compiled=True)


def test_with_little_time_nothing_is_compiled():
    result = zermelo.search(ConnectFour(6, 7), seconds=0.05)
    assert not result.compiled
    assert result.stopped_by == "seconds"


@needs_numba
@pytest.mark.slow
def test_what_is_not_finished_at_once_is_compiled_and_stays_warm():
    game, notes = ConnectFour(), []
    first = zermelo.search(game, depth=13, on_note=notes.append)
    assert first.compiled
    second = zermelo.search(game, seconds=0.2)
    assert second.compiled
    plain = zermelo.search(game, depth=9, compiled=False)
    compiled = zermelo.search(game, depth=9, compiled=True)
    assert (plain.nodes, plain.value, plain.line) == (compiled.nodes, compiled.value, compiled.line)


@needs_numba
@pytest.mark.slow
def test_a_state_of_another_shape_than_the_compiled_one_still_runs():
    class Piles(Game):
        class State(NamedTuple):
            piles: tuple[int, ...]
            player: int

        def initial_state(self):
            return self.State((1, 2), 0)

        def current_player(self, state):
            return state.player

        def legal_moves(self, state):
            for pile in range(len(state.piles)):
                if state.piles[pile]:
                    yield pile

        def next_state(self, state, move):
            return self.State(with_item(state.piles, move, state.piles[move] - 1), 1 - state.player)

        def is_terminal(self, state):
            return max(state.piles) == 0

        def utility(self, state, player):
            return 1 if player != state.player else -1

    game = Piles()
    assert zermelo.search(game, compiled=True).value == 1
    other = game.State((3, 4, 4), 0)
    result = zermelo.search(game, other)
    assert (result.value, result.compiled) == (1, False)
    with pytest.raises(CompileError):
        zermelo.search(game, other, compiled=True)


@needs_numba
@pytest.mark.slow
def test_every_rule_may_be_float():
    class Halves(LayeredGame):
        def utility(self, state, player):
            return super().utility(state, player) / 2

    game = Halves()
    for seed in range(20):
        plain, compiled = (zermelo.search(game, game.start(seed), compiled=way) for way in (False, True))
        assert (plain.value, plain.nodes) == (compiled.value, compiled.nodes)


def test_a_search_of_a_changed_game_is_a_new_one():
    game = Nim((1, 2))

    def borrowed(**options):
        with borrowed_searchers() as searchers:
            return searcher_for(searchers, game, Options(**options), False)

    searcher = borrowed()
    assert borrowed() is searcher
    assert borrowed(table_mb=1) is not searcher
    assert borrowed() is searcher
    game.misere = True
    assert borrowed() is not searcher


def test_who_searches_a_game_that_is_being_searched_has_arrays_of_their_own():
    game, options = Nim((1, 2)), Options()
    with borrowed_searchers() as first, borrowed_searchers() as second:
        one, other = (searcher_for(searchers, game, options, False) for searchers in (first, second))
        assert one is not other
        assert searcher_for(first, game, options, False) is one
        assert searcher_for(first, Nim((3, 4)), options, False) is not one
    with borrowed_searchers() as third:
        assert searcher_for(third, game, options, False) in (one, other)


@pytest.mark.parametrize("way", [False, True], ids=["plain", "compiled"])
def test_threads_that_search_one_game_object_at_once_find_what_each_finds_alone(way):
    """Values once came from each other's tables, and the process could crash."""
    game = LayeredGame(plies=6, width=20)
    states = [game.start(seed) for seed in range(60)]
    alone = [minimax(game, state).value for state in states]
    zermelo.search(game, states[0], compiled=way)
    found = [{} for _ in range(4)]

    def work(number):
        for index in range(number, len(states), 2):  # two threads at each state
            result = zermelo.search(game, states[index], compiled=way, exact=True)
            solved = zermelo.solve_many(game, [states[index]], compiled=way)[0]
            found[number][index] = (result.value, result.exact, solved.value)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for number, results in enumerate(found):
        assert len(results) == len(range(number, len(states), 2))
        for index, result in results.items():
            assert result == (alone[index], True, alone[index])


def test_a_callback_may_search_the_game_that_is_being_searched():
    game, inner = ConnectFour(), []
    expected = zermelo.search(game, depth=3, compiled=False).value

    def on_progress(progress):
        if not inner:
            inner.append(zermelo.search(game, depth=3, compiled=False).value)

    zermelo.search(game, seconds=0.5, compiled=False, on_progress=on_progress)
    assert inner == [expected]


def test_games_that_cannot_be_remembered_are_searched_all_the_same():
    class Slotted(Game):
        __slots__ = ()

        class State(NamedTuple):
            left: int

        def initial_state(self):
            return self.State(3)

        def current_player(self, state):
            return state.left & 1

        def legal_moves(self, state):
            return [1]

        def next_state(self, state, move):
            return self.State(state.left - move)

        def is_terminal(self, state):
            return state.left == 0

        def utility(self, state, player):
            return 1 if player == 0 else -1

    assert zermelo.search(Slotted()).value == 1


@pytest.mark.parametrize("wrong", [{"workers": 10**14}, {"lines": 10**9}])
def test_what_nobody_can_mean_is_refused(wrong):
    with pytest.raises(zermelo.InputError, match="from 1 to"):
        zermelo.search(MNK(), **wrong)


def test_more_nodes_than_there_are_is_no_limit():
    assert zermelo.search(MNK(), nodes=10**26, compiled=False).exact


def test_infinite_seconds_are_no_limit_at_all():
    slow = LayeredGame(plies=60, width=40)
    result = zermelo.search(slow, slow.start(1), seconds=float("inf"), nodes=3000, compiled=False)
    assert result.stopped_by == "nodes"


def test_ctrl_c_while_it_compiles_keeps_what_plain_python_found(monkeypatch):
    game = ConnectFour(7, 5)
    warm = Searcher.warm

    def interrupted(self, state=None):
        if self.compiled:
            raise KeyboardInterrupt
        warm(self, state)

    monkeypatch.setattr(Searcher, "warm", interrupted)
    result = zermelo.search(game)
    assert (result.stopped_by, result.compiled) == ("stop", False)
    assert result.depth >= 1


def test_a_table_of_no_size_is_no_table():
    assert zermelo.search(MNK(), table_mb=0, depth=4).depth == 4


@needs_numba
@pytest.mark.slow
def test_a_helper_that_is_given_anew_is_not_served_stale_to_the_same_game(monkeypatch):
    game = Stale()
    assert zermelo.search(game, compiled=True).value == 1
    monkeypatch.setitem(globals(), "worth", lambda: 5)
    assert zermelo.search(game, compiled=True).value == zermelo.search(game, compiled=False).value == 5
    monkeypatch.setattr(Stale, "utility", lambda self, state, player: 7 if player == 0 else -7)
    assert zermelo.search(game, compiled=False).value == zermelo.search(game, compiled=True).value == 7


def worth():
    return 1


class Stale(Game):
    class State(NamedTuple):
        left: int

    def initial_state(self):
        return self.State(3)

    def current_player(self, state):
        return state.left & 1

    def legal_moves(self, state):
        for move in range(2):
            yield move

    def next_state(self, state, move):
        return self.State(state.left - 1)

    def is_terminal(self, state):
        return state.left == 0

    def utility(self, state, player):
        return worth() if player == 0 else -worth()


@needs_numba
@pytest.mark.slow
def test_values_that_turn_out_to_be_floats_cost_no_time_of_the_search():
    class Halves(LayeredGame):
        def utility(self, state, player):
            kind = mixed(state.seed, state.layer, state.node, 5) % 3
            value = 0.5 if kind == 1 else kind // 2
            return value if player == 0 else 1 - value

    game = Halves(plies=6)
    for seed in range(10):
        result = zermelo.search(game, game.start(seed), compiled=True, seconds=20)
        assert result.value == zermelo.search(game, game.start(seed), compiled=False).value
        assert type(result.value) is float
