"""`zermelo book`: solves every opening of a few plies, into one file for `--book` of `solve`, `best` and `play`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from zermelo.core.errors import InputError
from zermelo.play import words
from zermelo.play.console import console, one_line
from zermelo.play.faults import rules_of
from zermelo.play.loading import load_position
from zermelo.play.options import Compiled, GameName, TableMegabytes, check_memory, whole_number
from zermelo.play.running import live_line

MOST_PLIES = 100


def book(
    game: GameName,
    plies: Annotated[
        int, typer.Argument(metavar="PLIES", parser=whole_number, help="How many moves deep.", show_default=False)
    ],
    output: Annotated[str, typer.Option("--output", "-o", help="Where to write the book.", metavar="FILE")],
    check: Annotated[bool, typer.Option("--check", help="Read it again and compare it with the rules.")] = False,
    table_mb: TableMegabytes = 64,
    compiled: Compiled = None,
) -> None:
    """Solve every position of the first moves, and keep them in a book."""
    from rich.text import Text

    from zermelo.api.solve import build_book, open_book
    from zermelo.solve.files import BOOK, refuse_other_file

    if not 0 <= plies <= MOST_PLIES:
        raise InputError(f"PLIES {plies} is out of range: a whole number from 0 to {MOST_PLIES} is meant")
    check_memory(table_mb)
    path = Path(output)
    refuse_other_file(path, "book", BOOK)
    rules, _ = load_position(game)
    solved = [0]

    def text(seconds: float) -> str:
        return f"{solved[0]:,} positions solved  {words.duration(seconds)}"

    with rules_of(rules), live_line(text):
        found = build_book(
            rules, plies, table_mb=table_mb, compiled=compiled, on_progress=lambda count: solved.__setitem__(0, count)
        )
        found.save(path)
        if check:
            open_book(path, rules).verify()
    out = console()
    out.print(Text(one_line(f"{len(found):,} positions of {game} in {output}" + (", checked" if check else ""))))
