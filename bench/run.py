"""Measures zermelo and its peers; prints a table and writes JSON.

    python bench/run.py                            everything, some ten minutes
    python bench/run.py --quick                    fewer runs and positions, about two minutes
    python bench/run.py --only perft compile       some works, by the names below

Peers come with `pip install zermelo[bench]`; one that is not installed is skipped and named. Times are CPU time and
medians unless a row says otherwise; compiling and importing stand apart from steady speed.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path

from figures import Row, load_average, machine
from rich.console import Console
from rich.table import Table

WORKS = {
    "alpha-beta": "alpha_beta",
    "default": "default_search",
    "perft": "perft_rate",
    "tic-tac-toe": "tic_tac_toe",
    "plain": "plain_mode",
    "compile": "compilation",
    "threads": "two_threads",
    "memory": "memory_taken",
    "positions": "solved_positions",
}


def main() -> None:
    arguments = parsed()
    console = Console()
    about = machine()
    rows: list[Row] = []
    for name in arguments.only or WORKS:
        console.print(f"[dim]{name} … (load average {load_average():.1f})")
        measure: Callable[[bool], Iterator[Row]] = import_module(WORKS[name]).measure
        rows.extend(measure(arguments.quick))
        if arguments.json:  # after every work, so that nothing is lost if a later one is stopped
            about["load_average_after"] = load_average()
            found = {"machine": about, "quick": arguments.quick, "rows": [dataclasses.asdict(row) for row in rows]}
            arguments.json.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    console.print(table_of(rows))
    versions = ", ".join(f"{name} {version}" for name, version in about["versions"].items() if version)
    console.print(f"{about['processor']}, {about['cores']} cores, {about['system']}, {about['python']}, {versions}")
    console.print(f"load average {about['load_average']:.1f} before, {load_average():.1f} after")


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="fewer runs and positions")
    parser.add_argument("--only", nargs="+", choices=WORKS, metavar="NAME", help=f"some of: {', '.join(WORKS)}")
    parser.add_argument("--json", type=Path, metavar="FILE", help="where to write the figures")
    return parser.parse_args()


def table_of(rows: list[Row]) -> Table:
    table = Table("Work", "Who", "Figure", "", "To reach", "How", title=None)
    for number, row in enumerate(rows):
        first = number == 0 or rows[number - 1].work != row.work
        figure = "-" if row.figure is None else f"{row.figure:.3g}"
        table.add_row(row.work if first else "", row.who, figure, row.unit, row.goal, row.note, end_section=False)
    return table


if __name__ == "__main__":
    main()
