"""Exercises: random trees with wanted properties, their worksheets and answer keys, and a grader for students' code.

    exercise(7, cuts=2)                 a tree of depth 3 in which alpha-beta cuts twice
    .worksheet_svg(), .worksheet_text() the tree with nothing filled in
    .answer_svg(), .answer_text()       the same tree searched
    grade(my_minimax, kind="minimax")   runs a student's function on many trees, shows the first difference

A tree is nested tuples with numbers as leaves: ((3, 5), (2, 9)).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from zermelo.api.record import record
from zermelo.core.errors import InputError
from zermelo.core.functions import FunctionGame, Turn
from zermelo.core.game import Game
from zermelo.trees.tree import Node, SearchTree
from zermelo.trees.words import number, plural

KINDS = ("minimax", "alphabeta")
ATTEMPTS = 5_000
MOST_LEAVES = 4096

Tree = Any
"""A number, or a tuple of trees."""


def game_of(tree: Tree, *, min_first: bool = False) -> Game:
    """The tree as a game: a move is a child's index, the players alternate."""
    return Game.from_functions(
        moves=lambda node: node if isinstance(node, tuple) else (),
        score=lambda node: node,
        start=Turn(tree, 1 if min_first else 0),
    )


@dataclass(frozen=True)
class Exercise:
    """One tree to search by hand. `answer` is the search itself, `worksheet` the whole tree."""

    tree: Tree
    kind: str
    min_first: bool
    answer: SearchTree
    worksheet: SearchTree

    @property
    def game(self) -> Game:
        return game_of(self.tree, min_first=self.min_first)

    @property
    def value(self) -> Any:
        return self.answer.value

    @property
    def move(self) -> str | None:
        """The best move: the index of a child of the root."""
        return self.answer.move

    @property
    def leaves_visited(self) -> tuple[tuple[str, ...], ...]:
        """The leaves that the search visits, in its order, each as the moves that lead to it."""
        return tuple(self.answer.path(node.index) for node in self.answer if node.is_leaf)

    @property
    def cuts(self) -> tuple[tuple[str, ...], ...]:
        """The nodes that are cut, each as the moves that lead to it."""
        return tuple(self.answer.path(node.index) for node in self.answer if node.cut is not None)

    @property
    def task(self) -> str:
        who = "MIN" if self.min_first else "MAX"
        if self.kind == "minimax":
            return f"{who} is to move at the root. Write its value into every node, and mark the best line."
        return (
            f"{who} is to move at the root. Search with alpha-beta from left to right: write the window that each node "
            f"inherits and the value that it returns, and cross out every branch that is never visited."
        )

    def worksheet_svg(self, *, theme: str = "light") -> str:
        return self.worksheet.to_svg(theme=theme, nodes=None, blank=True)

    def worksheet_text(self) -> str:
        return f"{self.task}\n\n{self.worksheet.to_text(nodes=None, blank=True)}"

    def answer_svg(self, *, theme: str = "light") -> str:
        return self.answer.to_svg(theme=theme, nodes=None)

    def answer_text(self) -> str:
        """The answer key: value, move, leaves and cuts, then the drawing."""
        lines = [f"value {number(self.value)}, best move {self.move}"]
        if self.kind == "alphabeta":
            lines.append(f"{plural(len(self.leaves_visited), 'leaf').replace('leafs', 'leaves')} visited")
            for path in self.cuts:
                node = self.answer.at(*path)
                assert node.cut is not None
                where = "the root" if not path else "the node after " + ", ".join(path)
                lines.append(f"cut at {where}: {plural(node.cut.unvisited, 'move')} never visited")
        return "\n".join(lines) + "\n\n" + self.answer.to_text(nodes=None)

    def _repr_svg_(self) -> str:
        return self.worksheet_svg(theme="auto")

    def __str__(self) -> str:
        return self.worksheet_text()


def exercise(
    seed: int,
    kind: str = "alphabeta",
    depth: int = 3,
    branching: int = 2,
    *,
    cuts: int | None = None,
    cut_plies: set[int] | None = None,
    values: tuple[int, int] = (-9, 9),
    min_first: bool = False,
) -> Exercise:
    """A full random tree; the same seed and wishes give the same tree.

    `cuts` is how often alpha-beta must cut in it, `cut_plies` the plies at which the cut nodes must lie (the root's
    children are at ply 1). Without wishes an alphabeta exercise has at least one cut if its shape allows one.
    """
    check_shape(kind, depth, branching, values)
    rng = random.Random(f"{seed} {kind} {depth} {branching} {values} {min_first}")
    possible = depth >= 2 and branching >= 2
    for _ in range(ATTEMPTS):
        tree = random_tree(rng, depth, branching, values)
        game = game_of(tree, min_first=min_first)
        answer = record(game, algorithm=kind)
        searched = answer if kind == "alphabeta" else record(game, algorithm="alphabeta")
        plies = [node.ply for node in searched if node.cut is not None]
        wanted = (cuts is None or len(plies) == cuts) and (cut_plies is None or set(plies) == set(cut_plies))
        if cuts is None and cut_plies is None and kind == "alphabeta" and possible:
            wanted = bool(plies)
        if wanted:
            worksheet = record(game, algorithm="minimax")
            worksheet.algorithm = kind  # the one to be done on it
            return Exercise(tree, kind, min_first, answer, worksheet)
    where = "" if cut_plies is None else f" at the plies {sorted(cut_plies)}"
    raise InputError(
        f"no tree of depth {depth} and branching {branching} was found with {cuts if cuts is not None else 'cuts'}"
        f"{' cuts' if cuts is not None else ''}{where}: ask for fewer, or for a larger tree"
    )


def check_shape(kind: str, depth: int, branching: int, values: tuple[int, int]) -> None:
    if kind not in KINDS:
        raise InputError(f"kind={kind!r} is not known: {' or '.join(map(repr, KINDS))} is meant")
    for name, given in (("depth", depth), ("branching", branching)):
        if not isinstance(given, int) or isinstance(given, bool) or given < 1:
            raise InputError(f"{name}={given!r} makes no tree: a whole number from 1 is meant")
    if branching > MOST_LEAVES or depth > MOST_LEAVES or branching**depth > MOST_LEAVES:
        raise InputError(
            f"depth {depth} and branching {branching} make more than {MOST_LEAVES:,} leaves: make one of them smaller"
        )
    low, high = values
    if low > high:
        raise InputError(f"values={values!r} is empty: the lower end comes first")


def random_tree(rng: random.Random, depth: int, branching: int, values: tuple[int, int]) -> Tree:
    if depth == 0:
        return rng.randint(*values)
    return tuple(random_tree(rng, depth - 1, branching, values) for _ in range(branching))


# ── grading ──────────────────────────────────────────────────────────────────────────────────────


class WatchedGame(FunctionGame):
    """A tree as a game that writes down which leaves are asked for their value, in order."""

    def __init__(self, tree: Tree, *, min_first: bool):
        super().__init__(
            moves=lambda node: node[0] if isinstance(node[0], tuple) else (),
            score=lambda node: node[0],
            start=Turn((tree, ()), 1 if min_first else 0),
        )
        self.leaves: list[tuple[str, ...]] = []

    def successors(self, state: Turn) -> list[Any]:
        tree, path = state.state
        return [(child, (*path, str(i))) for i, child in enumerate(tree)] if isinstance(tree, tuple) else []

    def utility(self, state: Turn, player: int) -> float:
        path = state.state[1]
        if not self.leaves or self.leaves[-1] != path:
            self.leaves.append(path)
        return super().utility(state, player)


@dataclass(frozen=True)
class Grade:
    """How a function did. `difference` is the first one in words, `drawing` the right search with remarks at it."""

    passed: int
    total: int
    difference: str | None = None
    tree: Tree = None
    drawing: SearchTree | None = None

    @property
    def right(self) -> bool:
        return self.difference is None

    def __bool__(self) -> bool:
        return self.right

    def __str__(self) -> str:
        if self.right:
            return f"all {self.total} trees are right"
        drawn = "" if self.drawing is None else "\n\n" + self.drawing.to_text(nodes=None)
        return f"{self.passed} of {self.total} trees were right, then:\n{self.difference}\ntree: {self.tree!r}{drawn}"

    def _repr_html_(self) -> str:
        from html import escape

        head = str(self) if self.drawing is None else f"{self.passed} of {self.total} trees were right, then:"
        figure = "" if self.drawing is None else f"<p>{escape(self.difference or '')}</p>{self.drawing._repr_html_()}"
        return f"<p>{escape(head)}</p>{figure}"


def grade(
    function: Callable[..., Any],
    kind: str = "alphabeta",
    *,
    trees: int = 50,
    seed: int = 0,
    depth: int = 3,
    branching: int = 3,
    call: Callable[[Callable[..., Any], Game, Any], Any] | None = None,
) -> Grade:
    """Runs a student's function on random trees and stops at the first that it does not search rightly.

    It is called as `function(game, state)` with a `Game` (`legal_moves`, `next_state`, `is_terminal`, `utility`, …)
    and returns the value, or (value, move). A function of another form is called through
    `call(function, game, state)`. Checked are the value, the move if one is returned, and which leaves were
    looked at, in which order: all for minimax, none after a cut for alphabeta. Small trees come first.
    """
    check_shape(kind, depth, branching, (-9, 9))
    rng = random.Random(f"grade {seed}")
    for done, (tree, min_first) in enumerate(graded_trees(rng, trees, depth, branching)):
        right = record(game_of(tree, min_first=min_first), algorithm=kind, prefer_short=False)
        game = WatchedGame(tree, min_first=min_first)
        try:
            state = game.initial_state()
            returned = function(game, state) if call is None else call(function, game, state)
        except Exception as error:
            return Grade(done, trees, f"it raised {type(error).__name__}: {error}", tree, right)
        difference = compared(right, game, returned)
        if difference is not None:
            return Grade(done, trees, difference, tree, right)
    return Grade(trees, trees)


def graded_trees(rng: random.Random, count: int, depth: int, branching: int) -> Iterator[tuple[Tree, bool]]:
    """Growing trees, few different values in some so that there are ties, either player first."""
    for i in range(count):
        levels = min(depth, 1 + i * depth // max(1, count))
        width = min(branching, 2 + i * branching // max(1, 2 * count)) if branching > 1 else 1
        values = (-9, 9) if i % 3 else (-1, 1)
        yield random_tree(rng, levels, width, values), i % 2 == 1


def compared(right: SearchTree, game: WatchedGame, returned: Any) -> str | None:
    """What is wrong, in words; remarks are put at the nodes of `right`. None if nothing is."""
    value, move = (returned[0], returned[1]) if isinstance(returned, tuple) and len(returned) >= 2 else (returned, None)
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return f"it returned {returned!r}: a value, or (value, move), is meant"
    wanted = [right.path(node.index) for node in right if node.is_leaf]
    seen = set(wanted)
    extra = next((path for path in game.leaves if path not in seen), None)
    missed = next((path for path in wanted if path not in set(game.leaves)), None)
    problem = None
    if value != right.value:
        right.root.note = f"yours: {number(value)}"
        problem = f"the value is {number(right.value)}, and it returned {number(value)}"
    elif move is not None and str(move) != str(right.move):
        right.root.note = f"yours: move {move}"
        problem = f"the best move is {right.move} (the first among equals), and it returned {move}"
    if extra is not None:
        node = nearest(right, extra)
        remark = "yours looked at it" if node.kind == "pruned" else "yours looked below"
        node.note = remark
        extra_words = f"it looked at the leaf after {', '.join(extra)}, which cannot matter{cut_words(right, node)}"
        problem = extra_words if problem is None else f"{problem}; {extra_words}"
    elif missed is not None:
        right.at(*missed).note = "yours did not look here"
        why = "minimax looks at them all" if right.algorithm == "minimax" else "it does matter"
        missed_words = f"it did not look at the leaf after {', '.join(missed)}: {why}"
        problem = missed_words if problem is None else f"{problem}; {missed_words}"
    elif problem is None and game.leaves != wanted:
        place = next(i for i, pair in enumerate(zip([*game.leaves, None], [*wanted, None])) if pair[0] != pair[1])
        if place < len(wanted):
            right.at(*wanted[place]).note = "yours looked elsewhere first"
            problem = f"leaf number {place + 1} to be looked at is the one after {', '.join(wanted[place])}, in order"
        else:
            problem = "it looked at leaves again that it had seen"
    return problem


def nearest(tree: SearchTree, path: tuple[str, ...]) -> Node:
    """The node of the path, or the last one on the way there."""
    node = tree.root
    for move in path:
        below = [tree.nodes[child] for child in node.children if tree.nodes[child].move == move]
        if not below:
            return node
        node = below[0]
    return node


def cut_words(tree: SearchTree, node: Node) -> str:
    from zermelo.trees.words import reason_text

    parent = None if node.parent is None else tree.nodes[node.parent]
    if parent is None or parent.cut is None:
        return ""
    return f" ([{parent.visit}] is cut: {reason_text(parent.cut, tree.distances)})"
