"""Two threads that share the table, against one: wall time to depth 18 of Connect Four."""

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
BURN = """
import time
begun, cpu = time.perf_counter(), time.process_time()
while time.perf_counter() < begun + 0.5:
    pass
print((time.process_time() - cpu) / (time.perf_counter() - begun))
"""


def measure(quick: bool) -> Iterator[Row]:
    """Runs with one and with two threads alternate; the ratio is of the medians. It needs two idle cores."""
    if (os.cpu_count() or 1) < 2:
        yield skipped(WORK, "zermelo", "one core")
        return
    for kind, options in (("default", Options(strength=True)), ("exact=True", Options())):
        searcher = Searcher(ConnectFour(), options, compiled=True)
        searcher.warm()
        for depth in (18,) if quick else (18, 20):
            free = [free_cores()]
            seconds: dict[int, list[float]] = {1: [], 2: []}
            work: dict[int, list[float]] = {1: [], 2: []}
            for _ in range(3 if quick else 9):
                for workers, taken in seconds.items():
                    begun, begun_cpu = time.perf_counter(), time.process_time()
                    searcher.search(None, Limits(depth=depth), workers=workers)
                    taken.append(time.perf_counter() - begun)
                    work[workers].append(time.process_time() - begun_cpu)
            one, two = (statistics.median(seconds[workers]) for workers in (1, 2))
            busy = statistics.median(work[2]) / statistics.median(seconds[2])
            free.append(free_cores())
            note = (
                f"{one:.3f} s with one, {two:.3f} s with two, wall; fastest {min(seconds[1]):.3f} and "
                f"{min(seconds[2]):.3f}; {busy:.1f} cores used, {free[0]:.1f} free before and "
                f"{free[1]:.1f} after; load average {load_average():.1f}"
            )
            who = f"zermelo {kind}, depth {depth}"
            if min(free) < ENOUGH_CORES:  # the ratio would be a matter of what else is running
                yield Row(WORK, who, None, "", "1.6", f"not measured, there are no two idle cores: {note}")
            else:
                yield Row(WORK, who, one / two, "times faster", "1.6", note)


def free_cores() -> float:
    """The processor time that two other processes get a second, measured by having them burn it."""
    burning = [subprocess.Popen([sys.executable, "-c", BURN], stdout=subprocess.PIPE, text=True) for _ in range(2)]
    return sum(float(process.communicate()[0]) for process in burning)
