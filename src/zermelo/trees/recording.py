"""The recorder: an observer that turns what a search reports into a `SearchTree`.

It keeps one frame for every open node. A frame knows which node set each end of its window, so that a cut can be
laid to the ancestor whose bound caused it:

    owner of alpha     this node, once it has raised alpha; else whoever owned it when the node was entered
"""

from __future__ import annotations

import traceback
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from zermelo.core.errors import InputError, RulesError, ZermeloError
from zermelo.core.observer import Observer
from zermelo.core.result import Bound
from zermelo.core.score import Score
from zermelo.trees.tree import Cut, Node, SearchTree, Window

KEPT_NODES = 100_000
"""How many nodes are kept by default. All are counted."""

LONGEST_TEXT = 200
"""A position's text is shortened beyond this, and ends in … then."""


def said(write: Callable[[Any], Any], value: Any, hook: str, state: Any) -> str:
    """What a game's own function writes; an error that names it where it raises, or gives no text."""
    try:
        text = write(value)
        if isinstance(text, str):
            return text
        cause, problem = None, f"{hook} returned {shown(text)}, which is not a text"
    except ZermeloError:
        raise
    except Exception as error:
        line = traceback.extract_tb(error.__traceback__)[-1]
        cause, problem = error, f"{hook} raised {type(error).__name__}: {error}"
        if line.filename != __file__:
            problem += f"\n  at {line.filename}:{line.lineno}   {line.line or ''}".rstrip()
    problem += f"\n  for {shown(value)}: a recording keeps a text of everything that the search visits"
    raise RulesError(problem, hook=hook, state=state if has_repr(state) else None) from cause


def shown(value: Any) -> str:
    return f"{value!r:.200}" if has_repr(value) else f"a {type(value).__name__} whose repr raises an error"


def has_repr(value: Any) -> bool:
    try:
        return bool(repr(value)) or True
    except Exception:
        return False


class TooManyNodesError(InputError):
    """The search goes on beyond `stop_at`."""


@dataclass(slots=True)
class Frame:
    """An open node. `alpha_owner` and `beta_owner` are nodes, None for a window that came from outside."""

    node: Node
    alpha: Score
    beta: Score
    alpha_owner: int | None
    beta_owner: int | None
    best: Score | None = None
    last_child: int | None = None
    fold: int | None = None


class Recorder(Observer):
    """Records the searches that it observes; `tree` is the latest, `trees` are all (deepening starts one a depth).

    `nodes` and `plies` limit what is kept: the rest is counted in nodes of the kind "folded". The root and its
    children are always kept. `stop_at` ends a search that visits more nodes than that, with an error.
    `from_node` says that the search counts distances from each node, not from the root.
    """

    def __init__(
        self,
        *,
        describe: Callable[[Any], str] = repr,
        format_move: Callable[[Any], str] = str,
        draw: Callable[[Any], str | None] | None = None,
        nodes: int | None = KEPT_NODES,
        plies: int | None = None,
        stop_at: int | None = None,
        from_node: bool = False,
    ):
        self._describe, self._format_move, self._draw = describe, format_move, draw
        self._most, self._plies, self._stop_at, self._from_node = nodes, plies, stop_at, from_node
        self._frames: list[Frame] = []
        self._hidden = 0  # how many open nodes are not kept; all of them are innermost
        self._total = 0
        self.trees: list[SearchTree] = []

    @property
    def tree(self) -> SearchTree:
        """The recording of the latest search."""
        if not self.trees:
            raise InputError("nothing was recorded: give this recorder to a search, as observer=")
        return self.trees[-1]

    # ── what the search reports ──────────────────────────────────────────────────────────────────

    def enter(self, state: Any, player: int | None, move: Any, ply: int, alpha: Score, beta: Score) -> None:
        self._total += 1
        if self._stop_at is not None and self._total > self._stop_at:
            raise TooManyNodesError(
                f"the search visits more than {self._stop_at:,} nodes: give it a depth, "
                f"a smaller position, or stop_at=None to wait for the end"
            )
        if not self._frames:
            self.trees.append(SearchTree())
        tree = self.tree
        tree.visited += 1
        parent = self._frames[-1] if self._frames else None
        if self._hidden or (parent is not None and self._is_beyond(len(self._frames))):
            assert parent is not None
            self._hide(parent)
            return
        if self._from_node:
            alpha, beta = self._from_root(alpha, ply), self._from_root(beta, ply)
        node = Node(
            index=len(tree.nodes),
            parent=None if parent is None else parent.node.index,
            ply=len(self._frames),
            kind="open",
            player=player,
            move=None if move is None else self._written(move, state),
            position=self._text(state),
            visit=tree.visited,
            windows=[Window(alpha, beta)],
            board=None if self._draw is None else said(self._draw, state, "render", state),
        )
        if parent is None:
            alpha_owner = beta_owner = None
        else:  # a window other than the parent's own is a question that the parent asks
            alpha_owner = parent.alpha_owner if alpha == parent.alpha else parent.node.index
            beta_owner = parent.beta_owner if beta == parent.beta else parent.node.index
            self._attach(parent, node)
        tree.nodes.append(node)
        tree.events.append(("enter", node.index))
        self._frames.append(Frame(node, alpha, beta, alpha_owner, beta_owner))

    def window(self, alpha: Score, beta: Score) -> None:
        if self._hidden:
            return
        frame = self._frames[-1]
        if alpha != frame.alpha:
            frame.alpha, frame.alpha_owner = alpha, frame.node.index
        if beta != frame.beta:
            frame.beta, frame.beta_owner = beta, frame.node.index
        frame.node.windows.append(Window(alpha, beta, frame.last_child))
        self.tree.events.append(("window", frame.node.index, len(frame.node.windows) - 1))

    def cut(self, by: str, unvisited: list[Any]) -> None:
        tree = self.tree
        tree.cuts += 1
        if self._hidden:
            return
        frame = self._frames[-1]
        cause = frame.alpha_owner if by == "alpha" else frame.beta_owner
        through = None if cause is None else next(f.node.best for f in self._frames if f.node.index == cause)
        frame.node.cut = Cut(by, frame.alpha, frame.beta, cause, through, len(unvisited))
        if frame.alpha[:2] == frame.beta[:2] and frame.alpha != frame.beta:
            tree.distances = True
        tree.events.append(("cut", frame.node.index))
        one_by_one = self._most is None or len(tree.nodes) + len(unvisited) <= self._most or len(unvisited) == 1
        for move in unvisited if one_by_one else [None]:
            node = Node(len(tree.nodes), frame.node.index, frame.node.ply + 1, "pruned")
            node.move = None if move is None else self._written(move, None)
            node.count = 1 if one_by_one else len(unvisited)
            frame.node.children.append(node.index)
            tree.nodes.append(node)

    def leave(self, score: Score, bound: Bound, kind: str) -> None:
        tree = self.tree
        if kind == "table":
            tree.table_hits += 1
        elif kind != "searched":
            tree.leaves += 1
        if self._hidden:
            self._hidden -= 1
            if not self._hidden:
                parent = self._frames[-1]
                assert parent.fold is not None
                parent.last_child = parent.fold
                self._offer(parent, parent.fold, self._from_root(score, parent.node.ply + 1))
            return
        frame = self._frames.pop()
        node = frame.node
        node.score, node.bound, node.kind = self._from_root(score, node.ply), bound, kind
        tree.events.append(("leave", node.index))
        if self._frames:
            self._offer(self._frames[-1], node.index, node.score)
            self._frames[-1].last_child = node.index
        else:
            tree.value = node.value
            tree.move = None if node.best is None else tree.nodes[node.best].move

    # ── how it is kept ───────────────────────────────────────────────────────────────────────────

    def _is_beyond(self, depth: int) -> bool:
        if self._plies is not None and depth > self._plies:
            return True
        return self._most is not None and len(self.tree.nodes) >= self._most and depth > 1

    def _hide(self, parent: Frame) -> None:
        """Counts an entered node in the folded child of the innermost node that is kept."""
        tree = self.tree
        if parent.fold is None:
            fold = Node(len(tree.nodes), parent.node.index, parent.node.ply + 1, "folded", count=0)
            tree.nodes.append(fold)
            tree.events.append(("enter", fold.index))
            self._attach(parent, fold)
            parent.fold = fold.index
        tree.nodes[parent.fold].count += 1
        self._hidden += 1

    def _attach(self, parent: Frame, node: Node) -> None:
        parent.node.children.append(node.index)
        parent.last_child = node.index

    def _offer(self, parent: Frame, child: int, score: Score) -> None:
        """The parent is told a child's score; keeps the best one, the first among equals.

        A move that is searched again, with a wider window, counts with what it was worth the last time.
        """
        player = parent.node.player
        if player not in {0, 1}:
            return  # chance and games of more players have no single best score
        best = parent.best
        if best is not None and best[:2] == score[:2] and best != score:
            self.tree.distances = True
        nodes = self.tree.nodes
        again = (
            parent.node.best is not None and nodes[child].visited and nodes[parent.node.best].move == nodes[child].move
        )
        if best is None or again or (score > best if player == 0 else score < best):
            parent.best, parent.node.best = score, child

    def _from_root(self, score: Score, ply: int) -> Score:
        """The score with its distance counted from the root, however the search counts it."""
        if self._from_node and abs(score.outcome) == 1:
            return score._replace(haste=score.haste - score.outcome * ply)
        return score

    def _written(self, move: Any, state: Any) -> str:
        return said(self._format_move, move, "format_move", state)

    def _text(self, state: Any) -> str:
        text = said(self._describe, state, "format_state", state)
        return text if len(text) <= LONGEST_TEXT else text[: LONGEST_TEXT - 1] + "…"
