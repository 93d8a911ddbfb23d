"""The recording of one search: every node in the order of the search, and what happened there.

node       one visit of a position, or a child that was never visited; numbered in order of appearance from 0
visit      the number of the visit, from 1, as it stands in the figures: [1] is the root
kind       "searched"  its moves were tried        "final"   the game is over there
           "guess"     no depth was left           "table"   answered from a table
           "pruned"    never visited, after a cut  "folded"  stands for `count` visited nodes that are not kept
           "open"      the search ended before it did
window     (alpha, beta) as MAX sees it; the first one of a node is what it inherited
event      ("enter", node), ("window", node, which), ("cut", node) or ("leave", node), in order

The writers of its many forms are imported when they are asked for: a recording alone stays light.
"""
# ruff: noqa: PLC0415

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from zermelo.core.errors import InputError
from zermelo.core.result import Bound
from zermelo.core.score import HIGHEST, LOWEST, Score

VISITED = frozenset({"searched", "final", "guess", "table", "open"})
LEAVES = frozenset({"final", "guess"})
KINDS = VISITED | {"pruned", "folded"}


class Window(NamedTuple):
    """A window of a node; `child` is the node whose result made it so, None for the inherited one."""

    alpha: Score
    beta: Score
    child: int | None = None


class Cut(NamedTuple):
    """Why a node ended early.

    `by` is the bound that was met, "alpha" at a node of MIN and "beta" at one of MAX; `alpha` and `beta` are the
    window at that moment. `cause` is the node that had set that bound and `through` its child that gave it; both are
    None for a bound that came from outside (the search was started with it).
    """

    by: str
    alpha: Score
    beta: Score
    cause: int | None
    through: int | None
    unvisited: int


@dataclass(slots=True)
class Node:
    """One node of a recording: see the module for the words. `note` is a remark that the figures show."""

    index: int
    parent: int | None
    ply: int
    kind: str
    player: int | None = None
    move: str | None = None
    position: str = ""
    visit: int | None = None
    windows: list[Window] = field(default_factory=list)
    score: Score | None = None
    bound: Bound | None = None
    best: int | None = None
    cut: Cut | None = None
    children: list[int] = field(default_factory=list)
    count: int = 1
    board: str | None = None
    note: str | None = None

    @property
    def visited(self) -> bool:
        return self.kind in VISITED

    @property
    def is_leaf(self) -> bool:
        return self.kind in LEAVES

    @property
    def value(self) -> Any:
        """MAX's value, a bound if `bound` says so; None where nothing was found."""
        return None if self.score is None else self.score.value

    @property
    def alpha(self) -> Score:
        """The inherited alpha; `LOWEST` while nothing limits it."""
        return self.windows[0].alpha if self.windows else LOWEST

    @property
    def beta(self) -> Score:
        """The inherited beta; `HIGHEST` while nothing limits it."""
        return self.windows[0].beta if self.windows else HIGHEST


@dataclass(slots=True)
class SearchTree:
    """A recorded search: look at it (`to_svg`, `to_text`), step through it (`to_html`), keep it (`save`).

    `visited`, `leaves`, `cuts` and `table_hits` count the whole search, also where nodes are folded.
    `distances` says that somewhere the length of the game decided between equal values.
    """

    game: str = ""
    algorithm: str = ""
    depth: int | None = None
    value: Any = None
    move: str | None = None
    nodes: list[Node] = field(default_factory=list)
    events: list[tuple[Any, ...]] = field(default_factory=list)
    visited: int = 0
    leaves: int = 0
    cuts: int = 0
    table_hits: int = 0
    distances: bool = False

    # ── reading it ───────────────────────────────────────────────────────────────────────────────

    @property
    def root(self) -> Node:
        return self.nodes[0]

    def __len__(self) -> int:
        """How many nodes are kept here, those never visited included."""
        return len(self.nodes)

    def __iter__(self) -> Iterator[Node]:
        """The visited nodes that are kept, in the order of the search."""
        return (node for node in self.nodes if node.visited)

    @property
    def pruned(self) -> list[Node]:
        """The children that were never visited."""
        return [node for node in self.nodes if node.kind == "pruned"]

    @property
    def uses_windows(self) -> bool:
        """Whether the search had windows at all: minimax has none."""
        return any(
            node.cut is not None or len(node.windows) > 1 or node.alpha != LOWEST or node.beta != HIGHEST
            for node in self.nodes
        )

    def principal(self) -> list[int]:
        """The nodes of the principal line: from the root always to the child that gave the value."""
        line, index = [0], self.root.best
        while index is not None:
            line.append(index)
            index = self.nodes[index].best
        return line

    def path(self, index: int) -> tuple[str, ...]:
        """The moves that lead from the root to the node."""
        moves: list[str] = []
        node = self.nodes[index]
        while node.parent is not None:
            moves.append(node.move or "")
            node = self.nodes[node.parent]
        return tuple(reversed(moves))

    def at(self, *moves: str) -> Node:
        """The node that these moves lead to, by their texts; the last one if it was searched more than once."""
        node = self.root
        for move in moves:
            found = [self.nodes[child] for child in node.children if self.nodes[child].move == str(move)]
            if not found:
                known = ", ".join(str(self.nodes[child].move) for child in node.children) or "none"
                raise InputError(f"no move {move!r} is recorded at [{node.visit}]: there are {known}")
            node = found[-1]
        return node

    def folded(self, nodes: int | None = 500, depth: int | None = None) -> SearchTree:
        """The same recording with at most about `nodes` nodes and `depth` plies; the rest is counted, not dropped."""
        from zermelo.trees.folding import folded

        return folded(self, nodes, depth)

    # ── showing it ───────────────────────────────────────────────────────────────────────────────

    def to_svg(
        self,
        *,
        theme: str = "auto",
        nodes: int | None = 500,
        depth: int | None = None,
        direction: str = "auto",
        blank: bool = False,
    ) -> str:
        """The figure. `theme` is "light", "dark" or "auto" (as the reader's screen is); `direction` "down", "right"
        or "auto" (down while that fits a page); at most `nodes` nodes and `depth` plies are drawn, the rest is counted.
        With `blank` everything that the search found is left out: a worksheet.
        """
        from zermelo.trees.svg import to_svg

        return to_svg(self.folded(nodes, depth), theme=theme, direction=direction, blank=blank)

    def to_html(self, *, theme: str = "auto", nodes: int | None = 500, depth: int | None = None) -> str:
        """A page to step through the search: one file, no network."""
        from zermelo.trees.page import to_html

        return to_html(self.folded(nodes, depth), theme=theme)

    def step_through(self, *, theme: str = "auto", nodes: int | None = 500, height: int = 640) -> StepThrough:
        """The same page inside a notebook."""
        return StepThrough(self.to_html(theme=theme, nodes=nodes), height)

    def to_text(self, *, nodes: int | None = 500, depth: int | None = None, blank: bool = False) -> str:
        """A drawing for the terminal, in the same words as the figure."""
        from zermelo.trees.text import to_text

        return to_text(self.folded(nodes, depth), blank=blank)

    def to_dot(self, *, nodes: int | None = 500, depth: int | None = None) -> str:
        """The figure for Graphviz."""
        from zermelo.trees.dot import to_dot

        return to_dot(self.folded(nodes, depth))

    def to_png(self, *, theme: str = "light", nodes: int | None = 500, depth: int | None = None, **look: Any) -> bytes:
        """The figure as pixels (`scale=2` by default); needs CairoSVG."""
        from zermelo.trees.png import to_png

        scale = look.pop("scale", 2.0)
        return to_png(self.to_svg(theme=theme, nodes=nodes, depth=depth, **look), scale)

    def steps(self) -> list[Any]:
        """What happened, step by step, each with one sentence in words: see `zermelo.trees.steps.Step`."""
        from zermelo.trees.steps import steps_of

        return steps_of(self)

    def _repr_svg_(self) -> str:
        return self.to_svg()

    def _repr_html_(self) -> str:
        return f'<div style="overflow:auto;max-height:80vh">{self.to_svg()}</div>'

    def __str__(self) -> str:
        return self.to_text()

    def __repr__(self) -> str:
        return f"<SearchTree {self.algorithm} of {self.game}: value {self.value}, {self.visited} nodes visited>"

    # ── keeping it ───────────────────────────────────────────────────────────────────────────────

    def to_json(self) -> str:
        """The whole recording as JSON; `SearchTree.from_json` reads it back."""
        from zermelo.trees.json_form import to_json

        return to_json(self)

    @staticmethod
    def from_json(text: str) -> SearchTree:
        """The recording that `to_json` wrote; nothing in the text is evaluated, all of it is checked."""
        from zermelo.trees.json_form import from_json

        return from_json(text)

    def save(self, path: str | Path, **look: Any) -> None:
        """Writes the file in the form that its name ends in: .svg, .html, .txt, .json, .dot or .png."""
        path = Path(path)
        writers = {
            ".svg": self.to_svg,
            ".html": self.to_html,
            ".txt": self.to_text,
            ".json": self.to_json,
            ".dot": self.to_dot,
            ".png": self.to_png,
        }
        writer = writers.get(path.suffix.lower())
        if writer is None:
            raise InputError(f"{path.name!r} names no form of a drawing: end it in one of {', '.join(writers)}")
        written = writer(**look)
        if isinstance(written, bytes):
            path.write_bytes(written)
        else:
            path.write_text(written, encoding="utf-8", newline="\n")

    @staticmethod
    def load(path: str | Path) -> SearchTree:
        """The recording in a .json file that `save` wrote."""
        return SearchTree.from_json(Path(path).read_text(encoding="utf-8"))


class StepThrough:
    """The step-through page as notebooks show it: in a frame of its own, so that it meets nothing else on the page."""

    def __init__(self, html: str, height: int = 640):
        self.html, self.height = html, height

    def _repr_html_(self) -> str:
        from html import escape

        return (
            f'<iframe srcdoc="{escape(self.html, quote=True)}" sandbox="allow-scripts" '
            f'style="width:100%;height:{self.height}px;border:1px solid #8888" title="Step through it"></iframe>'
        )
