"""The set of positions, compiled: an open-addressing hash table of packed keys.

    raws     the fields of an identity as 64-bit ints, as the layout describes them
    key      the fields packed into `words` ints of 63 bits each; equal keys are equal identities (no hash decides)
    table    slots of one int: tag << 32 | index + 1, 0 if empty; the tag is 31 bits of the key's hash
    rows     the states of positions that are not expanded yet, as words; the first STAGE rows are successors that wait

The identity of a position is its state, or, if the game writes `key`, the key and the player to move; of a position
that is over, the key and its result: two of them that agree in that differ in nothing that matters.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from zermelo.kernel.words import Leaf
from zermelo.solve import work as w

STOP, COUNT, EDGES, BASE, FORWARD, MASK, LAYOUT = w.STOP, w.COUNT, w.EDGES, w.BASE, w.FORWARD, w.MASK, w.LAYOUT
OUT_OF_RANGE, FIELD, STAGE, SLOT_EXTRA, LOW, AT = w.OUT_OF_RANGE, w.FIELD, w.STAGE, w.SLOT_EXTRA, w.LOW, w.AT

TAG_BITS = (1 << 31) - 1
FACTOR_1, FACTOR_2 = 0x2545F4914F6CDD1D, 0x1B873593CC9E2D51  # odd, below 2**63


def leaves_of(shape: Any, text: str) -> Iterator[tuple[str, str]]:
    """(text of an expression, kind) for every number in a value of this shape."""
    if isinstance(shape, Leaf):
        yield text, shape.kind
        return
    for index, item in enumerate(shape.items):
        yield from leaves_of(item, f"{text}[{index}]")


def writers(rules: Any, use_key: bool, parts: Any) -> tuple[Any, Any, int]:
    """Functions, from text, that write a state's identity and its words into arrays; and the number of its words.

    `parts` describes the identity: (path, kind) of each number, as `identity.Identity` makes it.
    """
    names: dict[str, Any] = {"key": None}
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

    raws, at = ["def write_raws(state, tag, raws, at):", f"    value = {value}"], 0
    for path, kind in parts:
        if kind == "tag":
            raws.append(f"    raws[at + {at}] = tag")
            at += 1
        elif kind == "int":
            raws.append(f"    raws[at + {at}] = {number('value' + path, kind)}")
            at += 1
        else:
            raws.append(f"    number = {number('value' + path, kind)}")
            raws += [f"    raws[at + {at}] = number & {LOW}", f"    raws[at + {at + 1}] = number >> 32"]
            at += 2
    raws.append("    return 0")
    row = ["def write_row(state, rows, at):"]
    row += [f"    rows[at + {place}] = {number(text, kind)}" for place, (text, kind) in enumerate(state_leaves)]
    row.append("    return 0")
    for lines in (raws, row):
        exec("\n".join(lines), names)
    return names["write_raws"], names["write_row"], len(state_leaves)


def build_hashed(rules: Any, jit: Any, options: tuple[Any, ...]) -> Any:
    """The functions (state_at, stage, flush, rebuild) on the set of positions of one game."""
    use_key, parts, words, _ = options
    raws_text, row_text, width = writers(rules, use_key, parts)
    write_raws, write_row, state_of = jit()(raws_text), jit()(row_text), rules.unpacker()
    fields = sum(1 if kind in ("int", "tag") else 2 for _, kind in parts)
    stride = words + SLOT_EXTRA
    raws_at = STAGE * stride
    one_word = words == 1

    @jit()
    def state_at(index, work, keys, rows):  # noqa: ARG001  (plain Python has its states there)
        """The state of a position that is not expanded yet."""
        start = (STAGE + index - work[BASE]) * width
        return state_of(rows[start : start + width])

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
        write_row(state, rows, place * width)
        slot = place * stride + words
        batch[slot + 2] = parent
        batch[slot + 3] = tag
        return 0

    @jit()
    def pack(count, work, batch):
        """The keys of all that wait; False if the fields of one, in place AT, do not fit the layout."""
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
            batch[slot + words] = hash_of(batch, slot)
        return True

    @jit()
    def flush(count, work, keys, rows, table, scores, edges, batch):
        """Finds all that wait in the table, adds those that are new, and writes the edges to them.

        False, with nothing done, if the layout has no bits for one of them.
        """
        if not pack(count, work, batch):
            return False
        mask = work[MASK]
        for place in range(count):  # nothing depends on these loads: they wait for memory together
            slot = place * stride + words
            batch[slot + 1] = table[batch[slot] & mask]
        for place in range(count):
            slot = place * stride
            mixed = batch[slot + words]
            tag = (mixed >> 32) & TAG_BITS
            at = mixed & mask
            found = -1
            entry = table[at]
            while entry != 0:
                if entry >> 32 == tag:
                    candidate = (entry & LOW) - 1
                    same = True
                    for word in range(words):
                        same = same and keys[candidate * words + word] == batch[slot + word]
                    if same:
                        found = candidate
                        break
                at = (at + 1) & mask
                entry = table[at]
            if found < 0:
                found = work[COUNT]
                work[COUNT] = found + 1
                table[at] = tag << 32 | found + 1
                for word in range(words):
                    keys[found * words + word] = batch[slot + word]
                kept = batch[slot + words + 3] - 2
                scores[found] = kept if use_key and kept >= 0 else -1
                row = (STAGE + found - work[BASE]) * width
                for word in range(width):
                    rows[row + word] = rows[place * width + word]
            parent = batch[slot + words + 2]
            if parent >= 0:
                if found <= parent:
                    work[FORWARD] = 0
                edge = work[EDGES]
                if edge & 1:
                    edges[edge >> 1] |= found << 32
                else:
                    edges[edge >> 1] = found
                work[EDGES] = edge + 1
        return True

    @jit()
    def rebuild(work, keys, table):
        """Fills an empty table with all positions."""
        mask = work[MASK]
        for index in range(work[COUNT]):
            mixed = hash_of(keys, index * words)
            at = mixed & mask
            while table[at] != 0:
                at = (at + 1) & mask
            table[at] = ((mixed >> 32) & TAG_BITS) << 32 | index + 1
        return 0

    return state_at, stage, flush, rebuild
