"""The words of the drawings: numbers, scores, windows and reasons, the same in every form.

α=3 β=∞        a window, as MAX sees it
≤1  ≥9  3      a value that is an upper bound, a lower bound, exact
≈12            a guess: the evaluation of a position that is not over
β=1 ≤ α=3      why a node was cut
1 in 3         the same value three plies from the root, where the length of the game decided
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from zermelo.core.result import Bound
from zermelo.core.score import Score
from zermelo.trees.measure import visible
from zermelo.trees.tree import Cut, Node, SearchTree

MINUS = "−"
PLAYERS = {0: "MAX", 1: "MIN", -1: "Chance"}
BOUND_SIGNS = {Bound.LOWER: "≥", Bound.UPPER: "≤"}


def player_name(player: int | None) -> str:
    """MAX, MIN, Chance, or the number of one of many players."""
    return "nobody" if player is None else PLAYERS.get(player, f"Player {player}")


def number(value: Any) -> str:
    """A value as people read it: whole numbers whole, others with four digits, a true minus sign."""
    if isinstance(value, (bool, int)):
        text = str(int(value))
    elif isinstance(value, Fraction):
        text = str(value)
    else:
        try:
            real = float(value)
        except (TypeError, ValueError):
            return str(value)
        if math.isinf(real):
            return "∞" if real > 0 else f"{MINUS}∞"
        text = str(int(real)) if real == int(real) and abs(real) < 1e15 else f"{real:.4g}"
    return text.replace("-", MINUS)


def is_open(score: Score) -> bool:
    """Whether this end of a window limits nothing."""
    return abs(score.outcome) == 2


def end_of_game(score: Score) -> int | None:
    """The plies from the root to the end of a decided game, if they are known."""
    return abs(score.haste) if abs(score.outcome) == 1 and score.haste else None


def score_text(score: Score, distances: bool = False) -> str:
    """The score's value, ∞ for an open window, and with `distances` the plies to the end of a decided game."""
    if is_open(score):
        return "∞" if score.outcome > 0 else f"{MINUS}∞"
    plies = end_of_game(score)
    return number(score.value) + (f" in {plies}" if distances and plies else "")


def value_text(node: Node) -> str:
    """The node's value with the sign of its bound, "?" for a node never visited, "…" for one never closed."""
    if node.kind == "pruned":
        return "?"
    if node.score is None:
        return "…"
    sign = "≈" if node.kind == "guess" else BOUND_SIGNS.get(node.bound, "") if node.bound else ""
    return sign + number(node.score.value)


def count_text(node: Node) -> str:
    """How many nodes a folded or pruned node stands for."""
    return f"{node.count:,} more" if node.kind == "folded" else f"? × {node.count:,}"


def window_text(alpha: Score, beta: Score, distances: bool = False) -> str:
    return f"α={score_text(alpha, distances)} β={score_text(beta, distances)}"


def reason_text(cut: Cut, distances: bool = False) -> str:
    """Why the node was cut: "β=1 ≤ α=3" at a node of MIN, "α=9 ≥ β=8" at a node of MAX."""
    alpha, beta = compared(cut.alpha, cut.beta, distances)
    return f"β={beta} ≤ α={alpha}" if cut.by == "alpha" else f"α={alpha} ≥ β={beta}"


def compared(a: Score, b: Score, distances: bool = False) -> tuple[str, str]:
    """Two scores, each with as many words as it takes to see which is higher."""
    if a[:2] == b[:2] and a != b:
        return score_text(a, True), score_text(b, True)
    if not is_open(a) and not is_open(b) and a.outcome != b.outcome and (a > b) != (a.value > b.value):
        words = {1: " (won)", -1: " (lost)"}
        return number(a.value) + words.get(a.outcome, ""), number(b.value) + words.get(b.outcome, "")
    return score_text(a, distances), score_text(b, distances)


def plural(count: int, word: str) -> str:
    return f"{count:,} {word}" if count == 1 else f"{count:,} {word}s"


def named(node: Node) -> str:
    """How a sentence names a node: by the number of its visit, as in the figures."""
    return f"[{node.visit}]" if node.visit is not None else "the folded part"


def summary(tree: SearchTree) -> str:
    """The line under a figure; cuts are counted for searches that know them."""
    found = "not finished" if tree.value is None else f"value {number(tree.value)}"
    if tree.move is not None:
        found += f", move {visible(tree.move)}"
    what = " on ".join(part for part in (tree.algorithm, tree.game) if part)
    cuts = f", {plural(tree.cuts, 'cut')}" if tree.uses_windows else ""
    return f"{what}: {found}; {plural(tree.visited, 'node')} visited{cuts}"
