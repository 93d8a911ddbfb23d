"""The arrays of a solving run, and making them larger: NumPy's for compiled code, lists for plain Python.

Sizes are counted in positions, moves and rows; `room` words of `work` tell the machine what fits.
"""

from __future__ import annotations

from typing import Any

from zermelo.solve import work as w
from zermelo.solve.layout import Layout, repacked
from zermelo.solve.machine import BACKWARD_ARRAYS, FORWARD_ARRAYS
from zermelo.solve.reserve import reserved

FIRST_ROOM = 1 << 14
"""Slots of the first table; five of eight may be taken."""

SMALL_TABLE = 1 << 19
"""Slots up to which the table grows fourfold: filling it anew costs more than its memory."""

FIRST_RESULTS = 16

LEAST_BYTES = 30
"""What a position takes at the least while positions are enumerated: key, score, start, and its part of the table."""


TABLE_BYTES = 10
"""Of the table, on average: 6.4 bytes a position where it is full, twice as many where it has just grown."""

PLAIN_BYTES = 460
"""A position in plain Python, measured on Connect Four, tic-tac-toe and dodgem."""


class NativeArrays:
    """Arrays for compiled code. `bytes` is what they take now, `peak_bytes` the most there was at one time.

    Those that grow lie in memory that is reserved for a run of `max_bytes`, and grow without being copied; where the
    system cannot reserve, they are copied.
    """

    def __init__(self, layout: Layout, width: int, with_rows: bool, max_bytes: int):
        import numpy as np

        self.np, self.layout, self.width, self.max_bytes = np, layout, width, max_bytes
        self.work = np.zeros(w.SIZE, np.int64)
        self.reals, self.results = np.zeros(2 * FIRST_RESULTS), np.zeros(3 * FIRST_RESULTS + 2, np.int64)
        self.work[w.RESULTS_ROOM] = FIRST_RESULTS
        self.peak_bytes = 0
        self.nothing = nothing = np.zeros(0, np.int64)
        self.keys = self.starts = self.scores = self.edges = self.table = nothing
        self.firsts = self.before = self.queue = self.batch = nothing
        self.rows = np.zeros(0 if with_rows else width, np.uint64)
        positions, others = max_bytes // LEAST_BYTES, max_bytes // 8
        self._whole = {name: reserved(positions, np.int64) for name in ("starts", "scores")}
        self._whole |= {name: reserved(others, np.int64) for name in ("table", "edges")}
        self._whole["rows"], self._whole["keys"] = reserved(others, np.uint64), self._reserved_keys()
        self.use_layout(layout)
        self._more_positions(FIRST_ROOM)
        self._more_edges(4 * FIRST_ROOM)
        if with_rows:
            self.more_rows()
        else:
            self.work[w.ROWS_ROOM] = 1 << 62

    def _reserved_keys(self) -> Any:
        return reserved(self.max_bytes // LEAST_BYTES * self.layout.words, self.np.int64)

    @property
    def bytes(self) -> int:
        """What is reserved and was not written to takes no memory."""
        total = sum(getattr(self, name).nbytes for name in {*FORWARD_ARRAYS, *BACKWARD_ARRAYS})
        count, edges = int(self.work[w.COUNT]), int(self.work[w.EDGES])
        written = {"keys": count * self.layout.words, "starts": count + 1, "scores": count, "edges": edges // 2 + 1}
        for name, length in written.items():
            if self._whole.get(name) is not None:
                total -= max(0, getattr(self, name).nbytes - 8 * length)
        return total

    def use_layout(self, layout: Layout) -> None:
        """Writes the layout where the machine reads it; keys that are there are packed anew."""
        work, count, old = self.work, int(self.work[w.COUNT]), self.layout
        self.layout = layout
        if layout is not old:
            packed = repacked(old, self.keys[: count * old.words].reshape(count, old.words), layout).reshape(-1)
            if layout.words != old.words:
                self.keys, self._whole["keys"] = self.nothing, self._reserved_keys()
                self._longer("keys", int(work[w.POSITIONS_ROOM]) * layout.words)
            self.keys[: packed.size] = packed
        for field, ((lowest, highest), (word, shift)) in enumerate(zip(layout.fields, layout.places)):
            at = w.LAYOUT + w.FIELD * field
            mask = (1 << (highest - lowest).bit_length()) - 1
            work[at : at + w.FIELD] = (lowest, highest - lowest, word, shift, mask)
        numbers = layout.words + w.SLOT_EXTRA + len(layout.fields)
        self.batch = self.np.zeros(w.STAGE * numbers, self.np.int64)

    def raws(self) -> list[int]:
        """The fields of the identity that did not fit the layout."""
        at = w.STAGE * (self.layout.words + w.SLOT_EXTRA) + int(self.work[w.AT])
        return [int(self.batch[at + w.STAGE * field]) for field in range(len(self.layout.fields))]

    def next_bytes(self) -> int:
        """What making room will take when it is used, or while arrays are copied."""
        work, more = self.work, 0
        if work[w.COUNT] + w.STAGE > work[w.POSITIONS_ROOM]:
            more += sum(self._growth(name) for name in ("keys", "starts", "scores")) + self.table.nbytes
        if work[w.EDGES] + w.STAGE > work[w.EDGES_ROOM]:
            more += self._growth("edges")
        return self.bytes + more

    def _growth(self, name: str) -> int:
        size = getattr(self, name).nbytes
        return size if self._whole.get(name) is not None else 2 * size

    def make_room(self) -> bool:
        """Makes room for what is full; True if the table is new and must be filled."""
        work = self.work
        if work[w.COUNT] - work[w.BASE] + w.STAGE > work[w.ROWS_ROOM]:
            self.more_rows()
        if work[w.EDGES] + w.STAGE > work[w.EDGES_ROOM]:
            self._more_edges(2 * int(work[w.EDGES_ROOM]))
        if work[w.COUNT] + w.STAGE > work[w.POSITIONS_ROOM]:
            slots = int(work[w.MASK]) + 1
            self._more_positions((4 if slots < SMALL_TABLE else 2) * slots)
            return True
        return False

    def make_room_for(self, count: int, expanded: int, edges: int, results: int) -> None:
        """Room for so many before the first is there; the table must be filled."""
        work = self.work
        while work[w.POSITIONS_ROOM] < count + w.STAGE:
            self._more_positions(2 * (int(work[w.MASK]) + 1))
        while work[w.EDGES_ROOM] < edges + w.STAGE:
            self._more_edges(2 * int(work[w.EDGES_ROOM]))
        while work[w.ROWS_ROOM] < count - expanded + w.STAGE:
            work[w.ROWS_ROOM] *= 2
            self._longer("rows", (w.STAGE + int(work[w.ROWS_ROOM])) * self.width)
        while work[w.RESULTS_ROOM] < results:
            self.more_results()

    def empty_table(self) -> None:
        self.table[:] = 0

    def _longer(self, name: str, length: int) -> None:
        """A longer array under this name, which begins as the old one does."""
        old, whole = getattr(self, name), self._whole.get(name)
        if whole is not None and length <= len(whole):
            setattr(self, name, whole[:length])
            self._note_peak()
            return
        self._whole[name] = None
        new = self.np.zeros(length, old.dtype)
        new[: len(old)] = old
        self._note_peak(new.nbytes)
        setattr(self, name, new)

    def _note_peak(self, copying: int = 0) -> None:
        self.peak_bytes = max(self.peak_bytes, self.bytes + copying)

    def _drop(self, *names: str) -> None:
        """Gives up arrays and the memory that is reserved for them."""
        for name in names:
            self._whole.pop(name, None)
            setattr(self, name, getattr(self, name)[:0].copy())

    def _more_positions(self, slots: int) -> None:
        room = slots * 5 // 8
        self._longer("keys", room * self.layout.words)
        self._longer("starts", room + 1)
        self._longer("scores", room)
        self.empty_table()
        self._longer("table", slots // 2)
        self.work[w.POSITIONS_ROOM], self.work[w.MASK] = room, slots - 1

    def _more_edges(self, room: int) -> None:
        self._longer("edges", room // 2 + 1)
        self.work[w.EDGES_ROOM] = room

    def more_rows(self) -> None:
        """Room for states: those of expanded positions go, or, if these are less than half, the array is longer."""
        work, width = self.work, self.width
        room = max(int(work[w.ROWS_ROOM]), 4 * w.STAGE)
        first, count = int(work[w.NEXT] - work[w.BASE]), int(work[w.COUNT] - work[w.BASE])
        live = count - first
        if 2 * (live + w.STAGE) > room or len(self.rows) == 0:
            room *= 2
            self._longer("rows", (w.STAGE + room) * width)
            work[w.ROWS_ROOM] = room
            return
        begin, end = (w.STAGE + first) * width, (w.STAGE + count) * width
        self.rows[w.STAGE * width : (w.STAGE + live) * width] = self.rows[begin:end]
        work[w.BASE] = work[w.NEXT]

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

    def bytes_each(self) -> float:
        """What a position takes at the peak of a run, by what is known of this one."""
        moves = 4 * int(self.work[w.EDGES]) / max(1, int(self.work[w.NEXT]))
        words = self.layout.words
        return TABLE_BYTES + 8 * (words + 2) + moves if self.work[w.FORWARD] else 8 * (words + 5) + 2 * moves

    def begin_backward(self, with_links: bool) -> None:
        """Gives up what only the enumeration needs, and makes the arrays for going back."""
        self._note_peak()
        self._drop("table", "rows")
        if with_links:
            count = int(self.work[w.COUNT])
            self.firsts = self.np.zeros(count + 1, self.np.int64)
            self.queue = self.np.empty(2 * count, self.np.int64)
            self.before = self.np.empty(int(self.work[w.EDGES]) // 2 + 1, self.np.int64)
        self._note_peak()

    def use_queue(self, numbers: Any) -> None:
        self.queue = self.np.asarray(numbers, self.np.int64)

    def forget_moves(self) -> None:
        """Gives up what only going back needs; `starts` stays, as room for the order of positions."""
        self._drop("edges", "firsts", "before", "queue")


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

    def bytes_each(self) -> float:
        return PLAIN_BYTES

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
