"""Nim: the values of the theory."""

from itertools import product

import pytest

from data_files import rows
from game_walks import best_moves, solved
from zermelo import InputError
from zermelo.games.nim import Nim


def test_the_piles_of_the_issue():
    game, start = Nim.from_text("1,2")
    assert solved(game, start, {}) == 1
    assert [game.format_move(move) for move in best_moves(game, start, {})] == ["1:1"]
    game, start = Nim.from_text("2,3")
    assert solved(game, start, {}) == 1
    assert [game.format_move(move) for move in best_moves(game, start, {})] == ["1:1"]


def test_moves_in_order():
    game = Nim((2, 0, 1))
    assert [game.format_move(move) for move in game.legal_moves(game.initial_state())] == ["0:1", "0:2", "2:1"]


@pytest.mark.parametrize("misere", [False, True])
def test_all_small_positions_agree_with_the_nim_sum(misere):
    game = Nim((5, 5, 5), misere=misere)
    known = {}
    for piles in product(range(6), repeat=3):
        wins = piles[0] ^ piles[1] ^ piles[2] != 0
        if misere and max(piles) <= 1:
            wins = not wins  # only single counters are left: their number decides
        for player in (0, 1):
            mover = 1 if player == 0 else -1
            assert solved(game, Nim.State(piles, player), known) == (mover if wins else -mover)


@pytest.mark.parametrize("line", rows("nim/nim.txt"), ids=lambda r: r[0])
def test_known_positions(line):
    """Winning moves by the rules alone: those after which the nim-sum is 0; small positions by search too."""
    piles = tuple(int(pile) for pile in line[0].split())
    game = Nim(piles)
    winning = []
    for move in game.legal_moves(game.initial_state()):
        after = game.next_state(game.initial_state(), move).piles
        nim_sum = 0
        for pile in after:
            nim_sum ^= pile
        if nim_sum == 0:
            winning.append(f"{move.pile}:{after[move.pile]}")
    listed = [] if line[4] in ("", "-") else line[4].split()
    assert winning == listed
    if sum(piles) <= 18:
        for misere, outcome in ((False, line[2]), (True, line[3])):
            game = Nim(piles, misere=misere)
            assert solved(game, game.initial_state(), {}) == (1 if outcome == "N" else -1)


def test_nothing_left_is_a_loss_for_the_player_to_move():
    for text, value in [("0", -1), ("0,0 second", 1), ("0,0 misere", 1), ("0 second misere", -1)]:
        game, state = Nim.from_text(text)
        assert game.is_terminal(state)
        assert (game.utility(state, 0), game.utility(state, 1)) == (value, -value)


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("3,-1", 2),
        ("a", 0),
        ("3,,4", 2),
        ("3,4,", 4),
        ("1001", 0),
        ("3;4", 0),
        ("3,4 third", 4),
        ("3,4 misere 5", 11),
        (",".join(["1"] * 65), 0),
        ("1,²", 2),
    ],
)
def test_bad_texts(text, column):
    with pytest.raises(InputError) as error:
        Nim.from_text(text)
    assert error.value.column == column


def test_a_position_of_another_game():
    with pytest.raises(InputError, match="3 are meant"):
        Nim((3, 4, 5)).parse_state("3,4")
    with pytest.raises(InputError, match="misère"):
        Nim((3, 4)).parse_state("3,4 misere")


@pytest.mark.parametrize("piles", [(), (1, -1), (1.0,), (True,), ("3",), (1001,), (1,) * 65])
def test_bad_piles(piles):
    with pytest.raises(InputError):
        Nim(piles)


@pytest.mark.parametrize("text", ["", "1", "1:", ":1", "3:1", "0:0", "0:-1", "a:b", "1:1:1", "0:1001"])
def test_bad_moves(text):
    with pytest.raises(InputError):
        Nim().parse_move(text)


def test_picture():
    game, state = Nim.from_text("1,3 second misere")
    assert game.render(state) == "pile 0  o (1)\npile 1  o o o (3)\nsecond player to move, misère"
