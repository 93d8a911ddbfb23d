"""The engine is recorded like a textbook algorithm, and does what it does unrecorded."""

from __future__ import annotations

import pytest

import zermelo
from random_games import CyclicGame, FloatGame, LayeredGame
from zermelo import Limits
from zermelo.engine.options import Options
from zermelo.engine.searcher import Searcher
from zermelo.games.tree import Tree
from zermelo.textbook import minimax


@pytest.mark.parametrize("game", [LayeredGame(), FloatGame(), CyclicGame()], ids=["ints", "floats", "cycles"])
def test_a_recorded_engine_search_has_minimax_s_value_and_the_engine_s_nodes(game):
    for seed in range(25):
        state = game.start(seed)
        tree = zermelo.record(game, state, algorithm="engine", depth=12)
        if isinstance(game, LayeredGame):
            assert tree.value == minimax(game, state).value
        if not game.is_terminal(state):
            silent = Searcher(game, Options(deepening=False, null_windows=False)).search(state, Limits(depth=12))
            assert tree.visited == silent.nodes
        assert tree.to_text()
        assert tree.to_svg().startswith("<svg")


def test_the_cut_of_a_book_tree_has_its_reason():
    text = zermelo.record(Tree([[3, 5], [1, None]]), algorithm="engine").to_text()
    assert "cut: β=1 ≤ α=3" in text
    assert "never visited" in text
