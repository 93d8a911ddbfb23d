"""Coins: one or two from the left end of a row."""

import pytest

from data_files import rows
from game_walks import best_moves, playouts, solved
from zermelo import InputError
from zermelo.games.coins import Coins


def test_the_row_of_the_issue():
    game, start = Coins.from_text("2,3,5,8")
    assert solved(game, start, {}) == 10
    assert best_moves(game, start, {}) == [1]
    assert list(game.legal_moves(start)) == [1, 2]


def test_the_players_share_the_row():
    game = Coins((2, 3, 5, 8))
    for state, moves in playouts(game, 50):
        if not moves:
            assert game.utility(state, 0) + game.utility(state, 1) == 18


@pytest.mark.parametrize("line", [r for r in rows("coins/coins.txt") if r[0].startswith("F")], ids=lambda r: r[0])
def test_known_rows(line):
    coins, value, moves = line
    game = Coins([int(coin) for coin in coins.split()[1:]])
    known = {}
    assert solved(game, game.initial_state(), known) == int(value)
    assert best_moves(game, game.initial_state(), known) == [int(move) for move in moves.split()]


def test_the_bounds_hold_the_value():
    game = Coins((4, 2, 45, 9, 7, 49, 1, 1))
    known = {}
    for state, _ in playouts(game, 20):
        lowest, highest = game.value_bounds(state)
        assert lowest <= solved(game, state, known) <= highest


def test_positions_in_the_middle():
    game, state = Coins.from_text("3,5,8 2:0 second")
    assert state == Coins.State(taken=0, first_total=2, second_total=0, player=1)
    assert game.row == (3, 5, 8)
    whole = Coins((2, 3, 5, 8))
    assert whole.parse_state("3,5,8 2:0 second") == whole.next_state(whole.initial_state(), 1)
    assert solved(game, state, {}) == 10
    assert whole.format_state(Coins.State(4, 10, 8, 0)) == "- 10:8 first"
    over, end = Coins.from_text("- 10:8 first")
    assert over.is_terminal(end)
    assert over.utility(end, 1) == 8


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("a", 0),
        ("2,-3", 2),
        ("2,,3", 2),
        ("2,3,", 4),
        ("2,3 4", 4),
        ("2,3 1:a", 6),
        ("2,3 third", 4),
        ("2, 3", 2),
        ("1000000000001", 0),
        ("2,٣", 2),
        ("1.5", 0),
    ],
)
def test_bad_texts(text, column):
    with pytest.raises(InputError) as error:
        Coins.from_text(text)
    assert error.value.column == column


def test_a_position_of_another_row():
    with pytest.raises(InputError, match="right end"):
        Coins((2, 3, 5, 8)).parse_state("3,5")
    with pytest.raises(InputError, match="right end"):
        Coins((2,)).parse_state("2,2")


@pytest.mark.parametrize("row", [(1, -2), ("a",), (1.5,), (True,), (None,), (10**13,), (1,) * 10_001])
def test_bad_rows(row):
    with pytest.raises(InputError):
        Coins(row)


@pytest.mark.parametrize("text", ["0", "3", "one", "", "-1"])
def test_bad_moves(text):
    with pytest.raises(InputError):
        Coins().parse_move(text)


def test_picture():
    game = Coins((2, 3, 5, 8))
    assert game.render(game.next_state(game.initial_state(), 1)) == (".  3  5  8\nfirst   2\nsecond  0  <- to move")
