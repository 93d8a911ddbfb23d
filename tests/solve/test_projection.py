"""How many positions a game has in all, told from its first levels."""

from __future__ import annotations

import re

import pytest

from solve.toys import NEEDS_NUMBA, Dodgem, KingAndRook
from zermelo.api.solve_all import solve_all
from zermelo.games.connect_four import ConnectFour
from zermelo.games.mnk import TicTacToe
from zermelo.solve import TooManyPositionsError
from zermelo.solve.exploration import Exploration
from zermelo.solve.failure import gigabytes, rounded
from zermelo.solve.projection import MOST_LEVELS, Levels, projected

# Positions of Connect Four, 7 by 6, after 0, 1, 2, … discs, of 4,531,985,219,092 in all:
# J. Tromp, https://tromp.github.io/c4/c4.html
SEVEN_BY_SIX = [1, 7, 49, 238, 1120, 4263, 16422, 54859, 184275, 558186, 1662623, 4568683, 12236101, 30929111]


def levels_of(game, compiled=False):
    run = Exploration(game, game.initial_state(), compiled=compiled)
    run.enumerate()
    return run.levels.sizes


def highest_and_lowest(projection):
    assert projection is not None
    return projection.highest, projection.lowest


def test_levels_are_the_positions_after_so_many_moves():
    assert sum(levels_of(TicTacToe())) == 5478
    assert levels_of(TicTacToe())[:4] == [1, 9, 72, 252]
    assert levels_of(ConnectFour(4, 3))[:3] == [1, 4, 16]


@NEEDS_NUMBA
def test_levels_are_the_same_compiled():
    assert levels_of(TicTacToe(), compiled=True) == levels_of(TicTacToe())


def test_of_a_long_and_thin_game_the_first_levels_are_noted():
    levels = Levels()
    for index in range(3 * MOST_LEVELS):
        assert levels.budget(index, 500) >= 1
        levels.note(index + 1, index + 2)
    assert len(levels.sizes) == MOST_LEVELS
    assert levels.budget(3 * MOST_LEVELS, 500) == 500


@pytest.mark.parametrize("seen", range(10, len(SEVEN_BY_SIX) + 1))
def test_the_number_for_connect_four_lies_within_the_factor(seen):
    found = sum(SEVEN_BY_SIX[:seen])
    highest, lowest = highest_and_lowest(projected(SEVEN_BY_SIX[:seen], found))
    assert lowest < 4_531_985_219_092 < highest


def test_the_numbers_for_small_games_lie_within_the_factor():
    for sizes in (levels_of(TicTacToe()), levels_of(Dodgem()), levels_of(ConnectFour(4, 3))):
        for seen in range(6, len(sizes)):
            projection = projected(sizes[:seen], sum(sizes[:seen]))
            assert projection is None or projection.lowest <= sum(sizes) <= projection.highest


def test_nothing_is_said_of_levels_that_do_not_end():
    assert projected([1, 4, 16], 21) is None
    assert projected([4**level for level in range(12)], 4**12) is None
    assert projected([1] * 100, 100) is None


def test_the_error_tells_the_size_the_memory_and_the_remedy():
    with pytest.raises(TooManyPositionsError) as caught:
        solve_all(ConnectFour(4, 4), compiled=False, max_positions=3000)
    error = caught.value
    highest, lowest = highest_and_lowest(error.projected)
    assert lowest < 161_029 < highest
    assert error.needed_bytes is not None
    assert error.needed_bytes > 161_029 * 100
    text = str(error)
    assert re.search(r"in all: some [\d,]+, .* \(between [\d,]+ and [\d,]+\)", text)
    assert re.search(r"memory: some [\d.]+ GB \(up to [\d.]+ GB\), at \d+ bytes a position", text)
    assert "remedy: give max_positions=" in text


@NEEDS_NUMBA
def test_a_game_that_no_memory_holds_is_for_solve():
    with pytest.raises(TooManyPositionsError, match=r"remedy: solve\(game\) for the value of one position") as caught:
        solve_all(ConnectFour(), compiled=True, max_positions=2_000_000)
    assert highest_and_lowest(caught.value.projected)[0] > 4_531_985_219_092


@NEEDS_NUMBA
def test_the_number_of_a_game_with_cycles():
    with pytest.raises(TooManyPositionsError) as caught:
        solve_all(KingAndRook(), compiled=True, max_positions=100_000)
    highest, lowest = highest_and_lowest(caught.value.projected)
    assert lowest < 402_676 < highest


def test_numbers_are_told_with_two_digits():
    assert [rounded(number) for number in (7, 4_536_000, 2.345e17)] == ["7", "4,500,000", "2e+17"]
    assert [gigabytes(number * 2**30) for number in (0.0317, 5.36, 23456.0)] == ["0.032 GB", "5.4 GB", "23,000 GB"]
