"""Two threads that share the table, against one: wall time to depth 18 of Connect Four, from several openings.

One position alone says little: threads meet in another order each time, and so the tree is another one.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator

from figures import Row, load_average, skipped

from zermelo.core.limits import Limits
from zermelo.engine.options import Options
from zermelo.engine.searcher import Searcher
from zermelo.games.connect_four import ConnectFour

WORK = "two threads"
ENOUGH_CORES = 1.8
OPENINGS = ("", "1", "2", "3", "4", "44", "42", "35", "4444", "3251", "12", "36")
BURN = """
import time
begun, cpu = time.perf_counter(), time.process_time()
while time.perf_counter() < begun + 0.5:
    pass
print((time.process_time() - cpu) / (time.perf_counter() - begun))
"""


def measure(quick: bool) -> Iterator[Row]:
    """Runs with one and with two threads alternate; the ratio is of the sums over the openings of the medians.

    It needs two idle cores.
    """
    if (os.cpu_count() or 1) < 2:
        yield skipped(WORK, "zermelo", "one core")
        return
    game = ConnectFour()
    states = [game.parse_state(text) for text in OPENINGS]
    for kind, options in (("default", Options(strength=True)), ("exact=True", Options())):
        searcher = Searcher(game, options, compiled=True)
        searcher.warm()
        for depth in (16,) if quick else (18, 20) if options.strength else (16, 18):
            free = [free_cores()]
            total = {1: 0.0, 2: 0.0}
            first = {1: 0.0, 2: 0.0}
            busy = []
            for number, state in enumerate(states):
                seconds: dict[int, list[float]] = {1: [], 2: []}
                for _ in range(3 if quick else 5):
                    for workers, taken in seconds.items():
                        begun, begun_cpu = time.perf_counter(), time.process_time()
                        searcher.search(state, Limits(depth=depth), workers=workers)
                        taken.append(time.perf_counter() - begun)
                        if workers == 2:
                            busy.append((time.process_time() - begun_cpu) / taken[-1])
                for workers, taken in seconds.items():
                    total[workers] += statistics.median(taken)
                    if number == 0:
                        first[workers] = statistics.median(taken)
            free.append(free_cores())
            note = (
                f"{len(states)} openings: {total[1]:.2f} s with one, {total[2]:.2f} s with two, wall; the empty board "
                f"alone {first[1]:.3f} and {first[2]:.3f}; {statistics.median(busy):.1f} cores used, {free[0]:.1f} "
                f"free before and {free[1]:.1f} after; load average {load_average():.1f}"
            )
            who = f"zermelo {kind}, depth {depth}"
            if min(free) < ENOUGH_CORES:  # the ratio would be a matter of what else is running
                yield Row(WORK, who, None, "", "1.6", f"not measured, there are no two idle cores: {note}")
            else:
                yield Row(WORK, who, total[1] / total[2], "times faster", "1.6", note)


def free_cores() -> float:
    """The processor time that two other processes get a second, measured by having them burn it."""
    burning = [subprocess.Popen([sys.executable, "-c", BURN], stdout=subprocess.PIPE, text=True) for _ in range(2)]
    return sum(float(process.communicate()[0]) for process in burning)
