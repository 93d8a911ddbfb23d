r"""Blocks: what is drawn for one node, around the middle of its shape at (0, 0).

      down                            right
             move
      [5] α=3 β=∞   (the window)              ___
          ____                      move [5] / 3 \  α=3 β=∞  β=1 ≤ α=3
         /  3 \  β=1 ≤ α=3                   \___/
         \____/  (why it was cut)

A block knows how far it reaches to each side, where the line from its parent ends (`inlet`) and where the lines to
its children begin (`outlet`).
"""

from __future__ import annotations

import base64
import re
from dataclasses import dataclass, field

from zermelo.trees.measure import escaped, fitting_size, px, shortened, text_width
from zermelo.trees.tree import Node, SearchTree
from zermelo.trees.words import (
    count_text,
    end_of_game,
    player_name,
    plural,
    reason_text,
    score_text,
    value_text,
    window_text,
)

LONGEST_MOVE = 16
LONGEST_NOTE = 44
BOARD = 58  # pixels: the longer side of a drawn position
SMALL, MOVE = 10, 11  # font sizes


@dataclass
class Block:
    left: float = 0
    right: float = 0
    top: float = 0
    bottom: float = 0
    inlet: tuple[float, float] = (0, 0)
    outlet: tuple[float, float] = (0, 0)
    parts: list[str] = field(default_factory=list)

    def reach(self, left: float, top: float, right: float, bottom: float) -> None:
        """Grows so that the rectangle lies inside."""
        self.left, self.right = max(self.left, -left), max(self.right, right)
        self.top, self.bottom = max(self.top, -top), max(self.bottom, bottom)

    def text(self, x: float, y: float, words: str, css: str, size: float | None = None) -> None:
        """A text whose baseline is at y; it does not grow the block."""
        at = f'x="{px(x)}" y="{px(y)}"' + (f' style="font-size:{px(size)}px"' if size else "")
        self.parts.append(f'<text class="{css}" {at}>{escaped(words)}</text>')

    def box(self, left: float, middle: float, words: str, css: str, width: float | None = None) -> float:
        """A text in a frame; returns its right end."""
        width = (text_width(words, SMALL, bold=css == "reason") if width is None else width) + 8
        self.parts.append(
            f'<g class="{css}"><rect class="box" x="{px(left)}" y="{px(middle - 8)}" width="{px(width)}" '
            f'height="16" rx="3"/><text class="small" x="{px(left + width / 2)}" y="{px(middle + 3.6)}">'
            f"{escaped(words)}</text></g>"
        )
        self.reach(left, middle - 8, left + width, middle + 8)
        return left + width


def block_of(tree: SearchTree, node: Node, *, down: bool, blank: bool, windows: bool, live: bool) -> Block:
    """The node's block. With `live` there is room for everything that it will show while the search runs."""
    block = Block()
    half = draw_shape(block, tree, node, small=not down, blank=blank)
    shows_window = windows and node.visited and not node.is_leaf and node.windows
    words, width = "", 0.0
    if shows_window:
        texts = [window_text(w.alpha, w.beta, tree.distances) for w in (node.windows if live else node.windows[:1])]
        words, width = texts[0], max(text_width(text, SMALL) for text in texts)
        if blank:
            words, width = "α=" + "\u00a0" * 8 + "β=" + "\u00a0" * 8, 78  # spaces that stay
    visit = f"[{node.visit}]" if node.visit is not None and not blank else ""
    move = shortened(node.move, LONGEST_MOVE) if node.move is not None else ""
    tags = [] if blank else tags_of(tree, node)
    (arrange_down if down else arrange_right)(block, half, move, visit, words, width, tags, node)
    return block


def tags_of(tree: SearchTree, node: Node) -> list[tuple[str, str]]:
    """The boxes beside the shape: why it was cut, that a table knew it, a remark. Pairs of class and words."""
    tags = []
    if node.cut is not None:
        tags.append(("reason", reason_text(node.cut, tree.distances)))
    if node.kind == "table":
        tags.append(("window table", "table"))
    if node.note:
        tags.append(("note", shortened(node.note, LONGEST_NOTE)))
    return tags


def arrange_down(
    block: Block,
    half: tuple[float, float],
    move: str,
    visit: str,
    words: str,
    width: float,
    tags: list[tuple[str, str]],
    node: Node,
) -> None:
    half_width, half_height = half
    y = -half_height - 4
    if words:
        visit_width = text_width(visit, SMALL) + 4 if visit else 0
        left = -(visit_width + width + 8) / 2
        if visit:
            block.text(left, y - 4.4, visit, "visit start")
            block.reach(left, y - 16, 0, 0)
        block.box(left + visit_width, y - 8, words, "window", width)
        y -= 19
    elif visit and not node.children:
        block.text(0, half_height + 12, visit, "visit")
        wide = text_width(visit, SMALL) / 2
        block.reach(-wide, 0, wide, half_height + 15)
    elif visit:
        block.text(0, y, visit, "visit")
        y -= 13
    if move:
        block.text(0, y, move, "move")
        wide = text_width(move, MOVE, bold=True) / 2
        block.reach(-wide, y - 11, wide, 0)
        y -= 13
    block.inlet = (0, y)
    block.reach(0, y, 0, 0)
    bottom = half_height if node.children else block.bottom
    if node.board:
        board_width, board_height = draw_board(block, node.board, 0, bottom + 3, centred=True)
        bottom += board_height + 5
        block.reach(-board_width / 2, 0, board_width / 2, bottom)
    block.outlet = (0, bottom)
    middle = -9.5 * (len(tags) - 1)
    for css, text in tags:
        block.box(half_width + 5, middle, text, css)
        middle += 19


def arrange_right(
    block: Block,
    half: tuple[float, float],
    move: str,
    visit: str,
    words: str,
    width: float,
    tags: list[tuple[str, str]],
    node: Node,
) -> None:
    x = -half[0] - 5
    if visit:
        block.text(x, 3.6, visit, "visit end")
        x -= text_width(visit, SMALL) + 5
    if move:
        block.text(x, 4, move, "move end")
        x -= text_width(move, MOVE, bold=True) + 5
    block.inlet = (x, 0)
    block.reach(x, 0, 0, 0)
    x = half[0] + 5
    if node.board:
        board_width, board_height = draw_board(block, node.board, x, 0, centred=False)
        block.reach(0, -board_height / 2, x + board_width, board_height / 2)
        x += board_width + 5
    if words:
        x = block.box(x, 0, words, "window", width) + 4
    for css, text in tags:
        x = block.box(x, 0, text, css) + 4
    block.outlet = (max(half[0], x - 4) if words or tags or node.board else half[0], 0)


# ── shapes ───────────────────────────────────────────────────────────────────────────────────────


def css_of(node: Node) -> str:
    """The classes of a node's group: whose it is, and what kind."""
    if node.kind in ("pruned", "folded"):
        return f"pruned {node.kind}" if node.kind == "folded" else "pruned"
    if node.is_leaf:
        return f"leaf {node.kind}"
    whose = "other" if node.player is None else {0: "max", 1: "min", -1: "chance"}.get(node.player, "other")
    return f"{whose} {node.kind}"


def draw_shape(block: Block, tree: SearchTree, node: Node, *, small: bool, blank: bool) -> tuple[float, float]:
    """Draws shape and value; returns how far the shape reaches to the side and up."""
    css = css_of(node).split()[0]
    if node.kind == "folded" or (node.kind == "pruned" and node.count > 1):
        return draw_rectangle(block, count_text(node), SMALL, 9 if small else 11, rounded=True)
    text = value_text(node)
    plies = end_of_game(node.score) if tree.distances and node.score is not None else None
    if css in ("leaf", "pruned"):
        if plies and not small:
            return draw_rectangle(block, text, 12.5, 15, note=f"in {plies}")
        words = text + (f" in {plies}" if plies else "")
        return draw_rectangle(block, words, 10 if small else 12.5, 9 if small else 14)
    radius = 13.5 if small else 20
    if css == "chance":
        far = radius + 3
        block.parts.append(f'<path class="shape" d="M0 {-far}L{far} 0L0 {far}L{-far} 0Z"/>')
        radius = far
    else:
        block.parts.append(f'<circle class="shape" r="{px(radius)}"/>')
    up = {"max": 1, "min": -1}.get(css, 0)
    if up:
        tip, base, wide = (-11.5, -7.5, 3) if small else (-16.5, -11, 4)
        block.parts.append(f'<path class="mark" d="M{-wide} {base * up}H{wide}L0 {tip * up}Z"/>')
    block.reach(-radius, -radius, radius, radius)
    if not blank:
        size = fitting_size(text, 2 * radius - (7 if small else 9), 10 if small else 13)
        block.text(0, up * (2.2 if small else 2) + 0.36 * size, text, "value", size)
        if plies and not small:
            block.text(0, up * 11 + 2.8, f"in {plies}", "faint", 7.5)
    return radius, radius


def draw_rectangle(
    block: Block, text: str, size: float, half_height: float, *, note: str = "", rounded: bool = False
) -> tuple[float, float]:
    half_width = max(half_height if not rounded else 0, text_width(text, size, bold=True) / 2 + 5)
    if note:
        half_width = max(half_width, text_width(note, 8) / 2 + 4)
    block.parts.append(
        f'<rect class="shape" x="{px(-half_width)}" y="{px(-half_height)}" width="{px(2 * half_width)}" '
        f'height="{px(2 * half_height)}" rx="{7 if rounded else 2}"/>'
    )
    block.text(0, 0.36 * size - (4 if note else 0), text, "value", size)
    if note:
        block.text(0, 11, note, "faint", 8)
    block.reach(-half_width, -half_height, half_width, half_height)
    return half_width, half_height


# ── positions ────────────────────────────────────────────────────────────────────────────────────


def draw_board(block: Block, board: str, x: float, y: float, *, centred: bool) -> tuple[float, float]:
    """Draws a position: its top is at y if centred across x = 0, else its left is at x and its middle at y.

    A picture goes in as an image, which can run no script and load nothing, whatever is in it.
    """
    if board.lstrip().startswith(("<svg", "<?xml")):
        width, height = picture_size(board)
        left, top = (-width / 2, y) if centred else (x, y - height / 2)
        data = base64.b64encode(board.encode("utf-8", "replace")).decode("ascii")
        block.parts.append(
            f'<image x="{px(left)}" y="{px(top)}" width="{px(width)}" height="{px(height)}" '
            f'href="data:image/svg+xml;base64,{data}"/>'
        )
        return width, height
    lines = [line.rstrip()[:40] for line in board.splitlines()[:20]] or [""]
    size = 7.5
    width, height = 0.61 * size * max(map(len, lines)), 1.15 * size * len(lines)
    left, top = (-width / 2, y) if centred else (x, y - height / 2)
    for number_, line in enumerate(lines):
        at = f'x="{px(left)}" y="{px(top + 1.15 * size * (number_ + 0.8))}"'
        block.parts.append(
            f'<text class="board start" xml:space="preserve" style="font-size:{size}px" {at}>{escaped(line)}</text>'
        )
    return width, height


def picture_size(svg: str) -> tuple[float, float]:
    """Width and height in the figure, at most `BOARD`, in the picture's own proportions."""
    found = re.search(r"viewBox\s*=\s*[\"']\s*[-\d.]+[\s,]+[-\d.]+[\s,]+([\d.]+)[\s,]+([\d.]+)", svg[:2000])
    try:
        wide, high = (float(found[1]), float(found[2])) if found else (1.0, 1.0)
    except ValueError:
        wide, high = 1.0, 1.0
    longest = max(wide, high) or 1.0
    return max(4.0, BOARD * wide / longest), max(4.0, BOARD * high / longest)


# ── what the pointer shows ───────────────────────────────────────────────────────────────────────


def title_of(tree: SearchTree, node: Node, windows: bool) -> str:
    """Everything about the node in words, for the `<title>`."""
    if node.kind == "pruned":
        which = f"move {node.move}" if node.move is not None else f"{node.count:,} moves"
        return f"{which}: never visited"
    if node.kind == "folded":
        return f"{node.count:,} visited nodes are not shown here"
    who = {"final": "the game is over", "guess": "no depth left: a guess"}.get(node.kind, player_name(node.player))
    parts = [f"[{node.visit}] {who}" + (f" after {node.move}" if node.move is not None else "")]
    if node.score is not None:
        value = value_text(node)
        plies = end_of_game(node.score) if tree.distances else None
        parts.append(f"value {value}" + (f", the end {plies} plies from the root" if plies else ""))
    if windows and node.windows:
        parts.append(", then ".join(window_text(w.alpha, w.beta, tree.distances) for w in node.windows))
    if node.cut is not None:
        bound = "α" if node.cut.by == "alpha" else "β"
        cause = "from outside" if node.cut.cause is None else f"set at [{tree.nodes[node.cut.cause].visit}]"
        never = plural(node.cut.unvisited, "move")
        parts.append(f"cut: {reason_text(node.cut, tree.distances)}, {bound} {cause}, {never} never visited")
    if node.kind == "table" and node.score is not None:
        parts.append(f"the table knew {score_text(node.score, tree.distances)}")
    if node.position:
        parts.append(node.position)
    if node.note:
        parts.append(node.note)
    return "; ".join(parts)
