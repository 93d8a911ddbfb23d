"""Moves and their codes."""

from __future__ import annotations

import enum
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernel.toys import Nim, Walk
from zermelo import CompileError
from zermelo.kernel.moves import BAD_MOVE, MoveCodes, Packing, check_move_type, packing_of


class Take(NamedTuple):
    pile: int
    count: int


class Put(NamedTuple):
    pile: int
    count: int


class Colour(enum.IntEnum):
    RED = 1


@given(st.integers(1, 12).flatmap(lambda n: st.tuples(st.just(n), st.lists(st.integers(), min_size=n, max_size=n))))
def test_packing_there_and_back(case):
    count, numbers = case
    packing = Packing(tuple, count)
    half = 1 << (packing.width - 1)
    move = tuple((number + half) % (2 * half) - half for number in numbers)
    code = packing.pack(move)
    assert code is not None
    assert 0 <= code < 1 << 63
    assert packing.unpack(code) == move


def test_a_field_that_does_not_fit_is_not_cut_off():
    packing = Packing(Take, 2)
    assert packing.pack(Take(1 << 30, 0)) is None
    assert packing.pack(Take(-(1 << 30), 0)) is not None
    codes = MoveCodes(packing)
    large = Take(1 << 40, 0)
    assert codes.decode(codes.encode(large)) == large


MOVES = [
    0,
    5,
    -7,
    1 << 61,
    1 << 62,
    -(1 << 62) - 1,
    1 << 70,
    "pass",
    (1, 2),
    ("a", 1),
    None,
    2.5,
    Take(1, 2),
    Put(1, 2),
]


@pytest.mark.parametrize("packing", [None, Packing(Take, 2), Packing(tuple, 2)])
def test_any_moves_have_codes_of_their_own(packing):
    codes = MoveCodes(packing)
    given = [codes.encode(move) for move in MOVES]
    assert len(set(given)) == len(MOVES)
    assert BAD_MOVE not in given
    assert [codes.encode(move) for move in MOVES] == given
    for code, move in zip(given, MOVES):
        back = codes.decode(code)
        assert back == move
        assert type(back) is type(move)


def test_moves_that_are_ints_are_their_own_codes():
    codes = MoveCodes(None)
    assert [codes.encode(move) for move in (0, 3, -1, True, np.int64(9))] == [0, 3, -1, 1, 9]


def test_a_member_of_an_enum_comes_back_as_itself():
    codes = MoveCodes(None)
    assert codes.decode(codes.encode(Colour.RED)) is Colour.RED


def test_packing_is_found_in_the_first_move():
    assert packing_of(Nim(1, 2)) == Packing(Nim.Move, 2)
    assert packing_of(Walk()) is None


def test_a_move_that_cannot_be_compiled():
    class Words(Walk):
        def legal_moves(self, state):
            return ["left", "right"]

    with pytest.raises(
        CompileError, match="a move is 'left', a str; make it an int or a NamedTuple of at most 12 small"
    ):
        check_move_type(Words())
