"""What a benchmark reports, and how time is taken.

Row          one figure of one contestant:  Row("perft", "zermelo", 81.2, "M leaves/s")
CPU time     of the whole process, all threads; what else runs on the machine disturbs it least
median       of several runs; the fastest and slowest stand beside it
"""

from __future__ import annotations

import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent


@dataclass(frozen=True)
class Row:
    """One figure. `goal` is what is to be reached, `note` how the figure came about."""

    work: str
    who: str
    figure: float | None
    unit: str
    goal: str = ""
    note: str = ""


def skipped(work: str, who: str, why: str) -> Row:
    """A contestant that could not take part, by name."""
    return Row(work, who, None, "", note=f"skipped: {why}")


@dataclass(frozen=True)
class Times:
    """Seconds of several runs of the same thing."""

    seconds: tuple[float, ...]

    @property
    def median(self) -> float:
        return statistics.median(self.seconds)

    @property
    def spread(self) -> str:
        """The runs in words."""
        return f"{len(self.seconds)} runs, {told(min(self.seconds))} to {told(max(self.seconds))}"


def told(seconds: float) -> str:
    """Seconds in a unit that suits them."""
    if seconds < 1e-3:
        return f"{seconds * 1e6:.0f} us"
    return f"{seconds * 1e3:.3g} ms" if seconds < 1 else f"{seconds:.3g} s"


def timed(work: Callable[[], Any], repeat: int, clock: Callable[[], float] = time.process_time) -> Times:
    """The seconds of each of `repeat` runs, after one run that does not count."""
    work()
    seconds = []
    for _ in range(repeat):
        begun = clock()
        work()
        seconds.append(clock() - begun)
    return Times(tuple(seconds))


def steady(work: Callable[[], Any], repeat: int, at_least: float = 0.2) -> Times:
    """As `timed`, for work that takes milliseconds: every run is a batch that lasts `at_least` seconds."""
    once = timed(work, 1).median
    batch = max(1, int(at_least / max(once, 1e-6)))

    def many() -> None:
        for _ in range(batch):
            work()

    return Times(tuple(seconds / batch for seconds in timed(many, repeat).seconds))


def fresh_process(script: str, *arguments: str, cache: str | None = None, **environment: str) -> dict[str, Any]:
    """What a script of this folder prints as JSON, in a new process; compiled code is kept in `cache`."""
    variables = {**os.environ, **environment}
    if cache is not None:
        variables["ZERMELO_CACHE_DIR"] = cache
    done = subprocess.run(
        [sys.executable, str(HERE / script), *arguments], env=variables, capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        raise RuntimeError(f"{script} {' '.join(arguments)} failed: {done.stderr.strip().splitlines()[-1:]}")
    return json.loads(done.stdout)


def empty_cache() -> tempfile.TemporaryDirectory[str]:
    """A directory for compiled code that holds none yet."""
    return tempfile.TemporaryDirectory(prefix="zermelo-bench-")


def load_average() -> float:
    """Runnable processes, averaged over the last minute; nan where the system does not tell."""
    return os.getloadavg()[0] if hasattr(os, "getloadavg") else float("nan")


def machine() -> dict[str, Any]:
    """What the figures were measured on."""
    return {
        "processor": processor(),
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "versions": {name: version(name) for name in ("zermelo", "numba", "numpy", "easyAI", "open-spiel", "bitbully")},
        "load_average": load_average(),
    }


def processor() -> str:
    """The model's name."""
    path = Path("/proc/cpuinfo")
    facts: dict[str, str] = {}
    if path.exists():
        for line in path.read_text(encoding="utf-8").splitlines():
            name, _, value = line.partition(":")
            facts.setdefault(name.strip(), value.strip())
    model = facts.get("model name") or platform.processor() or "unknown"
    numbers = [facts.get(name, "") for name in ("cpu family", "model")]
    return f"{model}, family {numbers[0]} model {numbers[1]}" if all(numbers) else model


def version(package: str) -> str | None:
    """The installed version, None if it is not installed."""
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None
