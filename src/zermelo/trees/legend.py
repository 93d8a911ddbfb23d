"""The lines under a figure: what was found, and what the signs in it mean (only those that occur)."""

from __future__ import annotations

from zermelo.trees.measure import escaped, px, text_width
from zermelo.trees.tree import SearchTree

SIZE, LINE = 11.5, 20


def draw_legend(tree: SearchTree, words: str, width: float, blank: bool) -> tuple[list[str], float, float]:
    """The drawn lines, from (0, 0), with the width and height that they take."""
    parts: list[str] = []
    y, widest = 0.0, 0.0
    for line in wrapped(words, width):
        parts.append(f'<text class="words start" x="0" y="{px(y + 12)}">{escaped(line)}</text>')
        widest = max(widest, text_width(line, SIZE))
        y += 17
    x, y = 0.0, y + (5 if words else 0)
    for css, sign, meaning in entries(tree, blank):
        needed = 26 + text_width(meaning, SIZE)
        if x and x + needed > width:
            x, y = 0.0, y + LINE
        parts.append(
            f'<g class="{css}" transform="translate({px(x + 10)} {px(y + 9)})">{sign}'
            f'<text class="words start faint" x="14" y="4">{escaped(meaning)}</text></g>'
        )
        widest = max(widest, x + needed)
        x += needed + 14
    return parts, widest, y + LINE


def wrapped(words: str, width: float) -> list[str]:
    lines, line = [], ""
    for word in words.split():
        if line and text_width(f"{line} {word}", SIZE) > width:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}".strip()
    return [*lines, line] if line else lines


def entries(tree: SearchTree, blank: bool) -> list[tuple[str, str, str]]:
    """Triples of class, drawing around (0, 0), and meaning."""
    nodes = tree.nodes
    inner = [node for node in nodes if node.visited and not node.is_leaf]
    circle = '<circle class="shape" r="8"/>'
    square = '<rect class="shape" x="-7" y="-7" width="14" height="14" rx="2"/>'
    line = '<path class="edge principal" d="M-10 0H10"/>'
    wide = '<rect class="shape" x="-9" y="-6" width="18" height="12" rx="5"/>'
    box = '<rect class="box" x="-9" y="-6" width="18" height="12" rx="3"/>'
    cross = '<path class="edge never" d="M-10 0H10"/><path class="cross" d="M-4 -4l8 8m-8 0l8 -8"/>'
    windows = tree.uses_windows or (blank and "alphabeta" in tree.algorithm)
    possible = [
        (any(n.player == 0 for n in inner), "max", circle + '<path class="mark" d="M-4 2H4L0 -5Z"/>', "MAX"),
        (any(n.player == 1 for n in inner), "min", circle + '<path class="mark" d="M-4 -2H4L0 5Z"/>', "MIN"),
        (any(n.player == -1 for n in inner), "chance", '<path class="shape" d="M0 -9L9 0L0 9L-9 0Z"/>', "chance"),
        (any((n.player or 0) > 1 for n in inner), "other", circle, "another player"),
        (any(n.kind == "final" for n in nodes), "leaf", square, "the game is over: its value"),
        (any(n.kind == "guess" for n in nodes), "leaf guess", square, "a guess (evaluation)"),
        (not blank and any(n.cut for n in nodes), "reason", box, "why it was cut"),
        (not blank and any(n.kind == "pruned" for n in nodes), "pruned", cross, "never visited"),
        (any(n.kind == "folded" for n in nodes), "pruned folded", wide, "visited, not shown"),
        (windows and bool(inner), "window", box, "window to fill in" if blank else "inherited window"),
        (not blank and len(tree.principal()) > 1, "line", line, "principal line"),
    ]  # fmt: skip
    return [(css, sign, meaning) for occurs, css, sign, meaning in possible if occurs]
