"""Tidy trees: a place across for every node, in linear time and without recursion.

(Reingold and Tilford 1981; Walker 1990; Buchheim, Jünger and Leipert 2002.) Nodes have different sizes:

    before[v], after[v]    how far the node reaches to either side of its place
    gap                    what stays free between two neighbours

Promised: nodes of one ply keep their order and the gap between them, a parent stands midway between its first and
its last child, and the same subtree is drawn the same wherever it stands. A child's index is above its parent's.
"""

from __future__ import annotations

from collections.abc import Sequence


def tidy(children: Sequence[Sequence[int]], before: Sequence[float], after: Sequence[float], gap: float) -> list[float]:
    """The place of every node across the tree; the smallest reach of any node is at 0."""
    return _Tidy(children, before, after, gap).places() if children else []


class _Tidy:
    """The arrays of the algorithm, one item a node, named as in the paper of Buchheim, Jünger and Leipert.

    `prelim` is a place relative to the parent's subtree, `mod` moves a node's whole subtree, `shift` and `change`
    spread moves over the subtrees between two that had to part, `thread` continues a contour below a short subtree.
    """

    def __init__(self, children: Sequence[Sequence[int]], before: Sequence[float], after: Sequence[float], gap: float):
        n = len(children)
        self.children, self.before, self.after, self.gap = children, before, after, gap
        self.prelim, self.mod = [0.0] * n, [0.0] * n
        self.shift, self.change = [0.0] * n, [0.0] * n
        self.thread: list[int | None] = [None] * n
        self.ancestor = list(range(n))
        self.parent, self.number = [-1] * n, [0] * n
        for v, kids in enumerate(children):
            for number, child in enumerate(kids):
                self.parent[child], self.number[child] = v, number

    def places(self) -> list[float]:
        for v in range(len(self.children) - 1, -1, -1):  # children before parents
            if self.children[v]:
                self._place_children(v)
        place = list(self.prelim)
        moved = [0.0] * len(place)
        for v in range(len(place)):  # parents before children
            place[v] = self.prelim[v] + moved[v]
            for child in self.children[v]:
                moved[child] = moved[v] + self.mod[v]
        start = min(place[v] - self.before[v] for v in range(len(place)))
        return [x - start for x in place]

    def _distance(self, left: int, right: int) -> float:
        return self.after[left] + self.gap + self.before[right]

    def _place_children(self, v: int) -> None:
        """Sets the finished subtrees of v's children side by side; `prelim[v]` becomes their middle."""
        kids = self.children[v]
        default = kids[0]
        for w, left in zip(kids, [None, *kids]):
            if left is not None:
                middle = self.prelim[w]  # of its own children, 0 for a leaf
                self.prelim[w] = self.prelim[left] + self._distance(left, w)
                self.mod[w] = self.prelim[w] - middle
                default = self._apportion(w, left, default)
        shift = change = 0.0
        for w in reversed(kids):
            self.prelim[w] += shift
            self.mod[w] += shift
            change += self.change[w]
            shift += self.shift[w] + change
        self.prelim[v] = (self.prelim[kids[0]] + self.prelim[kids[-1]]) / 2

    def _apportion(self, v: int, left: int, default: int) -> int:
        """Moves v's subtree right until it is clear of all the subtrees to its left, contour against contour."""
        leftmost = self.children[self.parent[v]][0]
        inner_right, outer_right, inner_left, outer_left = v, v, left, leftmost
        sum_ir, sum_or, sum_il, sum_ol = (self.mod[u] for u in (inner_right, outer_right, inner_left, outer_left))
        while True:
            down_left, down_right = self._last(inner_left), self._first(inner_right)
            if down_left is None or down_right is None:
                break
            inner_left, inner_right = down_left, down_right
            next_ol, next_or = self._first(outer_left), self._last(outer_right)
            assert next_ol is not None
            assert next_or is not None
            outer_left, outer_right = next_ol, next_or
            self.ancestor[outer_right] = v
            shift = (self.prelim[inner_left] + sum_il) - (self.prelim[inner_right] + sum_ir)
            shift += self._distance(inner_left, inner_right)
            if shift > 0:
                owner = self.ancestor[inner_left]
                self._move(owner if self.parent[owner] == self.parent[v] else default, v, shift)
                sum_ir += shift
                sum_or += shift
            sum_il += self.mod[inner_left]
            sum_ir += self.mod[inner_right]
            sum_ol += self.mod[outer_left]
            sum_or += self.mod[outer_right]
        down_left, down_right = self._last(inner_left), self._first(inner_right)
        if down_left is not None and self._last(outer_right) is None:
            self.thread[outer_right] = down_left
            self.mod[outer_right] += sum_il - sum_or
        if down_right is not None and self._first(outer_left) is None:
            self.thread[outer_left] = down_right
            self.mod[outer_left] += sum_ir - sum_ol
            default = v
        return default

    def _move(self, left: int, right: int, shift: float) -> None:
        between = self.number[right] - self.number[left]
        self.change[right] -= shift / between
        self.shift[right] += shift
        self.change[left] += shift / between
        self.prelim[right] += shift
        self.mod[right] += shift

    def _first(self, v: int) -> int | None:
        return self.children[v][0] if self.children[v] else self.thread[v]

    def _last(self, v: int) -> int | None:
        return self.children[v][-1] if self.children[v] else self.thread[v]
