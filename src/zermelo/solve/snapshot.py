"""What a compiled exploration has found, as parts of a checkpoint, and taken up again.

    keys, scores, starts, edges     of the positions found and expanded, as they stand in the arrays
    rows                            with a `key`: the states that are not expanded yet
    reals, results                  the results found

The table is filled anew from the keys. Going back over the positions is not kept: it is a small part of a run.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from zermelo.core.errors import CompileError
from zermelo.solve import work as w
from zermelo.solve.exploration import Exploration
from zermelo.solve.layout import Layout

WORDS = (w.COUNT, w.NEXT, w.EDGES, w.FORWARD, w.RESULTS)


@dataclass
class Keeper:
    """Keeps an exploration: `save(about, parts)` is called where `is_due()`; `saved` is what an earlier run kept."""

    is_due: Callable[[], bool]
    save: Callable[[list[Any], list[Any]], None]
    saved: tuple[list[Any], list[Any]] | None = None
    run: Exploration | None = None

    def begin(self, run: Exploration) -> None:
        """Takes up what was saved, and keeps what this run finds from now on."""
        if not run.compiled:
            return
        if self.saved is not None:
            restore(run, *self.saved)
        self.run = run
        run.on_pause = self.pause

    def end(self) -> None:
        """Nothing is kept any more: going back writes over what was found."""
        self.run = None

    def pause(self) -> None:
        if self.is_due():
            self.save_now()

    def save_now(self) -> None:
        if self.run is not None:
            self.save(*snapshot(self.run))


def snapshot(run: Exploration) -> tuple[list[Any], list[Any]]:
    """A description, and the bytes of each part (where they are: they are not copied)."""
    arrays, work = run.arrays, run.work
    about = {
        "order": sys.byteorder,
        "parts": [list(part) for part in run.identity.parts or ()],
        "fields": [list(field) for field in arrays.layout.fields],
        "work": [int(work[word]) for word in WORDS],
        "levels": run.levels.sizes,
    }
    return [about], [memoryview(part).cast("B") for part in _parts(run)]


def found_in(about: list[Any]) -> int:
    """How many positions a snapshot holds."""
    return int(about[0]["work"][WORDS.index(w.COUNT)])


def _parts(run: Exploration) -> list[Any]:
    """The parts of the arrays that are in use, as `snapshot` writes and `restore` fills them."""
    arrays, work = run.arrays, run.work
    count, expanded, results = run.count, run.expanded, int(work[w.RESULTS])
    parts = [
        arrays.keys[: count * arrays.layout.words],
        arrays.scores[:count],
        arrays.starts[: expanded + 1],
        arrays.edges[: int(work[w.EDGES]) // 2 + 1],
        arrays.reals[: 2 * results],
        arrays.results[:results],
    ]
    if run.identity.use_key:
        first = w.STAGE - int(work[w.BASE])
        parts.append(arrays.rows[(first + expanded) * arrays.width : (first + count) * arrays.width])
    return parts


def restore(run: Exploration, about: list[Any], parts: list[Any]) -> None:
    """Makes a run that has not begun one that has found what the snapshot says. `CompileError` if it does not fit."""
    import numpy as np

    told, arrays, work = about[0], run.arrays, run.work
    run.identity.widen({path for path, kind in told["parts"] if kind == "wide"})
    if told["order"] != sys.byteorder or [list(part) for part in run.identity.parts or ()] != told["parts"]:
        raise CompileError("the positions in the checkpoint are written in another way")
    layout = Layout(tuple((int(lowest), int(highest)) for lowest, highest in told["fields"]))
    arrays.use_layout(layout)
    run.compile_for(layout)
    count, expanded, edges, _, results = told["work"]
    arrays.make_room_for(count, expanded, edges, results)
    for word, number in zip(WORDS, told["work"]):
        work[word] = number
    work[w.BASE] = expanded
    run.levels.take_up(told["levels"])
    for array, part in zip(_parts(run), parts, strict=True):
        array[:] = np.frombuffer(part, array.dtype)
    run.rebuild()
