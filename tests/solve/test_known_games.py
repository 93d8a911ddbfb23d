"""Games whose sizes and values are known, solved strongly."""

from __future__ import annotations

import pytest

from data_files import rows
from solve.toys import COMPILED_SLOWLY, NEEDS_NUMBA, PLAIN, Clock, Dodgem, Hexapawn, KingAndRook, Words
from zermelo.api.solve_all import solve_all
from zermelo.core.result import Answer
from zermelo.games.coins import Coins
from zermelo.games.connect_four import ConnectFour
from zermelo.games.mnk import TicTacToe
from zermelo.games.nim import Nim
from zermelo.textbook import memoised_minimax, minimax


def test_tic_tac_toe_has_5478_positions_and_is_a_draw():
    known = dict(row for row in rows("small/tictactoe_counts.txt", None) if len(row) == 2)
    solution = solve_all(TicTacToe())
    assert len(solution) == int(known["reachable"]) == 5478
    assert solution.best() == Answer(0, 0, None)
    assert not solution.compiled
    assert not solution.cyclic
    assert solution.check() == 5478


def test_every_position_of_tic_tac_toe_is_as_minimax_with_memory_says():
    game = TicTacToe()
    solution, todo, seen = solve_all(game), [game.initial_state()], set()
    while todo:
        state = todo.pop()
        if state in seen:
            continue
        seen.add(state)
        if len(seen) % 10 == 0:
            assert solution.best(state) == memoised_minimax(game, state)
        if not game.is_terminal(state):
            todo += [game.next_state(state, move) for move in game.legal_moves(state)]
    assert len(seen) == len(solution)


@NEEDS_NUMBA
def test_connect_four_on_four_by_four():
    solution = solve_all(ConnectFour(4, 4))
    assert solution.compiled
    assert len(solution) == solution.check() == 161_029  # Tromp, https://tromp.github.io/c4/c4.html
    assert solution.best().value == 0
    assert solution.bytes_per_position <= 10


@pytest.mark.slow
@NEEDS_NUMBA
@pytest.mark.parametrize(("width", "height", "positions"), [(5, 4, 3_945_711), (4, 5, 1_706_255), (4, 6, 15_835_683)])
def test_connect_four_on_other_boards(width, height, positions):
    values = {(int(w), int(h)): int(value) for (w, h), value in
              ((row[0].split(), row[1]) for row in rows("small/connect4_sizes.txt"))}  # fmt: skip
    solution = solve_all(ConnectFour(width, height))
    assert len(solution) == positions
    assert solution.value() == values[width, height]
    assert solution.compiled
    assert solution.bytes_per_position <= 10


def test_hexapawn_is_won_by_who_moves_second():
    solution = solve_all(Hexapawn())
    assert solution.best() == minimax(Hexapawn()) == Answer(-1, 1 * 9 + 4, 6)
    assert solution.check() == len(solution) == 135


def test_nim_is_lost_where_the_nim_sum_is_zero():
    game = Nim((3, 4, 5))
    solution = solve_all(game)
    for piles in [(3, 4, 5), (1, 2, 3), (2, 2, 0), (0, 0, 1), (3, 1, 5)]:
        wins = piles[0] ^ piles[1] ^ piles[2] != 0
        assert solution.value(game.State(piles, 0)) == (1 if wins else -1)
    assert len(solution) == solution.check()


def test_coins_has_many_results():
    game = Coins((2, 3, 5, 8, 1, 9, 4, 4, 7, 6))
    solution = solve_all(game)
    assert len(solution.results) > 10
    assert solution.best() == minimax(game)
    assert solution.check() == len(solution)


def test_dodgem_has_cycles_and_is_won_by_who_moves_first():
    solution = solve_all(Dodgem())
    assert solution.cyclic
    assert solution.value() == 1  # Berlekamp, Conway, Guy: Winning Ways, chapter 22
    assert not any("never ends" in note for note in solution.notes)
    assert solution.check() == len(solution)
    assert [count.value for count in solution.counts()] == [-1, 1]  # no position is drawn on 3 by 3


def test_following_the_best_moves_ends_the_game_at_the_promised_ply():
    game = Dodgem()
    solution, state = solve_all(game), Dodgem().initial_state()
    for left in range(solution.distance(), 0, -1):
        assert solution.best(state)[::2] == (1, left)
        state = game.next_state(state, solution.best(state).move)
    assert game.is_terminal(state)


@NEEDS_NUMBA
def test_king_and_rook_win_in_sixteen_moves_at_most():
    solution = solve_all(KingAndRook(), compiled=True)
    drawn, won = solution.counts()
    assert (drawn.value, drawn.longest) == (0, None)
    # 32 plies are 16 moves of the king and rook, with the lone king to move first.
    assert (won.value, won.longest) == (1, 32)
    assert solution.check() == len(solution)
    # Ka1 and Rb2, attacked by the king on c3: mate in 16 with the rook to save first.
    assert solution.best(KingAndRook.State(0, 9, 18, 0)).distance == 31


def test_states_that_are_no_numbers():
    solution = solve_all(Words())
    assert solution.best() == minimax(Words())
    assert solution.check() == len(solution) == 53
    assert solution.notes[0].startswith("in plain Python: ")


@pytest.mark.parametrize("compiled", [PLAIN, COMPILED_SLOWLY])
def test_the_key_decides_what_one_position_is(compiled):
    solution = solve_all(Clock(), compiled=compiled)
    assert len(solution) == solution.check() == 24
    assert solution.best() == minimax(Clock())
    assert solution.value(Clock.State(3, 1)) == solution.value(Clock.State(3, 17))
