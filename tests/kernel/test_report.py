"""A mistake in the rules is told in one line: which rule, which line, what to change."""

# ruff: noqa: RET503  (that is one of the mistakes)
from __future__ import annotations

import random
import re
from pathlib import Path

import numpy as np
import pytest

from kernel.toys import Walk, build_perft, compiled_perft
from zermelo import CompileError
from zermelo.kernel.native import native

LOOKUP = {1: 2}


class NothingAtTheEnd(Walk):
    def next_state(self, state, move):  # gives None on some path and a State on others; return State(…) on every path
        if state.n < 3:
            return self.State(state.board, state.n + 1)


class BareTuple(Walk):
    def next_state(self, state, move):  # gives a tuple (Bits, int); return State(…)
        return (state.board, state.n + 1)


class Text(Walk):
    def utility(self, state, player):  # gives a str; return an int or a float on every path
        return "win"


class Unsigned(Walk):
    def utility(self, state, player):  # gives Bits, which have no sign; return int(…)
        return state.board & 1


class Dictionary(Walk):
    def __init__(self):
        self.values = {1: 2}

    def utility(self, state, player):
        return self.values[1]  # self.values is a dict: compiled rules need a tuple or a NumPy array


class GlobalDictionary(Walk):
    def utility(self, state, player):
        return LOOKUP[1]  # LOOKUP is a dict: compiled rules need a tuple or a NumPy array


class NoSuchField(Walk):
    def is_terminal(self, state):
        return state.full > 3  # State has no field 'full'; methods and properties of a state are not compiled


class NoSuchAttribute(Walk):
    def is_terminal(self, state):
        return self.bogus > 3  # self has no attribute 'bogus'


class NoSuchName(Walk):
    def is_terminal(self, state):  # name 'bogus' is not defined
        return bogus > 3  # noqa: F821


class InAHelper(Walk):
    def deeper(self, state):
        return state.n.foo  # 'foo'

    def is_terminal(self, state):
        return self.deeper(state) > 0


class Replace(Walk):
    def next_state(self, state, move):
        return state._replace(n=1)  # _replace is not compiled; write State(field=…, …) in full


class YieldFrom(Walk):
    def legal_moves(self, state):
        yield from (1, 2)  # `yield from` is not compiled; write a loop with yield


class GeneratorExpression(Walk):
    def is_terminal(self, state):
        return any(state.n == i for i in range(3))  # a generator expression is not compiled; write a loop


class Any(Walk):
    def is_terminal(self, state):
        return any((state.n == 1, state.n == 2))  # any() is not compiled; write a loop


class TextMoves(Walk):
    def legal_moves(self, state):
        if state.n >= 0:
            for _ in range(1):
                yield 1  # it yields values of different types: int, str
        else:
            yield "a"


class Huge(Walk):
    def __init__(self):
        self.huge = 1 << 70

    def utility(self, state, player):
        return self.huge  # self.huge is 0x400000000000000000: compiled rules have 64 bits, split it into several Bits


class HugeItem(Walk):
    MASKS = (1, 1 << 64)

    def utility(self, state, player):
        return self.MASKS[0]  # self.MASKS[1] is 0x10000000000000000: compiled rules have 64 bits


class HugeLiteral(Walk):
    def utility(self, state, player):  # uses the number 0xffffffffffffffffffff: compiled rules have 64 bits
        return state.n & 0xFFFF_FFFF_FFFF_FFFF_FFFF


class HalfPoint(Walk):
    def next_state(self, state, move):
        return self.State(state.board, state.n / 2)  # field 'n' of State is declared an int, but is given a float


class MissingField(Walk):
    def next_state(self, state, move):
        return self.State(state.board)  # missing a required argument: 'n'


class TooFewArguments(Walk):
    def utility(self, state):  # does not take the arguments (state, player)
        return 0


class ForeignObject(Walk):
    def utility(self, state, player):  # is not compiled
        return random.Random(3).random()


MISTAKES = [
    game for game in list(globals().values()) if isinstance(game, type) and issubclass(game, Walk) and game is not Walk
]
SOURCE = Path(__file__).read_text(encoding="utf-8").splitlines()


def expected(game: type) -> tuple[int, str]:
    """The line with the mistake, which is the one that says in a comment what is wrong, and what that is."""
    start = next(n for n, line in enumerate(SOURCE) if line.startswith(f"class {game.__name__}("))
    for number in range(start, len(SOURCE)):
        found = re.search(r"  # (?!noqa)(.+)$", SOURCE[number])
        if found:
            return number + 1, found[1]
    raise AssertionError(game)


@pytest.mark.parametrize("game", MISTAKES, ids=lambda game: game.__name__)
def test_mistakes_are_told_in_one_line(game):
    line, words = expected(game)
    with pytest.raises(CompileError) as caught:
        compiled_perft(game())
    message = str(caught.value)
    assert words in message
    assert message.startswith(f"{game.__name__}.")
    assert f"test_report.py:{line})" in message
    assert "\n" not in message
    assert caught.value.line == line
    assert caught.value.hook in message


def test_a_mistake_is_remembered():
    """The compiler is not asked again about rules that it has refused."""
    for _ in range(2):
        with pytest.raises(CompileError, match="return State"):
            compiled_perft(BareTuple())


def build_wrong(rules, jit, options):
    @jit("int", "state")
    def run(state, log):
        return 1

    return run


def test_rules_may_be_mended_and_tried_again():
    with pytest.raises(CompileError):
        compiled_perft(TooFewArguments())

    class Mended(TooFewArguments):
        def utility(self, state, player):
            return 0

    run = native(Mended(), build_perft, ("ints",))
    assert run(Walk.State(0, 0), np.array([2, 0, 0])) == 4
