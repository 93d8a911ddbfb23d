"""Several threads at one search: the answers of one thread, with moves put off that another thread is searching."""

from __future__ import annotations

import random
import threading

import pytest

from random_games import LayeredGame
from zermelo.core.limits import Limits
from zermelo.engine import crew
from zermelo.engine.core import MARK_FACTOR
from zermelo.engine.options import Options
from zermelo.engine.searcher import Searcher
from zermelo.engine.table import NUM_MARKS
from zermelo.games.connect_four import ConnectFour
from zermelo.games.othello import Othello
from zermelo.kernel.available import why_unavailable
from zermelo.kernel.rules import plain_rules
from zermelo.textbook.heuristic_minimax import heuristic_minimax

pytestmark = pytest.mark.skipif(why_unavailable() is not None, reason="threads are for compiled code")


@pytest.fixture(autouse=True)
def every_iteration_is_shared(monkeypatch):
    monkeypatch.setattr(crew, "LEAST_NODES", 0)


@pytest.mark.parametrize("workers", [2, 3])
def test_the_value_is_that_of_minimax_however_many_threads_there_are(workers):
    game = LayeredGame(plies=8, width=40, branching=4)
    searcher = Searcher(game, Options(), compiled=True)
    for seed in range(40):
        state = game.start(seed)
        if game.is_terminal(state):
            continue
        for depth in (5, 8):
            found = searcher.search(state, Limits(depth=depth), workers=workers)
            assert found.value == heuristic_minimax(game, state, depth=depth).value, (seed, depth)


def positions(game, seeds, plies):
    for seed in seeds:
        source, state = random.Random(seed), game.initial_state()
        for _ in range(plies):
            if not game.is_terminal(state):
                state = game.next_state(state, source.choice(list(game.legal_moves(state))))
        if not game.is_terminal(state):
            yield state


@pytest.mark.parametrize(("game", "depth"), [(ConnectFour(), 11), (Othello(), 6)], ids=["connect-four", "othello"])
def test_two_threads_find_the_value_of_one(game, depth):
    one, two = Searcher(game, Options(), compiled=True), Searcher(game, Options(), compiled=True)
    for state in positions(game, range(8), 6):
        alone = one.search(state, Limits(depth=depth))
        together = two.search(state, Limits(depth=depth), workers=2)
        assert (together.value, together.distance) == (alone.value, alone.distance)
        # Equal best moves may come in another order; the one that is named is among the best.
        best = one.search(game.next_state(state, together.move), Limits(depth=depth - 1))
        assert best.value == alone.value


def test_moves_that_another_thread_never_finishes_are_put_off_and_still_searched(monkeypatch):
    """Every move of every position is marked as under search, by nobody: nodes search them in their second round."""
    game = LayeredGame(plies=8, width=15, branching=4)
    rules, marks = plain_rules(game), []
    begin = crew.Crew.share

    def share(self, *iteration):
        begin(self, *iteration)
        table = self.leader.table
        for mark in marks:
            table.words[table.marks + (mark & (NUM_MARKS - 1))] = mark

    monkeypatch.setattr(crew.Crew, "share", share)
    searcher = Searcher(game, Options(), compiled=True)
    for seed in range(40):
        marks.clear()
        for layer in range(game.plies):
            for node in range(game.width):
                state = game.State(seed, layer, node)
                _, check = rules.hash_state(state)
                marks += [check ^ signed_word((move + 1) * MARK_FACTOR) for move in game.legal_moves(state)]
        found = searcher.search(game.start(seed), Limits(depth=8), workers=2)
        assert found.value == heuristic_minimax(game, game.start(seed), depth=8).value, seed


def signed_word(number):
    number &= (1 << 64) - 1
    return number - (1 << 64) if number >> 63 else number


def test_helpers_end_with_the_search_whatever_ends_it():
    searcher = Searcher(ConnectFour(), Options(strength=True), compiled=True)
    before = threading.active_count()
    searcher.search(None, Limits(nodes=20_000), workers=3)
    searcher.search(None, Limits(seconds=0.05), workers=3)
    stop = threading.Event()
    threading.Timer(0.05, stop.set).start()
    searcher.search(None, Limits(stop=stop), workers=3)
    assert threading.active_count() == before
