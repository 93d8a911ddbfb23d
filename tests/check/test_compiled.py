"""11 compiled, second part: rules that are others when they are compiled."""

from __future__ import annotations

import importlib
from typing import NamedTuple

import pytest

from check.helpers import TicTacToe
from zermelo import Bits, Game
from zermelo.check import check
from zermelo.kernel.available import why_unavailable

compiled_module = importlib.import_module("zermelo.check.compiled")  # zermelo.check is the function

pytestmark = pytest.mark.skipif(why_unavailable() is not None, reason="nothing can be compiled here")


class Count(Game):
    """Add one or two; who comes to seven wins. Right in all rules."""

    class State(NamedTuple):
        total: int
        player: int

    def initial_state(self):
        return self.State(0, 0)

    def current_player(self, state):
        return state.player

    def legal_moves(self, state):
        yield 1
        if state.total < 6:
            yield 2

    def next_state(self, state, move):
        return self.State(state.total + move, 1 - state.player)

    def is_terminal(self, state):
        return state.total >= 7

    def utility(self, state, player):
        return 1 if player != state.player else -1


def compared(game, compiled=None, seconds=1.0):
    return check(game, seconds=seconds, games=20, compiled=compiled)


def test_rules_that_are_the_same_both_ways():
    report = compared(Count)
    assert not report.findings, str(report)
    assert report.facts["positions_compared"] >= 15
    assert report.facts["positions_per_second_compiled"] > 10 * report.facts["positions_per_second_plain"]


class Code(Count):
    """A checksum that starts from a plain number: plain Python never lets it overflow."""

    def utility(self, state, player):
        code = 7
        for number in range(40):
            code = code * 31 + number
        winner = code % 12 > 6
        return 1 if winner == (player == 0) else -1


def test_a_number_that_grows_beyond_64_bits_in_a_loop():
    code = 7
    for number in range(40):
        code = code * 31 + number
    low = code & (2**64 - 1)
    assert (code % 12 > 6) != ((low - 2**64 if low >> 63 else low) % 12 > 6)  # so the two ways do differ
    report = compared(Code)
    finding = next(finding for finding in report.of_kind("compiled") if finding.rule == "utility")
    assert "plain Python gives" in finding.message
    assert len(finding.moves) == 4  # no game is shorter
    assert "test_compiled.py" in finding.place


class Smeared(Count):
    """A signed number whose highest bit is set: shifted to the right it never becomes 0 when compiled."""

    def is_terminal(self, state):
        marks, count = (state.total + 1) << 61, 0
        while marks:
            marks >>= 1
            count += 1
        return state.total >= 7 or count > 1000


def test_a_loop_that_ends_in_plain_python_only():
    report = compared(Smeared)
    messages = [finding.message for finding in report.of_kind("compiled") if finding.rule == "is_terminal"]
    assert any("did not come back" in message for message in messages)
    assert any(">>" in finding.message for finding in report.of_kind("compiled"))  # seen in plain Python already


class Unmasked(Count):
    class State(NamedTuple):
        total: Bits
        player: int

    def initial_state(self):
        return self.State(1 << 60, 0)

    def legal_moves(self, state):
        yield 1
        yield 2

    def next_state(self, state, move):
        return self.State(state.total << move, 1 - state.player)

    def is_terminal(self, state):
        return state.total >> 63 != 0


def test_a_mask_that_is_missing_is_told_once():
    report = compared(Unmasked)
    findings = report.of_kind("compiled")
    assert any("outside 0 to 2**64 - 1" in finding.message for finding in findings)
    assert len(findings) == 1  # and once only


def test_rules_that_cannot_be_compiled_are_no_fault_unless_that_is_demanded():
    report = compared(TicTacToe, seconds=0.3)
    assert "NamedTuple" in report.skipped[11]
    assert report.ok
    report = compared(TicTacToe, compiled=True, seconds=0.3)
    assert [finding.check for finding in report.faults] == [11]


def test_rules_whose_text_the_compiler_refuses():
    class Refused(Count):
        def legal_moves(self, state):
            yield from (1, 2)

    report = compared(Refused, seconds=0.3)
    assert any("plain Python only" in note.message for note in report.notes)
    assert not report.faults


def test_more_moves_than_a_search_takes():
    class Many(Count):
        def legal_moves(self, state):
            return range(1, 10_001)

    finding = next(iter(check(Many, seconds=0.5, compiled=False).of_kind("compiled")))
    assert "10,000 moves" in finding.message
    assert finding.moves == ()


@pytest.mark.slow
def test_where_processes_cannot_be_forked_the_game_is_imported_there(monkeypatch):
    monkeypatch.setattr(compiled_module, "_method", lambda: "spawn")
    from zermelo.games.nim import Nim

    report = check(Nim, seconds=0.5)
    assert not report.findings, str(report)
    assert report.facts["positions_compared"] > 10


def test_a_game_that_cannot_be_imported_there_is_said_to_be_one(monkeypatch):
    monkeypatch.setattr(compiled_module, "_method", lambda: "spawn")

    class Local(Count):
        pass

    assert "another process cannot import the game" in check(Local, seconds=0.3).skipped[11]


class KnowsTheEnd(Count):
    """All that can be known one ply before the end; whether it is near is asked with a number beyond 64 bits."""

    def near(self, state):
        return (state.total + 1) << 61 > 1 << 62 and state.total == 6

    def relevant_moves(self, state):
        if not self.near(state) and state.total < 6:
            yield 2
        yield 1

    def known_result(self, state):
        if self.near(state):
            return True, 1 - 2 * state.player, 1
        return False, 0, 0

    def value_bounds(self, state):
        return (1 - 2 * state.player if self.near(state) else -1), 1

    def soonest_wins(self, state):
        return 1, 1

    def most_plies(self, state):
        return 7 - state.total


@pytest.mark.parametrize("hook", ["known_result", "value_bounds"])
def test_knowledge_that_is_other_knowledge_when_it_is_compiled(hook):
    report = compared(KnowsTheEnd)
    finding = next(finding for finding in report.of_kind("compiled") if finding.rule == hook)
    assert "plain Python gives" in finding.message
