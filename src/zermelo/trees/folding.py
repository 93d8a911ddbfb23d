"""Folding: a smaller recording of the same search, in which what is left out is counted ("412 more").

Nodes are opened along the principal line first, then ply by ply, while there is room. What is not opened keeps one
child of the kind "folded" that counts the visited nodes below it, so that

    visited nodes that are kept  +  counts of the folded ones  ==  tree.visited
"""

from __future__ import annotations

from collections import deque
from dataclasses import replace

from zermelo.core.errors import InputError
from zermelo.trees.tree import Node, SearchTree, Window

MANY_PRUNED = 4
"""More never-visited children of one node than this become one node, where there is need to fold."""


def folded(tree: SearchTree, nodes: int | None, depth: int | None) -> SearchTree:
    """The tree itself if it is small enough; else a copy with about `nodes` nodes and `depth` plies at most."""
    for name, limit in (("nodes", nodes), ("depth", depth)):
        if limit is not None and (not isinstance(limit, int) or isinstance(limit, bool) or limit < 1):
            raise InputError(f"{name}={limit!r} is not a limit for a drawing: a whole number from 1 is meant")
    if not tree.nodes:
        raise InputError("this recording is empty: there is nothing to show")
    fits = nodes is None or len(tree.nodes) <= nodes
    if fits and (depth is None or all(node.ply <= depth for node in tree.nodes)):
        return tree
    kept = _chosen(tree, None if fits else nodes, depth)
    return _rebuilt(tree, kept)


def _chosen(tree: SearchTree, limit: int | None, depth: int | None) -> set[int]:
    """The nodes that stay. Each costs one, and one more for the fold under it until it is opened."""
    kept, used = {0}, 2
    waiting = deque([*tree.principal(), *range(len(tree.nodes))])
    opened: set[int] = set()
    while waiting:
        index = waiting.popleft()
        node = tree.nodes[index]
        if index not in kept or index in opened or not node.children:
            continue
        opened.add(index)
        if depth is not None and node.ply >= depth:
            continue
        children = node.children
        if limit is not None:
            pruned = [child for child in children if tree.nodes[child].kind == "pruned"]
            if len(pruned) > MANY_PRUNED:
                children = [child for child in children if tree.nodes[child].kind != "pruned"]
        cost = sum(2 if tree.nodes[child].children else 1 for child in children) - 1
        if limit is None or used + cost <= limit:
            used += cost
        else:  # as many as there is room for, the best one among them
            room = max(0, (limit - used) // 2)
            first = [child for child in children if child != node.best][: max(0, room - 1)]
            children = [child for child in children if child == node.best or child in first] if room else []
            used += 2 * len(children)
        kept.update(children)
    return kept


def _rebuilt(tree: SearchTree, kept: set[int]) -> SearchTree:
    below = [1 if node.visited else node.count if node.kind == "folded" else 0 for node in tree.nodes]
    for node in reversed(tree.nodes):
        if node.parent is not None:
            below[node.parent] += below[node.index]

    # stand_in[i] is the old index whose place the fold takes that hides i: the first hidden child of its parent
    stand_in: dict[int, int] = {}
    folds: dict[int, Node] = {}
    for index in sorted(kept):
        node = tree.nodes[index]
        pruned = [c for c in node.children if c not in kept and tree.nodes[c].kind == "pruned"]
        hidden = [c for c in node.children if c not in kept and tree.nodes[c].kind != "pruned"]
        if hidden and sum(below[c] for c in hidden):
            count = sum(below[c] for c in hidden)
            folds[hidden[0]] = Node(0, index, node.ply + 1, "folded", count=count)
            stand_in.update(dict.fromkeys(hidden, hidden[0]))
        if pruned:
            count = sum(tree.nodes[c].count for c in pruned)
            fold = Node(0, index, node.ply + 1, "pruned", count=count)
            fold.move = tree.nodes[pruned[0]].move if count == 1 else None
            folds[pruned[0]] = fold
            stand_in.update(dict.fromkeys(pruned, pruned[0]))

    order = sorted([*kept, *folds])
    new_index = {old: new for new, old in enumerate(order)}

    def moved(old: int | None) -> int | None:
        return None if old is None else new_index.get(stand_in.get(old, old))

    nodes: list[Node] = []
    for old in order:
        node = folds.get(old) or tree.nodes[old]
        copy = replace(
            node,
            index=new_index[old],
            parent=moved(node.parent),
            best=moved(node.best),
            windows=[Window(w.alpha, w.beta, moved(w.child)) for w in node.windows],
            cut=None if node.cut is None else node.cut._replace(
                cause=moved(node.cut.cause), through=moved(node.cut.through)
            ),
            children=list(dict.fromkeys(m for child in node.children if (m := moved(child)) is not None)),
        )  # fmt: skip
        nodes.append(copy)

    events = []
    for name, old, *rest in tree.events:
        if old in kept or (name == "enter" and old in folds):
            events.append((name, new_index[old], *rest))
    return replace(tree, nodes=nodes, events=events)
