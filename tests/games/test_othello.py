"""Othello: published counts, solved endgames, passes, and the empties that go to the winner."""

import pytest

from data_files import rows
from game_walks import perft, playouts
from zermelo import InputError
from zermelo.games.othello import BESIDE_CORNERS, CORNERS, EDGES, INNER, PASS, Othello

# Column A of the file: a pass is a ply, and a game that ended earlier counts as one leaf.
COUNTS = {int(r[1]): int(r[2]) for r in rows("othello/perft.txt", None) if r[0] == "8x8"}


@pytest.mark.parametrize("depth", [1, 2, 3, 4, 5, 6, 7, pytest.param(8, marks=pytest.mark.slow)])
def test_move_sequences(depth):
    game = Othello()
    assert perft(game, game.initial_state(), depth, count_ended=True) == COUNTS[depth]


def best(game, state, alpha=-65, beta=65):
    """Alpha-beta for the player to move; the sides need not alternate."""
    if game.is_terminal(state):
        return game.utility(state, state.player)
    value = -65
    for move in sorted(game.legal_moves(state), key=lambda move: -game.order_moves(state, move)):
        value = max(value, -best(game, game.next_state(state, move), -beta, -max(alpha, value)))
        if value >= beta:
            break
    return value


def scores(game, state):
    return {game.format_move(m): -best(game, game.next_state(state, m)) for m in game.legal_moves(state)}


def endgames():
    """Position and the listed score of every move, all for the side to move."""
    for position, *listed in rows("othello/endgames_small.txt", ";"):
        pairs = [entry.split(":") for entry in listed if entry]
        yield position, {move.lower().replace("ps", "pass"): int(score) for move, score in pairs}


ENDGAMES = list(endgames())


@pytest.mark.parametrize(("position", "listed"), [e for e in ENDGAMES if e[0].count("-") <= 10])
def test_endgames(position, listed):
    game, state = Othello.from_text(position)
    assert game.format_state(state) == position
    assert scores(game, state) == listed


@pytest.mark.parametrize(("position", "listed"), [e for e in ENDGAMES if e[0].count("-") > 10])
def test_moves_of_longer_endgames(position, listed):
    game, state = Othello.from_text(position)
    assert game.format_state(state) == position
    assert {game.format_move(move) for move in game.legal_moves(state)} == set(listed)


def test_a_pass_is_a_move():
    """Case 09: +38 by g1; "no move" taken as the end gives 22, forgetting the change of sides 12."""
    game, state = Othello.from_text("XOOOOO-XXXOOOOO-XOXO-O-OXOOXOOOOXXXOXOXXXXXXOOOOXXXXXXOOXXXXXOOX X")
    assert scores(game, state) == {"g1": 38, "h2": 32, "e3": 32, "g3": 10}


def test_a_player_who_must_pass():
    position = next(position for position, listed in ENDGAMES if "pass" in listed)
    game, state = Othello.from_text(position)
    assert list(game.legal_moves(state)) == [PASS]
    assert not game.is_terminal(state)
    after = game.next_state(state, PASS)
    assert (after.mover, after.opponent, after.player) == (state.opponent, state.mover, 1 - state.player)
    assert PASS not in game.legal_moves(after)


@pytest.mark.parametrize(
    ("position", "value"),
    [
        ("X" * 64, 64),
        ("XX" + "-" * 62, 64),  # the empties go to the winner
        ("X" * 33 + "O" * 31, 2),
        ("O" * 33 + "X" * 31, -2),
        ("X" * 32 + "O" * 32, 0),
        ("X" + "-" * 62 + "O", 0),  # equal: nobody gets the empties
        ("O" + "-" * 61 + "-O", -64),
        ("-" * 64, 0),
    ],
)
@pytest.mark.parametrize("side", "XO")
def test_results(position, value, side):
    game, state = Othello.from_text(f"{position} {side}")
    assert game.is_terminal(state)
    assert (game.utility(state, 0), game.utility(state, 1)) == (value, -value)


def moves_by_hand(squares, player):
    """Every legal move and the discs that it turns, on a list of squares."""
    found = {}
    other = "XO"[1 - "XO".index(player)]
    for square in range(64):
        turned = set()
        for down, right in [(d, r) for d in (-1, 0, 1) for r in (-1, 0, 1) if d or r]:
            row, column, run = square // 8 + down, square % 8 + right, set()
            while 0 <= row < 8 and 0 <= column < 8 and squares[8 * row + column] == other:
                run.add(8 * row + column)
                row, column = row + down, column + right
            if 0 <= row < 8 and 0 <= column < 8 and squares[8 * row + column] == player:
                turned |= run
        if squares[square] == "-" and turned:
            found[square] = turned
    return found


def test_moves_by_hand():
    """Moves, turned discs and ends against a list of squares instead of bits."""
    game = Othello()
    for state, moves in playouts(game, 8):
        squares = game.squares(state)
        player, other = "XO"[state.player], "OX"[state.player]
        by_hand = moves_by_hand(squares, player)
        if not by_hand:
            assert moves == ([PASS] if moves_by_hand(squares, other) else [])
        for move, turned in by_hand.items():
            after = game.squares(game.next_state(state, move))
            expected = [player if at == move or at in turned else found for at, found in enumerate(squares)]
            assert after == expected
        assert list(by_hand) == moves or moves in ([PASS], [])


def test_masks():
    every = range(64)
    corner = {0, 7, 56, 63}
    beside = {
        q for q in every if q not in corner and any(abs(q // 8 - c // 8) < 2 > abs(q % 8 - c % 8) for c in corner)
    }
    edge = {q for q in every if q // 8 in (0, 7) or q % 8 in (0, 7)} - corner - beside
    inner = {q for q in every if 0 < q % 8 < 7}
    for mask, squares in ((CORNERS, corner), (BESIDE_CORNERS, beside), (EDGES, edge), (INNER, inner)):
        assert {square for square in every if mask >> square & 1} == squares


def test_corners_first():
    game = Othello()
    start = game.initial_state()
    order = [game.order_moves(start, game.parse_move(move)) for move in ("a1", "d1", "d3", "b2", "a2")]
    assert order == [3, 2, 1, 0, 0]
    assert game.order_moves(start, PASS) == 0


def test_evaluation():
    game = Othello()
    assert game.evaluate(game.initial_state(), 0) == 0
    corner = game.parse_state("X" + "-" * 26 + "OX------XO" + "-" * 27 + " X")
    assert game.evaluate(corner, 0) == 10 + 1
    assert game.evaluate(game.parse_state("XO" * 32 + " X"), 0) == 0
    for state, _ in playouts(game, 10):
        assert -64 < game.evaluate(state, 0) < 64


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("-" * 63 + " X", 63, "too short, 63 cells: 64"),
        ("-" * 65 + " X", 64, "too long"),
        ("-" * 64, 64, "who is to move"),
        ("-" * 64 + " Z", 65, "X or O"),
        ("-" * 64 + " X; PS:-24;", 65, "X or O"),
        ("-" * 64 + " X a1:3", 67, "ended before"),
        ("-" * 10 + "Y" + "-" * 53 + " X", 10, "'Y' is not a cell"),
        ("X", 1, "too short"),
    ],
)
def test_bad_texts(text, column, message):
    with pytest.raises(InputError, match=message) as error:
        Othello.from_text(text)
    assert error.value.column == column


def test_texts():
    game, state = Othello.from_text("......../......../......../...ox.../...xo.../......../......../........ x")
    assert state == game.initial_state()
    assert game.format_state(state) == "-" * 27 + "OX------XO" + "-" * 27 + " X"
    assert [game.format_move(move) for move in game.legal_moves(state)] == ["d3", "c4", "f5", "e6"]
    assert game.parse_move("D3") == 19
    assert (game.parse_move("pass"), game.format_move(PASS)) == (PASS, "pass")


@pytest.mark.parametrize("text", ["", "d", "d9", "i1", "d0", "3d", "d33", "passs", "ps", "٣d", "d٣"])
def test_bad_moves(text):
    with pytest.raises(InputError, match="a square from a1 to h8, or pass"):
        Othello().parse_move(text)


def test_picture():
    lines = Othello().render(Othello().initial_state()).splitlines()
    assert lines[0] == "  a b c d e f g h"
    assert lines[3:7] == ["3 . . . * . . . .", "4 . . * O X . . .", "5 . . . X O * . .", "6 . . . . * . . ."]
    assert lines[-1] == "X 2, O 2, X to move"
