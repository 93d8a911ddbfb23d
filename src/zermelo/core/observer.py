"""What a search says about itself while it runs.

A search calls its observer in the order of the search, and always tells windows and values as MAX sees them:

    enter(state, player, move, ply, alpha, beta)   a node is opened with the window that it inherits
    window(alpha, beta)                            the window of the innermost open node has narrowed
    cut(by, unvisited)                             its other moves cannot matter: by "alpha" or "beta"
    leave(score, bound, kind)                      it is closed; kind is "final", "guess", "searched" or "table"

The bound that caused a cut belongs to the nearest open ancestor that set it: an observer that keeps the stack of
open nodes knows which one. The base class listens to nothing and is the default observer.
"""

from __future__ import annotations

from typing import Any

from zermelo.core.result import Bound
from zermelo.core.score import Score


class Observer:
    """Listens to a search and does nothing; override what you want to hear."""

    def enter(self, state: Any, player: int | None, move: Any, ply: int, alpha: Score, beta: Score) -> None:
        """A node is opened. `player` is None where the game is over; `move` led to it, None at the root."""

    def window(self, alpha: Score, beta: Score) -> None:
        """The innermost open node has narrowed its window to this."""

    def cut(self, by: str, unvisited: list[Any]) -> None:
        """The innermost open node ends early: its score has met "alpha" or "beta"; these moves stay unvisited."""

    def leave(self, score: Score, bound: Bound, kind: str) -> None:
        """The innermost open node is closed with this score."""


SILENT = Observer()


class Counts(Observer):
    """Counts what a search does: nodes, leaves (final and guessed), cuts, and answers from a table."""

    def __init__(self) -> None:
        self.nodes = self.leaves = self.cuts = self.table_hits = 0

    def enter(self, state: Any, player: int | None, move: Any, ply: int, alpha: Score, beta: Score) -> None:  # noqa: ARG002
        self.nodes += 1

    def cut(self, by: str, unvisited: list[Any]) -> None:  # noqa: ARG002
        self.cuts += 1

    def leave(self, score: Score, bound: Bound, kind: str) -> None:  # noqa: ARG002
        if kind in ("final", "guess"):
            self.leaves += 1
        elif kind == "table":
            self.table_hits += 1
