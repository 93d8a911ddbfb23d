"""The figure: blocks, placed by the layout, joined by lines.

Across runs the breadth of the tree, along its plies: `down` draws across from left to right, `right` from top to
bottom, which suits trees with many leaves since pages scroll down.
"""

from __future__ import annotations

from typing import NamedTuple

from zermelo.core.errors import InputError
from zermelo.trees.blocks import Block, block_of, css_of, title_of
from zermelo.trees.layout import tidy
from zermelo.trees.legend import draw_legend
from zermelo.trees.measure import escaped, px
from zermelo.trees.style import checked_theme, css
from zermelo.trees.tree import SearchTree
from zermelo.trees.words import summary

MARGIN = 14
WIDEST = 1500  # pixels: a tree that is wider is drawn to the right instead
DIRECTIONS = ("auto", "down", "right")


class Drawing(NamedTuple):
    """Blocks and the places of their middles; width and height enclose them all, from (0, 0).

    `fronts` says for every ply where its first block begins: lines come in level from there, past all the others.
    """

    blocks: list[Block]
    places: list[tuple[float, float]]
    fronts: list[float]
    width: float
    height: float
    down: bool


def to_svg(
    tree: SearchTree, *, theme: str = "auto", direction: str = "auto", blank: bool = False, live: bool = False
) -> str:
    """The whole tree as an SVG document. See `SearchTree.to_svg`."""
    checked_theme(theme)
    if direction not in DIRECTIONS:
        raise InputError(f"direction={direction!r} is not known: 'down', 'right' or 'auto' is meant")
    drawing = arranged(tree, direction != "right", blank, live)
    if direction == "auto" and drawing.width > WIDEST:
        drawing = arranged(tree, False, blank, live)
    words = "" if blank else summary(tree)
    legend, legend_width, legend_height = draw_legend(tree, words, max(380, min(drawing.width, 900)), blank)
    width = max(drawing.width, legend_width) + 2 * MARGIN
    height = drawing.height + 12 + legend_height + 2 * MARGIN
    left = (width - drawing.width) / 2 if drawing.down else MARGIN
    name = words or "A tree to search by hand"
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="zermelo-tree zt-{theme}" width="{px(width)}" '
        f'height="{px(height)}" viewBox="0 0 {px(width)} {px(height)}" role="img" aria-label="{escaped(name)}">',
        f"<title>{escaped(name)}</title>",
        f"<style>{css(theme)}</style>",
        f'<rect class="paper" width="{px(width)}" height="{px(height)}"/>',
        f'<g transform="translate({px(left)} {MARGIN})">',
        *draw_edges(tree, drawing, blank),
        *draw_nodes(tree, drawing, blank),
        "</g>",
        f'<g class="legend" transform="translate({MARGIN} {px(MARGIN + drawing.height + 12)})">',
        *legend,
        "</g>",
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def arranged(tree: SearchTree, down: bool, blank: bool, live: bool) -> Drawing:
    windows = tree.uses_windows or (blank and "alphabeta" in tree.algorithm)  # boxes to fill in
    blocks = [block_of(tree, node, down=down, blank=blank, windows=windows, live=live) for node in tree.nodes]
    across = [(b.left, b.right) if down else (b.top, b.bottom) for b in blocks]
    places = tidy([n.children for n in tree.nodes], [a for a, _ in across], [b for _, b in across], 10 if down else 5)
    breadth = max(place + after for place, (_, after) in zip(places, across))
    along, fronts, length = plies_along(tree, blocks, places, down)
    if down:
        middles = [(place, along[node.ply]) for place, node in zip(places, tree.nodes)]
        return Drawing(blocks, middles, fronts, breadth, length, True)
    middles = [(along[node.ply], place) for place, node in zip(places, tree.nodes)]
    return Drawing(blocks, middles, fronts, length, breadth, False)


def plies_along(
    tree: SearchTree, blocks: list[Block], places: list[float], down: bool
) -> tuple[list[float], list[float], float]:
    """Where each ply has its middle and its front, and the length of all; the further apart, the longer the way."""
    plies = max(node.ply for node in tree.nodes) + 1
    before, after, span = [0.0] * plies, [0.0] * plies, [0.0] * plies
    for node, block in zip(tree.nodes, blocks):
        front, back = (block.top, block.bottom) if down else (block.left, block.right)
        before[node.ply] = max(before[node.ply], front)
        after[node.ply] = max(after[node.ply], back)
        if node.children:
            span[node.ply] = max(span[node.ply], places[node.children[-1]] - places[node.children[0]])
    middles, fronts, end = [], [], 0.0
    for ply in range(plies):
        fronts.append(end)
        middles.append(end + before[ply])
        end = middles[-1] + after[ply]
        if ply + 1 < plies:
            end += min(130.0, max(26.0, span[ply] * 0.06)) if down else min(90.0, max(26.0, span[ply] * 0.03))
    return middles, fronts, end


def draw_edges(tree: SearchTree, drawing: Drawing, blank: bool) -> list[str]:
    """The lines, those of the principal line last so that they lie on top."""
    thick = set() if blank else set(tree.principal())
    thin_lines, thick_lines = [], []
    for node in tree.nodes:
        if node.parent is None:
            continue
        (x1, y1), (x2, y2) = drawing.places[node.parent], drawing.places[node.index]
        out, into = drawing.blocks[node.parent].outlet, drawing.blocks[node.index].inlet
        x1, y1, x2, y2 = x1 + out[0], y1 + out[1], x2 + into[0], y2 + into[1]
        kind = "principal" if node.index in thick else {"pruned": "never", "folded": "fold"}.get(node.kind, "")
        if kind == "never" and blank:
            kind = ""
        front = drawing.fronts[node.ply]
        way = route(x1, y1, x2, y2, front, drawing.down)
        line = f'<path class="edge {kind}" data-edge="{node.index}" d="{way}"/>'
        line = line.replace('edge "', 'edge"')
        if kind == "never":
            x, y = ((x1 + x2) / 2, (y1 + front) / 2) if drawing.down else ((x1 + front) / 2, (y1 + y2) / 2)
            cross = f"M{px(x - 4.5)} {px(y - 4.5)}l9 9m-9 0l9 -9"
            line = f'<g data-edge="{node.index}">{line}<path class="cross" d="{cross}"/></g>'
        (thick_lines if kind == "principal" else thin_lines).append(line)
    return [*thin_lines, *thick_lines]


def route(x1: float, y1: float, x2: float, y2: float, front: float, down: bool) -> str:
    """A straight line to the front of the ply (a curve in trees drawn to the right), and level from there."""
    if down:
        return f"M{px(x1)} {px(y1)}L{px(x2)} {px(front)}V{px(y2)}"
    x = (x1 + front) / 2
    return f"M{px(x1)} {px(y1)}C{px(x)} {px(y1)} {px(x)} {px(y2)} {px(front)} {px(y2)}H{px(x2)}"


def draw_nodes(tree: SearchTree, drawing: Drawing, blank: bool) -> list[str]:
    thick = set() if blank else set(tree.principal())
    windows = tree.uses_windows
    lines = []
    for node, block, (x, y) in zip(tree.nodes, drawing.blocks, drawing.places):
        principal = " principal" if node.index in thick else ""
        title = "" if blank else f"<title>{escaped(title_of(tree, node, windows))}</title>"
        lines.append(
            f'<g class="node {css_of(node)}{principal}" data-node="{node.index}" '
            f'transform="translate({px(x)} {px(y)})">{title}{"".join(block.parts)}</g>'
        )
    return lines
