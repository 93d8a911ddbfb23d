"""The drawing for the terminal, in the words of the figure.

MAX [1] 3  α=−∞ β=∞
╞═0═ MIN [2] 3  α=−∞ β=∞
│    ╞═0═ [3] 3
│    └─1─ [4] 5
└─1─ MIN [5] ≤1  α=3 β=∞  cut: β=1 ≤ α=3
     ├─0─ [6] 1
     └╌1╌ ? never visited

Lines that would begin far to the right begin anew, with the node that they hang from: `[50]⋯ └─1─ MIN [51] 3`. Else
the text of a deep search would be nearly all indentation.
"""

from __future__ import annotations

from zermelo.trees.measure import shortened, visible
from zermelo.trees.tree import Node, SearchTree
from zermelo.trees.words import (
    end_of_game,
    player_name,
    reason_text,
    summary,
    value_text,
    window_text,
)

LONGEST_MOVE = 24
DEEPEST_COLUMN = 240


def to_text(tree: SearchTree, *, blank: bool = False) -> str:
    """The tree as lines; with `blank` nothing but its shape and its leaves. The principal line is drawn double."""
    windows = tree.uses_windows
    thick = set() if blank else set(tree.principal())
    lines = [node_words(tree, tree.root, windows, blank)]
    stack = [(child, "") for child in reversed(tree.root.children)]
    while stack:
        index, indent = stack.pop()
        node = tree.nodes[index]
        assert node.parent is not None
        last = tree.nodes[node.parent].children[-1] == index
        move = shortened(node.move, LONGEST_MOVE) if node.move is not None else ""
        dash = "═" if index in thick else "╌" if node.kind in ("pruned", "folded") and not blank else "─"
        corner = ("╘" if last else "╞") if dash == "═" else ("└" if last else "├")
        branch = f"{corner}{dash}{move}{dash}" if move else f"{corner}{dash}"
        lines.append(f"{indent}{branch} {node_words(tree, node, windows, blank)}")
        below = indent + (" " if last else "│") + " " * len(branch)
        if len(below) > DEEPEST_COLUMN:
            below = f"[{node.visit}]⋯ "
        stack += [(child, below) for child in reversed(node.children)]
    if not blank:
        lines += ["", summary(tree)]
    return "\n".join(lines) + "\n"


def node_words(tree: SearchTree, node: Node, windows: bool, blank: bool) -> str:
    if node.kind == "folded":
        return f"{node.count:,} more visited, not shown"
    if node.kind == "pruned":
        many = "" if node.count == 1 else f" × {node.count:,}"
        note = f"  ← {visible(node.note)}" if node.note else ""
        return f"?{many}" if blank else f"?{many} never visited{note}"
    if blank:
        return value_text(node) if node.is_leaf else f"{player_name(node.player)} ___"
    words = [] if node.is_leaf else [player_name(node.player)]
    value = value_text(node)
    plies = end_of_game(node.score) if tree.distances and node.score is not None else None
    words += [f"[{node.visit}]", value + (f" in {plies}" if plies else "")]
    if node.kind == "table":
        words.append("(table)")
    line = " ".join(words)
    if windows and not node.is_leaf and node.windows:
        line += "  " + window_text(node.alpha, node.beta, tree.distances)
    if node.cut is not None:
        line += "  cut: " + reason_text(node.cut, tree.distances)
    if node.note:
        line += f"  ← {visible(node.note)}"
    return line
