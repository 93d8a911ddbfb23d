"""The arrays of a solving run, and making them larger: NumPy's for compiled code, lists for plain Python.

Sizes are counted in positions, moves and rows; `room` words of `work` tell the machine what fits.
"""

from __future__ import annotations

from typing import Any

from zermelo.solve import work as w
from zermelo.solve.layout import Layout, repacked
from zermelo.solve.machine import BACKWARD_ARRAYS, FORWARD_ARRAYS

FIRST_ROOM = 1 << 14
"""Slots of the first table; five of eight may be taken."""

FIRST_RESULTS = 16


class NativeArrays:
    """Arrays for compiled code. `bytes` is what they take now, `peak_bytes` the most there was at one time."""

    def __init__(self, layout: Layout, width: int):
        import numpy as np

        self.np, self.layout, self.width = np, layout, width
        self.work = np.zeros(w.SIZE, np.int64)
        self.reals, self.results = np.zeros(2 * FIRST_RESULTS), np.zeros(3 * FIRST_RESULTS + 2, np.int64)
        self.work[w.RESULTS_ROOM] = FIRST_RESULTS
        self.peak_bytes = 0
        nothing = np.zeros(0, np.int64)
        self.keys = self.starts = self.scores = self.edges = self.table = nothing
        self.firsts = self.before = self.queue = nothing
        self.rows = np.zeros(w.STAGE * width, np.uint64)
        self.use_layout(layout)
        self._more_positions(FIRST_ROOM)
        self._more_edges(4 * FIRST_ROOM)
        self.more_rows()

    @property
    def bytes(self) -> int:
        names = {*FORWARD_ARRAYS, *BACKWARD_ARRAYS}
        return sum(getattr(self, name).nbytes for name in names)

    def use_layout(self, layout: Layout) -> None:
        """Writes the layout where the machine reads it; keys that are there are packed anew."""
        work, count = self.work, int(self.work[w.COUNT])
        if layout is not self.layout:
            room = int(work[w.POSITIONS_ROOM])
            old = self.keys[: count * self.layout.words].reshape(count, self.layout.words)
            keys = self.np.zeros((room, layout.words), self.np.int64)
            keys[:count] = repacked(self.layout, old, layout)
            self.keys = keys.reshape(-1)
        self.layout = layout
        for field, ((lowest, highest), (word, shift)) in enumerate(zip(layout.fields, layout.places)):
            at = w.LAYOUT + w.FIELD * field
            work[at : at + w.FIELD] = (lowest, highest - lowest, word, shift)
        numbers = layout.words + w.SLOT_EXTRA + len(layout.fields)
        self.batch = self.np.zeros(w.STAGE * numbers, self.np.int64)

    def raws(self) -> list[int]:
        """The fields of the identity that did not fit the layout."""
        at = w.STAGE * (self.layout.words + w.SLOT_EXTRA) + int(self.work[w.AT]) * len(self.layout.fields)
        return [int(number) for number in self.batch[at : at + len(self.layout.fields)]]

    def next_bytes(self) -> int:
        """What making room will take at its peak: the old arrays and the new ones."""
        work, more = self.work, 0
        if work[w.COUNT] + w.STAGE > work[w.POSITIONS_ROOM]:
            more += 2 * (self.keys.nbytes + self.starts.nbytes + self.scores.nbytes) + self.table.nbytes
        if work[w.EDGES] + w.STAGE > work[w.EDGES_ROOM]:
            more += 2 * self.edges.nbytes
        return self.bytes + more

    def make_room(self) -> bool:
        """Makes room for what is full; True if the table is new and must be filled."""
        work = self.work
        if work[w.COUNT] - work[w.BASE] + w.STAGE > work[w.ROWS_ROOM]:
            self.more_rows()
        if work[w.EDGES] + w.STAGE > work[w.EDGES_ROOM]:
            self._more_edges(2 * int(work[w.EDGES_ROOM]))
        if work[w.COUNT] + w.STAGE > work[w.POSITIONS_ROOM]:
            self._more_positions(2 * len(self.table))
            return True
        return False

    def empty_table(self) -> None:
        self.table[:] = 0

    def _longer(self, name: str, length: int) -> None:
        old = getattr(self, name)
        new = self.np.empty(length, old.dtype)
        new[: len(old)] = old
        self.peak_bytes = max(self.peak_bytes, self.bytes + new.nbytes)
        setattr(self, name, new)

    def _more_positions(self, slots: int) -> None:
        room = slots * 5 // 8
        self.table = self.np.zeros(0, self.np.int64)
        self._longer("keys", room * self.layout.words)
        self._longer("starts", room + 1)
        self._longer("scores", room)
        self.table = self.np.zeros(slots, self.np.int64)
        self.peak_bytes = max(self.peak_bytes, self.bytes)
        self.work[w.POSITIONS_ROOM], self.work[w.MASK] = room, slots - 1

    def _more_edges(self, room: int) -> None:
        self._longer("edges", room // 2 + 1)
        self.work[w.EDGES_ROOM] = room

    def more_rows(self) -> None:
        """Room for states: those of expanded positions go; if that is not enough, a longer array."""
        work, width = self.work, self.width
        first, count = int(work[w.NEXT] - work[w.BASE]), int(work[w.COUNT] - work[w.BASE])
        room = max(int(work[w.ROWS_ROOM]), 2 * w.STAGE)
        while count - first + 2 * w.STAGE > room // 2 * 2 - room // 4:
            room *= 2
        rows = self.np.empty((w.STAGE + room) * width, self.np.uint64)
        live = self.rows[(w.STAGE + first) * width : (w.STAGE + count) * width]
        rows[w.STAGE * width : w.STAGE * width + len(live)] = live
        self.rows = rows
        work[w.BASE], work[w.ROWS_ROOM] = work[w.NEXT], room

    def more_results(self) -> None:
        room, count = 2 * int(self.work[w.RESULTS_ROOM]), int(self.work[w.RESULTS])
        reals, results = self.np.zeros(2 * room), self.np.zeros(3 * room + 2, self.np.int64)
        reals[: 2 * count], results[:count] = self.reals[: 2 * count], self.results[:count]
        self.reals, self.results = reals, results
        self.work[w.RESULTS_ROOM] = room

    def backward_bytes(self, with_links: bool) -> int:
        """What `begin_backward` will take."""
        kept = self.bytes - self.table.nbytes - self.rows.nbytes
        return kept + with_links * (24 * int(self.work[w.COUNT]) + 4 * int(self.work[w.EDGES]))

    def begin_backward(self, with_links: bool) -> None:
        """Gives up what only the enumeration needs, and makes the arrays for going back."""
        self.table = self.np.zeros(0, self.np.int64)
        self.rows = self.np.zeros(0, self.np.uint64)
        if with_links:
            count = int(self.work[w.COUNT])
            self.firsts, self.queue = self.np.zeros(count + 1, self.np.int64), self.np.empty(2 * count, self.np.int64)
            self.before = self.np.zeros(int(self.work[w.EDGES]) // 2 + 1, self.np.int64)
        self.peak_bytes = max(self.peak_bytes, self.bytes)

    def use_queue(self, numbers: Any) -> None:
        self.queue = self.np.asarray(numbers, self.np.int64)

    def forget_moves(self) -> None:
        """Gives up what only going back needs."""
        self.edges = self.firsts = self.before = self.queue = self.starts = self.np.zeros(0, self.np.int64)


class PlainArrays:
    """The same as lists; the table is a dict and `keys` are the states. Bytes are not counted."""

    peak_bytes = 0

    def __init__(self) -> None:
        self.work = [0] * w.SIZE
        self.reals: list[Any] = [0] * (2 * FIRST_RESULTS)
        self.results = [0] * (3 * FIRST_RESULTS + 2)
        self.work[w.RESULTS_ROOM] = FIRST_RESULTS
        self.work[w.ROWS_ROOM] = 1 << 62
        self.keys: list[Any] = []
        self.table: dict[Any, int] = {}
        self.starts, self.scores, self.edges = [0], [], []
        self.firsts, self.before, self.queue = [], [], []
        self.batch: list[Any] = []
        self.rows = None
        self.make_room()

    def next_bytes(self) -> int:
        return 0

    def backward_bytes(self, with_links: bool) -> int:  # noqa: ARG002
        return 0

    def make_room(self) -> bool:
        more = max(2 * w.STAGE, len(self.scores))
        self.starts += [0] * more
        self.scores += [0] * more
        more = max(2 * w.STAGE, len(self.edges))
        self.edges += [0] * more
        self.work[w.POSITIONS_ROOM], self.work[w.EDGES_ROOM] = len(self.scores), len(self.edges)
        return False

    def more_results(self) -> None:
        room, count = 2 * self.work[w.RESULTS_ROOM], self.work[w.RESULTS]
        self.reals = self.reals[: 2 * count] + [0] * (2 * room - 2 * count)
        self.results = self.results[:count] + [0] * (3 * room + 2 - count)
        self.work[w.RESULTS_ROOM] = room

    def begin_backward(self, with_links: bool) -> None:
        if with_links:
            count = self.work[w.COUNT]
            self.firsts, self.queue = [0] * (count + 1), [0] * (2 * count)
            self.before = [0] * self.work[w.EDGES]

    def use_queue(self, numbers: Any) -> None:
        self.queue = list(numbers)

    def forget_moves(self) -> None:
        """Nothing: the identities are still asked for who moves."""
