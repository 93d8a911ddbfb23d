"""`zermelo perft`: how many positions there are at a depth, counted by playing every move.

    leaf       the end of a line of exactly DEPTH moves
    divide     the leaves below each first move: the way to find the move that two programs disagree about

A game that ended earlier is no leaf, as in the published counts of Connect Four and tic-tac-toe. Those of Othello
count it as one: --finished.

    piece      what is counted in one go: a position and the plies below it, some hundredths of a second of work

Pieces are counted in plain Python first; when that has gone on for a moment, the rules are compiled for the rest.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import Annotated, Any

import typer

from zermelo.api import perft as api
from zermelo.core.errors import CompileError, InputError
from zermelo.core.game import Game, moves_of
from zermelo.play import words
from zermelo.play.best import position_text
from zermelo.play.console import console, one_line, print_json
from zermelo.play.faults import rules_of
from zermelo.play.loading import load_position
from zermelo.play.options import Compiled, GameName, Json, Position, whole_number
from zermelo.play.running import CompilingStopped, ctrl_c_sets, live_line

MOST_PLIES = 1000
_PLAIN_SECONDS = 0.5
_FIRST_SIZE = 64  # leaves that the first piece may have
_SHORT_SECONDS, _LONG_SECONDS = 0.02, 0.1  # a piece of less is followed by larger ones, one of more by smaller ones


def perft(
    game: GameName,
    depth: Annotated[
        int, typer.Argument(metavar="DEPTH", parser=whole_number, help="How many moves deep.", show_default=False)
    ],
    position: Position = "",
    divide: Annotated[bool, typer.Option("--divide", help="Show the leaves below each first move.")] = False,
    finished: Annotated[bool, typer.Option("--finished", help="A game that ended earlier is a leaf too.")] = False,
    compiled: Compiled = None,
    as_json: Json = False,
) -> None:
    """The number of leaves at a depth: the usual test of a game's rules."""
    if not 0 <= depth <= MOST_PLIES:
        raise InputError(f"DEPTH {depth} is out of range: a whole number from 0 to {MOST_PLIES} is meant")
    rules, state = load_position(game, position)
    stop = threading.Event()
    begun = time.perf_counter()
    counter = Counter(rules, finished, compiled)
    counted: dict[Any, int] = {}
    leaves = 0
    complete = False

    def text(seconds: float) -> str:
        if counter.is_compiling:
            return f"compiling the rules  {words.duration(seconds)}"
        return f"{leaves:,} leaves  {words.rate(leaves, seconds)}  (Ctrl-C: counted so far)"

    with rules_of(rules), ctrl_c_sets(stop), live_line(text), suppress(CompilingStopped):
        for first, below in counter.parts(state, depth):
            leaves += below
            if first is not None:
                counted[first] = counted.get(first, 0) + below
            if stop.is_set():
                break
        else:
            complete = True
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
            "compiled": counter.compiled,
        }
        print_json({**record, "divide": by_move} if divide else record)
        return
    show(by_move if divide else {}, leaves, depth, finished, complete)
    how = "compiled" if counter.compiled else "plain Python"
    facts = f"{words.duration(seconds)} · {words.rate(leaves, seconds)} · {how}"
    console().print(facts, style="dim")
    if counter.note:
        console().print(one_line(counter.note), style="dim")


class Counter:
    """The leaves below a position in pieces, so that the count can be watched and ended early.

    `compiled` says how the pieces are counted now, `note` why it cannot be the faster way.
    """

    def __init__(self, game: Game, finished: bool, compiled: bool | None):
        self.game, self.finished = game, finished
        self.may_compile, self.compiled = compiled is not False, False
        self.must_compile = compiled is True
        self.is_compiling = False
        self.note: str | None = None
        self.begun = time.perf_counter()
        self.size = _FIRST_SIZE
        self.most_moves = 1

    def parts(self, state: Any, depth: int) -> Iterator[tuple[Any, int]]:
        """Pairs of a first move and the leaves of a piece below it; the first move of the whole is None."""
        if self.must_compile:
            self.compile(state)
        open_states = [(None, state, depth)]
        while open_states:
            first, state, left = open_states.pop()
            if left == 0 or self.game.is_terminal(state):
                yield first, int(left == 0 or self.finished)
                continue
            moves = moves_of(self.game, state)
            self.most_moves = max(self.most_moves, len(moves))
            if left < depth and self.most_moves**left <= self.size:
                yield first, self.count(state, left)
            else:
                open_states += [
                    (move if left == depth else first, self.game.next_state(state, move), left - 1)
                    for move in reversed(moves)
                ]

    def count(self, state: Any, depth: int) -> int:
        """One piece; the next ones are larger if this one was short."""
        if self.may_compile and time.perf_counter() - self.begun > _PLAIN_SECONDS:
            self.compile(state)
        begun = time.perf_counter()
        leaves = api.perft(self.game, depth, state, count_finished=self.finished, compiled=self.compiled)
        seconds = time.perf_counter() - begun
        if seconds < _SHORT_SECONDS:
            self.size *= 2
        elif seconds > _LONG_SECONDS:
            self.size = max(_FIRST_SIZE, self.size // 2)
        return leaves

    def compile(self, state: Any) -> None:
        self.may_compile, self.is_compiling = False, True
        try:
            api.perft(self.game, 1, state, count_finished=self.finished, compiled=True)
            self.compiled = True
        except CompileError as error:
            if self.must_compile:
                raise
            self.note = str(error)
        finally:
            self.is_compiling = False


def show(by_move: dict[str, int], leaves: int, depth: int, finished: bool, complete: bool) -> None:
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
