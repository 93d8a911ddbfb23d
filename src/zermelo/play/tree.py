"""`zermelo tree`: the whole search of a position, drawn: on the terminal, or into a file of the form its name ends in.

.svg .png     the figure        .txt .dot    drawings in text, and for Graphviz
.html         a page to step through the search
.json         the recording, for `SearchTree.load`
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from zermelo.core.errors import InputError
from zermelo.play.console import console, one_line, printable, shown
from zermelo.play.faults import rules_of
from zermelo.play.loading import load_position
from zermelo.play.options import Depth, GameName, Position, at_least, whole_number
from zermelo.play.running import live_line
from zermelo.play.words import duration

ENDINGS = (".svg", ".html", ".txt", ".json", ".dot", ".png")
MOST_NODES = 1_000_000


def tree(
    game: GameName,
    position: Position = "",
    depth: Depth = None,
    algorithm: Annotated[
        str,
        typer.Option("--algorithm", "-a", help="minimax, alphabeta, alphabeta_table, negamax, …", metavar="A"),
    ] = "alphabeta",
    output: Annotated[
        str | None,
        typer.Option("--output", "-o", help="Write this file: .svg .html .txt .json .dot .png.", metavar="FILE"),
    ] = None,
    theme: Annotated[str, typer.Option("--theme", help="Colours: auto, light or dark.", metavar="T")] = "auto",
    show: Annotated[
        int,
        typer.Option("--show", help="Draw about this many nodes, count the others.", metavar="N", parser=whole_number),
    ] = 500,
    boards: Annotated[bool, typer.Option("--boards", help="Draw the positions in the nodes.")] = False,
) -> None:
    """The search of a position as a tree, with every window and cut.

    Without a depth the game is searched to its end.
    """
    from zermelo.api.record import record
    from zermelo.trees.recording import TooManyNodesError
    from zermelo.trees.style import checked_theme

    at_least(1, "--show", show)
    checked_theme(theme)
    ending = "" if output is None else Path(output).suffix.lower()
    if output is not None and ending not in ENDINGS:
        raise InputError(f"{shown(output)} names no form of a drawing: end it in one of {', '.join(ENDINGS)}")
    rules, state = load_position(game, position)
    with rules_of(rules), live_line(lambda seconds: f"searching  {duration(seconds)}"):
        try:
            recorded = record(rules, state, algorithm, depth=depth, boards=boards, stop_at=MOST_NODES)
        except TooManyNodesError:
            raise InputError(
                f"the search visits more than {MOST_NODES:,} nodes, too many to draw: give a --depth"
            ) from None
    if output is None:
        print(printable(recorded.to_text(nodes=show)), end="")  # noqa: T201
        return
    look: dict[str, Any] = {} if ending == ".json" else {"nodes": show}
    if ending in (".svg", ".html", ".png"):
        look["theme"] = "light" if ending == ".png" and theme == "auto" else theme
    try:
        recorded.save(output, **look)
    except OSError as error:
        raise InputError(f"{shown(output)} cannot be written: {error.strerror or error}") from None
    console().print(one_line(f"{output}: {repr(recorded)[1:-1].partition(': ')[2]}"))
