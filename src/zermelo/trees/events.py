"""Whether the events of a recording tell one search: nodes are opened and closed in order, and nothing is missing."""

from __future__ import annotations

from zermelo.trees.tree import SearchTree


def flaw_in(tree: SearchTree) -> str | None:
    """What is wrong, and at which event or node; None if nothing is. No events at all are not wrong: there is
    nothing to step through then, and all else can be shown.
    """
    opened: list[int] = []
    entered: set[int] = set()
    left: set[int] = set()
    told: dict[int, int] = {}  # windows of each node that have been told
    for place, (name, index, *rest) in enumerate(tree.events):
        node, here = tree.nodes[index], f"event {place} ({name} of node {index})"
        if name == "enter":
            if node.parent != (opened[-1] if opened else None):
                return f"{here}: its parent is not the open node"
            if index in entered or not (node.visited or node.kind == "folded"):
                return f"{here}: the node was opened before, or never"
            entered.add(index)
            if node.kind != "folded":
                opened.append(index)
            continue
        if not opened or opened[-1] != index:
            return f"{here}: that node is not the open one; an event before it is missing or changed"
        if name == "window":
            told[index] = told.get(index, 0) + 1
            if rest != [told[index]]:
                return f"{here}: it tells window {rest[0]}, and window {told[index]} is next"
        elif name == "leave":
            opened.pop()
            left.add(index)
    return _missing(tree, entered, left, told) if tree.events else None


def _missing(tree: SearchTree, entered: set[int], left: set[int], told: dict[int, int]) -> str | None:
    cuts = {index for name, index, *_ in tree.events if name == "cut"}
    for node in tree.nodes:
        index = node.index
        if (node.visited or node.kind == "folded") and index not in entered:
            return f"no event opens node {index}"
        if node.visited and (node.score is not None) != (index in left):
            return f"no event closes node {index}"
        if node.visited and len(node.windows) != told.get(index, 0) + 1:
            return f"an event is missing that tells a window of node {index}"
        if (node.cut is not None) != (index in cuts):
            return f"no event tells the cut of node {index}"
    return None
