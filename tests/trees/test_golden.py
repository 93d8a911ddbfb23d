"""The figures that books draw, as they are drawn here. Refresh with `REFRESH_GOLDEN=1 pytest tests/trees`."""

from __future__ import annotations

import pytest

from zermelo.api.compare import compare
from zermelo.api.record import record
from zermelo.games.mnk import MNK
from zermelo.games.nim import Nim
from zermelo.games.tree import Tree
from zermelo.trees.steps import steps_of, summary_of

FORCED_BLOCK = "XX./.O./.OX"  # O must play 0,2 at once


def max_over_min():
    return Tree([[3, 5], [1, None]]), None


def min_over_max():
    return Tree([[8, 6], [9, None]], min_first=True), None


def nim_2_3():
    return Nim.from_text("2,3")


def forced_block():
    return MNK.from_text(FORCED_BLOCK)


FIGURES = [max_over_min, min_over_max, nim_2_3, forced_block]
every_figure = pytest.mark.parametrize("position", FIGURES, ids=lambda position: position.__name__)


@every_figure
def test_drawings_and_steps_are_as_they_were(position, golden):
    tree = record(*position())
    golden(f"{position.__name__}.light.svg", tree.to_svg(theme="light"))
    golden(f"{position.__name__}.dark.svg", tree.to_svg(theme="dark"))
    golden(f"{position.__name__}.txt", tree.to_text())
    golden(f"{position.__name__}.steps.txt", summary_of(steps_of(tree)))


def test_the_other_forms_of_the_smallest_figure(golden):
    tree = record(*max_over_min())
    golden("max_over_min.json", tree.to_json() + "\n")
    golden("max_over_min.dot", tree.to_dot())
    golden("max_over_min.html", tree.to_html())


@pytest.mark.parametrize(
    ("position", "value", "reason"),
    [(max_over_min, 3, "β=1 ≤ α=3"), (min_over_max, 8, "α=9 ≥ β=8")],
)
def test_the_last_leaf_of_the_books_is_never_visited(position, value, reason):
    tree = record(*position())
    assert (tree.value, tree.move, tree.visited, len(tree.pruned)) == (value, "0", 6, 1)
    assert f">{reason}</text>" in tree.to_svg()
    assert f"cut: {reason}" in tree.to_text()
    assert tree.pruned[0].parent == tree.at("1").index
    assert tree.at("1").cut.cause == 0
    assert tree.at("1").cut.through == tree.at("0").index


def test_a_forced_block_is_found_by_both_with_fewer_nodes_by_alpha_beta():
    found = compare(*forced_block(), ("minimax", "alphabeta"))
    assert found["minimax"].move == found["alphabeta"].move == "0,2"
    assert found["minimax"].value == found["alphabeta"].value
    assert found["alphabeta"].nodes < found["minimax"].nodes


def test_counts_of_nim_grow_as_they_did(golden):
    lines = []
    for piles in ("1,2", "2,3", "3,3", "1,2,3", "2,3,4"):
        found = compare(*Nim.from_text(piles), ("minimax", "alphabeta"))
        lines.append(f"{piles}: minimax {found['minimax'].nodes}, alphabeta {found['alphabeta'].nodes}")
    golden("nim_counts.txt", "\n".join(lines) + "\n")


@pytest.mark.parametrize("position", [max_over_min, nim_2_3], ids=lambda position: position.__name__)
def test_the_figures_of_the_documentation_are_these(position, golden):
    golden(f"../../../docs/figures/{position.__name__}.svg", record(*position()).to_svg())


@pytest.mark.slow
def test_the_bars_of_nim_end_with_three_four_five():
    found = compare(*Nim.from_text("3,4,5"), ("minimax", "alphabeta"))
    assert found["minimax"].nodes == 1_038_768
    assert found["alphabeta"].nodes == 128_493
