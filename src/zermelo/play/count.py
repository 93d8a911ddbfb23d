"""`zermelo count`: how much work the algorithms of the textbooks do on one position, side by side.

nodes      positions visited, the root too
leaves     those where the game is over, or where the depth ends and a guess is made
cuts       nodes whose other moves could not matter any more
table      nodes answered from the table
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from zermelo.core.errors import RulesError
from zermelo.core.game import Game, has_hook
from zermelo.core.limits import Limits
from zermelo.core.observer import Counts
from zermelo.core.result import Answer
from zermelo.core.score import Score, final_score, guess_score
from zermelo.play import words
from zermelo.play.best import position_text
from zermelo.play.console import console, one_line, print_json, shortened
from zermelo.play.faults import rules_of
from zermelo.play.loading import load_position
from zermelo.play.options import Depth, GameName, Json, Nodes, Position, Seconds
from zermelo.play.running import ctrl_c_sets, live_line

MOST_NODES = 1_000_000
MOST_SECONDS = 60.0
_FULL_WIDTH = 76  # columns of a terminal that shows the whole table
_NODES_BETWEEN_CLOCKS = 256


@dataclass(frozen=True)
class Row:
    """What one algorithm did; `answer` is None if it was stopped, and `stopped_by` says why.

    That is "nodes", "seconds", "stop", or what a rule of the game could not answer: alpha-beta may do without a
    part of the game that minimax needs.
    """

    algorithm: str
    nodes: int
    leaves: int
    cuts: int
    table_hits: int
    seconds: float
    answer: Answer | None
    stopped_by: str | None


class StoppedError(Exception):
    """The algorithm has used up what it may use; the message says what."""


class BoundedCounts(Counts):
    """Counts, until the limits are met."""

    def __init__(self, limits: Limits):
        super().__init__()
        self.limits, self.begun = limits, time.perf_counter()

    def enter(self, state: Any, player: int | None, move: Any, ply: int, alpha: Score, beta: Score) -> None:  # noqa: ARG002
        if self.limits.nodes is not None and self.nodes >= self.limits.nodes:
            raise StoppedError("nodes")
        if self.nodes % _NODES_BETWEEN_CLOCKS == 0:
            if self.limits.stop.is_set():
                raise StoppedError("stop")
            if self.limits.seconds is not None and time.perf_counter() - self.begun > self.limits.seconds:
                raise StoppedError("seconds")
        self.nodes += 1


def count(
    game: GameName,
    position: Position = "",
    depth: Depth = None,
    seconds: Seconds = MOST_SECONDS,
    nodes: Nodes = MOST_NODES,
    as_json: Json = False,
) -> None:
    """How many nodes minimax, alpha-beta, ordering and a table need for the same value.

    The limits on nodes and seconds are for each algorithm. Everything runs in plain Python.
    """
    limits = Limits(depth, nodes, seconds)
    rules, state = load_position(game, position)
    with rules_of(rules), ctrl_c_sets(limits.stop):
        rows = count_all(rules, state, limits)
    if as_json:
        print_json(
            {
                "game": game,
                "position": position_text(rules, state, position),
                "depth": depth,
                "algorithms": [record_of(rules, row) for row in rows],
            }
        )
    else:
        show(f"{game} {position}".rstrip(), rules, limits, rows)


def algorithms(game: Game, depth: int | None) -> dict[str, Callable[..., Answer]]:
    from zermelo import textbook

    if depth is None:
        minimax = textbook.minimax
        alphabeta, with_table = textbook.alphabeta, textbook.alphabeta_table
    else:
        minimax = partial(textbook.heuristic_minimax, depth=depth)
        alphabeta = partial(textbook.alphabeta, depth=depth)
        with_table = partial(textbook.alphabeta_table, depth=depth)
    order = by_hook if has_hook(game, "order_moves") else by_successor
    return {
        "minimax": minimax,
        "alpha-beta": alphabeta,
        "alpha-beta, ordered": partial(alphabeta, order=order),
        "alpha-beta, table": with_table,
        "alpha-beta, ordered, table": partial(with_table, order=order),
    }


def by_hook(game: Game, state: Any, moves: list[Any]) -> list[Any]:
    """The moves that the game's own hook calls promising, first."""
    inner, inside = unwrapped(game, state)
    return sorted(moves, key=lambda move: -inner.order_moves(inside, move))


def by_successor(game: Game, state: Any, moves: list[Any]) -> list[Any]:
    """The moves to the best-looking successors first: finished games by their result, others by the evaluation."""

    def score(move: Any) -> Score:
        successor = game.next_state(state, move)
        return final_score(game, successor, 0) if game.is_terminal(successor) else guess_score(game, successor)

    return sorted(moves, key=score, reverse=game.current_player(state) == 0)


def unwrapped(game: Game, state: Any) -> tuple[Game, Any]:
    """The game as its author wrote it, without the history that a declared repetition adds to its states."""
    from zermelo.core.repetition import WithHistory

    return (game.game, state.state) if isinstance(game, WithHistory) else (game, state)


def count_all(game: Game, state: Any, limits: Limits) -> list[Row]:
    """One row an algorithm; after Ctrl-C no further one is begun."""
    rows: list[Row] = []
    failures: list[RulesError] = []
    for name, algorithm in algorithms(game, limits.depth).items():
        if limits.stop.is_set():
            break
        counts = BoundedCounts(limits)
        answer, stopped_by = None, None

        def text(seconds: float, name: str = name, counts: Counts = counts) -> str:
            return f"{name}  {counts.nodes:,} nodes  {words.rate(counts.nodes, seconds)}  (Ctrl-C: results so far)"

        with live_line(text):
            try:
                answer = algorithm(game, state, observer=counts)
            except StoppedError as stopped:
                stopped_by = str(stopped)
            except RulesError as error:
                failures.append(error)
                stopped_by = str(error).splitlines()[0]
        seconds = time.perf_counter() - counts.begun
        rows.append(Row(name, counts.nodes, counts.leaves, counts.cuts, counts.table_hits, seconds, answer, stopped_by))
    if failures and len(failures) == len(rows):
        raise failures[0]
    return rows


def record_of(game: Game, row: Row) -> dict[str, Any]:
    answer = row.answer
    return {
        "algorithm": row.algorithm,
        "nodes": row.nodes,
        "leaves": row.leaves,
        "cuts": row.cuts,
        "table_hits": row.table_hits,
        "value": None if answer is None else answer.value,
        "move": None if answer is None or answer.move is None else words.move_text(game, answer.move),
        "seconds": row.seconds,
        "stopped_by": row.stopped_by,
    }


def show(title: str, game: Game, limits: Limits, rows: list[Row]) -> None:
    from rich.table import Table
    from rich.text import Text

    out = console()
    depth = "to the end of the game" if limits.depth is None else f"to depth {limits.depth}"
    out.print(Text(f"{shortened(one_line(title))}, {depth}, plain Python", style="dim"))
    out.print()
    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
    table.add_column("algorithm")
    headings = ["nodes", "value", "move"] if out.width < _FULL_WIDTH else list(columns_of(game, rows[0]))
    for heading in headings:
        table.add_column(heading, justify="right", no_wrap=True)
    for row in rows:
        columns = columns_of(game, row)
        table.add_row(Text(row.algorithm), *(Text(columns[heading]) for heading in headings))
    out.print(table)
    stopped: dict[str, list[str]] = {}
    for row in rows:
        if row.stopped_by:
            stopped.setdefault(row.stopped_by, []).append(row.algorithm)
    if stopped:
        out.print()
    for why, names in stopped.items():
        out.print(Text(one_line(f"{'; '.join(names)}: {stop_in_words(why, limits)}"), style="yellow"))
    if stopped.keys() & {"nodes", "seconds"}:
        out.print(Text("a smaller tree: --depth N; more patience: --nodes N --seconds S"))


def columns_of(game: Game, row: Row) -> dict[str, str]:
    """The cells of a row by their headings."""

    def counted(number: int) -> str:
        """More than none, of an algorithm that was stopped, says nothing."""
        return f"{number:,}" if row.answer is not None else f">{number:,}" if number else "—"

    return {
        "nodes": counted(row.nodes),
        "leaves": counted(row.leaves),
        "cuts": counted(row.cuts),
        "table": counted(row.table_hits) if "table" in row.algorithm else "—",
        "value": "—" if row.answer is None else words.number(row.answer.value),
        "move": "—" if row.answer is None else found_move(game, row.answer.move),
        "seconds": f"{row.seconds:.2f}",
    }


def found_move(game: Game, move: Any) -> str:
    return "—" if move is None else one_line(words.move_text(game, move))


def stop_in_words(why: str, limits: Limits) -> str:
    if why == "nodes":
        return f"more than {limits.nodes:,} nodes, stopped there"
    if why == "seconds":
        return f"stopped after {words.number(limits.seconds)} s, the counts are those until then"
    return "stopped by Ctrl-C, the counts are those until then" if why == "stop" else why
