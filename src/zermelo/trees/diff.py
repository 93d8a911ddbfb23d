"""Two recordings compared: what one search visited that the other did not, and where they disagree."""

from __future__ import annotations

from dataclasses import dataclass

from zermelo.trees.measure import visible
from zermelo.trees.tree import Node, SearchTree
from zermelo.trees.words import plural, value_text

Path = tuple[tuple[str, int], ...]
"""The moves from the root, each with how often this parent had already searched it: (("1", 0), ("0", 0))."""

SHOWN = 10


@dataclass(frozen=True)
class Difference:
    """What `diff` found. Paths are tuples of moves from the root; `only_a` and `only_b` are in order of the visits.

    `values` are pairs of nodes, of a and of b, that both visited and closed with different values or bounds, and
    `cuts` those that one of the two cut and the other did not. `first` is the first visit at which the order differs:
    its number and the path each took (None for the one that had ended).
    """

    only_a: tuple[tuple[str, ...], ...]
    only_b: tuple[tuple[str, ...], ...]
    values: tuple[tuple[Node, Node], ...]
    cuts: tuple[tuple[Node, Node], ...]
    first: tuple[int, tuple[str, ...] | None, tuple[str, ...] | None] | None
    folded: bool
    names: tuple[str, str]

    def __bool__(self) -> bool:
        """Whether there is any difference."""
        return bool(self.only_a or self.only_b or self.values or self.cuts or self.first)

    def __str__(self) -> str:
        a, b = self.names if self.names[0] != self.names[1] else ("the first", "the second")
        lines = []
        if self.first is not None:
            visit, path_a, path_b = self.first
            lines.append(f"they part at visit [{visit}]: {a} {went(path_a)}, {b} {went(path_b)}")
        for name, other, paths in ((a, b, self.only_a), (b, a, self.only_b)):
            if paths:
                lines.append(f"visited by {name}, not by {other} ({plural(len(paths), 'node')}):")
                lines += [f"  {after(path)}" for path in paths[:SHOWN]]
                if len(paths) > SHOWN:
                    lines.append(f"  … and {len(paths) - SHOWN:,} more")
        for node_a, node_b in self.values[:SHOWN]:
            lines.append(
                f"[{node_a.visit}] and [{node_b.visit}] are the same node: "
                f"{value_text(node_a)} by {a}, {value_text(node_b)} by {b}"
            )
        if len(self.values) > SHOWN:
            lines.append(f"… and {len(self.values) - SHOWN:,} more values")
        for node_a, node_b in self.cuts[:SHOWN]:
            who, node = (a, node_a) if node_a.cut is not None else (b, node_b)
            lines.append(f"[{node.visit}] was cut by {who} alone")
        if len(self.cuts) > SHOWN:
            lines.append(f"… and {len(self.cuts) - SHOWN:,} more cuts")
        if not lines:
            lines.append("no difference")
        if self.folded:
            lines.append("(parts of the recordings are folded; they were not compared)")
        return "\n".join(lines)


def went(path: tuple[str, ...] | None) -> str:
    return "had ended" if path is None else f"visits {after(path)}"


def after(path: tuple[str, ...]) -> str:
    return "the root" if not path else "the node after " + visible(", ".join(path))


def diff(a: SearchTree, b: SearchTree) -> Difference:
    """Compares two recordings node by node. Nodes are the same if the same moves lead to them."""
    paths_a, paths_b = paths_of(a), paths_of(b)
    known_a, known_b = set(paths_a), set(paths_b)
    both = [(paths_a[path], paths_b[path]) for path in paths_a if path in known_b]
    orders = list(paths_a), list(paths_b)
    first = None
    for place in range(max(map(len, orders))):
        one, other = (order[place] if place < len(order) else None for order in orders)
        if one != other:
            node = paths_a[one] if one is not None else paths_b[other]  # type: ignore[index]
            first = (node.visit or 0, moves(one), moves(other))
            break
    return Difference(
        only_a=tuple(tuple(move for move, _ in path) for path in paths_a if path not in known_b),
        only_b=tuple(tuple(move for move, _ in path) for path in paths_b if path not in known_a),
        values=tuple((x, y) for x, y in both if (x.value, x.bound) != (y.value, y.bound)),
        cuts=tuple((x, y) for x, y in both if (x.cut is None) != (y.cut is None)),
        first=first,
        folded=any(node.kind == "folded" for tree in (a, b) for node in tree.nodes),
        names=(a.algorithm or "the first", b.algorithm or "the second"),
    )


def moves(path: Path | None) -> tuple[str, ...] | None:
    return None if path is None else tuple(move for move, _ in path)


def paths_of(tree: SearchTree) -> dict[Path, Node]:
    """Every visited node that is kept, by its path, in the order of the visits."""
    paths: dict[int, Path] = {}
    found: dict[Path, Node] = {}
    for node in tree.nodes:
        if not node.visited:
            continue
        if node.parent is None:
            path: Path = ()
        else:
            parent, move, again = paths[node.parent], node.move or "", 0
            while (path := (*parent, (move, again))) in found:
                again += 1
        paths[node.index] = path
        found[path] = node
    return found
