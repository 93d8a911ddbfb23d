"""Faults in texts are told with the place where they stand."""

import pytest

from zermelo import InputError
from zermelo.games.texts import Part, board_cells, fault


def test_the_mark_stands_under_the_column():
    assert str(fault("wrong", "abcdef", 2)) == "wrong\n  abcdef\n    ^"


def test_a_long_text_is_shown_around_the_fault():
    error = fault("wrong", "a" * 500 + "B" + "c" * 500, 500)
    _, text, mark = str(error).split("\n")
    assert text[mark.index("^")] == "B"
    assert text.startswith("  …")
    assert text.endswith("…")
    assert (error.column, len(error.text)) == (500, 1001)


def test_lines_do_not_break_the_picture():
    assert str(fault("wrong", "a\nb\tc", 4)) == "wrong\n  a?b?c\n      ^"


def test_parts_remember_their_places():
    part = Part.all_of("  3, 44 ,5  x ")
    assert [(word.text, word.begin) for word in part.words()] == [("3,", 2), ("44", 5), (",5", 8), ("x", 12)]
    assert [(piece.text, piece.begin) for piece in part.split(",")] == [("3", 2), ("44", 5), ("5  x", 9)]
    assert Part.all_of("   ").split(",")[0].text == ""
    assert (part.after(2).text, part.after(2).begin) == ("44 ,5  x", 5)


@pytest.mark.parametrize("digits", ["", "-1", "+1", " 1", "1.0", "٣", "²", "1_0", "11", "9" * 10_000])
def test_no_number(digits):
    with pytest.raises(InputError, match="from 0 to 10"):
        Part(digits, 0, len(digits)).number("it", 0, 10)


def test_numbers():
    assert Part.all_of(" 007 ").number("it", 0, 10) == 7


@pytest.mark.parametrize(
    ("text", "column"),
    [("XO", 2), ("XO.X.", 4), ("X/O.X", 1), ("/XO.X", 0), ("XO//.X", 3), ("XO/.X/", 5), ("XOa.", 2), ("XO..X", 4)],
)
def test_no_board_of_two_by_two(text, column):
    with pytest.raises(InputError) as error:
        board_cells(Part.all_of(text), 2, 2, "XO.")
    assert error.value.column == column


def test_boards():
    assert board_cells(Part.all_of("xo/.X"), 2, 2, "XO.") == board_cells(Part.all_of("XO.X"), 2, 2, "XO.")
