"""Whatever is typed: exit code 2 and one message that names the value, its place, and what would be right."""

from __future__ import annotations

import pytest


def complaint(ran) -> str:
    assert ran.code == 2
    assert ran.out == ""
    assert ran.err.startswith("error: ")
    assert ran.err.count("error: ") == 1
    assert "Traceback" not in ran.err
    return ran.err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("tic-tac-toe XXXOO", ["XXXOO\n", "     ^", "9 cells"]),
        ("tic-tac-toe XXXOOO...", ["XXXOOO...", "both X and O"]),
        ("tic-tac-toe XXXXX....", ["5 X and 0 O", "X begins"]),
        ("tic-tac-toe XOZ......", ["'Z'", "  ^", "X O ."]),
        ("connect-four 44444444", ["column 4 is full", "^"]),
        ("connect-four 8", ["'8'", "1 to 7"]),
        ("nim 3,-1", ["'-1'", "  ^", "0 to"]),
        ("nim -1,3", ["'-1'", "0 to"]),
        ("coins a", ["'a'", "^", "whole number"]),
        ("tree [[3,5],[2,9]", ["^"]),
        ("conect-four", ["'conect-four'", "did you mean connect-four"]),
        ("tictactoe", ["did you mean tic-tac-toe"]),
        ("zzz", ["'zzz'", "coins, nim"]),
        ("coins --depth -1", ["depth=-1", "from 0"]),
        ("coins --seconds nan", ["seconds=nan", "from 0"]),
        ("coins --seconds -0.5", ["seconds=-0.5"]),
        ("coins --seconds soon", ["--seconds", "'soon'", "a number"]),
        ("coins --nodes x", ["--nodes", "'x'", "whole number"]),
        ("coins --nodes 1.5", ["--nodes", "'1.5'", "whole number"]),
        ("coins --lines 0", ["--lines 0", "from 1"]),
        ("coins --workers 0", ["--workers 0", "from 1"]),
        ("coins --table-mb nan", ["--table-mb nan", "from 0", "to 1,048,576"]),
        ("coins --table-mb 99999999", ["--table-mb 99999999 ", "to 1,048,576"]),
        ("coins --table-mb -1", ["--table-mb -1", "from 0"]),
        ("coins --plain --compiled", ["--plain and --compiled contradict"]),
        ("coins --dpeth 3", ["--dpeth", "zermelo best --help"]),
        ("coins --depth", ["--depth"]),
        ("coins 1,2 3", ["3"]),
        ("", ["GAME"]),
    ],
)
def test_best(zermelo, arguments, said):
    message = complaint(zermelo("best", *arguments.split()))
    for part in said:
        assert part in message


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("bset coins", ["'bset'"]),
        ("--nonsense", ["--nonsense"]),
        ("perft coins x", ["'x'", "whole number"]),
        ("perft coins -1", ["-1", "from 0"]),
        ("perft coins", ["DEPTH"]),
        ("count coins a", ["'a'"]),
        ("count coins --nodes -1", ["nodes=-1"]),
        ("play coins --first robot", ["'robot'", "human", "computer"]),
        ("play coins --seconds nan", ["nan"]),
        ("play coins --level foo", ["'--level': 'foo' is not one of 'easy', 'medium', 'hard'"]),
        ("play tic-tac-toe XXXOO", ["9 cells"]),
        ("games chess2000", ["'chess2000'"]),
    ],
)
def test_other_commands(zermelo, arguments, said):
    message = complaint(zermelo(*arguments.split()))
    for part in said:
        assert part in message


@pytest.mark.parametrize(
    "text",
    [
        "\x1b[2J\x1b[H3",  # clears the screen
        "\udcff\udcfe",  # bytes that are not UTF-8, as Python hands them over
        "3\n\r\t4",
        "\u202e3,2",  # right to left
        "[red]3[/red] [/] [x",
        "__import__('os').system('echo run')",
        "9" * 10_000,
        "3," * 5000,
        "३,२",
        "²",
        "\0",
        "{0.__class__}",
        "%s%n",
    ],
)
@pytest.mark.parametrize("game", ["coins", "nim", "connect-four", "tic-tac-toe", "tree", "mnk", "othello"])
def test_hostile_texts_are_read_as_positions_and_refused(zermelo, game, text):
    message = complaint(zermelo("best", game, text))
    assert "\x1b" not in message
    assert "\r" not in message
    assert "\u202e" not in message
    assert len(message) < 1500


@pytest.mark.parametrize("name", ["\x1b[2J", "\udcff", "[/]", "a" * 10_000, "../..", "coins;ls", "os.system", ""])
def test_hostile_names_of_games(zermelo, name):
    message = complaint(zermelo("best", name))
    assert "\x1b" not in message
    assert len(message) < 1000


def test_a_position_may_begin_with_a_dash(zermelo):
    """Othello's boards do: 64 characters and the side to move."""
    board = "-" * 27 + "OX------XO" + "-" * 27 + " X"
    assert zermelo("best", "othello", board, "--depth", "1", "--json").record["position"] == board
    assert zermelo("best", "othello", "--depth", "1", "--json", "--", board).record["position"] == board
