"""The sentences of the step-through: what happened at a node, and why, for a reader who meets the algorithm first."""

from __future__ import annotations

from zermelo.core.result import Bound
from zermelo.core.score import Score
from zermelo.trees.measure import shortened
from zermelo.trees.tree import Node, SearchTree, Window
from zermelo.trees.words import compared, end_of_game, is_open, named, number, player_name, plural, score_text

OTHER = {0: "MIN", 1: "MAX"}
LONGEST_LIST = 8


def at(node: Node) -> str:
    """MAX at [1]"""
    return f"{player_name(node.player)} at {named(node)}"


def worth(tree: SearchTree, score: Score) -> str:
    """3, or 1 (in 5 plies) where the length of the game matters."""
    plies = end_of_game(score) if tree.distances else None
    return number(score.value) + (f" (in {plural(plies, 'ply').replace('plys', 'plies')})" if plies else "")


def move_of(node: Node) -> str:
    return f"move {shortened(node.move, 40)}" if node.move is not None else "a move that is not shown"


def sentence(words: str) -> str:
    return words[:1].upper() + words[1:]


def by_move(tree: SearchTree, child: int | None) -> str:
    return "" if child is None or tree.nodes[child].move is None else f", by {move_of(tree.nodes[child])}"


def tried(tree: SearchTree, node: Node) -> str:
    """How the node was reached: "MAX at [1] tries move 0: "."""
    if node.parent is None:
        return ""
    parent = tree.nodes[node.parent]
    earlier = (tree.nodes[child] for child in parent.children if child < node.index)
    again = any(child.visited and child.move == node.move for child in earlier)
    return f"{at(parent)} tries {move_of(node)}{' again, with a wider window' if again else ''}: "


# ── opening a node ───────────────────────────────────────────────────────────────────────────────


def enter(tree: SearchTree, node: Node, alpha_owner: int | None, beta_owner: int | None, windows: bool) -> str:
    who = player_name(node.player)
    if node.parent is None:
        sentence = f"The search begins at {named(node)}, where {who} is to move."
        if windows and is_open(node.alpha) and is_open(node.beta):
            sentence += " The window is open: no value is ruled out yet."
    else:
        again = " again" if tree.nodes[node.parent].player == node.player else ""
        sentence = f"{tried(tree, node)}{who} is{again} to move at {named(node)}."
    return sentence + (limits(tree, node, alpha_owner, beta_owner) if windows else "")


def limits(tree: SearchTree, node: Node, alpha_owner: int | None, beta_owner: int | None) -> str:
    """What the inherited window means."""
    low, high = not is_open(node.alpha), not is_open(node.beta)
    if low and high:
        return (
            f" Only a value between {worth(tree, node.alpha)} ({owned(tree, 'MAX', alpha_owner)}) "
            f"and {worth(tree, node.beta)} ({owned(tree, 'MIN', beta_owner)}) would matter."
        )
    if low:
        return f" {has(tree, 'MAX', node.alpha, alpha_owner)}, so only more than that helps MAX."
    if high:
        return f" {has(tree, 'MIN', node.beta, beta_owner)}, so only less than that helps MIN."
    return "" if node.parent is None else " Nothing limits the window yet."


def owned(tree: SearchTree, who: str, owner: int | None) -> str:
    return "given at the start" if owner is None else f"{who} has it at {named(tree.nodes[owner])}"


def has(tree: SearchTree, who: str, score: Score, owner: int | None) -> str:
    where = "from the start" if owner is None else f"at {named(tree.nodes[owner])}"
    return f"{who} already has {worth(tree, score)} {where}"


def fold(tree: SearchTree, node: Node) -> str:
    here = "" if node.parent is None else f" below {named(tree.nodes[node.parent])}"
    return f"{plural(node.count, 'visited node')}{here} {'is' if node.count == 1 else 'are'} not shown here."


# ── comparing ────────────────────────────────────────────────────────────────────────────────────


def narrowed(tree: SearchTree, node: Node, before: Window, window: Window) -> str:
    best = window.alpha if node.player == 0 else window.beta
    now = f"{at(node)} has {worth(tree, best)} now{by_move(tree, window.child)}"
    if window.alpha != before.alpha:
        old, new = compared(before.alpha, window.alpha, tree.distances)
        return f"{now}, so MAX is sure of that much here: α rises from {old} to {new}."
    old, new = compared(before.beta, window.beta, tree.distances)
    return f"{now}, so MIN need not allow more than that here: β falls from {old} to {new}."


def better(tree: SearchTree, parent: Node, child: Node, best: Score | None, window: Window) -> str:
    score = child.score
    assert score is not None
    if best is None:
        sentence = f"{at(parent)} has {worth(tree, score)} now, by {move_of(child)}"
    else:
        new, old = worth(tree, score), worth(tree, best)
        sentence = f"{at(parent)} prefers {new} to {old}: it has {new} now, by {move_of(child)}"
    if parent.player == 0 and not is_open(window.alpha):
        return f"{sentence}. That is not more than α = {score_text(window.alpha, tree.distances)}, so the window stays."
    if parent.player == 1 and not is_open(window.beta):
        return f"{sentence}. That is not less than β = {score_text(window.beta, tree.distances)}, so the window stays."
    return f"{sentence}."


def no_better(tree: SearchTree, parent: Node, child: Node, best: Score) -> str:
    who, score = player_name(parent.player), child.score
    assert score is not None
    if score == best:
        gives = f"{named(child)} gives no {'more' if parent.player == 0 else 'less'} than that"
        return f"{at(parent)} has {worth(tree, best)} already, and {gives}: it stays."
    direction = {Bound.UPPER: " or less", Bound.LOWER: " or more"}.get(child.bound or Bound.EXACT, "")
    return f"{at(parent)} keeps {worth(tree, best)}: {worth(tree, score)}{direction} is worse for {who}."


def cut(tree: SearchTree, node: Node) -> str:
    """The one sentence of the whole algorithm."""
    cut = node.cut
    assert cut is not None
    mine, theirs = (cut.beta, cut.alpha) if cut.by == "alpha" else (cut.alpha, cut.beta)
    other = "MAX" if cut.by == "alpha" else "MIN"
    if cut.cause is None:
        reason = f"the search was started with {'α' if cut.by == 'alpha' else 'β'} = {worth(tree, theirs)}"
    else:
        reason = f"{other} already has {worth(tree, theirs)} elsewhere (at {named(tree.nodes[cut.cause])}"
        reason += f"{by_move(tree, cut.through)})"
    moves = [tree.nodes[child].move for child in node.children if tree.nodes[child].kind == "pruned"]
    known = [shortened(move, 24) for move in moves if move is not None]
    if cut.unvisited == 1 and len(known) == 1:
        never = f"Move {known[0]} is never tried."
    else:
        never = f"{plural(cut.unvisited, 'move')} {'is' if cut.unvisited == 1 else 'are'} never tried"
        shown = known[:LONGEST_LIST]
        more = ", …" if len(shown) < cut.unvisited else ""
        never += f": {', '.join(shown)}{more}." if shown else "."
    return f"{at(node)} has {worth(tree, mine)}; {reason}: the rest of {named(node)} cannot matter. {never}"


# ── closing a node ───────────────────────────────────────────────────────────────────────────────


def leave(tree: SearchTree, node: Node) -> str:
    assert node.score is not None
    value, name = worth(tree, node.score), named(node)
    if node.kind == "final":
        return sentence(f"{tried(tree, node)}the game is over at {name}, and it is worth {value}.")
    if node.kind == "guess":
        return sentence(f"{tried(tree, node)}no depth is left at {name}, so the evaluation guesses: {value}.")
    if node.kind == "table":
        return f"{tried(tree, node)}{known(tree, node, value)}"
    if node.parent is None:
        return root(tree, node, value)
    if node.bound is Bound.EXACT:
        return f"All moves of {name} are tried: it is worth {value}{by_move(tree, node.best)}."
    low = node.bound is Bound.UPPER
    promise = f"{value} or {'less' if low else 'more'}"
    if low == (node.player == 1):  # MIN has found a way to hold it down, or MAX one to lift it: the other turns away
        begin = "" if node.cut else f"All moves of {name} are tried. "
        other = OTHER.get(node.player or 0, "the other")
        return f"{begin}{name} returns {value}: it is worth {promise}, and that is all that {other} needs to know."
    limit = f"α = {score_text(node.alpha, tree.distances)}" if low else f"β = {score_text(node.beta, tree.distances)}"
    return f"All moves of {name} are tried, and none gets {'above' if low else 'below'} {limit}: it is worth {promise}."


def known(tree: SearchTree, node: Node, value: str) -> str:
    name = named(node)
    if node.bound is Bound.EXACT:
        return f"{name} was met before, and the table knows that it is worth {value}."
    low = node.bound is Bound.UPPER
    limit = f"α = {score_text(node.alpha, tree.distances)}" if low else f"β = {score_text(node.beta, tree.distances)}"
    return (
        f"{name} was met before, and the table knows that it is worth {value} or {'less' if low else 'more'}: "
        f"with {limit} that is enough."
    )


def root(tree: SearchTree, node: Node, value: str) -> str:
    best = None if node.best is None else tree.nodes[node.best].move
    move = "" if best is None else f", and the best move of {player_name(node.player)} is {shortened(best, 40)}"
    if node.bound is Bound.UPPER:
        value += " or less"
    elif node.bound is Bound.LOWER:
        value += " or more"
    visited = "1 node was" if tree.visited == 1 else f"{tree.visited:,} nodes were"
    return f"The search is over: the value is {value}{move}. {visited} visited."
