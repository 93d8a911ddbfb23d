from __future__ import annotations

import pytest

from zermelo import Bound, SearchResult
from zermelo.games import load
from zermelo.play import words
from zermelo.play.console import for_json, one_line, printable


def result(game, state, **facts):
    usual = {
        "state": state,
        "move": None,
        "value": 0,
        "bound": Bound.EXACT,
        "distance": None,
        "line": (),
        "moves": (),
        "nodes": 1,
        "depth": 1,
        "seconds": 0.1,
        "exact": True,
        "compiled": False,
        "stopped_by": "proved",
    }
    return SearchResult(**(usual | facts))


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        ({"value": 1, "distance": 5}, "X wins in 5 plies"),
        ({"value": -1, "distance": 1}, "O wins in 1 ply"),
        ({"value": 0}, "draw (proved)"),
        ({"value": 12, "exact": False, "stopped_by": "depth"}, "guess +12 for X"),
        ({"value": -0.5, "exact": False}, "guess -0.5 for X"),
        ({"value": 0, "exact": False}, "guess 0 for X"),
        ({"value": 3, "bound": Bound.LOWER, "exact": False}, "value ≥ 3 for X"),
    ],
)
def test_values_of_a_game_of_wins(facts, said):
    game, state = load("tic-tac-toe").from_text("")
    assert words.value_in_words(game, result(game, state, **facts)) == said


def test_points_are_told_with_the_winner():
    """2,3,5,8: the first player collects 10 of 18. Positive values alone do not say who wins."""
    game, state = load("coins").from_text("2,3,5,8")
    assert "value 10 for the first player, who wins" in words.value_in_words(
        game, result(game, state, value=10, distance=3, line=(1, 2, 1))
    )
    lost = result(game, state, value=5, distance=2, line=(2, 2))
    assert "the second player wins" in words.value_in_words(game, lost)


@pytest.mark.parametrize(
    ("game", "position", "said"),
    [
        ("tic-tac-toe", "XXXOO....", "X wins"),
        ("tic-tac-toe", "OOOXX.X..", "O wins"),
        ("tic-tac-toe", "XOXXOOOXX", "draw"),
        ("coins", "- 10:8", "the first player wins, 10 : 8"),
        ("coins", "- 9:9", "draw, 9 : 9"),
    ],
)
def test_results(game, position, said):
    rules, state = load(game).from_text(position)
    assert words.result_in_words(rules, state) == said


def test_numbers_for_json():
    from fractions import Fraction

    assert for_json([True, 3, 0.5, Fraction(1, 4), None, "x"]) == [True, 3, 0.5, 0.25, None, "x"]
    assert for_json([float("inf"), float("-inf"), float("nan")]) == ["inf", "-inf", "nan"]


def test_what_a_terminal_would_obey_is_shown_instead():
    assert one_line("a\x1b[2J\n\udcff\u202e") == "a␛[2J␊��"
    assert printable("two\nlines\t") == "two\nlines␉"
