"""The page to step through a search: one file that asks the network for nothing.

What the search found goes in as data, every text escaped; the page's policy lets only its own script run (by its
hash), so that no name of a move or a position can become code.

    page.css, page.js      the look and the script, as files of their own
    data                   {"steps": [{"node", "line", "words", "open"}], "nodes": [{"from", "to", "cut", …}]}
    open                   [how many of the rows before stay, the innermost are dropped first; then the new rows]
"""

from __future__ import annotations

import base64
import hashlib
import json
from importlib.resources import files
from typing import Any

from zermelo.core.errors import InputError
from zermelo.trees.measure import escaped, without_halves
from zermelo.trees.pseudocode import pseudocode
from zermelo.trees.steps import OpenNode, Stack, Step, steps_of
from zermelo.trees.style import checked_theme
from zermelo.trees.svg import to_svg
from zermelo.trees.tree import SearchTree
from zermelo.trees.words import named, number, player_name, score_text, summary, window_text

BUTTONS = (
    ("first", "First", "First step (Home)"),
    ("back", "◀ Back", "Back (←)"),
    ("play", "Play", "Play and pause (space)"),
    ("forward", "Forward ▶", "Forward (→)"),
    ("last", "Last", "Last step (End)"),
)


def to_html(tree: SearchTree, *, theme: str = "auto") -> str:
    """The page. See `SearchTree.to_html`."""
    checked_theme(theme)
    steps = steps_of(tree)
    if not steps:
        raise InputError("this recording has no events to step through")
    lines = pseudocode(tree)
    script, style = resource("page.js"), resource("page.css")
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    policy = f"default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'sha256-{digest}'"
    title = summary(tree)
    buttons = "".join(
        f'<button type="button" id="{name}" title="{hint}">{sign}</button>' for name, sign, hint in BUTTONS
    )
    code = "".join(f'<li data-line="{tag}"><code>{escaped(text)}</code></li>' for tag, text in lines)
    columns = ["node", "α", "β", "best"] if tree.uses_windows else ["node", "best"]
    heads = "".join(f'<th scope="col">{name}</th>' for name in columns)
    note = "<p class='remark'>α and β are shown as MAX sees them.</p>" if "negamax" in tree.algorithm else ""
    return f"""<!DOCTYPE html>
<html lang="en" class="theme-{theme}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escaped(title)}</title>
<style>{style}</style>
</head>
<body>
<header>
<h1>{escaped(title)}</h1>
<div class="controls" role="toolbar" aria-label="Step through the search">
{buttons}
<input type="range" id="slider" min="0" max="{len(steps) - 1}" value="0" aria-label="Step">
<output id="count" for="slider">step 1 of {len(steps)}</output>
<label>speed <select id="speed"><option value="2000">slow</option><option value="1000" selected>normal</option>
<option value="350">fast</option></select></label>
</div>
<p id="sentence" aria-live="polite"></p>
</header>
<main>
<section id="figure" aria-label="The tree" tabindex="0">
{to_svg(tree, theme=theme, live=True)}</section>
<aside>
<h2>The algorithm</h2>
<ol id="code">{code}</ol>
{note}<h2>Open nodes</h2>
<table><thead><tr>{heads}</tr></thead><tbody id="open"></tbody></table>
</aside>
</main>
<noscript><p>Stepping needs JavaScript; the figure above is the finished search.</p></noscript>
<script type="application/json" id="data">{data_of(tree, steps)}</script>
<script>{script}</script>
</body>
</html>
"""


def resource(name: str) -> str:
    return files("zermelo.trees").joinpath(name).read_text(encoding="utf-8")


def data_of(tree: SearchTree, steps: list[Step]) -> str:
    """The data as JSON inside a script element: no "<" is left in it that could end the element."""
    data = {"steps": steps_data(tree, steps), "nodes": nodes_data(tree, steps)}
    text = without_halves(json.dumps(data, ensure_ascii=False, separators=(",", ":")))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def steps_data(tree: SearchTree, steps: list[Step]) -> list[dict[str, Any]]:
    """Every step with what it changes in the open nodes: all of them at each step would be a square."""
    windows, before, data = tree.uses_windows, None, []
    for step in steps:
        kept, fresh = parted(before, step.stack)
        rows = [kept, *(row_of(tree, opened, windows) for opened in fresh)]
        data.append({"node": step.node, "line": step.line, "words": step.sentence, "open": rows})
        before = step.stack
    return data


def parted(before: Stack | None, after: Stack | None) -> tuple[int, list[OpenNode]]:
    """How many open nodes two stacks share, from the root, and those that the second has beyond them."""
    fresh = []
    while before is not after:
        if after is not None and (before is None or after.size >= before.size):
            fresh.append(after.top)
            after = after.below
        elif before is not None:
            before = before.below
    return (0 if after is None else after.size), fresh[::-1]


def row_of(tree: SearchTree, opened: OpenNode, windows: bool) -> list[str]:
    node = tree.nodes[opened.node]
    row = [f"{player_name(node.player)} {named(node)}"]
    if windows:
        row += [score_text(opened.alpha, tree.distances), score_text(opened.beta, tree.distances)]
    return [*row, "–" if opened.best is None else score_text(opened.best, tree.distances)]


def nodes_data(tree: SearchTree, steps: list[Step]) -> list[dict[str, Any]]:
    """For every node: the step it appears at, the step it is closed at, the step it is cut at, and what its value
    and its window read from which step on.
    """
    never = len(steps)
    data: list[dict[str, Any]] = [
        {"from": never, "to": never, "cut": never, "value": [], "window": []} for _ in tree.nodes
    ]
    for place, step in enumerate(steps):
        node, entry = tree.nodes[step.node], data[step.node]
        entry["from"] = min(entry["from"], place)
        if step.kind in ("return", "final", "guess", "table"):
            entry["to"] = place
            entry["value"].append([place, None])  # as in the finished figure
            entry["window"].append([place, window_text(node.alpha, node.beta, tree.distances)])
        elif step.kind == "cut":
            entry["cut"] = place
            for child in node.children:
                if tree.nodes[child].kind == "pruned":
                    data[child]["from"] = data[child]["to"] = place
        elif step.kind in ("enter", "window", "better"):
            assert step.stack is not None
            opened = step.stack.top
            best = "" if opened.best is None else number(opened.best.value)
            entry["value"].append([place, best])
            entry["window"].append([place, window_text(opened.alpha, opened.beta, tree.distances)])
        elif step.kind == "fold":
            entry["to"] = place
    return data
