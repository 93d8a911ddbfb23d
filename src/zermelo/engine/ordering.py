"""Move ordering: the moves of a node, as sort keys, the most promising first.

The table's move comes first, before the others are ranked. Their keys are `promise << 13 | (8191 - index)`: unique,
so that equal promise keeps the game's order. The promise of a move is first what the game's own `order_moves` says,
then its history (Schaeffer 1983): the cuts that it caused, a tally that is halved from one iteration to the next.
Killers (Akl and Newborn 1977) and the counter-move (Uiterwijk 1992) count for as much as a few cuts.

A search with a table does best where like positions get like orders, for then their subtrees overlap. So in a search
that deepens the history does not change within an iteration, nor from thread to thread; and killers above it doubled
and trebled the nodes of deep sound searches of Connect Four.
"""

from __future__ import annotations

from typing import Any

from zermelo.engine.options import COUNTERS_ON, HISTORY_ON, HOOK_ORDER_ON, KILLERS_ON
from zermelo.engine.workspace import (
    BAD_MOVE,
    CODES,
    COUNTERS,
    FLAGS,
    KEYS,
    KILLER_PLIES,
    KILLERS,
    MOST_MOVES,
    MOVE_SLOTS,
    NO_MOVES,
    ORDER,
    STACK,
    STOP,
    TALLY,
    TOO_MANY_MOVES,
)
from zermelo.kernel.moves import BAD_MOVE as IMPOSSIBLE_MOVE

HOOK = 1 << 19  # one unit of the game's own order
KILLER = 1 << 8
COUNTER = 1 << 7
MOST_HISTORY = 1 << 18


def build_ordering(rules: Any, jit: Any, lean: bool) -> tuple[Any, Any, Any, Any]:
    """`generate`, `rank`, `pick` and `reward` for the game. `work` is modified in place."""
    has_order = "order_moves" in rules.hooks and not lean
    has_relevant = "relevant_moves" in rules.hooks and not lean
    order_moves: Any = rules.order_moves if has_order else None
    plain = not rules.is_compiled
    presorted = plain and not lean  # lists sort faster than Python picks; the keys are unique either way

    @jit()
    def put(code, count, place, work):
        """Puts a move's code on the stack; returns whether it could."""
        if code == IMPOSSIBLE_MOVE:
            work[STOP] = BAD_MOVE
            return False
        if place >= STACK or count >= MOST_MOVES:
            work[STOP] = TOO_MANY_MOVES
            return False
        work[CODES + place] = code
        return True

    @jit()
    def generate_one_by_one(state, top, relevant, work):
        """Puts the codes of the moves on the stack from `top`; returns how many there are.

        They are the legal moves, or the game's `relevant_moves` if `relevant` is set.
        """
        count = 0
        if has_relevant and relevant:
            for code in rules.relevant_moves(state):
                if not put(code, count, top + count, work):
                    return 0
                count += 1
        else:
            for code in rules.legal_moves(state):
                if not put(code, count, top + count, work):
                    return 0
                count += 1
        if count == 0:
            work[STOP] = NO_MOVES
        return count

    def generate_at_once(state, top, relevant, work):
        """The same in plain Python, where calls cost most: the codes are a list, and it is taken over whole."""
        codes = rules.relevant_moves(state) if has_relevant and relevant else rules.legal_moves(state)
        count = len(codes)
        if count == 0:
            work[STOP] = NO_MOVES
        elif count > MOST_MOVES or top + count > STACK:
            work[STOP] = TOO_MANY_MOVES
            return 0
        work[CODES + top : CODES + top + count] = codes
        return count

    generate = jit()(generate_at_once) if plain else generate_one_by_one

    @jit()
    def rank(state, player, ply, top, count, first, previous, work):
        """Puts the keys of the moves on the stack from `top`, without that of the move with the index `first`."""
        flags = work[FLAGS]
        killers = KILLERS + 2 * (ply & (KILLER_PLIES - 1))
        first_killer = work[killers]
        second_killer = work[killers + 1]
        side = player * MOVE_SLOTS
        counter = work[COUNTERS + side + (previous & (MOVE_SLOTS - 1))]
        if flags & KILLERS_ON == 0:
            first_killer = IMPOSSIBLE_MOVE
            second_killer = IMPOSSIBLE_MOVE
        if flags & COUNTERS_ON == 0:
            counter = IMPOSSIBLE_MOVE
        with_hook = has_order and flags & HOOK_ORDER_ON != 0
        with_history = flags & HISTORY_ON != 0
        history = work[ORDER] + side
        place = KEYS + top
        for i in range(count):
            if i != first:
                code = work[CODES + top + i]
                promise = 0
                if has_order and with_hook:
                    promise = order_moves(state, code) * HOOK
                if code == first_killer:
                    promise += KILLER + 1
                elif code == second_killer:
                    promise += KILLER
                elif code == counter:
                    promise += COUNTER
                if with_history:
                    promise += work[history + (code & (MOVE_SLOTS - 1))]
                work[place] = (promise << 13) | (MOST_MOVES - 1 - i)
                place += 1
        if presorted:
            work[KEYS + top : place] = sorted(work[KEYS + top : place], reverse=True)
        return 0

    @jit()
    def pick(first, last, work):
        """Brings the highest key of the stack's places first … last - 1 to the front; returns the move's index."""
        if presorted:
            return MOST_MOVES - 1 - (work[KEYS + first] & (MOST_MOVES - 1))
        best = work[KEYS + first]
        place = first
        for i in range(first + 1, last):
            key = work[KEYS + i]
            if key > best:
                best = key
                place = i
        work[KEYS + place] = work[KEYS + first]
        work[KEYS + first] = best
        return MOST_MOVES - 1 - (best & (MOST_MOVES - 1))

    @jit()
    def reward(code, player, ply, depth, previous, work):
        """Remembers a move that caused a cut."""
        killers = KILLERS + 2 * (ply & (KILLER_PLIES - 1))
        if work[killers] != code:
            work[killers + 1] = work[killers]
            work[killers] = code
        side = player * MOVE_SLOTS
        place = TALLY + side + (code & (MOVE_SLOTS - 1))
        work[place] = min(MOST_HISTORY, work[place] + depth * depth)
        work[COUNTERS + side + (previous & (MOVE_SLOTS - 1))] = code
        return 0

    return generate, rank, pick, reward
