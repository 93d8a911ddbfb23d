"""The positions of a compiled run in the order of their identities, each with its code, as one int.

    key      the identity in the layout that its ranges need (`bits` of them), if that is one word
    bucket   the highest bits of the key: entries of one bucket lie side by side, the buckets in order
    number   the other bits of the key << code_bits | packed code: 63 bits at most

Sorting by buckets needs less of the number, and keeps what is sorted in the cache. Nothing is allocated: `keys` are
packed anew where they are, and the numbers stand in an array that is no longer needed.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from zermelo.solve import work as w
from zermelo.solve.layout import WORD_BITS, Layout, tight_layout
from zermelo.solve.machine import NoGame

COUNT, LAYOUT, FIELD, LOW, HALF = w.COUNT, w.LAYOUT, w.FIELD, w.LOW, w.HALF

(
    OP,  # MEASURE, PACK or SPREAD
    FIELDS,
    LONGEST,  # distance
    BUCKET_SHIFT,  # bits of a key below its bucket
    CODE_BITS,
    DISTANCE_BITS,
    RANGES,  # from here on: for each field its lowest and highest number and its new place
) = range(7)
MEASURE, PACK, SPREAD = range(3)
RANGE = 3

BLOCK = 1 << 12
"""Positions that are dealt with one field after the other while they are in the cache."""

BLOCK_OUT = 1 << 15
"""Entries that are written at a time."""

BUCKET_BITS = 17
"""Of an index in a bucket: so many are sorted at once where positions are spread evenly."""

MOST_BUCKET_BITS = 12


def build_ordering(rules: Any, jit: Any, options: tuple[Any, ...]) -> Any:  # noqa: ARG001
    """The function `run(state, plan, work, keys, scores, numbers, places)`."""

    @jit()
    def measure(plan, work, keys, scores):
        """The range of each field and the longest distance."""
        count = work[COUNT]
        longest = 0
        for first in range(0, count, BLOCK):
            last = min(first + BLOCK, count)
            for field in range(plan[FIELDS]):
                shift = work[LAYOUT + FIELD * field + 3]
                mask = work[LAYOUT + FIELD * field + 4]
                lowest = mask
                highest = 0
                for index in range(first, last):
                    number = (keys[index] >> shift) & mask
                    lowest = min(lowest, number)
                    highest = max(highest, number)
                at = RANGES + RANGE * field
                base = work[LAYOUT + FIELD * field]
                if first == 0 or lowest + base < plan[at]:
                    plan[at] = lowest + base
                if first == 0 or highest + base > plan[at + 1]:
                    plan[at + 1] = highest + base
            for index in range(first, last):
                longest = max(longest, abs((scores[index] & LOW) - HALF))
        plan[LONGEST] = longest
        return 0

    @jit()
    def pack(plan, work, keys, numbers, places):
        """Keys in the new layout, and how many there are of each bucket."""
        count = work[COUNT]
        bucket_shift = plan[BUCKET_SHIFT]
        for first in range(0, count, BLOCK):
            last = min(first + BLOCK, count)
            for index in range(first, last):
                numbers[index] = 0
            for field in range(plan[FIELDS]):
                shift = work[LAYOUT + FIELD * field + 3]
                mask = work[LAYOUT + FIELD * field + 4]
                less = plan[RANGES + RANGE * field] - work[LAYOUT + FIELD * field]
                place = plan[RANGES + RANGE * field + 2]
                for index in range(first, last):
                    numbers[index] |= (((keys[index] >> shift) & mask) - less) << place
            for index in range(first, last):
                key = numbers[index]
                keys[index] = key
                places[key >> bucket_shift] += 1
        return 0

    @jit()
    def spread(plan, work, keys, scores, numbers, places):
        """Every number in its bucket; `places` are where these begin, and afterwards where they end."""
        bucket_shift = plan[BUCKET_SHIFT]
        low_bits = (1 << bucket_shift) - 1
        code_bits = plan[CODE_BITS]
        distance_bits = plan[DISTANCE_BITS]
        for index in range(work[COUNT]):
            key = keys[index]
            score = scores[index]
            code = (score >> 32) << distance_bits | abs((score & LOW) - HALF)
            bucket = key >> bucket_shift
            numbers[places[bucket]] = (key & low_bits) << code_bits | code
            places[bucket] += 1
        return 0

    @jit()
    def run(state, plan, work, keys, scores, numbers, places):  # noqa: ARG001
        if plan[OP] == MEASURE:
            measure(plan, work, keys, scores)
        elif plan[OP] == PACK:
            pack(plan, work, keys, numbers, places)
        else:
            spread(plan, work, keys, scores, numbers, places)
        return 0

    return run


@functools.cache
def compiled_ordering() -> Any:
    """`build_ordering` compiled; the same for all games."""
    from zermelo.kernel.native import native

    return native(NoGame(), build_ordering, ("bare ints",) * 6)


@dataclass(frozen=True)
class Ordered:
    """`numbers[ends[b - 1] : ends[b]]` are those of bucket b, in order."""

    layout: Layout
    distance_bits: int
    code_bits: int
    bucket_shift: int
    numbers: Any
    ends: Any

    def blocks(self) -> Iterator[tuple[Any, Any]]:
        """(keys, packed codes) of some thousand entries after the other."""
        begin = 0
        for bucket, end in enumerate(self.ends):
            for first in range(begin, end, BLOCK_OUT):
                numbers = self.numbers[first : min(first + BLOCK_OUT, end)]
                yield bucket << self.bucket_shift | numbers >> self.code_bits, numbers & ((1 << self.code_bits) - 1)
            begin = int(end)


def ordered(run: Any, num_results: int) -> Ordered | None:
    """The entries of a scored run in order; None if the identities take more than one word. Uses the run up."""
    import numpy as np

    arrays, old = run.arrays, run.arrays.layout
    if old.words > 1:
        return None
    machine = compiled_ordering()
    plan = np.zeros(RANGES + RANGE * len(old.fields), np.int64)
    plan[FIELDS] = len(old.fields)
    numbers, places = arrays.starts, np.zeros(1, np.int64)

    def do(operation: int) -> None:
        plan[OP] = operation
        machine(NoGame.State(0), plan, arrays.work, arrays.keys, arrays.scores, numbers, places)

    do(MEASURE)
    ranges = plan[RANGES:].reshape(-1, RANGE)
    layout = tight_layout([(int(lowest), int(highest)) for lowest, highest, _ in ranges])
    ranges[:, 2] = [shift for _, shift in layout.places]
    distance_bits = int(plan[LONGEST]).bit_length()
    code_bits, bits = distance_bits + (num_results - 1).bit_length(), layout.word_bits[0]
    bucket_bits = max(bits + code_bits - WORD_BITS, min(bits, run.count.bit_length() - BUCKET_BITS), 0)
    if bucket_bits > MOST_BUCKET_BITS:
        return None
    plan[BUCKET_SHIFT], plan[CODE_BITS], plan[DISTANCE_BITS] = bits - bucket_bits, code_bits, distance_bits
    places = np.zeros(1 << bucket_bits, np.int64)
    do(PACK)
    places[:] = np.cumsum(places) - places
    do(SPREAD)
    for begin, end in zip((0, *places[:-1]), places):
        if end - begin > 1:
            numbers[begin:end].sort()
    return Ordered(layout, distance_bits, code_bits, bits - bucket_bits, numbers, places)
