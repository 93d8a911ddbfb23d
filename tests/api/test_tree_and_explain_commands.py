"""`zermelo tree` and `zermelo explain`, run as the program runs them."""

from __future__ import annotations

import json

import pytest

from zermelo.trees.tree import SearchTree


def test_a_tree_on_the_terminal(zermelo):
    code, out, _ = zermelo("tree", "tree", "[[3,5],[1,null]]")
    assert code == 0
    assert "└─1─ MIN [5] ≤1  α=3 β=∞  cut: β=1 ≤ α=3" in out


@pytest.mark.parametrize(
    ("ending", "begin"),
    [(".svg", "<svg"), (".html", "<!DOCTYPE html>"), (".txt", "MAX"), (".json", "{"), (".dot", "digraph")],
)
def test_a_tree_in_a_file_of_every_form(zermelo, tmp_path, ending, begin):
    file = tmp_path / f"nim{ending}"
    code, out, err = zermelo("tree", "nim", "2,3", "-o", str(file))
    assert (code, err) == (0, "")
    assert "value 1, 74 nodes visited" in out
    assert file.read_text(encoding="utf-8").startswith(begin)


def test_what_is_asked_for_reaches_the_recording(zermelo, tmp_path):
    file = tmp_path / "a.json"
    assert zermelo("tree", "connect-four", "44", "--depth", "2", "--algorithm", "minimax", "-o", str(file))[0] == 0
    recorded = SearchTree.load(file)
    assert (recorded.algorithm, recorded.depth, recorded.visited) == ("heuristic_minimax", 2, 57)
    _, out, _ = zermelo("tree", "connect-four", "44", "--depth", "2", "--show", "10")
    assert "more visited, not shown" in out
    assert zermelo("tree", "tic-tac-toe", "XOXOX.O..", "--boards", "-o", str(tmp_path / "a.svg"))[0] == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nim", "2,3", "-o", "a.gif"], "'a.gif' names no form of a drawing"),
        (["nim", "2,3", "-o", "/nowhere/a.svg"], "cannot be written"),
        (["nim", "2,3", "--theme", "pink"], "'auto', 'light' or 'dark'"),
        (["nim", "2,3", "--depth", "-1"], "depth=-1"),
        (["nim", "2,3", "--show", "0"], "--show 0 is out of range"),
        (["nim", "2,3", "--algorithm", "minmax"], "did you mean 'minimax'"),
        (["nim", "2,-3"], "2,-3"),
        (["tree", "[[3,null],[1,2]]"], "unknown leaf"),
    ],
)
def test_what_is_wrong_is_told(zermelo, arguments, message):
    code, out, err = zermelo("tree", *arguments)
    assert (code, out) == (2, "")
    assert message in err
    assert "Traceback" not in err


def test_a_search_too_large_to_draw_asks_for_a_depth(zermelo, monkeypatch):
    monkeypatch.setattr("zermelo.play.tree.MOST_NODES", 100)
    code, _, err = zermelo("tree", "tic-tac-toe")
    assert code == 2
    assert "more than 100 nodes, too many to draw: give a --depth" in err


def test_moves_are_explained(zermelo):
    code, out, _ = zermelo("explain", "nim", "1,2")
    assert code == 0
    assert "0:1 throws away the win: MIN answers 1:2 and wins in 2 plies." in out
    code, out, _ = zermelo("explain", "nim", "1,2", "--json")
    record = json.loads(out)
    assert record["moves"][1] == {
        "move": "0:1",
        "value": -1,
        "bound": "exact",
        "distance": 2,
        "line": ["0:1", "1:2"],
        "best": False,
        "why": "0:1 throws away the win: MIN answers 1:2 and wins in 2 plies.",
    }


def test_a_finished_game_is_told(zermelo):
    code, out, _ = zermelo("explain", "tree", "3")
    assert (code, out) == (0, "Tree 3: the game is over, worth 3\n")
