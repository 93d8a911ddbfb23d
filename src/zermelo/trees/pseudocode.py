"""The algorithms as books write them: lines, each with the tag by which steps name it."""

from __future__ import annotations

from zermelo.trees.tree import SearchTree

Line = tuple[str, str]


def pseudocode(tree: SearchTree) -> list[Line]:
    """Pairs of tag and text for the algorithm that was recorded; lines that it has no use for are left out."""
    has_table = tree.table_hits > 0 or "table" in tree.algorithm or "memo" in tree.algorithm
    has_guesses = tree.depth is not None or any(node.kind == "guess" for node in tree.nodes)
    if "negamax" in tree.algorithm:
        lines = NEGAMAX_ALPHABETA if tree.uses_windows else NEGAMAX
    else:
        lines = ALPHABETA if tree.uses_windows else MINIMAX
    return [
        (tag, text)
        for tag, text in lines
        if not (tag == "table" and not has_table) and not (tag == "guess" and not has_guesses)
    ]


MINIMAX: list[Line] = [
    ("head", "visit(node):"),
    ("final", "  if the game is over: return its value"),
    ("guess", "  if no depth is left: return the evaluation"),
    ("table", "  if the table knows node: return that"),
    ("start", "  best ← −∞ if MAX moves, +∞ if MIN moves"),
    ("loop", "  for each move, in order:"),
    ("call", "    score ← visit(node after move)"),
    ("better", "    if better for who moves: best ← score"),
    ("return", "  return best"),
]

ALPHABETA: list[Line] = [
    ("head", "visit(node, α, β):"),
    ("final", "  if the game is over: return its value"),
    ("guess", "  if no depth is left: return the evaluation"),
    ("table", "  if the table knows enough: return that"),
    ("start", "  best ← −∞ if MAX moves, +∞ if MIN moves"),
    ("loop", "  for each move, in order:"),
    ("call", "    score ← visit(node after move, α, β)"),
    ("better", "    if better for who moves: best ← score"),
    ("window max", "    if MAX moves: α ← max(α, best)"),
    ("window min", "    if MIN moves: β ← min(β, best)"),
    ("cut", "    if α ≥ β: leave the other moves out"),
    ("return", "  return best"),
]

NEGAMAX: list[Line] = [
    ("head", "visit(node):            (as who moves sees it)"),
    ("final", "  if the game is over: return its value for who moves"),
    ("guess", "  if no depth is left: return the evaluation"),
    ("table", "  if the table knows node: return that"),
    ("start", "  best ← −∞"),
    ("loop", "  for each move, in order:"),
    ("call", "    score ← −visit(node after move)"),
    ("better", "    best ← max(best, score)"),
    ("return", "  return best"),
]

NEGAMAX_ALPHABETA: list[Line] = [
    ("head", "visit(node, α, β):      (as who moves sees it)"),
    ("final", "  if the game is over: return its value for who moves"),
    ("guess", "  if no depth is left: return the evaluation"),
    ("table", "  if the table knows enough: return that"),
    ("start", "  best ← −∞"),
    ("loop", "  for each move, in order:"),
    ("call", "    score ← −visit(node after move, −β, −α)"),
    ("better", "    best ← max(best, score)"),
    ("window", "    α ← max(α, best)"),
    ("cut", "    if α ≥ β: leave the other moves out"),
    ("return", "  return best"),
]
