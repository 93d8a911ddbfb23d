from __future__ import annotations

import pytest

from zermelo import Bound, RootMove, SearchResult
from zermelo.games import load
from zermelo.play import words
from zermelo.play.console import for_json, one_line, printable, shortened, with_short_numbers


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


def test_a_value_that_is_no_win_draw_or_loss_is_told_without_a_winner():
    """Who has won with 3 in a tree, nobody knows but its author."""
    game, state = load("coins").from_text("2,3,5,8")
    said = words.value_in_words(game, result(game, state, value=10, distance=3, line=(1, 2, 1)))
    assert said == "value 10 for the first player, in 3 plies (proved)"
    game, state = load("tree").from_text("[[3,5],[2,9]]")
    found = result(game, state, value=3, distance=2, line=(0, 0))
    assert words.value_in_words(game, found) == "value 3 for the first player, in 2 plies (proved)"
    found = result(game, state, value=3, distance=2, line=(0, 0), exact=False)
    assert words.value_in_words(game, found) == "value 3 for the first player, in 2 plies (not proved)"
    others = (RootMove(0, 1, Bound.EXACT), RootMove(1, 7, Bound.UPPER))
    found = result(game, state, value=1, distance=2, line=(0, 0), moves=others)
    assert words.value_in_words(game, found) == "value 1 for the first player, in 2 plies (proved)"


@pytest.mark.parametrize(
    ("root", "proved", "said"),
    [
        (RootMove("a", 3, Bound.EXACT), True, "= 3"),
        (RootMove("a", 3, Bound.EXACT), False, "≈ 3"),
        (RootMove("a", 1, Bound.EXACT, distance=5), False, "= 1"),
        (RootMove("a", 3, Bound.LOWER), False, "≥ 3"),
        (RootMove("a", None, None), True, "?"),
        (RootMove("a", None, None), False, "?"),
    ],
)
def test_values_of_root_moves_say_what_they_promise(root, proved, said):
    assert words.root_value(root, proved) == said


def test_long_texts_are_shortened():
    assert shortened("a" * 310) == "a" * 300 + "… 10 more characters"
    assert with_short_numbers("self.board is 0x" + "f" * 90 + ": split it") == "self.board is 0xffffffff…ffff: split it"
    game, _ = load("nim").from_text("")
    assert words.short_line(game, [game.parse_move("0:1")] * 2953, 3) == "0:1 0:1 0:1 … 2,950 more"


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
