"""df-pn alone: with a table that is far too small, and where the way to a position matters."""

from __future__ import annotations

import pytest

from graphs import GraphGame
from random_games import CyclicGame, LayeredGame
from solve.test_solve import truth
from zermelo import InputError
from zermelo.core.recursion import room_for_recursion
from zermelo.games.mnk import TicTacToe
from zermelo.solve.interval import Interval
from zermelo.solve.proof_number import ProofNumbers, Question


def value(game, state, **options):
    interval = Interval(game, state)
    search = ProofNumbers(game, **options)
    with room_for_recursion():
        search.find(state, interval)
    return interval.pair, search


def test_one_question():
    """Tic-tac-toe: MAX cannot win, and need not lose."""
    search = ProofNumbers(TicTacToe())
    state = TicTacToe().initial_state()
    assert not search.ask(Question((1, 1)), state)
    assert search.ask(Question((0, 0)), state)
    assert not search.ask(Question((0, 0), strictly=True), state)


def test_a_table_that_is_too_small_changes_only_the_work():
    game = TicTacToe()
    pair, full = value(game, game.initial_state())

    class Small(ProofNumbers):
        def __init__(self, *given, **options):
            super().__init__(*given, **options)
            self.most_entries = 60

    interval, search = Interval(game, game.initial_state()), Small(game)
    search.find(game.initial_state(), interval)
    assert interval.pair == pair == (0, 0)
    assert search.entries <= 61
    assert search.nodes > full.nodes


def test_small_tables_on_random_games():
    game = LayeredGame(plies=6, width=8)
    for seed in range(40):
        state = game.start(seed)
        search, interval = ProofNumbers(game), Interval(game, state)
        search.most_entries = 5
        search.find(state, interval)
        assert interval.pair == truth(game, state)[:2]


@pytest.mark.parametrize("kind", ["draw", "loss", "forbidden"])
@pytest.mark.parametrize("most_entries", [5, 100_000])
def test_graph_history_interaction(kind, most_entries):
    """Positions are met below different positions, and what is known of them must not be mixed up."""
    for width in (5, 8):
        game = CyclicGame(width=width, repetition=kind)
        for seed in range(40):
            state = game.start(seed)
            search, interval = ProofNumbers(game), Interval(game, state)
            search.most_entries = most_entries
            search.find(state, interval)
            assert interval.pair == truth(game, state)[:2], (width, seed)


def test_the_classic_case():
    """D is met below B first, where going back to B is all it has; below C it has the same, and B then wins."""
    game = GraphGame("A(max)->B,C; B(min)->D,E; C(min)->D; D(max)->B; E=win", repetition="draw")
    assert value(game, "A")[0] == truth(game, "A")[:2]
    assert value(game.negated(), "A")[0] == truth(game.negated(), "A")[:2]


def test_an_undeclared_return_is_an_error_with_the_remedy():
    with pytest.raises(InputError, match="repetition = 'draw'"):
        value(GraphGame("A(max)->B,C; B(min)->A,D; C=loss; D=win"), "A")
