"""Connect Four: counts, solved positions, and texts of both forms."""

import pytest

from data_files import rows
from game_walks import perft, playouts
from zermelo import InputError
from zermelo.games.connect_four import ConnectFour

COUNTS = rows("connect4/counts.txt", None)
POSITIONS = {int(ply): int(count) for kind, ply, count in COUNTS if kind == "positions"}
PERFT = {int(depth): int(count) for kind, depth, count in COUNTS if kind == "perft"}


@pytest.mark.parametrize("depth", [1, 2, 3, 4, 5, 6, 7, pytest.param(8, marks=pytest.mark.slow)])
def test_move_sequences(depth):
    game = ConnectFour()
    assert perft(game, game.initial_state(), depth, count_ended=False) == PERFT[depth]


def test_positions_ply_by_ply():
    """The key is one number a position: as many keys as positions, to the ply where the first games are over."""
    game = ConnectFour()
    states = {game.initial_state()}
    for ply in range(9):
        assert len(states) == POSITIONS[ply]
        assert len({game.key(state) for state in states}) == POSITIONS[ply]
        states = {
            game.next_state(state, move)
            for state in states
            if not game.is_terminal(state)
            for move in game.legal_moves(state)
        }


@pytest.mark.parametrize("size", [(7, 6), (4, 4), (5, 4), (8, 7), (3, 9), (6, 5), (10, 10)])
def test_lines_and_windows_by_hand(size):
    """Ends and evaluations against lists of cells instead of bits."""
    game = ConnectFour(*size)
    width, height = size
    windows = [
        [(column + step * right, row + step * up) for step in range(4)]
        for column in range(width)
        for row in range(height)
        for right, up in ((0, 1), (1, 0), (1, 1), (1, -1))
        if column + 3 * right < width and 0 <= row + 3 * up < height
    ]
    middle = {(width - 1) // 2, width // 2}
    for state, moves in playouts(game, 15):
        rows_up = game.rows_of(state)[::-1]
        held = ["".join(rows_up[row][column] for column, row in window) for window in windows]
        won = ["XXXX" in held, "OOOO" in held]
        assert game.is_terminal(state) == (any(won) or state.plies == width * height)
        if not moves:
            assert game.utility(state, 0) == won[0] - won[1]
            continue
        worth = {}
        for own, other in ("XO", "OX"):
            worth[own] = 3 * sum(row[column] == own for row in rows_up for column in middle)
            for cells in held:
                if other not in cells:
                    worth[own] += {2: 2, 3: 5}.get(cells.count(own), 0)
        assert game.evaluate(state, 0) == worth["X"] - worth["O"]


def test_mirror_images():
    game = ConnectFour()
    for state, _ in playouts(game, 20):
        (image,) = game.symmetries(state)
        assert game.rows_of(image) == [row[::-1] for row in game.rows_of(state)]
        assert list(game.symmetries(image)) == [state]


def test_the_centre_is_tried_first():
    game = ConnectFour()
    start = game.initial_state()
    assert list(game.legal_moves(start)) == [0, 1, 2, 3, 4, 5, 6]
    assert sorted(range(7), key=lambda move: -game.order_moves(start, move)) == [3, 2, 4, 1, 5, 0, 6]


SIZES = {
    (int(size.split()[0]), int(size.split()[1])): int(value) for size, value, _ in rows("small/connect4_sizes.txt")
}


@pytest.mark.parametrize("size", [(4, 4), *(pytest.param(s, marks=pytest.mark.slow) for s in SIZES if s != (4, 4))])
def test_small_boards(size):
    game = ConnectFour(*size)
    value = score(game, game.initial_state(), -1, 1, {})
    assert (value > 0) - (value < 0) == SIZES[size]


def score(game, state, alpha, beta, table):
    """Negamax in the scale of the data: 22 minus the number of discs that the winner has played."""
    if game.is_terminal(state):
        return game.utility(state, state.plies & 1) * (22 - (state.plies + 1) // 2)
    key = game.key(state)
    if key in table:
        low, high = table[key]
        if low >= beta or low == high:
            return low
        if high <= alpha:
            return high
    else:
        low, high = -22, 22
    best, floor = -99, alpha
    for move in sorted(game.legal_moves(state), key=lambda move: -game.order_moves(state, move)):
        best = max(best, -score(game, game.next_state(state, move), -beta, -max(floor, best), table))
        if best >= beta:
            break
    table[key] = (best if best > alpha else low, best if best < beta else high)
    return best


SOLVED = rows("connect4/pons300.txt")


@pytest.mark.parametrize("line", [r for r in SOLVED if len(r[1]) >= 27], ids=lambda r: r[1])
def test_solved_positions(line):
    game, state = ConnectFour.from_text(line[1])
    assert score(game, state, -22, 22, {}) == int(line[2])


@pytest.mark.parametrize("line", SOLVED, ids=lambda r: r[1])
def test_all_solved_positions_are_read(line):
    game, state = ConnectFour.from_text(line[1])
    assert state.plies == len(line[1])
    assert not game.is_terminal(state)


@pytest.mark.parametrize("line", [r for r in rows("connect4/allscores40.txt") if len(r[0]) >= 32], ids=lambda r: r[0])
def test_the_score_of_every_column(line):
    game, state = ConnectFour.from_text(line[0])
    legal = list(game.legal_moves(state))
    for column, listed in enumerate(line[2].split()):
        if listed == "-":
            assert column not in legal
        else:
            assert -score(game, game.next_state(state, column), -22, 22, {}) == int(listed)


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("44444444", 6, "move 7 is impossible: column 4 is full"),
        ("8", 0, "from 1 to 7"),
        ("0", 0, "from 1 to 7"),
        ("4a", 1, "from 1 to 7"),
        ("4 4", 1, "from 1 to 7"),
        ("12121211", 7, "over before move 8"),
        ("5x4:12345", None, None),
        ("5x4:6", 4, "from 1 to 5"),
        ("5x4:11111", 8, "column 1 is full"),
        ("x4:1", 0, "a number is missing"),
        ("5x:1", 2, "a number is missing"),
        ("0x4:", 0, "a width"),
        ("5x51:", 2, "a height"),
        ("5:", 0, "not a size"),
        ("12x4:1,12,", 10, "a number is missing"),
        ("٤", 0, "from 1 to 7"),
    ],
)
def test_columns(text, column, message):
    if message is None:
        ConnectFour.from_text(text)
        return
    with pytest.raises(InputError, match=message) as error:
        ConnectFour.from_text(text)
    assert error.value.column == column


EMPTY = "......./" * 4


@pytest.mark.parametrize(
    ("rows_from_the_top", "message"),
    [
        ("......./......./......./......./...X.../.......", "column 4, row 2 from below, hangs"),
        (EMPTY + "......./XX.....", "2 X and 0 O"),
        (EMPTY + "......./O......", "0 X and 1 O"),
        (EMPTY + "XXXX.../OOOO...", "both X and O"),
        (EMPTY + "......./XXXXOOO", None),
        (EMPTY + "O....../XXXXOOO", "one O too many"),
        (EMPTY + "X.....X/OOOOXXX", "one X too many"),
        ("......./......./......./O....../OXOO.../XXXX...", "no single last disc"),
        (EMPTY + ".......", "too short"),
        (EMPTY + "......./......./", "a row cannot end here"),
        (EMPTY + "......./........", "too long"),
        (EMPTY + "......./...Z...", "'Z' is not a cell"),
    ],
)
def test_boards(rows_from_the_top, message):
    game = ConnectFour()
    if message is None:
        assert game.is_terminal(game.parse_state(rows_from_the_top))
        return
    with pytest.raises(InputError, match=message):
        game.parse_state(rows_from_the_top)


def test_both_forms_mean_the_same():
    game, state = ConnectFour.from_text("4453")
    assert game.format_state(state) == "......./......./......./......./...O.../..OXX.."
    assert game.parse_state(game.format_state(state)) == state
    game, state = ConnectFour.from_text("12x4:1,12,3")
    assert game.format_state(state) == "12x4:............/............/............/X.X........O"
    with pytest.raises(InputError, match="this game is 7x6"):
        ConnectFour().parse_state("5x4:1")


@pytest.mark.parametrize("size", [(0, 6), (7, -1), (7.0, 6), (51, 1)])
def test_bad_sizes(size):
    with pytest.raises(InputError):
        ConnectFour(*size)


@pytest.mark.parametrize("text", ["0", "8", "a", "", "-1", "4 4"])
def test_bad_moves(text):
    with pytest.raises(InputError):
        ConnectFour().parse_move(text)


def test_picture():
    game, state = ConnectFour.from_text("4x2:123")
    assert game.render(state) == " . . . .\n X O X .\n -------\n 1 2 3 4\nO to move"
