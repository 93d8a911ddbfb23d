"""Packed identities: nothing is lost, order is kept, and numbers of every kind go in, the same plain and compiled."""

from __future__ import annotations

import random
from typing import NamedTuple

import pytest

from solve.toys import NEEDS_NUMBA
from zermelo import Bits, CompileError, Game, InputError
from zermelo.api.solve_all import solve_all
from zermelo.core.result import Answer
from zermelo.games.mnk import TicTacToe
from zermelo.games.othello import Othello
from zermelo.solve import open_solution
from zermelo.solve.layout import Layout, as_bytes, layout_of, repacked, tightened, unpacked
from zermelo.textbook import minimax

FIELDS = ((-3, 4), (0, 1), (0, (1 << 32) - 1), (5, 5), (-(1 << 31), (1 << 31) - 1), (0, (1 << 40) - 1))


def random_raws(source, count):
    return [[source.randint(*field) for field in FIELDS] for _ in range(count)]


def test_fields_lie_in_words_of_63_bits_and_none_across_two():
    layout = Layout(FIELDS)
    assert layout.words == len(layout.word_bits) == 3
    for (lowest, highest), (_, shift) in zip(FIELDS, layout.places):
        assert shift + (highest - lowest).bit_length() <= 63


def test_arrays_and_single_identities_are_packed_alike_and_back():
    numpy = pytest.importorskip("numpy")
    layout, raws = Layout(FIELDS), random_raws(random.Random(2), 200)
    words = numpy.zeros((200, layout.words), numpy.int64)
    for field, ((lowest, _), (word, shift)) in enumerate(zip(layout.fields, layout.places)):
        words[:, word] |= numpy.array([row[field] - lowest for row in raws]) << shift
    assert [bytes(row) for row in as_bytes(layout, words)] == [layout.pack(row) for row in raws]
    for field in range(len(FIELDS)):
        assert list(unpacked(layout, words, field)) == [row[field] for row in raws]
    tight = tightened(layout, words)
    assert [bytes(row) for row in as_bytes(tight, repacked(layout, words, tight))] == [tight.pack(row) for row in raws]


def test_different_identities_have_different_bytes_and_what_does_not_fit_is_told():
    layout = Layout(((0, 3), (-1, 2), (7, 7)))
    packed = {layout.pack((a, b, 7)) for a in range(4) for b in range(-1, 3)}
    assert len(packed) == 16
    assert all(len(row) == layout.size == 1 for row in packed)
    assert layout.pack((4, 0, 7)) is layout.pack((0, -2, 7)) is layout.pack((0, 0, 8)) is None


def test_a_layout_grows_in_powers_of_two_in_both_directions():
    layout = layout_of([[0, 5], [3, -2]])
    assert layout.fields == ((0, 3), (-2, 5))
    wider = layout.including([9, -40])
    assert wider.fields == ((0, 15), (-58, 5))
    assert wider.including([9, -40]) == wider
    with pytest.raises(CompileError, match="more than 61 bits"):
        layout.including([1 << 62, 0])


class Kinds(Game):
    """A state with numbers of every kind; none of them fits beside the others into one word."""

    class State(NamedTuple):
        weight: float
        large: int
        marks: Bits
        open: bool
        pair: tuple[int, int]
        plies: int

    def initial_state(self):
        return self.State(0.0, 0, 0, False, (-1, 3), 0)

    def current_player(self, state):
        return state.plies & 1

    def legal_moves(self, state):
        yield 1
        yield 2
        yield 5

    def next_state(self, state, move):
        return self.State(
            state.weight * 0.5 - move,
            state.large * 31 - move * (1 << 34) - 1,
            state.marks >> 1 | Bits(move & 1) << 63,
            move == 2,
            (state.pair[1] - move, state.pair[0]),
            state.plies + 1,
        )

    def is_terminal(self, state):
        return state.plies == 6

    def utility(self, state, player):
        value = state.pair[0] + (state.weight if state.open else -state.weight)
        return value if player == 0 else -value


@pytest.mark.slow
@NEEDS_NUMBA
def test_numbers_of_every_kind_are_the_same_plain_and_compiled(tmp_path):
    game = Kinds()
    plain, fast = (solve_all(game, compiled=compiled) for compiled in (False, True))
    assert len(fast) == sum(3**plies for plies in range(7))
    assert plain.entries.data == fast.entries.data
    assert plain.entries.layout.words == 3
    assert plain.best() == fast.best()
    assert fast.check() == plain.check()
    fast.save(tmp_path / "kinds")
    assert open_solution(tmp_path / "kinds", game).best() == plain.best()


class Overflow(TicTacToe):
    """Two states that differ, and whose keys differ by 2**64."""

    def key(self, state):
        return (state.crosses + (state.noughts << 60), 0)


def test_keys_beyond_64_bits_are_told_apart_in_plain_python():
    solution = solve_all(Overflow(), compiled=False)
    assert len(solution) > 4520
    assert solution.value() == 0
    assert solution.bytes_per_position is None
    assert solution.check() == len(solution)


def test_a_key_of_several_numbers():
    """The last plies of Othello: the key is a pair."""
    game, source = Othello(), random.Random(3)
    state = game.initial_state()
    while True:
        line = [state]
        while not game.is_terminal(line[-1]):
            line.append(game.next_state(line[-1], source.choice(list(game.legal_moves(line[-1])))))
        root = line[-7]
        solution = solve_all(game, root, compiled=False, max_positions=3000)
        if len(solution) > 20:
            break
    assert solution.best() == minimax(game, root)
    assert solution.check() == len(solution)


def test_a_game_that_is_over_has_one_position():
    game = TicTacToe()
    root = game.parse_state("XXX/OO./...")
    solution = solve_all(game, root, compiled=False)
    assert len(solution) == solution.check() == 1
    assert solution.best() == Answer(1, None, 0)


def test_a_position_that_cannot_be_reached_is_not_there():
    game = TicTacToe()
    solution = solve_all(game, game.parse_state("X../.O./..."))
    with pytest.raises(InputError, match="not among"):
        solution.best(game.parse_state("X../.../..."))
    assert game.parse_state("XX./.O./...") in solution
