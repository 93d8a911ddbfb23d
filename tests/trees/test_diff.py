"""Two searches compared."""

from __future__ import annotations

from random_games import LayeredGame
from zermelo.api.record import record
from zermelo.games.tree import Tree
from zermelo.trees.diff import diff

GAME = Tree([[3, 5], [1, 9]])


def test_minimax_visits_what_alpha_beta_leaves_out():
    found = diff(record(GAME), record(GAME, algorithm="minimax"))
    assert found
    assert found.only_a == ()
    assert found.only_b == (("1", "1"),)
    assert found.first == (7, None, ("1", "1"))
    assert [(a.visit, b.visit) for a, b in found.values] == [(5, 5)]
    assert str(found) == (
        "they part at visit [7]: alphabeta had ended, minimax visits the node after 1, 1\n"
        "visited by minimax, not by alphabeta (1 node):\n"
        "  the node after 1, 1\n"
        "[5] and [5] are the same node: ≤1 by alphabeta, 1 by minimax\n"
        "[5] was cut by alphabeta alone"
    )


def test_another_order_of_moves_parts_at_the_first_node_that_differs():
    other = record(GAME, order=lambda game, state, moves: moves[::-1])
    assert diff(record(GAME), other).first == (2, ("0",), ("1",))


def test_the_same_search_does_not_differ():
    game = LayeredGame()
    for seed in range(20):
        a, b = record(game, game.start(seed)), record(game, game.start(seed))
        assert not diff(a, b)
        assert str(diff(a, b)) == "no difference"


def test_alpha_beta_written_once_or_twice_is_the_same():
    game = LayeredGame()
    for seed in range(20):
        assert not diff(record(game, game.start(seed)), record(game, game.start(seed), "negamax_alphabeta"))


def test_parts_that_were_folded_are_not_passed_over_in_silence():
    game = LayeredGame(plies=6)
    assert "folded" in str(diff(record(game, game.start(1), nodes=5), record(game, game.start(1))))
