"""The threads of one search: the helpers search what the leader searches, at the same time, through one table.

What one thread is at, the others put off, in the end to read the answer in the table (ABDADA: Weill 1996; a move under
search leaves a mark there, see `core`). All are at the same iteration, with the same history: in a sound search an
entry of the table answers for one depth, so threads at different depths would overwrite what the others need, and
with different orders they would meet in few positions.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any, NamedTuple

from zermelo.engine import workspace as w

if TYPE_CHECKING:
    from zermelo.engine.program import Worker
    from zermelo.engine.root import Root, RootMove

LEAST_NODES = 1000
"""An iteration is shared if the one before took so many nodes: a smaller one is over before a helper has begun."""


class Task(NamedTuple):
    """The iteration that the leader is at: what `Root.iteration` takes."""

    moves: list[RootMove]
    depth: int
    lines: int
    alpha: Any
    beta: Any


class Crew:
    """What the workers of one search share beside the table; the first worker leads."""

    def __init__(self, workers: list[Worker]):
        self.leader, *self.helpers = workers
        self._changed = threading.Condition()
        self._task: Task | None = None
        self._over = False
        self._nodes = 0

    @property
    def size(self) -> int:
        return 1 + len(self.helpers)

    def share(self, moves: list[RootMove], depth: int, lines: int, alpha: Any, beta: Any) -> None:
        """The leader begins an iteration: the helpers leave the last one and join it."""
        nodes = int(self.leader.work[w.NODES])
        small, self._nodes = nodes - self._nodes < LEAST_NODES, nodes
        if small and self._task is None:
            return
        with self._changed:
            self._task = None if small else Task(moves, depth, lines, alpha, beta)
            self._stop_helpers()
            for helper in self.helpers:
                helper.work[w.HISTORY : w.COUNTERS] = self.leader.work[w.HISTORY : w.COUNTERS]
                helper.work[w.ORDER] = self.leader.work[w.ORDER]
            self._changed.notify_all()

    def end(self) -> None:
        """The search is over: the helpers go home."""
        with self._changed:
            self._over = True
            self._stop_helpers()
            self._changed.notify_all()

    def _stop_helpers(self) -> None:
        for helper in self.helpers:
            helper.work[w.STOP] = w.STOPPED

    def help(self, root: Root, worker: Worker) -> None:
        """A helper's life: one iteration of the leader's after another, each once."""
        from zermelo.engine.root import Interrupted

        done = None
        while True:
            with self._changed:
                while not self._over and (self._task is None or self._task is done):
                    self._changed.wait()
                if self._over:
                    return
                done = self._task
                assert done is not None
                if worker.work[w.STOP] not in (w.RUNNING, w.STOPPED):
                    return  # a fault, or its nodes are spent: the leader meets the same
                worker.work[w.STOP] = w.RUNNING
                worker.use_table_as_it_is()
            root.moves = done.moves
            try:
                root.iteration(worker, done.depth, done.lines, done.alpha, done.beta)
            except Interrupted:
                continue
