"""11 compiled, first part: what needs more than 64 bits, found in plain Python."""

from __future__ import annotations

import random
from typing import NamedTuple

import pytest

from check.helpers import finding_in, report_on
from zermelo import Bits, Game
from zermelo.check import check
from zermelo.check.tracked import WORD, is_outside, plain, slips_noted, tracked, wrapped
from zermelo.games.connect_four import ConnectFour
from zermelo.games.mnk import MNK
from zermelo.kernel.available import why_unavailable


class Steps(Game):
    """A token goes up a board of 64 squares, one or two at a time; the square is one bit."""

    class State(NamedTuple):
        token: Bits
        plies: int

    def initial_state(self):
        return self.State(1 << 50, 0)

    def current_player(self, state):
        return state.plies & 1

    def key(self, state):
        return state.token

    def legal_moves(self, state):
        yield 1
        yield 2

    def next_state(self, state, move):
        return self.State(self.moved(state.token, move), state.plies + 1)

    def moved(self, token, move):
        return token << move & 0xFFFF_FFFF_FFFF_FFFF

    def is_terminal(self, state):
        return state.token >> 62 != 0 or state.token == 0

    def utility(self, state, player):
        return 1 if player != state.plies & 1 else -1


def test_masked_bits_are_right():
    assert not report_on(Steps).findings


def test_a_shift_without_a_mask():
    class NoMask(Steps):
        def moved(self, token, move):
            return token << move

        def is_terminal(self, state):
            return state.token > 1 << 63

    finding = finding_in(NoMask, "compiled", "next_state")
    assert "outside 0 to 2**64 - 1 (Bits)" in finding.message
    assert "return token << move" in finding.place
    assert "0xFFFF_FFFF_FFFF_FFFF" in finding.remedy
    assert len(finding.moves) == 6


def test_a_complement_that_is_shifted_before_it_is_masked():
    class Complement(Steps):
        def is_terminal(self, state):
            free = ~state.token
            return free >> 63 == 0 or state.token >> 62 != 0

    finding = finding_in(Complement, "compiled", "next_state")
    assert ">>" in finding.message
    assert "free >> 63" in finding.place
    assert "~state.token" in finding.message
    assert finding.moves == ()


def test_a_counter_that_leaves_64_bits():
    class Hashing(Steps):
        class State(NamedTuple):
            token: Bits
            plies: int
            code: int

        def initial_state(self):
            return self.State(1 << 50, 0, 1)

        def next_state(self, state, move):
            return self.State(self.moved(state.token, move), state.plies + 1, state.code * 1_000_003 + move)

    finding = finding_in(Hashing, "compiled", "next_state")
    assert "field code" in finding.message
    assert "(int)" in finding.message
    assert len(finding.moves) == 3


def test_all_bits_set_that_are_minus_one_in_plain_python():
    class MinusOne(Steps):
        def is_terminal(self, state):
            return state.token | ~state.token == 0xFFFF_FFFF_FFFF_FFFF or state.token >> 62 != 0

    assert finding_in(MinusOne, "compiled", "next_state")


@pytest.mark.parametrize("seed", range(20))
def test_tracked_numbers_are_pythons_numbers_and_tell_where_64_bits_differ(seed):
    chance = random.Random(seed)
    operations = ["+", "-", "*", "&", "|", "^", "<<", ">>", "//", "%", "<", "<=", "==", "!=", ">", ">="]
    for _ in range(300):
        kind = chance.choice(["int", "bits"])
        left, right = (chance.getrandbits(chance.choice([1, 8, 40, 63, 64])) for _ in range(2))
        if kind == "int":
            left, right = wrapped(left, "int"), wrapped(right, "int")
        sign = chance.choice(operations)
        if sign in ("<<", ">>"):
            right = chance.randrange(64)
        if sign in ("//", "%") and right == 0:
            continue
        with slips_noted() as slips:
            answer = eval(f"a {sign} b", {"a": tracked(left, kind), "b": tracked(right, kind)})
        exact = eval(f"a {sign} b", {"a": left, "b": right})
        assert answer == exact
        assert not slips, (left, sign, right)  # operands that fit are never a slip
        if not isinstance(answer, bool):
            assert (answer.origin is not None) == is_outside(exact, kind)
            assert plain(answer) & WORD == exact & WORD


def test_a_value_on_its_way_back_is_no_slip():
    with slips_noted() as slips:
        cells, lowest = tracked(0b1100, "bits"), tracked(0b1100, "bits")
        assert (lowest & -lowest).bit_length() == 3
        assert ~cells & 0xFF == 0xF3
        assert (cells << 62) & WORD == 0
        assert not (cells - 0b1100)
    assert slips == []


def test_a_value_that_is_not_back_yet_is_one():
    with slips_noted() as slips:
        full = tracked(WORD, "bits")
        assert ~full != 0  # plain Python says -2**64, which is not 0; compiled code says 0
        assert (full << 1).bit_length() == 65
        assert (-full) // 2 != 5
    assert [slip.certain for slip in slips] == [True] * len(slips)
    assert len(slips) >= 3


@pytest.mark.parametrize("game", [MNK(9, 9, 5), ConnectFour(9, 8)])
def test_a_board_that_is_too_large_to_be_compiled_is_right_in_plain_python(game):
    assert not report_on(game).findings


class LargeGlobals(Steps):
    """More than 64 bits on purpose; the compiler refuses the constant, so that plain Python is all there is."""

    def moved(self, token, move):
        return token << move & BOARD

    def is_terminal(self, state):
        return state.token >> 70 != 0


BOARD = (1 << 72) - 1


def test_what_the_compiler_refuses_is_never_cut_to_64_bits():
    if why_unavailable() is None:
        report = check(LargeGlobals, seconds=0.5)
        assert not report.findings, str(report)
        assert any("plain Python only" in note.message for note in report.notes)
