"""`zermelo games`: the games of the library, and what their texts look like."""

from __future__ import annotations

import inspect
import sys
from typing import Annotated, Any

import typer

from zermelo.core.game import Game, has_hook
from zermelo.play import words
from zermelo.play.console import console, one_line, printable
from zermelo.play.loading import load_game, load_position


def games(
    game: Annotated[
        str, typer.Argument(metavar="[GAME]", help="One game: its picture, words and texts.", show_default=False)
    ] = "",
) -> None:
    """The games that come with the library; with a name, everything about how that game is written."""
    from rich.table import Table
    from rich.text import Text

    from zermelo.games import names

    out = console()
    if game:
        out.print(Text(printable(description(load_game(game)))))
        return
    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 3, 0, 0))
    table.add_column("game", style="bold", no_wrap=True)
    table.add_column("rules")
    table.add_column("a position", no_wrap=True, overflow="ellipsis", max_width=20)
    table.add_column("a move", no_wrap=True)
    for name in names():
        rules, state = load_position(name)
        table.add_row(
            Text(name),
            Text(first_sentence(type(rules))),
            Text(one_line(example_position(rules, state))),
            Text(one_line(example_move(rules, state))),
        )
    out.print(table)
    out.print()
    out.print(Text("How a game is written: zermelo games NAME. Your own: path/to/file.py:ClassName"))


def description(game: type[Game] | Game) -> str:
    """The whole text at the head of the game's module, or of the class if the module has none."""
    kind = game if inspect.isclass(game) else type(game)
    text = inspect.getdoc(sys.modules[kind.__module__]) or inspect.getdoc(kind)
    return text or f"{kind.__name__} has no description"


def first_sentence(kind: type[Game]) -> str:
    paragraph = (inspect.getdoc(kind) or "").split("\n\n")[0]
    return " ".join(paragraph.split())


def example_position(game: Game, state: Any) -> str:
    return str(game.format_state(state)) if has_hook(game, "format_state") else "—"


def example_move(game: Game, state: Any) -> str:
    move = next(iter(game.legal_moves(state)), None)
    return "—" if move is None else words.move_text(game, move)
