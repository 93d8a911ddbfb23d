"""The drawing for the terminal and the one for Graphviz."""

from __future__ import annotations

import re
import shutil
import subprocess

import pytest

from random_games import LayeredGame
from trees.named_game import Chain, Named
from zermelo.api.record import record
from zermelo.games.nim import Nim
from zermelo.games.tree import Tree
from zermelo.trees.diff import diff


@pytest.mark.parametrize("name", ["a\x1b[31mred\x07", "\u202eback", "half \ud800"])
def test_no_name_is_obeyed_by_the_terminal(name):
    tree = record(Named(name))
    tree.nodes[1].note = name
    for text in (tree.to_text(), str(diff(tree, record(Tree([1, 2])))), *(step.sentence for step in tree.steps())):
        assert not set(text) & set("\x1b\x07\u202e\ud800"), text
    assert "␛[31mred␇" in tree.to_text() or "�" in tree.to_text()


def test_the_text_of_a_deep_search_was_nearly_all_indentation():
    text = record(Chain(400), algorithm="minimax").to_text(nodes=None)
    lines = text.splitlines()
    assert len(lines) == 401 + 2
    assert max(map(len, lines)) < 300
    begun_anew = next(line for line in lines if "⋯" in line)
    assert begun_anew == "[50]⋯ ╘═1═ MAX [51] 0"


def test_the_terminal_shows_what_the_figure_shows():
    assert str(record(Tree([[3, 5], [1, None]]))) == (
        "MAX [1] 3  α=−∞ β=∞\n"
        "╞═0═ MIN [2] 3  α=−∞ β=∞\n"
        "│    ╞═0═ [3] 3\n"
        "│    └─1─ [4] 5\n"
        "└─1─ MIN [5] ≤1  α=3 β=∞  cut: β=1 ≤ α=3\n"
        "     ├─0─ [6] 1\n"
        "     └╌1╌ ? never visited\n"
        "\n"
        "alphabeta on Tree: value 3, move 0; 6 nodes visited, 1 cut\n"
    )


def test_folded_parts_and_distances_stand_in_the_lines():
    text = record(*Nim.from_text("2,3")).to_text(nodes=20)
    assert re.search(r"\d+ more visited, not shown", text)
    assert "1 in 5" in text


def test_a_name_cannot_end_a_string_of_the_dot_language():
    tree = record(Tree([[3, 5], [1, None]]))
    tree.nodes[1].move = 'a"];\n n9 [label="b\\'
    tree.nodes[1].note = "\\"
    dot = tree.to_dot()
    outside = re.sub(r'"(?:[^"\\]|\\.)*"', "", dot, flags=re.DOTALL)
    assert '"' not in outside
    assert "n9" not in outside


@pytest.mark.skipif(shutil.which("dot") is None, reason="Graphviz is not installed")
def test_graphviz_reads_it():
    game = LayeredGame()
    for tree in (record(Tree([[3, 5], [1, None]])), record(game, game.start(1)).folded(9)):
        drawn = subprocess.run(["dot", "-Tsvg"], input=tree.to_dot(), capture_output=True, text=True, check=True)
        assert "</svg>" in drawn.stdout
