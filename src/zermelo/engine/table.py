"""The transposition table: what is known of positions, 16 bytes each, shared by threads without locks.

A bucket holds two entries of two 64-bit words, `check ^ data` and `data`; a torn entry does not match its check
(Hyatt and Mann 2002). The first entry of a bucket keeps the deepest search, the second the latest. Entries of an
earlier generation count as empty places. `data`, from its low end:

    move 10         index in the game's order, NO_MOVE if unknown
    bound 2         1 lower, 2 upper, 3 exact
    depth 8         plies searched below, at most MOST_DEPTH
    complete 1      1: no guess had a part in it
    generation 3    never 0, so that an entry is never 0
    score 40        with the distance counted from the position itself; seen by its player to move

A wide score keeps its outcome and haste there and its value in `reals`, one float an entry.

Behind the buckets stand marks: the hashes of (position, move) that a thread is searching.
"""

from __future__ import annotations

from typing import Any

from zermelo.engine.scores import DECIDED, HIGHEST_WIDE, STEP, WON, wide
from zermelo.engine.workspace import FIRST_REAL, GENERATION, STORES, STRENGTH, TABLE_MASK

LOWER, UPPER, EXACT = 1, 2, 3
NO_MOVE = 1023
MOST_DEPTH = 255
BOUND_AT, DEPTH_AT, COMPLETE_AT, GENERATION_AT, SCORE_AT = 10, 12, 20, 21, 24
GENERATIONS = 7
WORDS_A_BUCKET = 4
BYTES_A_BUCKET = 32
NUM_MARKS = 1 << 10

_REST = 1 << 37  # of value * STEP + haste, either side of 0
_HALF = 1 << 39
NOT_STORABLE = 1 << 40
assert HIGHEST_WIDE[0] * (_REST << 1) < _HALF << 1


def build_table(jit: Any, use_wide: bool) -> tuple[Any, Any, Any, Any]:
    """`probe`, `decides`, `stored_score` and `store`, for packed or wide scores; they modify `table` and `reals`."""

    @jit()
    def probe(check, table, work):
        """The place of the position's entry in the table, or -1."""
        slot = (((check >> 34) ^ (check >> 55)) & work[TABLE_MASK]) * WORDS_A_BUCKET
        generation = work[GENERATION]
        data = table[slot + 1]
        if table[slot] ^ data == check and (data >> GENERATION_AT) & 7 == generation:
            return slot
        data = table[slot + 3]
        if table[slot + 2] ^ data == check and (data >> GENERATION_AT) & 7 == generation:
            return slot + 2
        return -1

    if use_wide:

        @jit()
        def stored_score(slot, data, ply, reals):
            """The score with its distance counted from the root."""
            code = (data >> SCORE_AT) + _HALF
            outcome = (code >> 38) - 1
            haste = (code & ((1 << 38) - 1)) - _REST
            return wide(outcome, reals[FIRST_REAL + (slot >> 1)], haste - outcome * ply)

        @jit()
        def score_code(score, ply):
            return ((score[0] + 1) << 38) + score[2] + score[0] * ply + _REST

    else:

        @jit()
        def stored_score(slot, data, ply, reals):  # noqa: ARG001  (wide scores need them)
            """The score with its distance counted from the root."""
            code = (data >> SCORE_AT) + _HALF
            outcome = (code >> 38) - 1
            return outcome * WON + (code & ((1 << 38) - 1)) - _REST - outcome * ply

        @jit()
        def score_code(score, ply):
            outcome = 0
            if score > DECIDED:
                outcome = 1
            elif score < -DECIDED:
                outcome = -1
            rest = score - outcome * WON + outcome * ply
            if rest >= _REST or rest < -_REST:
                return NOT_STORABLE
            return ((outcome + 1) << 38) + rest + _REST

    @jit()
    def decides(slot, depth, alpha, beta, ply, table, reals, work):
        """Whether an entry answers a search of this depth and window. In exact mode: what it would find again."""
        data = table[slot + 1]
        stored_depth = (data >> DEPTH_AT) & MOST_DEPTH
        strength = work[STRENGTH] != 0
        if (data >> COMPLETE_AT) & 1 != 0:
            usable = strength or depth >= stored_depth or stored_depth == MOST_DEPTH
        else:
            usable = stored_depth != MOST_DEPTH and (stored_depth == depth or (strength and stored_depth > depth))
        if not usable:
            return False
        score = stored_score(slot, data, ply, reals)
        bound = (data >> BOUND_AT) & 3
        return bound == EXACT or (bound == LOWER and score >= beta) or (bound == UPPER and score <= alpha)

    @jit()
    def store(check, depth, complete, bound, score, move, ply, table, reals, work):
        """Keeps what was found of a position, in place of what matters least in its bucket."""
        code = score_code(score, ply)
        if code == NOT_STORABLE:
            return 0
        generation = work[GENERATION]
        depth = min(depth, MOST_DEPTH)
        move = min(move, NO_MOVE)
        data = (
            move
            | (bound << BOUND_AT)
            | (depth << DEPTH_AT)
            | (complete << COMPLETE_AT)
            | (generation << GENERATION_AT)
            | ((code - _HALF) << SCORE_AT)
        )
        slot = (((check >> 34) ^ (check >> 55)) & work[TABLE_MASK]) * WORDS_A_BUCKET
        old = table[slot + 1]
        fresh = (old >> GENERATION_AT) & 7 == generation
        if fresh and table[slot] ^ old != check:
            if (old >> DEPTH_AT) & 255 > depth:
                slot += 2
            else:
                table[slot + 2] = table[slot]
                table[slot + 3] = old
                if use_wide:
                    reals[FIRST_REAL + (slot >> 1) + 1] = reals[FIRST_REAL + (slot >> 1)]
            work[STORES] += 1
        elif not fresh:
            work[STORES] += 1
        table[slot + 1] = data
        table[slot] = check ^ data
        if use_wide:
            reals[FIRST_REAL + (slot >> 1)] = score[1]
        return 0

    return probe, decides, stored_score, store


assert STEP * (1 << 22) <= _REST


class Table:
    """The words of a table in one of the two ways of running, as large as the search has come to need.

    It starts small (a small game then stays in the processor's cache) and grows between iterations, up to
    `table_mb`. Growing moves every entry to its new bucket, so a larger table knows all that the smaller one knew.
    """

    FIRST_BUCKETS = 1 << 12

    def __init__(self, arrays: Any, table_mb: float, use_wide: bool):
        self.arrays, self.use_wide = arrays, use_wide
        buckets = max(1, int(table_mb * (1 << 20)) // BYTES_A_BUCKET)
        self.most_buckets = 1 << (buckets.bit_length() - 1)
        self.generation = 0
        self._kept: dict[int, tuple[Any, Any]] = {}  # by size: memory that was used before need not be cleared
        self._set(min(self.FIRST_BUCKETS, self.most_buckets))

    def _set(self, buckets: int) -> None:
        if buckets not in self._kept:
            reals = FIRST_REAL + 2 * buckets if self.use_wide else FIRST_REAL
            self._kept[buckets] = self.arrays.ints(WORDS_A_BUCKET * buckets + NUM_MARKS), self.arrays.floats(reals)
        self.words, self.reals = self._kept[buckets]
        self.buckets = buckets

    @property
    def marks(self) -> int:
        """Where the marks of moves under search begin."""
        return WORDS_A_BUCKET * self.buckets

    def begin(self) -> None:
        """Forgets everything, for a new search."""
        self._set(min(self.FIRST_BUCKETS, self.most_buckets))
        self.forget()

    def forget(self) -> None:
        """Makes every entry one of an earlier generation: an empty place."""
        self.generation += 1
        if self.generation > GENERATIONS:
            self.generation = 1
            for words, _ in self._kept.values():
                self.arrays.fill(words, 0, len(words), 0)

    def make_room(self, stores: int) -> None:
        """Grows when half of the places were used."""
        if stores < self.buckets or self.buckets >= self.most_buckets:
            return
        old, old_reals = self.words, self.reals
        self._set(min(self.buckets * 8, self.most_buckets))
        self.arrays.rehash(old, self.words, self.buckets - 1, self.generation)
        if self.use_wide:
            self._move_reals(old, old_reals)

    def _move_reals(self, old: Any, old_reals: Any) -> None:
        for place in range(len(old) // 2):
            data = int(old[2 * place + 1])
            if (data >> GENERATION_AT) & 7 == self.generation:
                bucket = bucket_of(int(old[2 * place]) ^ data, self.buckets - 1)
                self.reals[FIRST_REAL + 2 * bucket + (place & 1)] = old_reals[FIRST_REAL + place]


def bucket_of(check: int, mask: int) -> int:
    """The bucket of a position; the same expression as in `probe` and `store`."""
    return ((check >> 34) ^ (check >> 55)) & mask
