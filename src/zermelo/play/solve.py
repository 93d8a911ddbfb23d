"""`zermelo solve`: the value of a position, proved, with a proof in a file if it is asked for."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Annotated, Any

import typer

from zermelo.core.game import Game, has_hook, moves_of
from zermelo.play import words
from zermelo.play.best import board_of, position_text
from zermelo.play.console import console, one_line, print_board, print_json
from zermelo.play.faults import rules_of
from zermelo.play.loading import load_book, load_position
from zermelo.play.options import (
    MOST_WORKERS,
    BookFile,
    Compiled,
    GameName,
    Json,
    Nodes,
    Position,
    Seconds,
    TableMegabytes,
    Workers,
    check_memory,
    in_range,
)
from zermelo.play.running import ctrl_c_sets, live_line

if TYPE_CHECKING:
    from zermelo.solve.solved import Solved, SolveStatus


def solve(
    game: GameName,
    position: Position = "",
    method: Annotated[
        str | None,
        typer.Option(
            "--method", help="bisection, alphabeta, proof-number or retrograde; else what suits the game.", metavar="M"
        ),
    ] = None,
    seconds: Seconds = None,
    nodes: Nodes = None,
    proof: Annotated[
        str | None, typer.Option("--proof", help="Write a proof here, for `zermelo verify`.", metavar="FILE")
    ] = None,
    checkpoint: Annotated[
        str | None,
        typer.Option("--checkpoint", help="Keep what is proved here; the same command goes on.", metavar="FILE"),
    ] = None,
    book: BookFile = None,
    workers: Workers = 1,
    table_mb: TableMegabytes = 64,
    compiled: Compiled = None,
    as_json: Json = False,
) -> None:
    """The value of a position, proved, and how long the game lasts.

    Without a limit it goes on until the value is proved; Ctrl-C ends it with what is proved by then.
    """
    from zermelo.api import solve as api

    in_range(1, MOST_WORKERS, "--workers", workers)
    check_memory(table_mb)
    rules, state = load_position(game, position)
    stop = threading.Event()
    shown: list[SolveStatus] = []
    preparing = ["looking at the game"]

    def text(seconds: float) -> str:
        if not shown:
            return f"{preparing[0]}  {words.duration(seconds)}"
        return f"{status_text(shown[0])}  {words.duration(seconds)}  (Ctrl-C: proved so far)"

    def note(what: str) -> None:
        preparing[:] = [what]

    with rules_of(rules), ctrl_c_sets(stop), live_line(text):
        solved = api.solve(
            rules,
            state,
            method=method,
            seconds=seconds,
            nodes=nodes,
            proof=proof,
            proof_source=(game, position),
            checkpoint=checkpoint,
            book=load_book(book, rules),
            workers=workers,
            table_mb=table_mb,
            compiled=compiled,
            on_progress=lambda status: shown.__setitem__(slice(None), [status]),
            on_note=note,
            stop=stop,
        )
    if as_json:
        print_json(record_of(game, position, rules, solved))
    else:
        show(f"{game} {position}".rstrip(), rules, solved, proof)


def status_text(status: SolveStatus) -> str:
    """The interval, the work done, and what may remain."""
    text = f"{status}  {status.method}  {status.nodes:,} positions  {words.rate(status.nodes, status.seconds)}"
    if status.remaining is not None:
        least, most = (round_number(number) for number in status.remaining)
        text += f"  perhaps {least} to {most} more"
    return text


def round_number(number: float) -> str:
    return f"{number:,.0f}" if number < 1e6 else f"{number:.0e}"


def record_of(name: str, position: str, game: Game, solved: Solved) -> dict[str, Any]:
    """The result for programs; values are player 0's. `score` only where the game has such a figure."""
    moves = [] if game.is_terminal(solved.state) else list(moves_of(game, solved.state))
    record = {
        "game": name,
        "position": position_text(game, solved.state, position),
        "move": None if solved.move is None else words.move_text(game, solved.move),
        "index": moves.index(solved.move) if solved.move in moves else None,
        "value": solved.value,
        "bound": "exact" if solved.exact else None,
        "distance": solved.distance,
        "line": [words.move_text(game, move) for move in solved.line],
        "nodes": solved.nodes,
        "depth": len(solved.line),
        "seconds": solved.seconds,
        "exact": solved.exact,
        "compiled": solved.compiled,
        "stopped_by": solved.stopped_by,
        "moves": [
            {
                "move": words.move_text(game, move),
                "value": solved.value if place == 0 else None,
                "bound": "exact" if place == 0 else None,
            }
            for place, move in enumerate([solved.move] if solved.move is not None else [])
        ],
        "lower": solved.lower,
        "upper": solved.upper,
        "method": solved.method,
        "note": solved.note,
        "proof_positions": solved.proof_positions,
    }
    if has_hook(game, "score"):
        record["score"] = solved.score
    return record


def value_text(game: Game, solved: Solved) -> str:
    """What is proved, in words."""
    from zermelo.solve.interval import in_words

    if not solved.exact:
        return f"{in_words(solved.lower, solved.upper)} for {words.player_name(game, 0)}"
    if solved.stopped_by == "over":
        return f"the game is over: {words.result_in_words(game, solved.state)}"
    outcome, value = solved.outcome or 0, solved.value
    way = "" if solved.distance is None else f" in {words.plies(solved.distance)}"
    if value == outcome:
        return f"{words.player_name(game, 0 if outcome > 0 else 1)} wins{way}" if outcome else "draw"
    who = "a draw" if not outcome else f"{words.player_name(game, 0 if outcome > 0 else 1)} wins{way}"
    return f"value {words.number(value)} for {words.player_name(game, 0)}, {who}"


def show(title: str, game: Game, solved: Solved, proof: str | None) -> None:
    """The result for people."""
    from rich.text import Text

    out = console()
    out.print(Text(one_line(title), style="dim"))
    out.print()
    print_board(out, board_of(game, solved.state))
    out.print()
    promise = "proved" if solved.exact else "proved so far"
    out.print(
        Text.assemble((one_line(value_text(game, solved)), "bold green" if solved.exact else "bold"), f"  {promise}")
    )
    if solved.score is not None:
        out.print(Text(one_line(f"score {words.number(solved.score)}")))
    if solved.line:
        more = "" if len(solved.line) <= 60 else f" … ({len(solved.line)} moves)"
        out.print(Text(one_line("line  " + words.line_text(game, solved.line[:60]) + more)))
    if solved.proof_positions is not None:
        out.print(
            Text(one_line(f"proof {solved.proof_positions:,} positions in {proof}; check: zermelo verify {proof}"))
        )
    out.print()
    facts = [
        solved.method or "nothing to search",
        f"{solved.nodes:,} positions",
        words.duration(solved.seconds),
        words.rate(solved.nodes, solved.seconds),
        "compiled" if solved.compiled else "plain Python",
        words.stop_in_words(solved.stopped_by),
    ]
    out.print(Text(one_line(" · ".join(facts)), style="dim"))
    if solved.note:
        out.print(Text(one_line(solved.note), style="dim"))
