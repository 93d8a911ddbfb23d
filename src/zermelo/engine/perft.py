"""Perft: the number of lines of play of a given length, the usual test of rules (Hatcher; Edwards)."""

from __future__ import annotations

from typing import Any

from zermelo.core.errors import InputError, RulesError
from zermelo.core.game import Game
from zermelo.core.recursion import room_for_recursion
from zermelo.kernel.rules import plain_jit, plain_rules

COUNT, FAULT, STACK = 0, 1, 2
"""Words of the array: the count, 1 after too many moves; from `STACK` on the moves of open positions."""

PLACES = 1 << 16


def build_perft(rules: Any, jit: Any, options: tuple[Any, ...]) -> Any:
    """The counting function for one game; `options` is (depth is at least 1, count finished games)."""
    (count_finished,) = options

    @jit("int", "state", "int", "int", "bare ints")
    def count(state, depth, top, work):
        total = 0
        last = top
        for code in rules.legal_moves(state):
            if last >= STACK + PLACES:
                work[FAULT] = 1
                return 0
            work[last] = code
            last += 1
        for place in range(top, last):
            child = rules.next_state(state, work[place])
            if rules.is_terminal(child):
                if depth == 1 or count_finished:
                    total += 1
            elif depth == 1:
                total += 1
            else:
                total += count(child, depth - 1, last, work)
        return total

    @jit()
    def run(state, work):
        """Counts to `work[COUNT]` plies; the count replaces it."""
        depth = work[COUNT]
        work[COUNT] = count(state, depth, depth * 0 + STACK, work)
        return 0

    return run


def perft(game: Game, depth: int, state: Any, *, count_finished: bool, compiled: bool) -> int:
    """The number of lines of exactly `depth` plies; with `count_finished` also those that ended earlier."""
    if depth == 0 or game.is_terminal(state):
        return int(depth == 0 or count_finished)
    options = (count_finished,)
    if compiled:
        import numpy as np

        from zermelo.kernel.native import native

        work: Any = np.zeros(STACK + PLACES, np.int64)
        run: Any = native(game, build_perft, ("bare ints",), options=options)
    else:
        work = [0] * (STACK + PLACES)
        run = build_perft(plain_rules(game), plain_jit, options)
    work[COUNT] = depth
    with room_for_recursion():
        run(state, work)
    if work[FAULT]:
        raise RulesError(
            f"a line of {depth} plies has more than {PLACES} moves in all", hook="legal_moves", state=state
        )
    return int(work[COUNT])


def check_depth(depth: Any) -> None:
    """An error for what is no depth of a count."""
    if isinstance(depth, bool) or not isinstance(depth, int) or not 0 <= depth <= 1000:
        raise InputError(f"depth={depth!r}: a whole number from 0 to 1000 is meant")
