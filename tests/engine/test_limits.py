"""Limits: whatever stops a search, there is a legal move, soon, and the caller's state is as before."""

from __future__ import annotations

import copy
import threading
import time
from typing import NamedTuple

import pytest

import zermelo
from random_games import LayeredGame
from zermelo import Game, InputError, Limits
from zermelo.engine.options import Options
from zermelo.engine.searcher import Searcher
from zermelo.games.connect_four import ConnectFour
from zermelo.games.mnk import MNK

GAMES = [MNK(), ConnectFour()]
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: type(game).__name__)


def set_event():
    event = threading.Event()
    event.set()
    return event


@every_game
@pytest.mark.parametrize(
    ("limits", "stopped_by"),
    [
        (Limits(seconds=0), "seconds"),
        (Limits(seconds=1e-9), "seconds"),
        (Limits(nodes=0), "nodes"),
        (Limits(nodes=1), "nodes"),
        (Limits(nodes=7), "nodes"),
        (Limits(depth=0), "depth"),
        (Limits(stop=set_event()), "stop"),
    ],
    ids=["no-time", "past", "no-nodes", "one-node", "seven-nodes", "no-depth", "stop"],
)
def test_there_is_always_a_move(game, limits, stopped_by):
    begun = time.perf_counter()
    result = Searcher(game).search(None, limits)
    assert result.move in list(game.legal_moves(game.initial_state()))
    assert not result.exact
    assert result.stopped_by == stopped_by
    assert time.perf_counter() - begun < 60  # not a measurement: it must not run on


def test_a_single_legal_move_is_found_with_the_smallest_budget():
    game = LayeredGame(branching=1)
    assert Searcher(game).search(game.start(1), Limits(nodes=1)).move == 0


@every_game
def test_a_stop_from_another_thread_returns_the_best_so_far(game):
    limits = Limits()
    threading.Timer(0.15, limits.stop.set).start()
    result = Searcher(ConnectFour()).search(None, limits)
    assert result.stopped_by == "stop"
    assert result.depth >= 1
    assert result.move is not None


def test_an_unfinished_iteration_is_discarded():
    game = ConnectFour()
    searcher = Searcher(game, Options(null_windows=True))
    for nodes in range(300, 6000, 379):
        stopped = searcher.search(None, Limits(nodes=nodes))
        finished = searcher.search(None, Limits(depth=stopped.depth)) if stopped.depth else None
        if finished is not None:
            assert (stopped.value, stopped.move) == (finished.value, finished.move)


def test_the_search_ends_at_the_depth_asked_for():
    result = Searcher(ConnectFour()).search(None, Limits(depth=5))
    assert (result.depth, result.stopped_by, result.exact) == (5, "depth", False)


@pytest.mark.parametrize("error", [ValueError("my own"), KeyboardInterrupt()], ids=["error", "ctrl-c"])
def test_the_search_after_a_broken_one_is_like_a_fresh_one(error):
    class Fragile(ConnectFour):
        calls = 0

        def evaluate(self, state, player):
            self.calls += 1
            if self.calls == 300:
                raise error
            return super().evaluate(state, player)

    game = Fragile()
    state = game.from_text("4453")[1]
    before = copy.deepcopy(state)
    searcher = Searcher(game)
    if isinstance(error, KeyboardInterrupt):
        assert searcher.search(state, Limits(depth=6)).stopped_by == "stop"
    else:
        with pytest.raises(ValueError, match="my own"):
            searcher.search(state, Limits(depth=6))
    assert state == before
    again, fresh = searcher.search(state, Limits(depth=6)), Searcher(ConnectFour()).search(state, Limits(depth=6))
    assert (again.value, again.move, again.nodes) == (fresh.value, fresh.move, fresh.nodes)


def test_progress_tells_depth_nodes_value_and_line():
    seen = []
    zermelo.search(ConnectFour(), seconds=0.6, compiled=False, on_progress=seen.append)
    assert seen
    assert seen[-1].depth >= 4
    assert seen[-1].nodes > seen[0].nodes > 0
    assert seen[-1].value is not None
    assert seen[-1].line[0] in range(7)
    assert seen[-1].nodes_per_second > 0


@pytest.mark.parametrize(
    "wrong",
    [
        {"depth": -1}, {"depth": 1.5}, {"depth": True}, {"seconds": -1}, {"seconds": float("nan")}, {"seconds": "2"},
        {"nodes": -5}, {"lines": 0}, {"workers": 0}, {"lines": 1.5}, {"table_mb": -1}, {"table_mb": float("nan")},
    ],
    ids=str,
)  # fmt: skip
def test_a_wrong_argument_is_named_with_its_value(wrong):
    ((name, value),) = wrong.items()
    with pytest.raises(InputError, match=f"{name}={value!r}"):
        zermelo.search(MNK(), **wrong)


def test_a_huge_depth_is_a_depth():
    result = zermelo.search(MNK(), depth=10**30, compiled=False)
    assert (result.value, result.exact) == (0, True)


def test_nodes_are_those_of_this_search_not_of_the_one_before():
    searcher = Searcher(ConnectFour())
    assert searcher.search(None, Limits(depth=5)).nodes > 0
    for limits in (Limits(depth=0), Limits(nodes=0), Limits(seconds=0), Limits(stop=set_event())):
        assert searcher.search(None, limits).nodes == 0


def test_one_iteration_is_searched_once():
    searcher = Searcher(ConnectFour(), Options(lean=True, null_windows=False, aspiration=False, deepening=False))
    assert searcher.search(None, Limits(depth=4)).nodes < 7 + 7**2 + 7**3 + 7**4


def test_beyond_the_longest_line_nothing_is_called_proved():
    class Chain(LayeredGame):
        def legal_moves(self, state):
            return [0]

        def next_state(self, state, move):
            return self.State(state.seed, state.layer + 1, 0)

        def is_terminal(self, state):
            return state.layer >= 50_000

    result = Searcher(Chain()).search(Chain().start(1), Limits(nodes=60_000))
    assert not result.exact
    assert result.stopped_by != "proved"


def test_what_is_not_proved_beside_a_proved_value_has_no_number():
    from zermelo.games.nim import Nim

    result = Searcher(Nim((5,))).search(None, Limits(depth=1))
    assert (result.exact, result.value) == (True, 1)
    for move in result.moves:
        assert move.value is None or (move.value, tuple(move.move)) == (1, (0, 5))


class Corridor(Game):
    """One move at each of many plies, then a choice of two ends."""

    class State(NamedTuple):
        left: int  # plies
        player: int
        end: int

    def initial_state(self):
        return self.State(60, 0, 0)

    def current_player(self, state):
        return state.player

    def legal_moves(self, state):
        yield 0
        if state.left == 1:
            yield 1

    def next_state(self, state, move):
        return self.State(state.left - 1, 1 - state.player, move)

    def is_terminal(self, state):
        return state.left == 0

    def utility(self, state, player):
        value = 2 * state.end - 1
        return value if player == 0 else -value


@pytest.mark.parametrize("strength", [False, True])
def test_a_try_without_a_thread_gives_way_to_lines_too_long_for_its_stack(strength):
    compiled, plain = (Searcher(Corridor(), Options(strength=strength), compiled=way) for way in (True, False))
    for length in (60, 62, 63, 64, 65, 66, 70, 2000):
        state = Corridor.State(length, 0, 0)
        found = compiled.search(state)
        assert found.exact
        assert found.distance == length
        assert found.value == (1 if length % 2 else -1)  # who moves last, chooses
        same = plain.search(state)
        assert (same.value, same.distance, same.nodes, same.line) == (found.value, length, found.nodes, found.line)
