"""States as words: shapes from annotations, and back again."""

from __future__ import annotations

from collections import namedtuple
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernel.toys import ConnectFour, Kitchen, Nim, Walk
from zermelo import Bits, CompileError
from zermelo.kernel.native import why_not
from zermelo.kernel.words import (
    BITS,
    BOOL,
    FLOAT,
    INT,
    Group,
    count_words,
    from_words,
    state_shape,
    to_words,
    words_of_all,
)

KITCHEN = state_shape(Kitchen())
INTS = st.integers(-(1 << 63), (1 << 63) - 1)
WORDS = st.integers(0, (1 << 64) - 1)


def test_shape_of_scalars():
    assert state_shape(ConnectFour()) == Group(ConnectFour.State, ("mover", "filled", "plies"), (BITS, BITS, INT))


def test_open_lengths_come_from_the_initial_state():
    assert state_shape(Nim(1, 2, 3, 4)).items[0] == Group(None, (), (INT,) * 4)
    assert count_words(state_shape(Nim(1, 2))) == 3


def test_all_kinds_of_fields():
    assert KITCHEN.items[2:] == (BOOL, Group(None, (), (INT,) * 4), Group(None, (), (BITS, BITS)), FLOAT)


@given(
    WORDS, INTS, st.booleans(), st.tuples(INTS, INTS, INTS, INTS), st.tuples(WORDS, WORDS), st.floats(allow_nan=False)
)
def test_there_and_back(board, total, flag, cells, words, rate):
    state = Kitchen.State(board, total, flag, cells, words, rate)
    row = to_words(KITCHEN, state)
    assert len(row) == count_words(KITCHEN) == 10
    assert from_words(KITCHEN, row) == state


@given(st.lists(st.tuples(WORDS, WORDS, INTS), max_size=9))
def test_many_at_once_have_the_words_of_each(values):
    shape = state_shape(ConnectFour())
    states = [ConnectFour.State(*fields) for fields in values]
    assert list(words_of_all(shape, states)) == [word for state in states for word in to_words(shape, state)]


def test_many_at_once_nested_and_with_floats():
    for game in (Kitchen(), Nim(1, 2)):
        shape, state = state_shape(game), game.initial_state()
        assert list(words_of_all(shape, [state, state])) == to_words(shape, state) * 2


@pytest.mark.parametrize(
    "wrong",
    [(1, 2.0, 3), (1, -1, 3), (1, 2, 1 << 63), (1 << 64, 2, 3), (1, 2), (1, 2, 3, 4), [1, 2, 3], 5, ("1", 2, 3)],
)
def test_one_that_does_not_fit_among_many_is_told(wrong):
    with pytest.raises(CompileError, match="does not fit the compiled rules"):
        words_of_all(state_shape(ConnectFour()), [(1, 2, 3), wrong])


def test_annotations_that_cannot_be_read():
    class Tile(NamedTuple):
        file: int

    class Board(Walk):
        class State(NamedTuple):
            board: Bits
            n: Tile

        def initial_state(self):
            return self.State(1, Tile(2))

    # the annotation is a string that names a local class: nothing outside of the test can read it
    assert "define what they name at the top of the module" in (why_not(Board()) or "")


class Square(NamedTuple):
    file: int
    rank: int


class Nested(Walk):
    class State(NamedTuple):
        board: Bits
        king: Square

    def initial_state(self):
        return self.State(1, Square(2, 3))


def test_a_named_tuple_in_a_state():
    shape = state_shape(Nested())
    assert shape.items[1] == Group(Square, ("file", "rank"), (INT, INT))
    state = Nested().initial_state()
    assert from_words(shape, to_words(shape, state)) == state


def test_without_annotations_the_initial_state_decides():
    class Bare(Walk):
        State = namedtuple("State", "board n")

        def initial_state(self):
            return self.State(1 << 63, 0)

    assert state_shape(Bare()).items == (BITS, INT)


class Declared(Walk):
    def __init__(self, state):
        self.state = state

    def initial_state(self):
        return self.state


class Text(NamedTuple):
    name: str


class Maybe(NamedTuple):
    n: int | None


class Pair(NamedTuple):
    both: tuple[int, int]


class Big(NamedTuple):
    squares: tuple[int, ...]


class Row(NamedTuple):
    n: int


@pytest.mark.parametrize(
    ("state", "message"),
    [
        ([1, 2], "Declared cannot be compiled: a state is a list; make it a NamedTuple of int, Bits and short tuples"),
        ((1, 2), "a state is a tuple; make it a NamedTuple"),
        (Text("x"), "field 'name' of Text is declared str; declare it int, Bits, bool, float or a tuple of these"),
        (Maybe(None), "field 'n' of Maybe is declared int | None; declare it"),
        (Pair((1, 2, 3)), "field 'both' of Pair is declared with 2 items, but initial_state() puts 3 there"),
        (Big((0,) * 300), "a state has 300 numbers, more than 256; pack squares into Bits"),
        (Row("x"), "field 'n' of Row is declared int, but initial_state() puts a str there"),
    ],
)
def test_why_a_state_cannot_be_compiled(state, message):
    """One line, found without the compiler, that says what to change."""
    reason = why_not(Declared(state))
    assert reason is not None
    assert message in reason
    assert "\n" not in reason


def test_a_game_without_a_start():
    class NoStart(Walk):
        def initial_state(self):
            raise ValueError("give a position")

    assert "initial_state() raised ValueError: give a position" in (why_not(NoStart()) or "")


@pytest.mark.parametrize(("value", "part"), [(1 << 64, "mover"), (-1, "mover"), ("x", "mover")])
def test_values_that_do_not_fit_are_named(value, part):
    with pytest.raises(CompileError, match=rf"the state\.{part} does not fit the compiled rules"):
        to_words(state_shape(ConnectFour()), ConnectFour.State(value, 0, 0))
