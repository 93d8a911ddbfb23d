"""What compiling costs, once for each game, and what a second process then needs. CPU seconds, imports apart."""

from __future__ import annotations

import statistics
from collections.abc import Iterator

from figures import Row, empty_cache, fresh_process

WORK = "compiling"


def measure(quick: bool) -> Iterator[Row]:
    """Every run is a fresh process with nothing kept, then a second one that finds what the first has kept."""
    repeat = 1 if quick else 5
    imports: list[dict[str, float]] = []
    for name, goal in (("breakthrough", "4 s"), ("connect-four", ""), ("othello", "")):
        who = "a new game with every hook (Breakthrough)" if name == "breakthrough" else name
        cold, warm = [], []
        for _ in range(repeat):
            with empty_cache() as cache:
                cold.append(fresh_process("fresh.py", "ready", name, cache=cache))
                warm.append(fresh_process("fresh.py", "ready", name, cache=cache))
        imports += cold + warm
        yield _row(f"{who}: cold", [run["ready"] for run in cold], goal)
        yield _row(f"{who}: second process", [run["ready"] for run in warm], "0.5 s")
    yield _row("import zermelo", [run["import_zermelo"] for run in imports], "")
    yield _row("import of engine and compiler", [run["import_compiler"] for run in imports], "")


def _row(who: str, seconds: list[float], goal: str) -> Row:
    note = f"{len(seconds)} processes, {min(seconds):.2f} to {max(seconds):.2f} s"
    return Row(WORK, who, statistics.median(seconds), "s of CPU", goal, note)
