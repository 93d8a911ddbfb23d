"""The rules mean the same compiled: every hook, in every state of a small tree, gives the same numbers."""

import pytest

from zermelo import CompileError
from zermelo.games import load
from zermelo.kernel.available import numba_available
from zermelo.kernel.native import native
from zermelo.kernel.rules import plain_jit, plain_rules

needs_numba = pytest.mark.skipif(not numba_available(), reason="there is no compiler here")

CASES = [
    ("coins", "4,2,45,9,7,49,1,1", 9),
    ("coins", ",".join(["3"] * 30), 9),  # a long row becomes an array
    ("nim", "3,4,5", 3),
    ("nim", "1,2,3 misere", 9),
    ("tic-tac-toe", "", 6),
    ("mnk", "3,4,3", 4),
    ("mnk", "8,8,5", 2),  # all 64 bits of a word
    ("mnk", "4,4,4 misere", 3),
    ("connect-four", "", 5),
    ("connect-four", "5x4:", 6),
    ("connect-four", "8x7:", 4),  # all 64 bits of a word
    ("othello", "", 5),
    ("othello", "XOOOOO-XXXOOOOO-XOXO-O-OXOOXOOOOXXXOXOXXXXXXOOOOXXXXXXOOXXXXXOOX X", 20),  # with passes
]


def build(rules, jit, options):
    """One number that depends on everything the rules say, in the order in which they say it."""
    guesses, ordered, mirrored = (hook in rules.hooks for hook in ("evaluate", "order_moves", "symmetries"))

    @jit("int", "state", "int")
    def digest(state, depth):
        index, check = rules.hash_state(state)
        number = (index ^ check) & 0xFFFFF
        if rules.is_terminal(state):
            return number + int(rules.utility(state, 0)) * 3 + int(rules.utility(state, 1))
        if guesses:
            number += int(rules.evaluate(state, 0)) * 7
        if mirrored:
            for image in rules.symmetries(state):
                index, check = rules.hash_state(image)
                number += (index ^ check) & 0xFFFFF
        if depth == 0:
            return number
        for place, move in enumerate(rules.legal_moves(state), 1):
            if ordered:
                number += int(rules.order_moves(state, move)) * place
            number += digest(rules.next_state(state, move), depth - 1) * (1 + (place & 3)) & 0xF_FFFF_FFFF
        return number

    @jit("int", "state", "ints")
    def run(state, depths):
        return digest(state, int(depths[0]))

    return run


@needs_numba
@pytest.mark.parametrize(("name", "text", "depth"), CASES, ids=[f"{case[0]} {case[1][:20]}" for case in CASES])
def test_plain_and_compiled_agree(name, text, depth):
    import numpy as np

    game, start = load(name).from_text(text)
    compiled = native(game, build, ("ints",))
    assert compiled(start, np.array([depth])) == build(plain_rules(game), plain_jit, ())(start, [depth])


@needs_numba
@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [("tree", "[[3,5],[1,null]]", "a state is a State"), ("mnk", "9,9,5", "64 bits"), ("connect-four", "10x9:", "64")],
)
def test_what_cannot_be_compiled_says_why(name, text, reason):
    game, _ = load(name).from_text(text)
    with pytest.raises(CompileError, match=reason):
        native(game, build, ("ints",))
