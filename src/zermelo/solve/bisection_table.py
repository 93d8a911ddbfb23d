"""The solver's table: one 64-bit word a position, buckets of two, in a near and a far part.

A position is the 64 bits of its hash. The highest `shift` of them are its bucket, the others stand in the entry, so
that nothing of the identity is lost: for a game whose key is one int, no two positions are ever taken for one.

    entry      the low 64 - shift bits of the hash, minus half their range | score | lower | work
    work 5     the number of digits of the nodes that the entry cost, 1 to 31; so an entry is never 0
    lower 1    1: the score is a lower bound, 0: an upper bound
    score      the remaining shift - 6 bits, with the plies counted from the position itself; what does not fit
               is not kept

The first entry of a bucket keeps what cost most, the second the latest.

Waiting for main memory takes longer than searching a node. So positions near the end of the game, which are many
and cheap, have a small part of their own that stays in the processor's cache; the far part is for the others. Threads
share the far part, and each has a near part to itself: two processors that write to the same lines wait for each other.
"""

from __future__ import annotations

from typing import Any

from zermelo.kernel.prefetch import prefetch
from zermelo.solve import bisection_words as layout

SHIFT = layout.SHIFT
NEAR, NEAR_SHIFT, NEAR_WORDS = layout.NEAR, layout.NEAR_SHIFT, layout.NEAR_WORDS
SCORE_AT = 6
LEAST_SHIFT = 16
"""The smallest part, 1 MB: there is room for scores of 10 bits, which are those of utilities from -1 to 1."""


def build_table(jit: Any) -> tuple[Any, Any, Any]:
    """`fetch`, `probe` and `store`. `table` is modified in place."""

    @jit()
    def slot_of(check, far, work):
        """The first place of the position's bucket in the near or the far part."""
        if far:
            shift = work[SHIFT]
            return NEAR_WORDS + ((check >> (64 - shift)) & ((1 << shift) - 1)) * 2
        return work[NEAR] + ((check >> (64 - NEAR_SHIFT)) & ((1 << NEAR_SHIFT) - 1)) * 2

    @jit()
    def rest_of(check, shift):
        return (check & ((1 << (64 - shift)) - 1)) - (1 << (63 - shift))

    @jit()
    def fetch(check, far, table, work):
        """Asks for the position's bucket, so that a `probe` soon after need not wait for it."""
        return prefetch(table, slot_of(check, far, work))

    @jit()
    def probe(check, far, ply, table, work):
        """(1, score): at least that; (-1, score): at most that; (0, 0): nothing known."""
        shift = work[SHIFT] if far else NEAR_SHIFT
        slot = slot_of(check, far, work)
        rest = rest_of(check, shift)
        entry = table[slot]
        if entry >> shift != rest or entry == 0:
            entry = table[slot + 1]
            if entry >> shift != rest or entry == 0:
                return ply * 0, ply * 0
        score = ((entry & ((1 << shift) - 1)) >> SCORE_AT) - (1 << (shift - SCORE_AT - 1))
        if score > 0:
            score -= ply
        elif score < 0:
            score += ply
        return (entry >> 4 & 2) - 1, score

    @jit()
    def store(check, far, score, lower, ply, nodes, table, work):
        """Keeps a bound of a position in place of what matters least in its bucket."""
        shift = work[SHIFT] if far else NEAR_SHIFT
        if score > 0:
            score += ply
        elif score < 0:
            score -= ply
        half = 1 << (shift - SCORE_AT - 1)
        if score >= half or score < -half:
            return 0
        cost = min(max(nodes, 1).bit_length(), 31)
        slot = slot_of(check, far, work)
        rest = rest_of(check, shift)
        entry = rest << shift | score + half << SCORE_AT | int(lower) << 5 | cost
        old = table[slot]
        if old != 0 and old >> shift != rest:
            if old & 31 > cost:
                slot += 1
            else:
                table[slot + 1] = old
        table[slot] = entry
        return 0

    return fetch, probe, store
