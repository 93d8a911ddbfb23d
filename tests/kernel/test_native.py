"""Rules run compiled as they run in Python."""

from __future__ import annotations

import threading
from typing import NamedTuple

import numpy as np
import pytest

from kernel.toys import (
    ConnectFour,
    Kitchen,
    Nim,
    Walk,
    build_perft,
    compiled_perft,
    perft_both_ways,
    walk_both_ways,
)
from zermelo import Bits, CompileError, with_item
from zermelo.kernel.moves import BAD_MOVE
from zermelo.kernel.native import native
from zermelo.kernel.stored import is_stored


def build_first_move(rules, jit, options):
    """The code of the first move."""

    @jit()
    def run(state, log):
        for code in rules.legal_moves(state):
            return code
        return -1

    return run


def build_utility(rules, jit, options):
    @jit()
    def run(state, log):
        log[0] = rules.utility(state, 0) + rules.utility(state, log[0] * 0)
        return int(rules.utility(state, 0))

    return run


LOG = np.zeros(4, np.int64)


@pytest.mark.parametrize("depth", [0, 1, 2, 3, 4, 5])
def test_connect_four_counts_and_hashes_alike(depth):
    plain, compiled = perft_both_ways(ConnectFour(), depth)
    assert plain == compiled
    assert plain[0] == [1, 7, 49, 343, 2401, 16807][depth]


def test_connect_four_known_counts():
    run = compiled_perft(ConnectFour())
    counts = [run(ConnectFour().initial_state(), np.array([depth, 0, 0])) for depth in range(1, 9)]
    assert counts == [7, 49, 343, 2401, 16807, 117649, 823536, 5673234]


def test_nim_with_piles_and_named_moves():
    """The piles' number comes from the instance, and the moves stay (pile, count) for the rules."""
    for depth in range(5):
        plain, compiled = perft_both_ways(Nim(1, 3, 5), depth)
        assert plain == compiled


def test_everything_at_once():
    """Constants, helpers, inheritance, super(), recursion, all hooks: one number over four plies."""
    for depth in range(5):
        plain, compiled = walk_both_ways(Kitchen(), depth)
        assert plain == compiled


def test_two_sizes_side_by_side():
    small, large = ConnectFour(4, 3), ConnectFour(5, 4)
    assert compiled_perft(small)(small.initial_state(), np.array([2, 0, 0])) == 16
    assert compiled_perft(large)(large.initial_state(), np.array([2, 0, 0])) == 25
    assert compiled_perft(small)(small.initial_state(), np.array([2, 0, 0])) == 16


def test_same_content_is_compiled_once():
    first, second = compiled_perft(ConnectFour(4, 3)), compiled_perft(ConnectFour(4, 3))
    assert first._entry is second._entry


def test_an_instance_that_changes_is_another_game():
    game = ConnectFour(4, 3)
    before = compiled_perft(game)
    game.width = 5
    after = compiled_perft(game)
    assert before(game.initial_state(), np.array([1, 0, 0])) == 4
    assert after(game.initial_state(), np.array([1, 0, 0])) == 5


def test_is_stored_knows_what_is_ready():
    game = ConnectFour(4, 3)
    compiled_perft(game)
    assert is_stored(game, build_perft, ("ints",))
    assert not is_stored(game, build_perft, ("ints",), options=("another",))


def test_states_go_in_and_out():
    run = compiled_perft(ConnectFour())
    state = ConnectFour.State((1 << 64) - 1, 1 << 63, -5)
    assert run.decode_state(run.encode_state(state)) == state
    with pytest.raises(CompileError, match="mover does not fit the compiled rules: -1"):
        run.encode_state(ConnectFour.State(-1, 0, 0))


def test_a_state_with_other_lengths_is_refused():
    run = compiled_perft(Nim(1, 3, 5))
    with pytest.raises(CompileError, match="3 items are meant"):
        run(Nim.State((1, 2), 0), np.array([1, 0, 0]))


def test_threads_share_a_program():
    game, results = ConnectFour(), []

    def count():
        results.append(compiled_perft(game)(game.initial_state(), np.array([6, 0, 0])))

    threads = [threading.Thread(target=count) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [117649] * 4


# ── rules that go wrong while they run ───────────────────────────────────────────────────────────


class Faulty(Walk):
    """Each way in which rules can reach beyond what there is, chosen by the state."""

    LONG = tuple(range(100, 140))
    RAGGED = ((1,), (2, 3), (4, 5, 6))

    def __init__(self) -> None:
        self.short = (7, 8, 9)
        self.array = np.arange(3)
        self.words = np.array([1 << 63, 1], np.uint64)

    def utility(self, state, player):
        place = int(state.board)
        if state.n == 0:
            return self.short[place]
        if state.n == 1:
            return self.LONG[place]
        if state.n == 2:
            return self.RAGGED[place][place]
        if state.n == 3:
            return int(self.array[place])
        if state.n == 4:
            return with_item(self.short, place, 5)[0]
        if state.n == 5:
            return 5 // place
        if state.n == 6:
            return int(state.board // (state.board - state.board))
        if state.n == 7:
            return self.LONG[state.board]
        if state.n == 8:
            return int(self.words[state.board] >> 62)
        raise ValueError("no such case")


@pytest.mark.parametrize(
    ("n", "board", "error"),
    [
        *[(n, 1000, IndexError) for n in (0, 1, 2, 3, 4, 7, 8)],
        (0, 3, IndexError),
        (1, 40, IndexError),
        (5, 0, ZeroDivisionError),
        (6, 1, ZeroDivisionError),
        (9, 0, ValueError),
    ],
)
def test_errors_in_rules_are_python_errors(n, board, error):
    """The compiled rules raise what the same rules raise in Python; nothing outside of a table is read."""
    game = Faulty()
    run = native(game, build_utility, ("ints",))
    state = game.State(board, n)
    if n != 4:  # in Python with_item does not look
        with pytest.raises(error):
            game.utility(state, 0)
    with pytest.raises(error):
        run(state, np.zeros(4, np.int64))


@pytest.mark.parametrize(("n", "board"), [(0, 2), (1, 39), (2, 2), (3, 1), (4, 0), (5, 2), (7, 5), (8, 0)])
def test_tables_give_what_python_gives(n, board):
    game = Faulty()
    state = game.State(board, n)
    assert native(game, build_utility, ("ints",))(state, np.zeros(4, np.int64)) == game.utility(state, 0)


class Wide(Walk):
    class Move(NamedTuple):
        where: int
        what: int

    def legal_moves(self, state):
        yield self.Move(state.n, -1)

    def next_state(self, state, move):
        return self.State(state.board, state.n + move.where)


def test_a_move_that_does_not_fit_has_the_code_for_bad_moves():
    game = Wide()
    run = native(game, build_first_move, ("ints",))
    assert run(game.State(0, 5), LOG) == run.encode_move(game.Move(5, -1))
    assert run.decode_move(run(game.State(0, -7), LOG)) == game.Move(-7, -1)
    assert run(game.State(0, 1 << 30), LOG) == BAD_MOVE
    assert run(game.State(0, -(1 << 30) - 1), LOG) == BAD_MOVE


class OneBit(Walk):
    def legal_moves(self, state):
        yield state.board & -state.board


def test_moves_may_be_bits_below_the_highest():
    game = OneBit()
    run = native(game, build_first_move, ("ints",))
    assert run(game.State(12, 0), LOG) == 4
    assert run(game.State(1 << 63, 0), LOG) == BAD_MOVE


# ── where a game comes from ──────────────────────────────────────────────────────────────────────

SOURCE = """
from __future__ import annotations
from typing import NamedTuple
from zermelo import Bits, Game

class Down:
    @staticmethod
    def by(board, move): return board >> move

class Texted(Game):
    class State(NamedTuple):
        board: Bits
        counts: tuple[int, ...]
    def initial_state(self): return self.State(1 << 63, (1, 2))
    def current_player(self, state): return 0
    def legal_moves(self, state): return (1, 2)
    def next_state(self, state, move): return self.State(Down.by(state.board, move), state.counts)
    def is_terminal(self, state): return False
    def utility(self, state, player): return 0
"""


@pytest.mark.parametrize("names", [{"__name__": "nowhere"}, {}])
def test_a_game_from_a_string(names):
    """Annotations that are strings are read without a module; the highest bit comes down without a sign."""
    exec(SOURCE, names)
    plain, compiled = perft_both_ways(names["Texted"](), 5)
    assert plain == compiled
    assert compiled[0] == 32


def test_a_game_defined_inside_a_function():
    class Local(Walk):
        class State(NamedTuple):
            board: Bits
            n: int

        def next_state(self, state, move):
            return self.State(n=state.n + move, board=state.board)

    plain, compiled = perft_both_ways(Local(), 3)
    assert plain == compiled


class NoBase(Walk):
    """Rules as plain attributes: a lambda in place of a method."""

    def __init__(self, bonus: int):
        self.bonus = bonus
        self.utility = lambda state, player: state.n + bonus


def test_a_rule_may_be_a_function_of_the_instance():
    for bonus in (3, 4):
        game = NoBase(bonus)
        assert native(game, build_utility, ("ints",))(game.State(0, 10), np.zeros(4, np.int64)) == 10 + bonus
