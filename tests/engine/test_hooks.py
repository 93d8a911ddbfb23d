"""Games that write every hook: quiescence, null moves, order, symmetries, plain and compiled."""

from __future__ import annotations

import dataclasses
import random

import pytest

from random_games import HookedGame
from zermelo import Limits
from zermelo.core.score import final_score, guess_score
from zermelo.engine.options import Options
from zermelo.engine.searcher import Searcher
from zermelo.kernel.available import numba_available
from zermelo.textbook import minimax

GAME = HookedGame()


def quiet_score(game, state, ply):
    """Quiescence as a definition: the mover stands pat, or plays the best noisy move."""
    if game.is_terminal(state):
        return final_score(game, state, ply)
    scores = [guess_score(game, state)]
    scores += [quiet_score(game, game.next_state(state, move), ply + 1) for move in game.noisy_moves(state)]
    return max(scores) if game.current_player(state) == 0 else min(scores)


def score_at(game, state, depth, ply=0):
    """Heuristic minimax with quiescence below the horizon."""
    if game.is_terminal(state):
        return final_score(game, state, ply)
    if depth == 0:
        return quiet_score(game, state, ply)
    scores = [score_at(game, game.next_state(state, move), depth - 1, ply + 1) for move in game.legal_moves(state)]
    return max(scores) if game.current_player(state) == 0 else min(scores)


@pytest.mark.parametrize("depth", [1, 2, 3, 4])
def test_at_a_limited_depth_noisy_moves_are_played_out(depth):
    random_source = random.Random(depth)
    for seed in range(120):
        options = Options(
            table=random_source.random() < 0.6,
            symmetries=random_source.random() < 0.6,
            null_windows=random_source.random() < 0.6,
            order_hook=random_source.random() < 0.6,
            aspiration=random_source.random() < 0.6,
        )
        state = GAME.start(seed)
        expected = score_at(GAME, state, depth)
        result = Searcher(GAME, options).search(state, Limits(depth=depth))
        assert (result.value, result.distance) == (expected.value, expected.distance), seed


@pytest.mark.parametrize("strength", [False, True], ids=["sound", "strength"])
@pytest.mark.parametrize("symmetries", [False, True], ids=["apart", "folded"])
def test_the_value_that_is_proved_is_minimax_s(strength, symmetries):
    searcher = Searcher(GAME, Options(strength=strength, symmetries=symmetries))
    tried = [searcher.options]
    if not strength:  # a null move is no proof, however deep the search
        tried.append(dataclasses.replace(searcher.options, deepening=False))
    for seed in range(150):
        state = GAME.start(seed)
        expected = minimax(GAME, state)
        for options in tried:
            result = Searcher(GAME, options).search(state)
            assert result.exact
            assert (result.value, result.distance) == (expected.value, expected.distance), seed


def test_symmetric_positions_share_an_entry_of_the_table():
    folded = apart = 0
    for seed in range(60):
        state = GAME.start(seed)
        folded += Searcher(GAME, Options()).search(state).nodes
        apart += Searcher(GAME, Options(symmetries=False)).search(state).nodes
    assert folded < apart


def test_strength_visits_other_nodes_and_says_that_it_may_be_wrong():
    sound = Searcher(GAME, Options()).search(GAME.start(3), Limits(depth=4))
    strong = Searcher(GAME, Options(strength=True)).search(GAME.start(3), Limits(depth=4))
    assert sound.sound
    assert strong.exact or not strong.sound


@pytest.mark.slow
@pytest.mark.skipif(not numba_available(), reason="Numba is not to be had here")
@pytest.mark.parametrize("strength", [False, True], ids=["sound", "strength"])
def test_compiled_visits_the_same_nodes(strength):
    game = HookedGame(plies=9, width=9)
    options = Options(strength=strength)
    plain, compiled = Searcher(game, options), Searcher(game, options, compiled=True)
    for seed in range(60):
        for limits in (Limits(depth=5), Limits(nodes=3000), Limits(depth=9)):
            a, b = plain.search(game.start(seed), limits), compiled.search(game.start(seed), limits)
            assert (a.value, a.move, a.nodes, a.line, a.exact) == (b.value, b.move, b.nodes, b.line, b.exact)
