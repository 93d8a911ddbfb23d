r"""A literal game tree: nested lists with numbers as leaves, as books and homework draw them.

    [[3, 5], [2, 9]]             MAX (player 0)               o
                                                         0  /   \  1
                                 MIN (player 1)            o     o
                                                        0 / \ 1 / \
                                 leaves, MAX's values    3   5 2   9

    node      a place in the tree, numbered level by level; 0 is the root
    path      the moves that lead to a node:                        [1][0] is the leaf 2
    move      a child's index, counted from 0
    leaf      a finished game, worth its number to MAX; a tree that is a bare number is over from the start
    null      (None) a leaf that nobody knows: it may be cut, is never guessed, and a search that needs it says so

The levels alternate; lists may have any lengths but 0, and leaves may lie on any level.

Texts: the nested list as JSON, MAX to move unless `min` stands before it: `min [[8,6],[9,null]]`. A position further
down is told by its path behind an `@`: `[[3,5],[2,9]] @[1]`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from dataclasses import dataclass
from numbers import Real
from typing import Any

from zermelo.core.errors import InputError, RulesError
from zermelo.core.game import Game
from zermelo.games.texts import Part


class Tree(Game):
    """A tree of nested lists with numbers as leaves; the players alternate from level to level."""

    @dataclass(frozen=True, slots=True)
    class State:
        """Not a `NamedTuple`: the compiler is not asked, since it could not tell which leaf is unknown."""

        node: int
        player: int

    def __init__(self, tree: Any = ((3, 5), (2, 9)), min_first: bool = False):
        self.min_first = bool(min_first)
        self.first_child, self.num_children, self.parent, self.leaf = numbered(tree)

    # ── the rules ────────────────────────────────────────────────────────────────────────────────

    def initial_state(self) -> State:
        return self.State(0, 1 if self.min_first else 0)

    def current_player(self, state: State) -> int:
        return state.player

    def legal_moves(self, state: State) -> Iterable[int]:
        return range(self.num_children[state.node])

    def next_state(self, state: State, move: int) -> State:
        return self.State(self.first_child[state.node] + move, 1 - state.player)

    def is_terminal(self, state: State) -> bool:
        return self.num_children[state.node] == 0

    def utility(self, state: State, player: int) -> float:
        value = self.leaf[state.node]
        if value is None:
            path = self.format_path(state.node) or "the root"
            raise RulesError(
                f"the search needs the unknown leaf {path} (null): write its number into the tree",
                hook="utility",
                state=state,
            )
        return value if player == 0 else -value

    def order_moves(self, state: State, move: int) -> int:  # noqa: ARG002
        """Always from left to right, as on paper: an unknown leaf that is cut there is cut by every search."""
        return -move

    # ── how people write it ──────────────────────────────────────────────────────────────────────

    def format_move(self, move: int) -> str:
        return str(move)

    def parse_move(self, text: str) -> int:
        return Part.all_of(text).number("a child's index", 0, max(0, max(self.num_children) - 1))

    @classmethod
    def from_text(cls, text: str) -> tuple[Tree, State]:
        if not text.strip():
            game = cls()
            return game, game.initial_state()
        min_first, written, path = parse_parts(text)
        if not written.text:
            raise Part.all_of(text).fault("the tree is missing: nested lists of numbers are meant, like [[3,5],[2,9]]")
        game = cls(parse_nested(written), min_first)
        return game, game.follow(path)

    def parse_state(self, text: str) -> State:
        """The node of this tree that the path behind `@` leads to, the root without one; the tree may be left out."""
        if not text.strip():
            return self.initial_state()
        min_first, written, path = parse_parts(text)
        if written.text:
            other = type(self)(parse_nested(written), min_first)
            if other.format_tree() != self.format_tree():
                raise written.fault("this is not the tree of this game: leave it out, or write the same")
        return self.follow(path)

    def format_state(self, state: State) -> str:
        path = self.format_path(state.node)
        return self.format_tree() + (f" @{path}" if path else "")

    def path(self, node: int) -> list[int]:
        moves = []
        while node:
            parent = self.parent[node]
            moves.append(node - self.first_child[parent])
            node = parent
        return moves[::-1]

    def format_path(self, node: int) -> str:
        return "".join(f"[{move}]" for move in self.path(node))

    def follow(self, path: Part) -> State:
        state = self.initial_state()
        begin = path.begin
        while begin < path.end:
            part = Part(path.whole, begin, path.end)
            if not (step := re.match(r"\[([^\[\]]*)\]\s*", part.text)):
                raise part.fault("a path is meant here, the index of each move in brackets, like [1][0]")
            index = Part(path.whole, begin + 1, begin + step.end(1)).stripped()
            children = self.num_children[state.node]
            if children == 0:
                raise part.fault("the game is over before this move: the path leads below a leaf")
            state = self.next_state(state, index.number("a child's index", 0, children - 1))
            begin += step.end()
        return state

    def format_tree(self) -> str:
        """The whole tree as JSON, `min` before it if MIN begins."""
        pieces = ["min "] if self.min_first else []
        # What is still to be written, the next thing last: a node, or a piece of punctuation.
        todo: list[int | str] = [0]
        while todo:
            item = todo.pop()
            if isinstance(item, str):
                pieces.append(item)
            elif self.num_children[item] == 0:
                pieces.append(self.format_leaf(item))
            else:
                todo.append("]")
                for child in reversed(self.children(item)):
                    todo += [child, ","]
                todo[-1] = "["  # in place of the comma before the first child
        return "".join(pieces)

    def format_leaf(self, node: int) -> str:
        return "null" if self.leaf[node] is None else str(self.leaf[node])

    def children(self, node: int) -> range:
        return range(self.first_child[node], self.first_child[node] + self.num_children[node])

    def render(self, state: State) -> str:
        """One line a node, indented by its level, the move that leads to it before it and a mark at the state."""
        lines = []
        todo = [(0, 0)]
        while todo:
            node, level = todo.pop()
            name = (
                self.format_leaf(node) if self.num_children[node] == 0 else ("MAX", "MIN")[level % 2 ^ self.min_first]
            )
            move = f"{self.path(node)[-1]}: " if node else ""
            lines.append("  " * level + move + name + "  <- here" * (node == state.node))
            todo += [(child, level + 1) for child in reversed(self.children(node))]
        return "\n".join(lines)


def numbered(tree: Any) -> tuple[list[int], list[int], list[int], list[Any]]:
    """The nodes level by level: number of the first child, of children, of the parent, and the leaf's value."""
    first_child, num_children, parent, leaf = [], [], [0], []
    nodes = [tree]
    place = 0
    while place < len(nodes):
        node = nodes[place]
        if isinstance(node, (list, tuple)):
            if not node:
                raise InputError(f"the node {path_to(place, parent, first_child)} has no children: put a number there")
            first_child.append(len(nodes))
            num_children.append(len(node))
            leaf.append(None)
            nodes.extend(node)
            parent.extend([place] * len(node))
        else:
            number = isinstance(node, Real) and not isinstance(node, bool) and not math.isnan(node)
            if node is not None and not number:
                raise InputError(
                    f"the leaf {path_to(place, parent, first_child)} is {node!r:.40}: "
                    f"a number is meant, or None where nobody knows it"
                )
            first_child.append(0)
            num_children.append(0)
            leaf.append(node)
        place += 1
    return first_child, num_children, parent, leaf


def path_to(node: int, parent: list[int], first_child: list[int]) -> str:
    moves = []
    while node:
        moves.append(f"[{node - first_child[parent[node]]}]")
        node = parent[node]
    return "".join(reversed(moves)) or "at the root"


def parse_parts(text: str) -> tuple[bool, Part, Part]:
    """Whether MIN begins, the JSON of the tree, and the path behind `@`; either of the two may be empty."""
    whole = Part.all_of(text)
    tree, path, *more = [*whole.split("@"), Part(text, whole.end, whole.end)]
    if len(more) > 1:
        raise Part(text, path.end, whole.end).fault("only one path is meant: a second @ stands here")
    word = re.match("(min|max)(?![a-z])", tree.text.lower())
    if not word:
        return False, tree, path
    return word[1] == "min", tree.after(3), path


_BLANKS = re.compile("[ \t\r\n]*")
_TOKEN = re.compile(
    r"([\[\],])|(-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?)(?![\w.])|null(?!\w)"
)  # groups: a sign, or a number and its fraction and exponent
_LONGEST_NUMBER = 300  # characters; Python refuses to convert numbers of many thousand digits


def parse_nested(part: Part) -> Any:
    """The lists and numbers of a JSON text, nested as deep as it likes (the json module stops at a thousand levels).

    Everything else that JSON has, and NaN and Infinity that it has not, is refused with its place.
    """
    text, at = part.text, 0
    tree: list[Any] = []  # holds the whole tree as its only item
    opened = [tree]  # the lists that are not closed yet, the innermost last
    wanted = "value"  # or "first" (a value or a closing bracket), or "next" (a comma or a closing bracket)
    while True:
        at = _BLANKS.match(text, at).end()  # pyright: ignore[reportOptionalMemberAccess]
        if at == len(text):
            break
        token = _TOKEN.match(text, at)
        sign, number = (token[1], token[2]) if token else (None, None)
        if len(opened) == 1 and tree:
            raise part.fault("the tree has ended before this: one list, or one number, is meant", at)
        if wanted == "next":
            if sign not in (",", "]"):
                raise part.fault("a comma or ] is meant here", at)
        elif sign == "," or (sign == "]" and wanted == "value") or token is None:
            raise part.fault("a number, null or [ is meant here", at)
        elif sign == "]":
            path = "".join(f"[{len(nodes) - 1}]" for nodes in opened[1:-1]) or "at the root"
            raise part.fault(f"the node {path:.60} has no children: a number, null or [ is meant here", at)
        assert token is not None
        if sign == "[":
            opened[-1].append([])
            opened.append(opened[-1][-1])
            wanted = "first"
        elif sign == "]":
            opened.pop()
            wanted = "next"
        elif sign == ",":
            wanted = "value"
        else:
            opened[-1].append(None if number is None else parse_leaf(part, at, token))
            wanted = "next"
        at = token.end()
    if len(opened) > 1:
        raise part.fault(f"the tree is not finished: {len(opened) - 1} times ] is missing", len(text))
    if not tree:
        raise part.fault("the tree is missing: nested lists of numbers are meant, like [[3,5],[2,9]]", len(text))
    return tree[0]


def parse_leaf(part: Part, at: int, token: re.Match[str]) -> int | float:
    if len(token[2]) > _LONGEST_NUMBER:
        raise part.fault(f"this number is too long: at most {_LONGEST_NUMBER} characters are meant", at)
    if token[3] is None and token[4] is None:
        return int(token[2])
    value = float(token[2])
    if math.isinf(value):
        raise part.fault("this number is too large for a float", at)
    return value
