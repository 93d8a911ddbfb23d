"""What every game of the library keeps to: the promises of `Game`, and texts that read back."""

import subprocess
import sys

import pytest

from game_walks import playouts
from zermelo import Game, InputError
from zermelo.core.game import has_hook
from zermelo.games import GAMES, load, names

STARTS = [
    ("coins", ""),
    ("coins", "4,2,45,9,7,49,1,1"),
    ("coins", "3,5,8 2:0 second"),
    ("coins", "7"),
    ("coins", "0,0,3"),
    ("nim", ""),
    ("nim", "0,3,0,8 second"),
    ("nim", "3,4,5 misere"),
    ("nim", "7"),
    ("tic-tac-toe", ""),
    ("tic-tac-toe", "X.O/.X./..O"),
    ("mnk", ""),
    ("mnk", "3,4,3 XO........XO"),
    ("mnk", "1,6,2"),
    ("mnk", "4,4,4 misere"),
    ("mnk", "9,9,5"),  # more cells than a word has bits
    ("connect-four", ""),
    ("connect-four", "4453"),
    ("connect-four", "5x4:1234"),
    ("connect-four", "12x3:12,1,10"),
    ("connect-four", "1x1:"),
    ("tree", ""),
    ("tree", "min [[8,6],[9,[1.5,-2e3]]]"),
    ("tree", "3"),
    ("othello", ""),
    ("othello", "XOOOOO-XXXOOOOO-XOXO-O-OXOOXOOOOXXXOXOXXXXXXOOOOXXXXXXOOXXXXXOOX X"),
]


@pytest.mark.parametrize(("name", "text"), STARTS)
def test_what_is_written_reads_back(name, text):
    game, start = load(name).from_text(text)
    for state, moves in playouts(game, 5, start):
        written = game.format_state(state)
        assert game.parse_state(written) == state
        assert game.parse_state(f"  {written}\t") == state
        again, same = load(name).from_text(written)
        assert same == state or name == "coins"  # there the row begins with the coins that are left
        assert again.format_state(same).split() == written.split()
        assert isinstance(game.render(state), str)
        for move in moves:
            assert game.parse_move(game.format_move(move)) == move
            assert game.parse_move(f" {game.format_move(move)} ") == move


@pytest.mark.parametrize(("name", "text"), STARTS)
def test_the_rules_keep_their_promises(name, text):
    game, start = load(name).from_text(text)
    for state, moves in playouts(game, 5, start):
        hash(state)
        assert moves == list(game.legal_moves(state)) or not moves
        assert len(moves) == len(set(moves))
        assert game.current_player(state) in (0, 1)
        lowest, highest = game.value_bounds(state) if has_hook(game, "value_bounds") else (-1e9, 1e9)
        assert lowest <= highest
        if game.is_terminal(state):
            assert lowest <= game.utility(state, 0) <= highest
            if name != "coins":
                assert game.utility(state, 0) == -game.utility(state, 1)
        elif has_hook(game, "evaluate"):
            assert game.evaluate(state, 0) == -game.evaluate(state, 1)
        for move in moves:
            before = hash(state)
            game.next_state(state, move)
            assert hash(state) == before
            if has_hook(game, "order_moves"):
                assert isinstance(game.order_moves(state, move), int)


HOSTILE = [
    "\x00",
    "-",
    "--help",
    "٣,٤",
    "²",
    "1²",
    "3,٤,5",
    "nan",
    "NaN,1",
    "Infinity",
    "true",
    "1e5",
    "1_000",
    "+1",
    "0x10",
    "１",
    "1,,2",
    ",",
    ":",
    "x:y",
    "::::",
    "0:0",
    "1:1:1",
    "9" * 5_000,
    "1," * 20_000,
    "[" * 10_000,
    "[" * 10_000 + "]" * 10_000,
    "{" * 10_000,
    "9" * 5_000 + "x4:",
    "3x9999999999:",
    "3," * 3,
    "99999,99999,3",
    "3,3,٣",
    "0,0,0",
    "X" * 100_000,
    "/" * 9,
    "X.O/.X./..O/",
    "X.O//.X./..O",
    "ẞ" * 9,
    "ŉ........",
    "🎲",
    "__import__('os').system('true')",
    "{'a': 1}",
    "1 2 3",
    "second",
    "misere",
    "1,2 third",
    "1,2 second second extra",
    "2,3 1:x",
    "2,3 9999999999999999999999999:1",
    "\n\n3\n",
    "min",
    "min min [1]",
    "[1]@[0]@[0]",
    "[1]@" + "[0]" * 10_000,
    "- X",
    "-" * 64,
    "-" * 64 + " Z",
    "-" * 64 + " X X",
    "3 " * 10_000,
]


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
@pytest.mark.timeout(20)
def test_no_text_does_harm(name, text):
    """A position, or an InputError with a message of a few short lines: nothing else, and soon."""
    game = load(name)()
    for read in (load(name).from_text, game.parse_state, game.parse_move):
        try:
            read(text)
        except InputError as error:
            message = str(error)
            assert max(map(len, message.split("\n"))) < 250
            assert len(message.split("\n")) in (1, 3)


@pytest.mark.parametrize("name", names())
def test_an_empty_text_is_the_start(name):
    for text in ("", "  \n"):
        game, state = load(name).from_text(text)
        assert state == game.initial_state() == game.parse_state(text)


def test_names():
    assert names() == ("coins", "nim", "tic-tac-toe", "mnk", "connect-four", "tree", "othello")
    for name in names():
        assert issubclass(load(name), Game)
        assert (load(name).__doc__ or "").count("\n") == 0  # one line, for lists of games


@pytest.mark.parametrize(
    ("wrong", "near"),
    [("connect4", "connect-four"), ("tictactoe", "tic-tac-toe"), ("Nim", "nim"), ("connect four", "connect-four")],
)
def test_an_unknown_game_names_the_nearest(wrong, near):
    with pytest.raises(InputError, match=near):
        load(wrong)


def test_a_name_like_no_other_lists_all():
    with pytest.raises(InputError, match=", ".join(GAMES)):
        load("zzz" * 10_000)


def test_one_game_loads_no_other():
    code = "import sys; from zermelo.games import load; load('nim'); print('zermelo.games.othello' in sys.modules)"
    assert subprocess.check_output([sys.executable, "-c", code], text=True).strip() == "False"
