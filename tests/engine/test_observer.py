"""An observed search is the same search, and tells what it does as the textbook algorithms do."""

from __future__ import annotations

import pytest

from random_games import CyclicGame, FloatGame, LayeredGame
from zermelo import Counts, InputError, Limits, Observer
from zermelo.core.score import HIGHEST, LOWEST
from zermelo.engine.options import Options
from zermelo.engine.searcher import Searcher
from zermelo.games.tree import Tree
from zermelo.textbook import alphabeta

BARE = Options(lean=True, table=False, null_windows=False, aspiration=False, deepening=False)


class Told(Observer):
    def __init__(self):
        self.events = []
        self.open = 0

    def enter(self, state, player, move, ply, alpha, beta):
        assert LOWEST <= alpha < beta <= HIGHEST
        self.events.append(("enter", state, player, move, ply, alpha, beta))
        self.open += 1

    def window(self, alpha, beta):
        self.events.append(("window", alpha, beta))

    def cut(self, by, unvisited):
        self.events.append(("cut", by, unvisited))

    def leave(self, score, bound, kind):
        self.events.append(("leave", score, bound, kind))
        self.open -= 1


@pytest.mark.parametrize("strength", [False, True])
@pytest.mark.parametrize("game", [LayeredGame(plies=7), FloatGame(), CyclicGame()], ids=["ints", "floats", "cycles"])
def test_recording_changes_neither_the_value_nor_the_nodes(game, strength):
    options = Options(strength=strength)
    for seed in range(40):
        counts, told = Counts(), Told()
        state, limits = game.start(seed), Limits(depth=8)
        silent = Searcher(game, options).search(state, limits)
        for observer in (counts, told):
            observed = Searcher(game, options, observer=observer).search(state, limits)
            assert (observed.value, observed.move, observed.nodes) == (silent.value, silent.move, silent.nodes)
        if not game.is_terminal(state):
            assert counts.nodes == silent.nodes
            assert told.open == 0


def test_bare_alphabeta_tells_what_the_textbook_tells():
    for tree, min_first in (([[3, 5], [1, 9]], False), ([[8, 6], [9, 1]], True), ([[[5, 6], [7, 4, 5]], [[3]]], False)):
        game = Tree(tree, min_first)
        told, book = Told(), Told()
        alphabeta(game, observer=book)
        Searcher(game, BARE, observer=told).search(None, Limits(depth=9))
        assert told.events == book.events


def test_compiled_code_cannot_be_observed():
    with pytest.raises(InputError, match="cannot be observed"):
        Searcher(LayeredGame(), compiled=True, observer=Counts())
