"""The figure for Graphviz, with the same shapes, words and colours; `dot -Tsvg` draws it."""

from __future__ import annotations

from zermelo.trees.blocks import title_of
from zermelo.trees.measure import visible
from zermelo.trees.style import LIGHT
from zermelo.trees.tree import Node, SearchTree
from zermelo.trees.words import count_text, end_of_game, reason_text, value_text, window_text


def to_dot(tree: SearchTree) -> str:
    thick, windows = set(tree.principal()), tree.uses_windows
    lines = [
        "digraph search {",
        '  graph [ordering=out, ranksep=0.5, nodesep=0.25, fontname="DejaVu Sans"];',
        '  node [fontname="DejaVu Sans", fontsize=11, style=filled, margin="0.06,0.04"];',
        '  edge [fontname="DejaVu Sans", fontsize=10, arrowhead=none];',
    ]
    for node in tree.nodes:
        lines.append(f"  n{node.index} [{attributes(look(tree, node, node.index in thick, windows))}];")
        if node.parent is not None:
            edge = {"label": node.move or ""}
            if node.kind == "pruned":
                edge |= {"style": "dashed", "color": "gray50", "label": f"{node.move or ''} ×".strip()}
            elif node.kind == "folded":
                edge |= {"style": "dotted", "color": "gray50"}
            elif node.index in thick:
                edge |= {"penwidth": "4"}
            lines.append(f"  n{node.parent} -> n{node.index} [{attributes(edge)}];")
    return "\n".join([*lines, "}"]) + "\n"


def look(tree: SearchTree, node: Node, principal: bool, windows: bool) -> dict[str, str]:
    if node.kind == "folded":
        return {"label": count_text(node), "shape": "box", "style": "filled,rounded,dotted", "fillcolor": "gray93"}
    if node.kind == "pruned":
        words = count_text(node) if node.count > 1 else "?"
        return {"label": words, "shape": "box", "style": "filled,dashed", "color": "gray50", "fillcolor": "gray93"}
    shape, colours = ("box", LIGHT["leaf"]) if node.is_leaf else ("ellipse", LIGHT["other"])
    mark = ""
    if not node.is_leaf:
        if node.player == 0:
            colours, mark = LIGHT["max"], "▲ "
        elif node.player == 1:
            colours, mark = LIGHT["min"], "▼ "
        elif node.player == -1:
            shape, colours = "diamond", LIGHT["chance"]
    plies = end_of_game(node.score) if tree.distances and node.score is not None else None
    lines = [f"[{node.visit}] {mark}{value_text(node)}" + (f" in {plies}" if plies else "")]
    if windows and not node.is_leaf and node.windows:
        lines.append(window_text(node.alpha, node.beta, tree.distances))
    if node.cut is not None:
        lines.append("cut: " + reason_text(node.cut, tree.distances))
    if node.kind == "table":
        lines.append("table")
    if node.note:
        lines.append(node.note)
    style = "filled,dashed" if node.kind == "guess" else "filled"
    return {
        "label": "\n".join(lines),
        "shape": shape,
        "style": style,
        "fillcolor": colours[0],
        "color": colours[1],
        "penwidth": "3" if principal else "1.5",
        "tooltip": title_of(tree, node, windows),
    }


def attributes(values: dict[str, str]) -> str:
    return ", ".join(f"{name}={quoted(value)}" for name, value in values.items())


def quoted(text: str) -> str:
    r"""A string of the DOT language; line ends become its own \n, and nothing can end the string early."""
    text = "\n".join(visible(line) for line in text.replace("\r", "").split("\n"))
    text = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + text.replace("\n", "\\n") + '"'
