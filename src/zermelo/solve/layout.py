"""Packing: the fields of an identity in as few bits as their ranges need, with nothing lost.

    fields     (lowest, highest) of each field:          ((0, 31), (0, 1), (-1, 6))
    words      the fields lie side by side in words of at most 63 bits, none across two words
    offset     what is stored of a field:                 its number - lowest
    bytes      the words one after the other, most significant byte first, each in as few bytes as it needs;
               so the order of the bytes is the order of the words

Two identities have the same words only if all their fields are equal.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from zermelo.core.errors import CompileError

WORD_BITS = 63
MOST_BITS = 61
"""The widest field; spans stay far inside 64 bits."""


@dataclass(frozen=True)
class Layout:
    fields: tuple[tuple[int, int], ...]

    def __post_init__(self) -> None:
        word, used, places, bits = 0, 0, [], []
        for lowest, highest in self.fields:
            width = (highest - lowest).bit_length()
            if width > MOST_BITS:
                raise CompileError(
                    f"a number in the state goes from {lowest} to {highest}, more than {MOST_BITS} bits: "
                    f"declare it Bits, or make it smaller"
                )
            if used + width > WORD_BITS:
                bits.append(used)
                word, used = word + 1, 0
            places.append((word, used))
            used += width
        object.__setattr__(self, "places", tuple(places))
        object.__setattr__(self, "word_bits", (*bits, used))

    places: Any = ()
    """(word, shift) of each field."""

    word_bits: Any = ()
    """Bits used of each word."""

    @property
    def words(self) -> int:
        return len(self.word_bits)

    @property
    def word_bytes(self) -> tuple[int, ...]:
        return tuple((bits + 7) // 8 for bits in self.word_bits)

    @property
    def size(self) -> int:
        """Bytes of a packed identity; at least 1."""
        return max(1, sum(self.word_bytes))

    def pack(self, raws: Sequence[int]) -> bytes | None:
        """The bytes of an identity; None if a field lies outside its range."""
        words = [0] * self.words
        for raw, (lowest, highest), (word, shift) in zip(raws, self.fields, self.places, strict=True):
            if not lowest <= raw <= highest:
                return None
            words[word] |= (raw - lowest) << shift
        packed = b"".join(word.to_bytes(size, "big") for word, size in zip(words, self.word_bytes))
        return packed or b"\0"

    def including(self, raws: Sequence[int]) -> Layout:
        """A layout that also takes these fields, with room beyond what is new: widening is work."""
        fields = []
        for raw, (lowest, highest) in zip(raws, self.fields, strict=True):
            if raw > highest:
                fields.append((lowest, lowest + (1 << (raw - lowest).bit_length()) - 1))
            elif raw < lowest:
                fields.append((highest - (1 << (highest - raw).bit_length()) + 1, highest))
            else:
                fields.append((lowest, highest))
        return Layout(tuple(fields))


def layout_of(samples: Sequence[Sequence[int]]) -> Layout:
    """A layout for identities like these, with room for somewhat larger numbers."""
    fields = []
    for numbers in zip(*samples):
        lowest, highest = min(numbers), max(numbers)
        if lowest >= 0:
            lowest, highest = 0, (1 << highest.bit_length()) - 1
        fields.append((lowest, highest))
    return Layout(tuple(fields))


def tight_layout(samples: Sequence[tuple[int, int]]) -> Layout:
    """The layout for fields with exactly these ranges."""
    return Layout(tuple(samples))


# ── many identities at once ──────────────────────────────────────────────────────────────────────


def unpacked(layout: Layout, keys: Any, field: int) -> Any:
    """One field of all keys. keys: int64 [positions, words]; the result: int64 [positions]."""
    lowest, highest = layout.fields[field]
    word, shift = layout.places[field]
    return ((keys[:, word] >> shift) & ((1 << (highest - lowest).bit_length()) - 1)) + lowest


def repacked(old: Layout, keys: Any, new: Layout) -> Any:
    """The same identities in another layout: int64 [positions, new.words]."""
    import numpy as np

    words = np.zeros((len(keys), new.words), np.int64)
    for field, ((lowest, _), (word, shift)) in enumerate(zip(new.fields, new.places)):
        words[:, word] |= (unpacked(old, keys, field) - lowest) << shift
    return words


def tightened(layout: Layout, keys: Any) -> Layout:
    """The layout with the ranges that are really there."""
    ranges = []
    for field in range(len(layout.fields)):
        numbers = unpacked(layout, keys, field)
        ranges.append((int(numbers.min()), int(numbers.max())))
    return tight_layout(ranges)


def as_bytes(layout: Layout, keys: Any) -> Any:
    """The bytes of all identities: uint8 [positions, layout.size]."""
    import numpy as np

    packed = np.zeros((len(keys), layout.size), np.uint8)
    start = 0
    for word, size in enumerate(layout.word_bytes):
        big = keys[:, word].astype(">u8").view(np.uint8).reshape(len(keys), 8)
        packed[:, start : start + size] = big[:, 8 - size :]
        start += size
    return packed
