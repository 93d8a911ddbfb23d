"""The arguments and options that several commands share, each said once."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from zermelo.core.errors import InputError
from zermelo.play.console import only_json, shown


def whole_number(given: Any) -> int:
    """The number that was typed; an error that names what was typed if it is none."""
    try:
        return int(given)
    except ValueError:
        raise typer.BadParameter(f"{shown(str(given))} is wrong, a whole number is meant") from None


def any_number(given: Any) -> float:
    try:
        return float(given)
    except ValueError:
        raise typer.BadParameter(f"{shown(str(given))} is wrong, a number is meant") from None


def json_alone(context: typer.Context, given: bool) -> bool:
    """With --json, nothing else comes on the output until the command has ended."""
    if given:
        context.with_resource(only_json())
    return given


MOST_WORKERS = 256
MOST_MEGABYTES = 1 << 20

GameName = Annotated[
    str,
    typer.Argument(
        metavar="GAME", help="A name from `zermelo games`, or path/to/file.py:ClassName.", show_default=False
    ),
]
Position = Annotated[
    str,
    typer.Argument(metavar="POSITION", help="As the game writes it; without it, the start.", show_default=False),
]
Depth = Annotated[
    int | None, typer.Option("--depth", help="Search at most this many plies deep.", metavar="N", parser=whole_number)
]
Seconds = Annotated[
    float | None, typer.Option("--seconds", help="Search at most this long.", metavar="S", parser=any_number)
]
Nodes = Annotated[
    int | None, typer.Option("--nodes", help="Visit at most this many positions.", metavar="N", parser=whole_number)
]
Json = Annotated[
    bool,
    typer.Option("--json", help="Print one JSON object instead of text.", callback=json_alone, is_eager=True),
]
Workers = Annotated[
    int, typer.Option("--workers", help="Threads that search together.", metavar="N", parser=whole_number)
]
TableMegabytes = Annotated[
    float, typer.Option("--table-mb", help="Memory for the table, in megabytes.", metavar="MB", parser=any_number)
]
Compiled = Annotated[
    bool | None,
    typer.Option(
        "--compiled/--plain", help="Insist on compiled rules, or on plain Python; else what works.", show_default=False
    ),
]
BookFile = Annotated[str | None, typer.Option("--book", help="Solved openings, from `zermelo book`.", metavar="FILE")]


def at_least(lowest: int, option: str, given: int) -> None:
    if given < lowest:
        raise InputError(f"{option} {given} is out of range: a whole number from {lowest} is meant")


def in_range(lowest: int, highest: int, option: str, given: int) -> None:
    if not lowest <= given <= highest:
        raise InputError(f"{option} {given} is out of range: a whole number from {lowest} to {highest} is meant")


def check_memory(megabytes: float) -> None:
    if not 0 <= megabytes <= MOST_MEGABYTES:
        raise InputError(
            f"--table-mb {megabytes:.10g} is out of range: a number from 0, which means no table, "
            f"to {MOST_MEGABYTES:,} is meant"
        )
