"""The set of positions, compiled: an open-addressing hash table of packed keys.

    raws     the fields of an identity as 64-bit ints, as the layout describes them
    key      the fields packed into `words` ints of 63 bits each; equal keys are equal identities (no hash decides)
    batch    the successors that wait, column after column of STAGE numbers each: the words of their keys, their hashes,
             who may be the same position, their parents, their tags, their fields
    table    slots of 32 bits, two to an int: index + 1 in as many bits as the mask has, 0 if empty; above it, as many
             bits of the key's hash as there is room for. A key stands in the first free slot from the first of its
             four on: these are looked at together
    rows     with a `key`: the states of positions that are not expanded yet, as words; the first STAGE rows are
             successors that wait. Without: one row, for a state that is unpacked from its key

The identity of a position is its state, or, if the game writes `key`, the key and the player to move; of a position
that is over, the key and its result: two of them that agree in that differ in nothing that matters.

Small is fast here: memory that a process has not used before costs the system more than all that is done with it.
"""

from __future__ import annotations

from typing import Any

from zermelo.kernel.prefetch import prefetch
from zermelo.solve import work as w
from zermelo.solve.writers import writers

STOP, COUNT, EDGES, BASE, FORWARD, MASK, LAYOUT = w.STOP, w.COUNT, w.EDGES, w.BASE, w.FORWARD, w.MASK, w.LAYOUT
OUT_OF_RANGE, FIELD, STAGE, SLOT_EXTRA, LOW, AT = w.OUT_OF_RANGE, w.FIELD, w.STAGE, w.SLOT_EXTRA, w.LOW, w.AT
BATCH = w.BATCH

FIRST_OF_FOUR = ~3
FACTOR_1, FACTOR_2 = 0x2545F4914F6CDD1D, 0x1B873593CC9E2D51  # odd, below 2**63


def build_hashed(rules: Any, jit: Any, options: tuple[Any, ...]) -> Any:
    """The functions (state_at, stage, flush, rebuild) on the set of positions of one game."""
    use_key, parts, words, _ = options
    fields = sum(1 if kind in ("int", "tag") else 2 for _, kind in parts)
    hashes, candidates, parents, tags, raws_at = (STAGE * (words + column) for column in range(SLOT_EXTRA + 1))
    one_word = words == 1

    @jit()
    def field_of(field, index, work, keys):
        at = LAYOUT + FIELD * field
        word = 0 if one_word else work[at + 2]
        return ((keys[index * words + word] >> work[at + 3]) & work[at + 4]) + work[at]

    raws_text, row_text, read_text, width = writers(rules, use_key, parts, field_of)
    write_raws, write_row, read_row = jit()(raws_text), jit()(row_text), jit()(read_text)

    @jit()
    def state_at(index, work, keys, rows):
        """The state of a position that is not expanded yet."""
        if use_key:
            return rules.state_at(rows, STAGE + index - work[BASE])
        read_row(index, work, keys, rows)
        return rules.state_at(rows, 0)

    @jit()
    def slot_at(table, at):
        return (table[at >> 1] >> ((at & 1) << 5)) & LOW

    @jit()
    def put(table, at, mixed, mask, index):
        """Fills an empty slot."""
        table[at >> 1] |= ((mixed >> 32) & (LOW ^ mask) | index + 1) << ((at & 1) << 5)
        return 0

    @jit()
    def hash_of(keys, at, step):
        mixed = keys[at] * FACTOR_1
        for word in range(1, words):
            mixed = ((mixed ^ (mixed >> 32)) + keys[at + word * step]) * FACTOR_1
        mixed = (mixed ^ (mixed >> 29)) * FACTOR_2
        return mixed ^ (mixed >> 32)

    @jit()
    def stage(state, tag, parent, place, rows, batch):
        """Lets a successor wait in this place of the batch."""
        write_raws(state, tag, batch, raws_at + place)
        if use_key:
            write_row(state, rows, place * width)
        batch[parents + place] = parent
        batch[tags + place] = tag
        return 0

    @jit()
    def pack(count, work, table, batch):
        """The keys of all that wait; False if the fields of one, in place AT, do not fit the layout."""
        for place in range(words * STAGE if words > 1 else count):
            batch[place] = 0
        for field in range(fields):  # one field of all: the compiler does several at once
            at = LAYOUT + FIELD * field
            lowest = work[at]
            span = work[at + 1]
            shift = work[at + 3]
            column = 0 if one_word else work[at + 2] * STAGE
            outside = 0
            for place in range(count):
                offset = batch[raws_at + field * STAGE + place] - lowest
                outside |= offset | (span - offset)
                batch[column + place] |= offset << shift
            if outside < 0:
                for place in range(count):
                    offset = batch[raws_at + field * STAGE + place] - lowest
                    if offset < 0 or offset > span:
                        work[STOP] = OUT_OF_RANGE
                        work[AT] = place
                        return False
        for place in range(count):
            batch[hashes + place] = hash_of(batch, place, STAGE)
        mask = work[MASK]
        for place in range(count):
            prefetch(table, (batch[hashes + place] & mask) >> 1)
        return True

    @jit()
    def look(count, work, keys, table, batch):
        """Who of the first four slots may have the key, without a branch; the key that stands there is asked for."""
        mask = work[MASK]
        tag_bits = LOW ^ mask
        for place in range(count):
            mixed = batch[hashes + place]
            at = (mixed & mask & FIRST_OF_FOUR) >> 1
            tag = (mixed >> 32) & tag_bits
            two = table[at]
            other_two = table[at + 1]
            entry = 0
            entry = other_two >> 32 if (other_two >> 32) & tag_bits == tag else entry
            entry = other_two if other_two & tag_bits == tag else entry
            entry = two >> 32 if (two >> 32) & tag_bits == tag else entry
            entry = two if two & tag_bits == tag else entry
            candidate = (entry & mask) - 1
            batch[candidates + place] = candidate
            prefetch(keys, max(0, candidate) * words)
        return 0

    @jit()
    def is_key(candidate, keys, place, batch):
        same = True
        for word in range(words):
            same = same and keys[candidate * words + word] == batch[word * STAGE + place]
        return same

    @jit()
    def flush(count, work, keys, rows, table, scores, edges, batch):
        """Finds all that wait in the table, adds those that are new, and writes the edges to them.

        False, with nothing done, if the layout has no bits for one of them. The memory of many is asked for before
        the first is needed: one wait for it takes longer than all the rest.
        """
        if not pack(count, work, table, batch):
            return False
        look(count, work, keys, table, batch)
        mask = work[MASK]
        tag_bits = LOW ^ mask
        known = work[COUNT]
        edge = work[EDGES]
        row = (STAGE + known - work[BASE]) * width
        for place in range(count):
            mixed = batch[hashes + place]
            at = mixed & mask & FIRST_OF_FOUR
            found = batch[candidates + place]
            if found < 0 or not is_key(found, keys, place, batch):
                found = -1
                entry = slot_at(table, at)
                while entry != 0:
                    if (entry ^ (mixed >> 32)) & tag_bits == 0 and is_key((entry & mask) - 1, keys, place, batch):
                        found = (entry & mask) - 1
                        break
                    at = (at + 1) & mask
                    entry = slot_at(table, at)
            if found < 0:
                found = known
                known += 1
                put(table, at, mixed, mask, found)
                for word in range(words):
                    keys[found * words + word] = batch[word * STAGE + place]
                kept = batch[tags + place] - 2
                scores[found] = kept if use_key and kept >= 0 else -1
                if use_key:
                    for word in range(width):
                        rows[row + word] = rows[place * width + word]
                    row += width
            parent = batch[parents + place]
            if parent >= 0:
                if found <= parent:
                    work[FORWARD] = 0
                if edge & 1:
                    edges[edge >> 1] |= found << 32
                else:
                    edges[edge >> 1] = found
                edge += 1
        work[COUNT] = known
        work[EDGES] = edge
        return True

    @jit()
    def rebuild(work, keys, table, batch):
        """Fills an empty table with all positions."""
        mask = work[MASK]
        count = work[COUNT]
        for first in range(0, count, BATCH):
            last = min(first + BATCH, count)
            for index in range(first, last):
                mixed = hash_of(keys, index * words, 1)
                batch[index - first] = mixed
                prefetch(table, (mixed & mask) >> 1)
            for index in range(first, last):
                mixed = batch[index - first]
                at = mixed & mask & FIRST_OF_FOUR
                while slot_at(table, at) != 0:
                    at = (at + 1) & mask
                put(table, at, mixed, mask, index)
        return 0

    return state_at, stage, flush, rebuild
