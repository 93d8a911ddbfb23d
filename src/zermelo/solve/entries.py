"""The entries of a solution: the code of every position, found by its identity.

    Records      sorted rows of bytes: the packed identity, then the packed code; 4 to 10 bytes a position
    Remembered   a dict, for positions that are not made of numbers

The code of an entry is rank << 32 | distance; packed it is rank << distance_bits | distance, most significant byte
first.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from zermelo.core.errors import CompileError
from zermelo.core.game import Game, has_hook
from zermelo.solve import work as w
from zermelo.solve.exploration import Exploration
from zermelo.solve.identity import Identity
from zermelo.solve.layout import Layout, as_bytes, repacked, tight_layout, tightened
from zermelo.solve.ordering import ordered

TALLY_CHUNK = 1 << 18


@dataclass(frozen=True)
class Remembered:
    codes: dict[Any, int]
    kind = "remembered"

    def __len__(self) -> int:
        return len(self.codes)

    def tally(self) -> dict[int, int]:
        """How many positions have each code."""
        return dict(Counter(self.codes.values()))

    def code_of(self, game: Game, state: Any) -> int | None:
        """The code of a state that is not over; None if it is not there."""
        value = game.key(state) if has_hook(game, "key") else state
        tag = game.current_player(state) if has_hook(game, "key") else 0
        return self.codes.get((value.__class__, value, tag))


@dataclass(frozen=True)
class Records:
    """`data` is bytes or a memory map; record i begins at `start + i * record_bytes`."""

    data: Any
    start: int
    count: int
    identity: Identity
    layout: Layout
    distance_bits: int
    code_bytes: int
    kind = "records"

    def __len__(self) -> int:
        return self.count

    @property
    def record_bytes(self) -> int:
        return self.layout.size + self.code_bytes

    def code_of(self, game: Game, state: Any) -> int | None:
        """The code of a state that is not over; None if it is not there."""
        try:
            tag = game.current_player(state) if self.identity.use_key else 0
            packed = self.layout.pack(self.identity.raws(state, tag))
        except (CompileError, TypeError, ValueError, IndexError):
            return None
        return None if packed is None else self._find(packed)

    def tally(self) -> dict[int, int]:
        """How many positions have each code."""
        counts: Counter[int] = Counter()
        for first in range(0, self.count, TALLY_CHUNK):
            last = min(self.count, first + TALLY_CHUNK)
            chunk = self.data[self.start + first * self.record_bytes : self.start + last * self.record_bytes]
            size, record = self.layout.size, self.record_bytes
            counts.update([chunk[at + size : at + record] for at in range(0, len(chunk), record)])
        return {self.unpacked_code(int.from_bytes(bytes(number), "big")): count for number, count in counts.items()}

    def _find(self, packed: bytes) -> int | None:
        size, record, data, begin = self.layout.size, self.record_bytes, self.data, self.start
        low, high = 0, self.count
        while low < high:
            middle = (low + high) >> 1
            at = begin + middle * record
            if data[at : at + size] < packed:
                low = middle + 1
            else:
                high = middle
        at = begin + low * record
        if low == self.count or data[at : at + size] != packed:
            return None
        return self.unpacked_code(int.from_bytes(data[at + size : at + record], "big"))

    def unpacked_code(self, number: int) -> int:
        rank, distance = number >> self.distance_bits, number & ((1 << self.distance_bits) - 1)
        return rank << 32 | distance  # the sign of the haste follows from the rank: see Solution


def packed_sizes(num_results: int, longest: int) -> tuple[int, int]:
    """(distance_bits, code_bytes) for codes of so many results and distances up to the longest."""
    distance_bits = longest.bit_length()
    return distance_bits, max(1, ((num_results - 1).bit_length() + distance_bits + 7) // 8)


def tight_keys(run: Exploration) -> tuple[Layout, Any]:
    """A compiled run's identities, in index order, in the layout that their ranges need: int64 [positions, words]."""
    words = run.arrays.layout.words
    keys = run.arrays.keys[: run.count * words].reshape(run.count, words)
    layout = tightened(run.arrays.layout, keys)
    return layout, keys if layout == run.arrays.layout else repacked(run.arrays.layout, keys, layout)


def packed_keys(run: Exploration) -> tuple[Layout, Any, Any]:
    """A run's positions as (tight layout, bytes of all identities in order, indices in that order).

    Compiled: uint8 [positions, size] and int64 [positions]. Plain: a list of bytes and a list of ints.
    """
    count, arrays = run.count, run.arrays
    if run.compiled:
        import numpy as np

        layout, keys = tight_keys(run)
        if layout.words == 1:
            order = np.argsort(keys[:, 0])
        else:
            order = np.lexsort(keys.T[::-1])
        return layout, as_bytes(layout, keys[order]), order
    raws = [run.identity.raws(state, tag_of(run, index)) for index, state in enumerate(arrays.keys)]
    layout = tight_layout([(min(numbers), max(numbers)) for numbers in zip(*raws)])
    packed = [layout.pack(row) or b"" for row in raws]
    if len(set(packed)) != count:  # ints that differ in Python and not in 64 bits
        raise CompileError("two positions have the same numbers in 64 bits")
    order = sorted(range(count), key=packed.__getitem__)
    return layout, [packed[index] for index in order], order


def tag_of(run: Exploration, index: int) -> int:
    """The tag in the identity of a position of a run in plain Python, after its results were ranked."""
    if not run.identity.use_key:
        return 0
    first = run.arrays.starts[index]
    if first >> 1 != run.arrays.starts[index + 1] >> 1:
        return first & 1
    numbers = {rank: number for number, rank in enumerate(run.rank_of_number())}
    return 2 + numbers[run.arrays.scores[index] >> 32]


def entries_of(run: Exploration) -> Records | Remembered:
    """The entries of a run that has been scored."""
    count, arrays, num_results = run.count, run.arrays, len(run.results())
    if run.compiled:
        return _native_records(run, num_results)
    try:
        if run.identity.parts is None:
            raise CompileError("positions are not made of numbers")
        layout, packed, order = packed_keys(run)
    except (CompileError, TypeError, ValueError, IndexError):
        return Remembered({key: arrays.scores[index] & ~w.LOW | haste_of(arrays.scores[index])
                           for key, index in arrays.table.items()})  # fmt: skip
    distance_bits, code_bytes = packed_sizes(num_results, max(haste_of(code) for code in arrays.scores[:count]))
    rows = []
    for key, index in zip(packed, order):
        code = arrays.scores[index]
        rows += [key, (code >> 32 << distance_bits | haste_of(code)).to_bytes(code_bytes, "big")]
    return Records(b"".join(rows), 0, count, run.identity, layout, distance_bits, code_bytes)


def _native_records(run: Exploration, num_results: int) -> Records:
    """The records of a compiled run, which is used up."""
    import numpy as np

    found = ordered(run, num_results)
    if found is None:
        return _records_of_wide_keys(run, num_results)
    layout, distance_bits = found.layout, found.distance_bits
    code_bytes = max(1, (found.code_bits + 7) // 8)
    parts = []
    size = layout.size + code_bytes
    for keys, codes in found.blocks():
        if size <= 8:
            rows = _last_bytes(keys << 8 * code_bytes | codes, size)
        else:
            rows = np.empty((len(keys), size), np.uint8)
            rows[:, : layout.size] = _last_bytes(keys, layout.size)
            rows[:, layout.size :] = _last_bytes(codes, code_bytes)
        parts.append(rows.tobytes())
    return Records(b"".join(parts), 0, run.count, run.identity, layout, distance_bits, code_bytes)


def _records_of_wide_keys(run: Exploration, num_results: int) -> Records:
    """The same where an identity takes more than one word, or nearly all of one and its code many bits."""
    import numpy as np

    count = run.count
    layout, keys = tight_keys(run)
    scores = run.arrays.scores[:count]
    distances = np.abs((scores & w.LOW) - w.HALF)
    distance_bits, code_bytes = packed_sizes(num_results, int(distances.max()))
    codes = (scores >> 32 << distance_bits) | distances
    order = np.argsort(keys[:, 0]) if layout.words == 1 else np.lexsort(keys.T[::-1])
    data = np.empty((count, layout.size + code_bytes), np.uint8)
    data[:, : layout.size] = as_bytes(layout, keys[order])
    data[:, layout.size :] = _last_bytes(codes[order], code_bytes)
    return Records(data.tobytes(), 0, count, run.identity, layout, distance_bits, code_bytes)


def _last_bytes(numbers: Any, size: int) -> Any:
    """The last bytes of int64 numbers, most significant first: uint8 [numbers, size]."""
    return numbers.astype(">u8").view("u1").reshape(-1, 8)[:, 8 - size :]


def haste_of(code: int) -> int:
    """The distance in a code of the machine's."""
    return abs((code & w.LOW) - w.HALF)
