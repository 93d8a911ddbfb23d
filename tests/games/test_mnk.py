"""m,n,k and tic-tac-toe: the counts everybody knows, and the positions that cannot be."""

from itertools import product

import pytest

from data_files import rows
from game_walks import best_moves, playouts, solved
from zermelo import InputError
from zermelo.games.mnk import MNK, TicTacToe

COUNTS = {name: fields for name, *fields in rows("small/tictactoe_counts.txt", None)}


@pytest.fixture(scope="module")
def full_tree():
    """Everything that a walk through all games of tic-tac-toe can count."""
    game = TicTacToe()
    found = {"nodes": 0, "games": {1: 0, 0: 0, -1: 0}, "lengths": {}, "states": set(), "perft": [0] * 10}

    def walk(state):
        found["nodes"] += 1
        found["states"].add(state)
        found["perft"][state.plies] += 1
        if game.is_terminal(state):
            found["games"][game.utility(state, 0)] += 1
            found["lengths"][state.plies] = found["lengths"].get(state.plies, 0) + 1
            return
        for move in game.legal_moves(state):
            walk(game.next_state(state, move))

    walk(game.initial_state())
    return found


def test_counts_of_tic_tac_toe(full_tree):
    states = full_tree["states"]
    assert full_tree["nodes"] == 549_946 == int(COUNTS["tree_nodes"][0])
    assert sum(full_tree["games"].values()) == 255_168 == int(COUNTS["games"][0])
    assert len(states) == 5_478 == int(COUNTS["reachable"][0])
    assert full_tree["games"][1] == int(COUNTS["games_x_wins"][0])
    assert full_tree["games"][0] == int(COUNTS["games_draw"][0])
    assert full_tree["games"][-1] == int(COUNTS["games_o_wins"][0])
    assert [f"{n}:{c}" for n, c in sorted(full_tree["lengths"].items())] == COUNTS["games_by_length"]
    assert full_tree["perft"][1:] == [int(count) for count in COUNTS["perft"][:9]]
    by_ply = [sum(state.plies == ply for state in states) for ply in range(10)]
    assert by_ply == [int(count) for count in COUNTS["positions_per_ply"]]
    assert sum(TicTacToe().is_terminal(state) for state in states) == int(COUNTS["terminal_positions"][0])


def test_every_reachable_position_reads_back_and_no_other_is_accepted(full_tree):
    game = TicTacToe()
    for state in full_tree["states"]:
        assert game.parse_state(game.format_state(state)) == state
    accepted = 0
    for cells in product("XO.", repeat=9):
        try:
            assert game.parse_state("".join(cells)) in full_tree["states"]
            accepted += 1
        except InputError:
            pass
    assert accepted == 5_478


LARGE = {"4,4,4", "3,5,3", "3,5,4"}  # more positions than plain Python solves in a second or two


@pytest.mark.parametrize("line", [r for r in rows("small/mnk.txt") if r[0] not in LARGE], ids=lambda r: r[0])
def test_known_values(line):
    game, start = MNK.from_text(line[0])
    assert solved(game, start, {}) == int(line[1])


@pytest.mark.slow
@pytest.mark.parametrize("text", ["3,5,3", "3,5,4"])
def test_known_values_of_larger_boards(text):
    value = {sizes: int(value) for sizes, value, _ in rows("small/mnk.txt")}[text]
    game, start = MNK.from_text(text)
    known = {}
    assert reaches(game, start, value, known)
    assert value == 1 or not reaches(game, start, value + 1, known)


def reaches(game, state, wanted, known):
    """Whether X can get `wanted` or more; it stops at the first move that settles it."""
    key = state, wanted
    if key not in known:
        if game.is_terminal(state):
            known[key] = game.utility(state, 0) >= wanted
        else:
            after = (reaches(game, game.next_state(state, move), wanted, known) for move in game.legal_moves(state))
            known[key] = all(after) if game.current_player(state) else any(after)
    return known[key]


@pytest.mark.parametrize("line", [r for r in rows("small/mnk_misere.txt") if r[0] not in LARGE], ids=lambda r: r[0])
def test_known_values_of_misere(line):
    game, start = MNK.from_text(line[0] + " misere")
    assert solved(game, start, {}) == int(line[1])


def test_several_moves_win_and_one_at_once():
    """Case 14: rows `...`, `O.X`, `.OX`, X to move: cell 2 wins at once, 0 and 4 later, 1 and 6 draw."""
    game = TicTacToe()
    state = game.parse_state(".../O.X/.OX")
    assert best_moves(game, state, {}) == [0, 2, 4]
    assert game.is_terminal(game.next_state(state, 2))


def lines_of(game):
    for row, column in product(range(game.m), range(game.n)):
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            cells = [(row + step * down, column + step * right) for step in range(game.k)]
            if all(0 <= r < game.m and 0 <= c < game.n for r, c in cells):
                yield [r * game.n + c for r, c in cells]


@pytest.mark.parametrize(
    "sizes", [(3, 3, 3), (3, 4, 3), (4, 3, 3), (4, 4, 4), (1, 7, 3), (5, 6, 4), (8, 8, 5), (9, 10, 5)]
)
def test_lines_by_hand(sizes):
    """Ends and evaluations against lists of cells instead of bits."""
    game = MNK(*sizes)
    lines = list(lines_of(game))
    for state, moves in playouts(game, 20):
        marks = [[bits >> cell & 1 for cell in range(game.cells)] for bits in (state.crosses, state.noughts)]
        full = [any(all(marks[player][cell] for cell in line) for line in lines) for player in (0, 1)]
        assert game.is_terminal(state) == (any(full) or state.plies == game.cells)
        if not moves:
            assert game.utility(state, 0) == full[0] - full[1]
            continue
        worth = [0, 0]
        for line in lines:
            own, other = (sum(marks[player][cell] for cell in line) for player in (0, 1))
            worth[0] += 10 ** (own - 1) if own and not other else 0
            worth[1] += 10 ** (other - 1) if other and not own else 0
        assert game.evaluate(state, 0) == worth[0] - worth[1]


def test_evaluation_by_example():
    """X in the centre has three open lines, O in the corner two: the diagonal belongs to nobody."""
    game = TicTacToe()
    assert game.evaluate(game.parse_state("O../.X./..."), 0) == 3 - 2
    assert game.evaluate(game.parse_state("XX./OO./..."), 0) == 10 - (10 + 1)
    assert MNK(misere=True).evaluate(game.parse_state("O../.X./..."), 0) == -1


def test_no_line_runs_from_one_edge_to_the_other():
    game = MNK(3, 4, 3)
    assert not game.is_terminal(game.parse_state("..XX/X.../OO.."))


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("XXXOO", 5, "too short, 5 cells: 9 cells are meant"),
        ("XXXOOO...", 0, "both X and O"),
        ("XXXXX....", 0, "5 X and 0 O"),
        ("OOO......", 0, "0 X and 3 O"),
        ("XXXOO.O..", 0, "one O too many"),
        ("OOOXX.X.X", 0, "one X too many"),
        ("XO.......X", 9, "too long"),
        ("XO..Y....", 4, "'Y' is not a cell"),
        ("XO./..", 6, "too short"),
        ("XO/......./", 2, "a row cannot end here"),
        ("X O", 1, "is not a cell"),
        ("٣........", 0, "is not a cell"),
    ],
)
def test_bad_tic_tac_toe(text, column, message):
    with pytest.raises(InputError, match=message) as error:
        TicTacToe.from_text(text)
    assert error.value.column == column


def test_two_lines_that_no_last_mark_made():
    with pytest.raises(InputError, match="no single last mark"):
        MNK(3, 4, 3).parse_state("XXXO/O.OO/OXXX")


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("3,4", 0),
        ("3,4,3,3", 0),
        ("0,3,3", 0),
        ("3,51,3", 2),
        ("3,4,x", 4),
        ("3,4,3 ...", 9),
        ("3,4,3 miser", 6),
        ("3", 0),
        ("3,4,3 misere ....", 17),
    ],
)
def test_bad_mnk(text, column):
    with pytest.raises(InputError) as error:
        MNK.from_text(text)
    assert error.value.column == column


def test_texts_of_mnk():
    game, state = MNK.from_text("3,4,3 ..../.x../....")
    assert (game.m, game.n, game.k, state.plies) == (3, 4, 3, 1)
    assert state.crosses == 1 << 5
    assert game.parse_state("3,4,3 ..../.X../....") == state == game.parse_state(".....X......")
    game, state = MNK.from_text("4,4,4 misere")
    assert game.misere
    assert game.format_state(state) == "4,4,4 misere ..../..../..../...."
    game, state = MNK.from_text("X........")
    assert (game.m, game.n, game.k, state.plies) == (3, 3, 3, 1)
    with pytest.raises(InputError, match="3,3,3 are meant"):
        MNK().parse_state("4,4,4")
    with pytest.raises(InputError, match="not misère"):
        MNK().parse_state("3,3,3 misere")


@pytest.mark.parametrize("sizes", [(0, 3, 3), (3, -1, 3), (3, 3, 0), (3.0, 3, 3), (51, 1, 1)])
def test_bad_sizes(sizes):
    with pytest.raises(InputError):
        MNK(*sizes)


@pytest.mark.parametrize("text", ["", "1", "3,0", "0,3", "0,-1", "a,b", "1,1,1", "1;1"])
def test_bad_moves(text):
    with pytest.raises(InputError):
        TicTacToe().parse_move(text)


def test_moves():
    game = TicTacToe()
    assert game.parse_move("1,2") == 5
    assert game.format_move(5) == "1,2"


def test_picture():
    game = TicTacToe()
    assert game.render(game.parse_state("X.O/.X./..O")) == "  0 1 2\n0 X . O\n1 . X .\n2 . . O\nX to move"
    assert "to move" not in game.render(game.parse_state("XXX/OO./..."))
