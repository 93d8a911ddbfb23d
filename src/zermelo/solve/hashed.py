"""The set of positions, compiled: an open-addressing hash table of packed keys.

    raws     the fields of an identity as 64-bit ints, as the layout describes them
    key      the fields packed into `words` ints of 63 bits each; equal keys are equal identities (no hash decides)
    table    slots of 32 bits, two to an int: index + 1 in as many bits as the mask has, 0 if empty; above it, as many
             bits of the key's hash as there is room for
    rows     with a `key`: the states of positions that are not expanded yet, as words; the first STAGE rows are
             successors that wait. Without: one row, for a state that is unpacked from its key

The identity of a position is its state, or, if the game writes `key`, the key and the player to move; of a position
that is over, the key and its result: two of them that agree in that differ in nothing that matters.

Small is fast here: memory that a process has not used before costs the system more than all that is done with it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from zermelo.kernel.prefetch import prefetch
from zermelo.kernel.words import Leaf
from zermelo.solve import work as w

STOP, COUNT, EDGES, BASE, FORWARD, MASK, LAYOUT = w.STOP, w.COUNT, w.EDGES, w.BASE, w.FORWARD, w.MASK, w.LAYOUT
OUT_OF_RANGE, FIELD, STAGE, SLOT_EXTRA, LOW, AT = w.OUT_OF_RANGE, w.FIELD, w.STAGE, w.SLOT_EXTRA, w.LOW, w.AT
BATCH = w.BATCH

FACTOR_1, FACTOR_2 = 0x2545F4914F6CDD1D, 0x1B873593CC9E2D51  # odd, below 2**63


def leaves_of(shape: Any, text: str) -> Iterator[tuple[str, str]]:
    """(text of an expression, kind) for every number in a value of this shape."""
    if isinstance(shape, Leaf):
        yield text, shape.kind
        return
    for index, item in enumerate(shape.items):
        yield from leaves_of(item, f"{text}[{index}]")


def written(head: str, lines: list[str], **names: Any) -> Any:
    """A function from its text."""
    name = head.split("(", maxsplit=1)[0]
    exec("\n    ".join([f"def {head}:", *lines, "return 0"]), names)
    return names[name]


def writers(rules: Any, use_key: bool, parts: Any, field_of: Any) -> tuple[Any, Any, Any, int]:
    """Functions, from text, and the number of a state's words.

    `write_raws` writes a state's identity, `write_row` its words; `read_row` writes its words, unpacked from the
    identity. `parts` describes the identity: (path, kind) of each number, as `identity.Identity` makes it.
    """
    names: dict[str, Any] = {"key": None, "field_of": field_of}
    value = "state"
    if use_key:
        names["key"], _ = rules.compile_alone("key", (rules.compiler.state_type,))
        value = "key(state)"
    state_leaves = list(leaves_of(rules.compiler.shape, "state"))
    if any(kind == "float" for _, kind in (*state_leaves, *parts)):
        from zermelo.kernel.bits import bits_as_int, float_bits

        names.update(float_bits=float_bits, bits_as_int=bits_as_int)

    def number(text: str, kind: str) -> str:
        return f"bits_as_int(float_bits({text}))" if kind == "float" else f"int({text})"

    raws, read, at = [f"value = {value}"], [], 0
    for place, (path, kind) in enumerate(parts):
        if kind == "tag":
            raws.append(f"raws[at + {at}] = tag")
            at += 1
        elif kind == "int":
            raws.append(f"raws[at + {at}] = {number('value' + path, kind)}")
            read.append(f"rows[{place}] = field_of({at}, index, work, keys)")
            at += 1
        else:
            raws.append(f"number = {number('value' + path, kind)}")
            raws += [f"raws[at + {at}] = number & {LOW}", f"raws[at + {at + 1}] = number >> 32"]
            read.append(
                f"rows[{place}] = field_of({at}, index, work, keys) | field_of({at + 1}, index, work, keys) << 32"
            )
            at += 2
    row = [f"rows[at + {place}] = {number(text, kind)}" for place, (text, kind) in enumerate(state_leaves)]
    return (
        written("write_raws(state, tag, raws, at)", raws, **names),
        written("write_row(state, rows, at)", row, **names),
        written("read_row(index, work, keys, rows)", read, **names),
        len(state_leaves),
    )


def build_hashed(rules: Any, jit: Any, options: tuple[Any, ...]) -> Any:
    """The functions (state_at, stage, flush, rebuild) on the set of positions of one game."""
    use_key, parts, words, _ = options
    fields = sum(1 if kind in ("int", "tag") else 2 for _, kind in parts)
    stride = words + SLOT_EXTRA
    raws_at = STAGE * stride
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
    def hash_of(keys, at):
        mixed = keys[at] * FACTOR_1
        for word in range(1, words):
            mixed = ((mixed ^ (mixed >> 32)) + keys[at + word]) * FACTOR_1
        mixed = (mixed ^ (mixed >> 29)) * FACTOR_2
        return mixed ^ (mixed >> 32)

    @jit()
    def stage(state, tag, parent, place, rows, batch):
        """Lets a successor wait in this place of the batch."""
        write_raws(state, tag, batch, raws_at + place * fields)
        if use_key:
            write_row(state, rows, place * width)
        slot = place * stride + words
        batch[slot + 2] = parent
        batch[slot + 3] = tag
        return 0

    @jit()
    def pack(count, work, table, batch):
        """The keys of all that wait; False if the fields of one, in place AT, do not fit the layout."""
        mask = work[MASK]
        for place in range(count):
            slot = place * stride
            raws = raws_at + place * fields
            for word in range(words):
                packed = 0
                for field in range(fields):
                    at = LAYOUT + FIELD * field
                    if one_word or work[at + 2] == word:
                        offset = batch[raws + field] - work[at]
                        if offset < 0 or offset > work[at + 1]:
                            work[STOP] = OUT_OF_RANGE
                            work[AT] = place
                            return False
                        packed |= offset << work[at + 3]
                batch[slot + word] = packed
            mixed = hash_of(batch, slot)
            batch[slot + words] = mixed
            prefetch(table, (mixed & mask) >> 1)
        return True

    @jit()
    def look(count, work, keys, table, batch):
        """The first place of each where its key may stand, or may be put; the key that stands there is asked for."""
        mask = work[MASK]
        tag_bits = LOW ^ mask
        for place in range(count):
            slot = place * stride + words
            mixed = batch[slot]
            at = mixed & mask
            entry = slot_at(table, at)
            while entry != 0 and (entry ^ (mixed >> 32)) & tag_bits != 0:
                at = (at + 1) & mask
                entry = slot_at(table, at)
            batch[slot + 1] = at
            prefetch(keys, max(0, (entry & mask) - 1) * words)
        return 0

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
            slot = place * stride
            mixed = batch[slot + words]
            at = batch[slot + words + 1]
            found = -1
            entry = slot_at(table, at)
            while entry != 0:
                if (entry ^ (mixed >> 32)) & tag_bits == 0:
                    candidate = (entry & mask) - 1
                    same = True
                    for word in range(words):
                        same = same and keys[candidate * words + word] == batch[slot + word]
                    if same:
                        found = candidate
                        break
                at = (at + 1) & mask
                entry = slot_at(table, at)
            if found < 0:
                found = known
                known += 1
                put(table, at, mixed, mask, found)
                for word in range(words):
                    keys[found * words + word] = batch[slot + word]
                kept = batch[slot + words + 3] - 2
                scores[found] = kept if use_key and kept >= 0 else -1
                if use_key:
                    for word in range(width):
                        rows[row + word] = rows[place * width + word]
                    row += width
            parent = batch[slot + words + 2]
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
                mixed = hash_of(keys, index * words)
                batch[index - first] = mixed
                prefetch(table, (mixed & mask) >> 1)
            for index in range(first, last):
                mixed = batch[index - first]
                at = mixed & mask
                while slot_at(table, at) != 0:
                    at = (at + 1) & mask
                put(table, at, mixed, mask, index)
        return 0

    return state_at, stage, flush, rebuild
