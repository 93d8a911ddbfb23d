"""The step-through in words."""

from __future__ import annotations

import re

import pytest

from random_games import LayeredGame
from zermelo.api.record import ALGORITHMS, record
from zermelo.games.nim import Nim
from zermelo.games.tree import Tree
from zermelo.trees.pseudocode import pseudocode
from zermelo.trees.steps import steps_of


def test_the_cut_is_told_with_its_reason():
    steps = steps_of(record(Tree([[3, 5], [1, None]])))
    cut = next(step for step in steps if step.kind == "cut")
    assert cut.sentence == (
        "MIN at [5] has 1; MAX already has 3 elsewhere (at [1], by move 0): the rest of [5] cannot matter. "
        "Move 1 is never tried."
    )
    assert cut.line == "cut"
    assert (
        steps[-1].sentence == "The search is over: the value is 3, and the best move of MAX is 0. 6 nodes were visited."
    )


def test_open_nodes_have_the_windows_of_that_moment():
    tree = record(Tree([[3, 5], [1, None]]))
    cut = next(step for step in steps_of(tree) if step.kind == "cut")
    windows = [(tree.nodes[o.node].visit, o.alpha.value, o.beta.value, o.best.value) for o in cut.open]
    assert windows == [(1, 3, 0, 3), (5, 3, 1, 1)]  # the 0 is that of the open beta
    assert steps_of(tree)[-1].open == ()


@pytest.mark.parametrize("algorithm", [name for name in ALGORITHMS if name != "heuristic_minimax"])
def test_every_step_has_a_sentence_a_line_and_the_best_of_its_nodes(algorithm):
    game = LayeredGame(plies=5)
    for seed in range(40):
        tree = record(game, game.start(seed), algorithm)
        tags = {tag for tag, _ in pseudocode(tree)}
        for step in steps_of(tree):
            assert re.fullmatch(r"[A-Z\[].*\.", step.sentence), step.sentence
            assert "None" not in step.sentence
            assert step.line in tags
        last = steps_of(tree)[-1]
        assert last.kind in ("return", "final")
        # told again, the best that each node has at its end is the value that it returned
        best = {}
        for step in steps_of(tree):
            if step.kind in ("window", "better"):
                best[step.node] = step.open[-1].best
        for index, score in best.items():
            if tree.nodes[index].kind == "searched":
                assert score == tree.nodes[index].score


def test_minimax_has_no_windows_to_tell():
    steps = steps_of(record(Tree([[3, 5], [1, 9]]), algorithm="minimax"))
    text = " ".join(step.sentence for step in steps)
    assert "window" not in text
    assert "α" not in text
    assert "MIN at [5] keeps 1: 9 is worse for MIN." in text


def test_a_bound_from_an_ancestor_is_named():
    text = " ".join(step.sentence for step in steps_of(record(Tree([[[3, 5], [6, 9]], [[1, 2], [7, 8]]]))))
    assert "would matter" in text or "already has" in text


def test_the_table_is_told_with_what_it_knew():
    text = " ".join(step.sentence for step in record(*Nim.from_text("1,1,1"), algorithm="alphabeta_table").steps())
    assert "was met before, and the table knows that it is worth 1." in text


def test_folded_parts_are_told():
    game = LayeredGame(plies=6, branching=4)
    tree = record(game, game.start(2))
    text = " ".join(step.sentence for step in steps_of(tree.folded(12)))
    assert re.search(r"\d+ visited nodes? below \[\d+\] (is|are) not shown here\.", text)


def test_lines_of_no_use_are_left_out():
    minimax = record(Tree([[3, 5], [1, 9]]), algorithm="minimax")
    assert "cut" not in {tag for tag, _ in pseudocode(minimax)}
    assert "guess" in {tag for tag, _ in pseudocode(record(Tree([[3, 5], [1, 9]]), depth=1))}
    negamax = record(Tree([[3, 5], [1, None]]), algorithm="negamax_alphabeta")
    assert any("−visit" in text for _, text in pseudocode(negamax))
