"""Counts side by side."""

from __future__ import annotations

import sys

import pytest

from random_games import LayeredGame
from zermelo import InputError
from zermelo.api.chart import bar_chart
from zermelo.api.compare import DEFAULT, compare, effective_branching_factor, theoretical_minimum
from zermelo.games.connect_four import ConnectFour
from zermelo.games.nim import Nim
from zermelo.games.tree import Tree


def test_best_moves_first_reach_the_theoretical_minimum_on_a_full_tree():
    game, state = ConnectFour.from_text("44")
    found = compare(game, state, depth=4)
    assert (found.branching, found.minimum) == (pytest.approx(7), 97)
    assert found["alphabeta best first"].leaves == 97
    assert found["minimax"].leaves == 7**4
    nodes = {row.algorithm: row.nodes for row in found.rows}
    assert nodes["alphabeta best first"] < nodes["alphabeta"] < nodes["alphabeta worst first"] < nodes["minimax"]
    assert {row.value for row in found.rows} == {found["minimax"].value}


@pytest.mark.parametrize("depth", [None, 3])
def test_all_find_the_same_value_and_ordering_bounds_the_work(depth):
    game = LayeredGame(plies=5)
    for seed in range(30):
        found = compare(game, game.start(seed), depth=depth)
        assert {row.value for row in found.rows} == {found["minimax"].value}
        assert all(row.complete for row in found.rows)
        assert found["alphabeta best first"].nodes <= found["minimax"].nodes
        assert found["alphabeta worst first"].nodes <= found["minimax"].nodes


def test_the_game_s_own_order_can_be_compared():
    game, state = ConnectFour.from_text("44")
    found = compare(game, state, ("alphabeta", "alphabeta ordered"), depth=4)
    assert found["alphabeta ordered"].nodes < found["alphabeta"].nodes
    with pytest.raises(InputError, match="write order_moves"):
        compare(LayeredGame(), LayeredGame().start(0), ("alphabeta ordered",))


def test_a_search_that_is_too_long_is_stopped_and_says_so():
    found = compare(*Nim.from_text("2,3"), stop_at=50)
    assert not found["minimax"].complete
    assert found["minimax"].value is None
    assert found.minimum is None
    assert found["alphabeta best first"].complete
    assert "> 51" in str(found)
    assert "stopped" in str(found)


def test_numbers_of_the_books():
    assert theoretical_minimum(40, 2) == 79
    assert theoretical_minimum(3, 3) == 3**2 + 3 - 1
    assert effective_branching_factor(1 + 3 + 9 + 27, 3) == pytest.approx(3)
    assert effective_branching_factor(4, 3) == pytest.approx(1)
    assert effective_branching_factor(1, 0) is None


def test_the_table_reads_like_one():
    text = str(compare(*Nim.from_text("1,2"), ("minimax", "alphabeta"), title="Nim 1,2"))
    lines = text.splitlines()
    assert lines[0] == "Nim 1,2"
    assert lines[1].split() == ["algorithm", "nodes", "leaves", "cuts", "hits", "b*", "seconds", "value", "move"]
    assert lines[2].split()[:3] == ["minimax", "12", "5"]
    assert len({len(line) for line in lines[1:4]}) == 1
    html = compare(Tree([[3, 5], [1, 9]]), None, ("minimax",), title="<b>")._repr_html_()
    assert "<b>" not in html


def test_an_unknown_algorithm_is_told_with_the_names():
    with pytest.raises(InputError, match="there is no algorithm 'magic'"):
        compare(Tree([[3, 5], [1, 9]]), None, ("magic",))
    with pytest.raises(InputError, match="was not compared"):
        _ = compare(Tree([[3, 5], [1, 9]]), None, ("minimax",))["alphabeta"]


def test_bars_are_drawn_where_matplotlib_is_installed(tmp_path):
    pytest.importorskip("matplotlib")
    found = [compare(*Nim.from_text(piles), ("minimax", "alphabeta"), title=piles) for piles in ("1,2", "2,3")]
    chart = bar_chart(found)
    axes = chart.figure.axes[0]
    assert [bar.get_height() for bars in axes.containers for bar in bars if hasattr(bar, "get_height")] == [
        *(12, 86),
        *(12, 74),
    ]
    assert [label.get_text() for label in axes.get_xticklabels()] == ["1,2", "2,3"]
    assert chart._repr_png_().startswith(b"\x89PNG")
    chart.save(tmp_path / "a.svg")
    assert compare(*Nim.from_text("1,2"), DEFAULT).chart()._repr_png_()


def test_without_matplotlib_the_error_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(InputError, match=r"pip install 'zermelo\[figures\]'"):
        compare(Tree([[3, 5], [1, 9]]), None, ("minimax",)).chart()
