"""`zermelo best`: the best move of a position, its value, and how far both are promised."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from zermelo.core.game import Game, has_hook
from zermelo.core.limits import Limits
from zermelo.core.result import SearchResult
from zermelo.play import words
from zermelo.play.console import console, one_line, print_board, print_json, shortened, with_short_numbers
from zermelo.play.loading import load_book, load_position
from zermelo.play.options import (
    MOST_WORKERS,
    BookFile,
    Compiled,
    Depth,
    GameName,
    Json,
    Nodes,
    Position,
    Seconds,
    TableMegabytes,
    Workers,
    at_least,
    check_memory,
    in_range,
    whole_number,
)
from zermelo.play.running import watched_search

if TYPE_CHECKING:
    from rich.console import Console

_MOVES_SHOWN = 60
_LONGEST_DRAWN = 2000  # characters of a position's text


def best(
    game: GameName,
    position: Position = "",
    depth: Depth = None,
    seconds: Seconds = None,
    nodes: Nodes = None,
    lines: Annotated[
        int,
        typer.Option("--lines", help="Find the exact values of the K best moves.", metavar="K", parser=whole_number),
    ] = 1,
    workers: Workers = 1,
    table_mb: TableMegabytes = 64,
    exact: Annotated[
        bool, typer.Option("--exact", help="Use only techniques that never change the value of a depth.")
    ] = False,
    book: BookFile = None,
    compiled: Compiled = None,
    as_json: Json = False,
) -> None:
    """The best move of a position and its value.

    Without a limit the search goes on until the value is proved, at most 2 seconds.
    """
    limits = Limits(depth, nodes, seconds)
    at_least(1, "--lines", lines)
    in_range(1, MOST_WORKERS, "--workers", workers)
    check_memory(table_mb)
    rules, state = load_position(game, position)
    result = watched_search(
        rules,
        state,
        limits,
        exact=exact,
        lines=lines,
        workers=workers,
        table_mb=table_mb,
        compiled=compiled,
        book=load_book(book, rules),
    )
    if as_json:
        print_json(record_of(game, position, rules, result))
    else:
        show(console(), f"{game} {position}".rstrip(), rules, result)


def record_of(name: str, position: str, game: Game, result: SearchResult) -> dict[str, Any]:
    """The result for programs; values are player 0's. `score` only where the game has such a figure."""
    moves = [root.move for root in result.moves]
    record = {
        "game": name,
        "position": position_text(game, result.state, position),
        "move": None if result.move is None else words.move_text(game, result.move),
        "index": moves.index(result.move) if result.move in moves else None,
        "value": result.value,
        "bound": result.bound.value,
        "distance": result.distance,
        "line": [words.move_text(game, move) for move in result.line],
        "nodes": result.nodes,
        "depth": result.depth,
        "seconds": result.seconds,
        "exact": result.exact,
        "compiled": result.compiled,
        "stopped_by": result.stopped_by,
        "moves": [
            {
                "move": words.move_text(game, root.move),
                "value": root.value,
                "bound": None if root.bound is None else root.bound.value,
            }
            for root in result.moves
        ],
    }
    if has_hook(game, "score"):
        record["score"] = result.score
    return record


def position_text(game: Game, state: Any, given: str) -> str:
    """The position as the game writes it, or else as the person did."""
    return str(game.format_state(state)) if has_hook(game, "format_state") else given


def board_of(game: Game, state: Any) -> str:
    """The position as people see it: the game's picture, else its text, else the state itself.

    A picture is not even asked for where the text is very long: drawing a deep tree takes time and space of its square.
    """
    text = str(game.format_state(state)) if has_hook(game, "format_state") else ""
    if len(text) > _LONGEST_DRAWN:
        return f"(the position is not shown: its text has {len(text):,} characters)"
    if has_hook(game, "render"):
        return str(game.render(state))
    return text or repr(state)


def show(out: Console, title: str, game: Game, result: SearchResult) -> None:
    """The result for people."""
    from rich.text import Text

    out.print(Text(shortened(one_line(title)), style="dim"))
    out.print()
    print_board(out, board_of(game, result.state))
    out.print()
    value = words.value_in_words(game, result)
    if result.move is None:
        if result.stopped_by != "over":
            out.print(Text("no move was searched"))
        out.print(Text(one_line(value)))
        if result.stopped_by == "over":
            out.print(Text("there is no move"))
            return
    else:
        best_move = one_line(words.move_text(game, result.move))
        out.print(Text.assemble("best  ", (best_move, "bold green"), "  ", (one_line(value), "bold")))
    if len(result.line) > 1:
        out.print(Text("line  " + one_line(words.short_line(game, result.line))))
    out.print()
    show_moves(out, game, result)
    out.print()
    compiled = "compiled" if result.compiled else "plain Python"
    facts = [
        f"{result.nodes:,} nodes",
        f"depth {result.depth}",
        words.duration(result.seconds),
        words.rate(result.nodes, result.seconds),
        compiled,
        words.stop_in_words(result.stopped_by),
    ]
    if not result.sound:
        facts.append("selective search, see --exact")
    out.print(Text(" · ".join(facts), style="dim"))
    if result.note:
        note = with_short_numbers(result.note.replace("compiled=True", "--compiled"))
        out.print(Text(one_line(note), style="dim"))


def show_moves(out: Console, game: Game, result: SearchResult) -> None:
    """Every root move, the best one first, with its value and what that number promises.

    In a proved result ? is a move whose value nobody had to know.
    """
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 3, 0, 0))
    for heading in ("move", "value", "line"):
        table.add_column(heading, no_wrap=True, overflow="ellipsis")
    searched = [root for root in result.moves if root.value is not None or result.exact]
    searched.sort(key=lambda root: (root.move != result.move, root.bound is None, root.bound != result.bound))
    for root in searched[:_MOVES_SHOWN]:
        line = root.line or (result.line if root.move == result.move else ())
        table.add_row(
            Text(one_line(words.move_text(game, root.move)), style="bold green" if root.move == result.move else ""),
            Text(words.root_value(root, result.exact)),
            Text(one_line(words.line_text(game, line[:12])), style="dim"),
        )
    if searched:
        out.print(table)
    if len(searched) > _MOVES_SHOWN:
        out.print(Text(f"and {len(searched) - _MOVES_SHOWN} more moves", style="dim"))
    others = [root.move for root in result.moves if root.value is None and not result.exact]
    if others:
        more = f" and {len(others) - _MOVES_SHOWN} more" if len(others) > _MOVES_SHOWN else ""
        out.print(Text(f"not searched: {one_line(words.line_text(game, others[:_MOVES_SHOWN]))}{more}", style="dim"))
