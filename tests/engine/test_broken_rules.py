"""Rules that break their promise end in an error that shows the position; nothing is written out of bounds."""

from __future__ import annotations

import pytest

from random_games import CyclicGame, LayeredGame
from zermelo import InputError, Limits, RulesError
from zermelo.engine.options import Options
from zermelo.engine.searcher import Searcher
from zermelo.kernel.available import numba_available

BOTH = [
    False,
    pytest.param(
        True,
        marks=[pytest.mark.slow, pytest.mark.skipif(not numba_available(), reason="Numba is not to be had here")],
    ),
]
both_ways = pytest.mark.parametrize("compiled", BOTH, ids=["plain", "compiled"])


class TooMany(LayeredGame):
    def legal_moves(self, state):
        for move in range(10_000 if state.layer == 2 else 2):
            yield move


class NoMoves(LayeredGame):
    def legal_moves(self, state):
        for move in range(0 if state.layer == 2 else 2):
            yield move


class WrongPlayer(LayeredGame):
    def current_player(self, state):
        return 7 if state.layer == 2 else state.layer & 1


class NotANumber(LayeredGame):
    def utility(self, state, player):
        return float("nan")


class NotANumberGuess(LayeredGame):
    def evaluate(self, state, player):
        return float("nan")


class Endless(LayeredGame):
    """One move at every position, for ever."""

    def legal_moves(self, state):
        for move in range(1):
            yield move

    def is_terminal(self, state):
        return False


class Divides(LayeredGame):
    def next_state(self, state, move):
        return self.State(state.seed, state.layer + 1, 1 // (2 - state.layer))


@both_ways
@pytest.mark.parametrize(
    ("game", "words"),
    [
        (TooMany(), r"10000 moves.*8191"),
        (NoMoves(), r"no legal move"),
        (WrongPlayer(), r"current_player returned 7"),
        (NotANumber(), r"utility returned nan"),
        (NotANumberGuess(), r"evaluate returned nan"),
    ],
    ids=lambda value: type(value).__name__ if not isinstance(value, str) else "",
)
def test_the_broken_rule_is_named_with_the_state(game, words, compiled):
    with pytest.raises(RulesError, match=words) as caught:
        Searcher(game, Options(), compiled=compiled).search(game.start(3), Limits(depth=4))
    assert "state: State(seed=3" in str(caught.value)


@both_ways
def test_a_rule_that_raises_raises_its_own_error(compiled):
    with pytest.raises(ZeroDivisionError):
        Searcher(Divides(), Options(), compiled=compiled).search(Divides().start(3), Limits(depth=5))


@both_ways
def test_a_line_of_sixteen_thousand_plies_works_and_a_longer_one_stops(compiled):
    game = Endless()
    searcher = Searcher(game, Options(deepening=False), compiled=compiled)
    result = searcher.search(game.start(1), Limits(depth=16_000))
    assert (result.exact, result.depth, result.move) == (False, 16_000, 0)
    unlimited = searcher.search(game.start(1), Limits(seconds=5))
    assert not unlimited.exact


def test_extensions_of_single_replies_do_not_run_away():
    game = Endless()
    result = Searcher(game, Options(strength=True)).search(game.start(1), Limits(depth=8))
    assert result.depth == 8


def test_games_with_chance_or_three_players_are_refused_with_words():
    class Dice(LayeredGame):
        def chance_outcomes(self, state):
            return [(0, 1.0)]

    class Three(LayeredGame):
        num_players = 3

    for game in (Dice(), Three()):
        with pytest.raises(InputError, match="chance or more than two players"):
            Searcher(game)


def test_an_unknown_repetition_is_refused_with_the_known_words():
    with pytest.raises(InputError, match="'draw', 'loss', 'forbidden'"):
        Searcher(CyclicGame(repetition="remis")).search(CyclicGame().start(1))
