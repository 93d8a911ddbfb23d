"""Counts: what each algorithm had to look at to find the same value.

    nodes      positions visited, the root included        leaves    those where the game was over or depth was out
    cuts       nodes that were left early                  hits      answers from the table
    b*         effective branching factor: a full tree of that branching and the same depth has as many nodes
    minimum    b^⌈d/2⌉ + b^⌊d/2⌋ − 1 leaves: what alpha-beta cannot do without on a full tree (Knuth and Moore 1975)

The minimum takes for b and d the measured tree of minimax as if it were full.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from html import escape
from typing import TYPE_CHECKING, Any

from zermelo.api.oracle import PlyCounter, by_true_value
from zermelo.api.record import STOP_AT, game_name, written
from zermelo.core.errors import InputError
from zermelo.core.game import Game, has_hook, root_state
from zermelo.core.limits import Limits
from zermelo.core.observer import Counts
from zermelo.core.result import Answer
from zermelo.core.score import Score
from zermelo.trees.words import number

if TYPE_CHECKING:
    from zermelo.api.chart import Chart

DEFAULT = ("minimax", "alphabeta", "alphabeta best first", "alphabeta worst first", "alphabeta_table", "deepening")
LABELS = {
    "minimax": "minimax",
    "alphabeta": "alpha-beta",
    "alphabeta ordered": "alpha-beta, the game's order_moves",
    "alphabeta best first": "alpha-beta, best moves first",
    "alphabeta worst first": "alpha-beta, worst moves first",
    "alphabeta_table": "alpha-beta with a table",
    "deepening": "iterative deepening",
}


@dataclass(frozen=True)
class Row:
    """What one algorithm did. `complete` is False if it was stopped: its counts are then too low, its value None."""

    algorithm: str
    value: Any
    move: str | None
    nodes: int
    leaves: int
    cuts: int
    table_hits: int
    depth: int
    branching_factor: float | None
    seconds: float
    complete: bool = True


@dataclass(frozen=True)
class Comparison:
    """The rows of several algorithms on one position. Print it, `chart()` it, or read `rows`.

    `branching` and `minimum` are those of minimax's tree taken as full, None if minimax was not run to the end.
    """

    title: str
    depth: int | None
    rows: tuple[Row, ...]
    branching: float | None
    minimum: int | None

    def __getitem__(self, algorithm: str) -> Row:
        for row in self.rows:
            if row.algorithm == algorithm:
                return row
        raise InputError(f"{algorithm!r} was not compared: there are {', '.join(row.algorithm for row in self.rows)}")

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)

    def chart(self) -> Chart:
        """Bars of the nodes that each algorithm visited; needs Matplotlib."""
        from zermelo.api.chart import bar_chart

        return bar_chart([self])

    def __str__(self) -> str:
        head, *rows = self.table()
        widths = [max(len(line[i]) for line in (head, *rows)) for i in range(len(head))]
        lines = [self.title] if self.title else []
        for line in (head, *rows):
            first, *others = (
                cell.ljust(w) if i == 0 else cell.rjust(w) for i, (cell, w) in enumerate(zip(line, widths))
            )
            lines.append("  ".join([first, *others]))
        return "\n".join([*lines, *self.remarks()])

    def _repr_html_(self) -> str:
        head, *rows = ([escape(cell) for cell in line] for line in self.table())
        body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
        heads = "".join(f"<th>{cell}</th>" for cell in head)
        remarks = "".join(f"<p>{escape(remark)}</p>" for remark in self.remarks())
        return f"<table><caption>{escape(self.title)}</caption><tr>{heads}</tr>{body}</table>{remarks}"

    def table(self) -> list[list[str]]:
        lines = [["algorithm", "nodes", "leaves", "cuts", "hits", "b*", "seconds", "value", "move"]]
        for row in self.rows:
            more = "" if row.complete else "> "
            lines.append(
                [
                    LABELS.get(row.algorithm, row.algorithm),
                    f"{more}{row.nodes:,}",
                    f"{more}{row.leaves:,}",
                    f"{row.cuts:,}",
                    f"{row.table_hits:,}",
                    "–" if row.branching_factor is None else f"{row.branching_factor:.2f}",
                    f"{row.seconds:.3f}",
                    "–" if row.value is None else number(row.value),
                    "–" if row.move is None else row.move,
                ]
            )
        return lines

    def remarks(self) -> list[str]:
        remarks = []
        if self.minimum is not None and self.branching is not None:
            depth = self["minimax"].depth
            remarks.append(
                f"theoretical minimum for a full tree with b = {self.branching:.2f} and d = {depth}: "
                f"{self.minimum:,} leaves"
            )
        if not all(row.complete for row in self.rows):
            remarks.append("> marks searches that were stopped: they would have visited more")
        return remarks


class Stopped(Exception):  # noqa: N818  (no error: the end of a count)
    """The search has visited as many nodes as it may."""


class TreeCounts(Counts):
    """Counts, the deepest ply too, and ends the search at a limit. `guesses` says whether depth ran out somewhere."""

    def __init__(self, stop_at: int | None):
        super().__init__()
        self.stop_at, self.depth, self.guesses = stop_at, 0, 0

    def enter(self, state: Any, player: int | None, move: Any, ply: int, alpha: Score, beta: Score) -> None:
        super().enter(state, player, move, ply, alpha, beta)
        self.depth = max(self.depth, ply)
        if self.stop_at is not None and self.nodes > self.stop_at:
            raise Stopped

    def leave(self, score: Score, bound: Any, kind: str) -> None:
        super().leave(score, bound, kind)
        self.guesses += kind == "guess"


def compare(
    game: Game,
    state: Any = None,
    algorithms: Iterable[str] = DEFAULT,
    *,
    depth: int | None = None,
    title: str | None = None,
    stop_at: int | None = STOP_AT,
) -> Comparison:
    """Runs each algorithm on the position and counts. A search that visits more than `stop_at` nodes is stopped there.

    Without `depth` the games are searched to their ends. The names are those of `DEFAULT`, "alphabeta ordered" (by the
    game's `order_moves`) and all of `zermelo.textbook`. Seconds include the counting and, for "best first" and "worst
    first", finding the true values that they order by.
    """
    Limits(depth=depth)  # refuses what is no depth
    root = root_state(game, state)
    rows = tuple(counted(game, root, name, depth, stop_at) for name in algorithms)
    branching = minimum = None
    full = next((row for row in rows if row.algorithm == "minimax" and row.complete), None)
    if full is not None and full.depth > 0 and full.leaves > 0:
        branching = full.leaves ** (1 / full.depth)
        minimum = theoretical_minimum(branching, full.depth)
    return Comparison(default_title(game, root) if title is None else title, depth, rows, branching, minimum)


def counted(game: Game, root: Any, name: str, depth: int | None, stop_at: int | None) -> Row:
    counts = TreeCounts(stop_at)
    run = runner(name, depth)
    begun = time.perf_counter()
    try:
        answer: Answer | None = run(game, root, counts)
    except Stopped:
        answer = None
    seconds = time.perf_counter() - begun
    move = None if answer is None or answer.move is None else written(game).format_move(answer.move)
    return Row(
        algorithm=name,
        value=None if answer is None else answer.value,
        move=move,
        nodes=counts.nodes,
        leaves=counts.leaves,
        cuts=counts.cuts,
        table_hits=counts.table_hits,
        depth=counts.depth,
        branching_factor=effective_branching_factor(counts.nodes, counts.depth) if answer is not None else None,
        seconds=seconds,
        complete=answer is not None,
    )


# ── the algorithms ───────────────────────────────────────────────────────────────────────────────

Run = Callable[[Game, Any, TreeCounts], Answer]


def runner(name: str, depth: int | None) -> Run:
    from zermelo import textbook

    if name in ("alphabeta best first", "alphabeta worst first"):

        def ordered_by_oracle(game: Game, root: Any, counts: TreeCounts) -> Answer:
            plies = PlyCounter(counts)
            order = by_true_value(plies, depth, best_first="best" in name)
            return textbook.alphabeta(game, root, depth=depth, order=order, observer=plies)

        return ordered_by_oracle
    if name == "alphabeta ordered":
        return lambda game, root, counts: textbook.alphabeta(
            game, root, depth=depth, order=games_order(game), observer=counts
        )
    if name == "deepening":
        return lambda game, root, counts: deepening(game, root, depth, counts)

    from zermelo.api.record import algorithm_named, chosen_options

    known, function = algorithm_named(name, depth)
    options = chosen_options(known, function, depth=depth)
    return lambda game, root, counts: function(game, root, observer=counts, **options)


def games_order(game: Game) -> Callable[[Game, Any, list[Any]], list[Any]]:
    if not has_hook(game, "order_moves"):
        raise InputError(f"{game_name(game)} has no order of moves: write order_moves(self, state, move)")

    def order(_: Game, state: Any, moves: list[Any]) -> list[Any]:
        return sorted(moves, key=lambda move: game.order_moves(state, move), reverse=True)

    return order


class BestMoves(PlyCounter):
    """Remembers at every position the move that was best there, for the next depth to try first."""

    def __init__(self, inner: TreeCounts):
        super().__init__(inner)
        self.known: dict[Any, Any] = {}
        self.open: list[list[Any]] = []  # state, player, move to it, best score, best move

    def enter(self, state: Any, player: int | None, move: Any, ply: int, alpha: Score, beta: Score) -> None:
        super().enter(state, player, move, ply, alpha, beta)
        self.open.append([state, player, move, None, None])

    def leave(self, score: Score, bound: Any, kind: str) -> None:
        super().leave(score, bound, kind)
        state, _, move, _, best_move = self.open.pop()
        if kind == "searched":
            self.known[state] = best_move
        if self.open:
            parent = self.open[-1]
            best = parent[3]
            if best is None or (score > best if parent[1] == 0 else score < best):
                parent[3], parent[4] = score, move

    def order(self, game: Game, state: Any, moves: list[Any]) -> list[Any]:  # noqa: ARG002  (the form of order=)
        first = self.known.get(state)
        return [first, *(move for move in moves if move != first)] if first in moves else moves


def deepening(game: Game, root: Any, depth: int | None, counts: TreeCounts) -> Answer:
    """Alpha-beta with a table at depth 1, 2, …: each tries first what the one before it found best."""
    from zermelo.textbook import alphabeta_table

    best = BestMoves(counts)
    limit = 0
    while True:
        limit += 1
        before = counts.guesses
        answer = alphabeta_table(game, root, depth=limit, order=best.order, observer=best)
        if limit == depth or (depth is None and counts.guesses == before) or game.is_terminal(root):
            return answer


# ── numbers ──────────────────────────────────────────────────────────────────────────────────────


def theoretical_minimum(branching: float, depth: int) -> int:
    """The leaves of the smallest tree that proves a value, b^⌈d/2⌉ + b^⌊d/2⌋ − 1; rounded where b is not whole."""
    return round(branching ** math.ceil(depth / 2) + branching ** (depth // 2) - 1)


def effective_branching_factor(nodes: int, depth: int) -> float | None:
    """The b for which 1 + b + b² + … + b^depth is the number of nodes; None without depth."""
    if depth < 1 or nodes < 2:
        return None
    low, high = 0.0, float(nodes)
    for _ in range(100):
        middle = (low + high) / 2
        total = 0.0
        for _ in range(depth + 1):
            total = total * middle + 1
            if total > nodes:
                break
        low, high = (low, middle) if total > nodes else (middle, high)
    return (low + high) / 2


def default_title(game: Game, root: Any) -> str:
    from zermelo.api.record import describer
    from zermelo.trees.measure import shortened

    return f"{game_name(game)} {shortened(describer(game)(root), 40)}".strip()
