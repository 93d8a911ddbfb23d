"""`zermelo perft`: how many positions there are at a depth, counted by playing every move.

    leaf       the end of a line of exactly DEPTH moves
    divide     the leaves below each first move: the way to find the move that two programs disagree about

A game that ended earlier is no leaf, as in the published counts of Connect Four and tic-tac-toe. Those of Othello
count it as one: --finished.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from typing import Annotated, Any

import typer

from zermelo.core.errors import InputError
from zermelo.core.game import Game, moves_of
from zermelo.core.recursion import MAX_PLIES, check_ply, room_for_recursion
from zermelo.play import words
from zermelo.play.best import position_text
from zermelo.play.console import console, one_line, print_json
from zermelo.play.faults import rules_of
from zermelo.play.loading import load_position
from zermelo.play.options import GameName, Json, Position, whole_number
from zermelo.play.running import ctrl_c_sets, live_line

_PIECE = 4  # plies that are counted in one go


def perft(
    game: GameName,
    depth: Annotated[
        int, typer.Argument(metavar="DEPTH", parser=whole_number, help="How many moves deep.", show_default=False)
    ],
    position: Position = "",
    divide: Annotated[bool, typer.Option("--divide", help="Show the leaves below each first move.")] = False,
    finished: Annotated[bool, typer.Option("--finished", help="A game that ended earlier is a leaf too.")] = False,
    as_json: Json = False,
) -> None:
    """The number of leaves at a depth: the usual test of a game's rules."""
    if not 0 <= depth <= MAX_PLIES:
        raise InputError(f"DEPTH {depth} is out of range: a whole number from 0 to {MAX_PLIES} is meant")
    rules, state = load_position(game, position)
    stop = threading.Event()
    begun = time.perf_counter()
    counted: dict[Any, int] = {}
    leaves = 0
    complete = True

    def text(seconds: float) -> str:
        return f"{leaves:,} leaves  {words.rate(leaves, seconds)}  (Ctrl-C: counted so far)"

    with rules_of(rules), ctrl_c_sets(stop), live_line(text):
        for first, below in parts(rules, state, depth, finished):
            leaves += below
            if first is not None:
                counted[first] = counted.get(first, 0) + below
            if stop.is_set():
                complete = False
                break
    seconds = time.perf_counter() - begun
    by_move = {words.move_text(rules, move): below for move, below in counted.items()}
    if as_json:
        record = {
            "game": game,
            "position": position_text(rules, state, position),
            "depth": depth,
            "leaves": leaves,
            "finished": finished,
            "complete": complete,
            "seconds": seconds,
        }
        print_json({**record, "divide": by_move} if divide else record)
        return
    show(by_move if divide else {}, leaves, depth, finished, complete, seconds)


def parts(game: Game, state: Any, depth: int, finished: bool) -> Iterator[tuple[Any, int]]:
    """The count in small pieces, each with its first move, so that it can be watched and ended early."""
    open_states = [(None, state, depth)]
    while open_states:
        first, state, left = open_states.pop()
        if (left <= _PIECE and left < depth) or left == 0 or game.is_terminal(state):
            yield first, count_leaves(game, left, state, finished)
        else:
            open_states += [
                (move if left == depth else first, game.next_state(state, move), left - 1)
                for move in reversed(moves_of(game, state))
            ]


def count_leaves(game: Game, depth: int, state: Any, count_finished: bool) -> int:
    def visit(state: Any, left: int) -> int:
        if left == 0:
            return 1
        if game.is_terminal(state):
            return int(count_finished)
        check_ply(depth - left)
        return sum(visit(game.next_state(state, move), left - 1) for move in moves_of(game, state))

    with room_for_recursion():
        return visit(state, depth)


def show(by_move: dict[str, int], leaves: int, depth: int, finished: bool, complete: bool, seconds: float) -> None:
    from rich.table import Table
    from rich.text import Text

    out = console()
    if by_move:
        table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
        table.add_column("move", no_wrap=True)
        table.add_column("leaves", justify="right", no_wrap=True)
        for move, below in by_move.items():
            table.add_row(Text(one_line(move)), Text(f"{below:,}"))
        out.print(table)
        out.print()
    what = f"at depth {depth}, earlier ends counted" if finished else f"at depth {depth}"
    more = "" if complete else "stopped by Ctrl-C: more than "
    noun = "leaf" if leaves == 1 else "leaves"
    out.print(Text.assemble(more, (f"{leaves:,}", "bold"), f" {noun} {what}"))
    out.print(Text(f"{words.duration(seconds)} · {words.rate(leaves, seconds)}", style="dim"))
