"""Othello shakes what Connect Four does not: passes, a side that moves twice, 64 squares, disc differences."""

from __future__ import annotations

import pytest

import zermelo
from data_files import rows
from zermelo import Limits
from zermelo.engine.options import Options
from zermelo.engine.searcher import Searcher
from zermelo.games.othello import Othello
from zermelo.kernel.available import numba_available

GAME = Othello()
needs_numba = pytest.mark.skipif(not numba_available(), reason="Numba is not to be had here")


def endgames():
    """(state, empty squares, the side to move's score of each move or of a pass)."""
    for (line,) in rows("othello/endgames_small.txt", separator="\n"):
        position, *scores = [part.strip() for part in line.split(";") if part.strip()]
        known = dict(score.split(":") for score in scores)
        yield position, position.count("-"), {move.lower(): int(value) for move, value in known.items()}


def check(searcher, position, known):
    state = GAME.from_text(position)[1]
    sign = 1 if GAME.current_player(state) == 0 else -1
    result = searcher.search(state, Limits(seconds=60), lines=len(known))
    assert result.exact
    assert sign * result.value == max(known.values())
    if set(known) == {"ps"}:
        assert GAME.format_move(result.move) == "pass"
    else:
        assert {GAME.format_move(move.move): sign * move.value for move in result.moves} == known


def test_endgames_of_few_squares_in_plain_python():
    searcher = Searcher(GAME, Options())
    small = [(position, known) for position, empty, known in endgames() if empty <= 6]
    assert len(small) >= 10
    for position, known in small:
        check(searcher, position, known)


@pytest.mark.slow
@needs_numba
@pytest.mark.parametrize("strength", [False, True], ids=["sound", "strength"])
def test_all_endgames_compiled(strength):
    searcher = Searcher(GAME, Options(strength=strength), compiled=True)
    found = list(endgames())
    assert len(found) == 60
    for position, _, known in found:
        check(searcher, position, known)


@pytest.mark.slow
@needs_numba
def test_perft_to_depth_ten():
    for board, depth, finished, running, _ in rows("othello/perft.txt", separator=None):
        if board == "8x8" and int(depth) <= 10:
            assert zermelo.perft(GAME, int(depth), count_finished=True, compiled=True) == int(finished)
            assert zermelo.perft(GAME, int(depth), compiled=True) == int(running)
