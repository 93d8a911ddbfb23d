"""Solved Connect Four positions: the engine proves value and distance of each."""

from __future__ import annotations

import pytest

from data_files import rows
from zermelo import Bound, Limits
from zermelo.engine.options import Options
from zermelo.engine.searcher import Searcher
from zermelo.games.connect_four import ConnectFour
from zermelo.kernel.available import numba_available

GAME = ConnectFour()


def score(columns, value, distance):
    """The published scale: 22 minus the stones that the winner will have played; positive if the mover wins."""
    played, mover = len(columns), len(columns) & 1
    if value == 0:
        return 0
    if (value > 0) == (mover == 0):
        return 22 - (played // 2 + (distance + 1) // 2)
    return -(22 - ((played + 1) // 2 + distance // 2))


def positions(name):
    return [(columns, int(known)) for kind, columns, known in rows("connect4/pons300.txt") if kind == name]


def solve_all(name, options, compiled):
    searcher = Searcher(GAME, options, compiled=compiled)
    found = positions(name)
    assert len(found) == 50
    for columns, known in found:
        result = searcher.search(GAME.parse_state(columns), Limits(seconds=60))
        assert result.exact, columns
        assert score(columns, result.value, result.distance) == known, columns


def test_late_positions_in_plain_python():
    solve_all("L3_R1", Options(), compiled=False)


@pytest.mark.slow
@pytest.mark.skipif(not numba_available(), reason="Numba is not to be had here")
@pytest.mark.parametrize("strength", [False, True], ids=["sound", "strength"])
@pytest.mark.parametrize("name", ["L3_R1", "L2_R1", "L1_R1"])
def test_the_easier_sets_compiled(name, strength):
    solve_all(name, Options(strength=strength), compiled=True)


@pytest.mark.slow
@pytest.mark.skipif(not numba_available(), reason="Numba is not to be had here")
def test_middle_positions_of_medium_difficulty():
    solve_all("L2_R2", Options(), compiled=True)


@pytest.mark.slow
@pytest.mark.skipif(not numba_available(), reason="Numba is not to be had here")
def test_with_lines_every_column_has_its_score():
    searcher = Searcher(GAME, Options(), compiled=True)
    late = [row for row in rows("connect4/allscores40.txt") if len(row[0]) >= 18]
    assert len(late) >= 20
    for columns, _, scores in late:
        state = GAME.parse_state(columns)
        result = searcher.search(state, Limits(seconds=60), lines=7)
        assert result.exact
        known = {column: int(text) for column, text in enumerate(scores.split()) if text != "-"}
        found = {}
        for move in result.moves:
            assert move.bound is Bound.EXACT
            found[move.move] = score(columns, move.value, move.distance)
        assert found == known, columns
