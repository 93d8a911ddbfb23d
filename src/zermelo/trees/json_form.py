"""Recordings as JSON, and back. Nothing that is read is evaluated; everything is checked before it is used.

    {"format": "zermelo search tree", "version": 1, …, "nodes": [{…}, …], "events": [["enter", 0], …]}

A score is [outcome, value, haste], null for an open end of a window (below everything for alpha, above for beta).
A value is a number, {"fraction": "1/3"}, or {"float": "inf"} for what JSON cannot write.
"""

from __future__ import annotations

import json
import math
import re
from fractions import Fraction
from numbers import Rational
from typing import Any

from zermelo.core.errors import InputError
from zermelo.core.result import Bound
from zermelo.core.score import HIGHEST, LOWEST, Score
from zermelo.trees.events import flaw_in
from zermelo.trees.tree import KINDS, Cut, Node, SearchTree, Window

FORMAT, VERSION = "zermelo search tree", 1
_HALVES = re.compile("[\ud800-\udfff]")  # of pairs of which one is lost: no encoding can write them
EVENTS = {"enter": 2, "window": 3, "cut": 2, "leave": 2}


def to_json(tree: SearchTree) -> str:
    document = {
        "format": FORMAT,
        "version": VERSION,
        "game": tree.game,
        "algorithm": tree.algorithm,
        "depth": tree.depth,
        "value": None if tree.value is None else written_value(tree.value),
        "move": tree.move,
        "visited": tree.visited,
        "leaves": tree.leaves,
        "cuts": tree.cuts,
        "table_hits": tree.table_hits,
        "distances": tree.distances,
        "nodes": [written_node(node) for node in tree.nodes],
        "events": [list(event) for event in tree.events],
    }
    text = json.dumps(document, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return _HALVES.sub(lambda found: f"\\u{ord(found[0]):04x}", text)  # read back as they were


def written_value(value: Any) -> Any:
    if isinstance(value, (bool, int)):
        return int(value)
    if isinstance(value, Rational) and not isinstance(value, float):
        return {"fraction": f"{value.numerator}/{value.denominator}"}
    real = float(value)
    return real if math.isfinite(real) else {"float": repr(real)}


def written_score(score: Score | None) -> Any:
    if score is None or abs(score.outcome) == 2:
        return None
    return [score.outcome, written_value(score.value), score.haste]


def written_node(node: Node) -> dict[str, Any]:
    """The fields that say something; what is left out has its default."""
    fields: dict[str, Any] = {"parent": node.parent, "ply": node.ply, "kind": node.kind}
    for name in ("player", "move", "visit", "best", "board", "note"):
        if getattr(node, name) is not None:
            fields[name] = getattr(node, name)
    if node.position:
        fields["position"] = node.position
    if node.count != 1:
        fields["count"] = node.count
    if node.windows:
        fields["windows"] = [[written_score(w.alpha), written_score(w.beta), w.child] for w in node.windows]
    if node.score is not None and node.bound is not None:
        fields["score"], fields["bound"] = written_score(node.score), node.bound.value
    if node.cut is not None:
        cut = node.cut
        fields["cut"] = {
            "by": cut.by,
            "alpha": written_score(cut.alpha),
            "beta": written_score(cut.beta),
            "cause": cut.cause,
            "through": cut.through,
            "unvisited": cut.unvisited,
        }
    return fields


# ── and back ─────────────────────────────────────────────────────────────────────────────────────


class DamagedError(Exception):
    """What is wrong with the text, and where."""


def from_json(text: str) -> SearchTree:
    try:
        document = json.loads(text, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise InputError(f"this is not a recording: it is not JSON ({error})") from None
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise InputError(f'this is not a recording: its "format" is not "{FORMAT}"')
    if document.get("version") != VERSION:
        raise InputError(
            f"this recording has version {document.get('version')!r}, and this library reads {VERSION}: "
            f"record the search again, or use the library that wrote it"
        )
    try:
        return read_tree(document)
    except DamagedError as error:
        raise InputError(f"this recording is damaged: {error}") from None


def _no_number(text: str) -> Any:
    raise ValueError(f"{text} is no number of a recording")


def field(fields: dict[str, Any], name: str, kinds: type | tuple[type, ...], default: Any, where: str) -> Any:
    """The field if it is of the right kind, the default if it is absent or null."""
    value = fields.get(name)
    if value is None:
        return default
    if not isinstance(value, kinds) or (isinstance(value, bool) and kinds is not bool):
        raise DamagedError(f"{where}: {name} is {value!r:.60}")
    return value


def read_value(value: Any, where: str) -> Any:
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return value
    try:
        if isinstance(value, dict) and set(value) == {"fraction"}:
            numerator, denominator = str(value["fraction"]).split("/")
            return Fraction(int(numerator), int(denominator))
        if isinstance(value, dict) and set(value) == {"float"}:
            return float(value["float"])
    except (ValueError, TypeError, ZeroDivisionError):
        pass
    raise DamagedError(f"{where}: {value!r:.60} is not a value")


def read_score(score: Any, where: str, if_null: Score | None) -> Score | None:
    if score is None:
        return if_null
    if not isinstance(score, list) or len(score) != 3 or not all(type(score[i]) is int for i in (0, 2)):
        raise DamagedError(f"{where}: {score!r:.60} is not a score")
    return Score(score[0], read_value(score[1], where), score[2])


def read_tree(document: dict[str, Any]) -> SearchTree:
    top = "the recording"
    tree = SearchTree(
        game=field(document, "game", str, "", top),
        algorithm=field(document, "algorithm", str, "", top),
        depth=field(document, "depth", int, None, top),
        move=field(document, "move", str, None, top),
        visited=field(document, "visited", int, 0, top),
        leaves=field(document, "leaves", int, 0, top),
        cuts=field(document, "cuts", int, 0, top),
        table_hits=field(document, "table_hits", int, 0, top),
        distances=field(document, "distances", bool, False, top),
    )
    if document.get("value") is not None:
        tree.value = read_value(document["value"], top)
    written = field(document, "nodes", list, [], top)
    for index, fields in enumerate(written):
        tree.nodes.append(read_node(index, fields, len(written)))
        parent = tree.nodes[index].parent
        if parent is not None:
            if tree.nodes[index].ply != tree.nodes[parent].ply + 1:
                raise DamagedError(f"node {index}: its ply is not one more than its parent's")
            tree.nodes[parent].children.append(index)
    if tree.nodes and tree.root.ply != 0:
        raise DamagedError("node 0: the root is at ply 0")
    check_references(tree)
    for event in field(document, "events", list, [], top):
        tree.events.append(read_event(event, tree))
    flaw = flaw_in(tree)
    if flaw is not None:
        raise DamagedError(flaw)
    return tree


def read_node(index: int, fields: Any, total: int) -> Node:
    where = f"node {index}"
    if not isinstance(fields, dict):
        raise DamagedError(f"{where} is {fields!r:.60}")

    def reference(value: Any) -> int | None:
        if value is not None and (type(value) is not int or not 0 <= value < total):
            raise DamagedError(f"{where}: there is no node {value!r:.60}")
        return value

    parent = reference(fields.get("parent"))
    if (parent is None) != (index == 0) or (parent is not None and parent >= index):
        raise DamagedError(f"{where}: its parent is {parent!r}, and must be an earlier node")
    kind = fields.get("kind")
    if type(kind) is not str or kind not in KINDS:
        raise DamagedError(f"{where}: kind is {kind!r:.60}")
    node = Node(
        index=index,
        parent=parent,
        ply=field(fields, "ply", int, 0, where),
        kind=kind,
        player=field(fields, "player", int, None, where),
        move=field(fields, "move", str, None, where),
        position=field(fields, "position", str, "", where),
        visit=field(fields, "visit", int, None, where),
        best=reference(fields.get("best")),
        count=field(fields, "count", int, 1, where),
        board=field(fields, "board", str, None, where),
        note=field(fields, "note", str, None, where),
    )
    for window in field(fields, "windows", list, [], where):
        if not isinstance(window, list) or len(window) != 3:
            raise DamagedError(f"{where}: {window!r:.60} is not a window")
        alpha, beta = read_score(window[0], where, LOWEST), read_score(window[1], where, HIGHEST)
        assert alpha is not None
        assert beta is not None
        node.windows.append(Window(alpha, beta, reference(window[2])))
    node.score = read_score(fields.get("score"), where, None)
    if node.score is not None:
        try:
            node.bound = Bound(fields.get("bound"))
        except (ValueError, TypeError):
            raise DamagedError(f"{where}: bound is {fields.get('bound')!r:.60}") from None
    if node.visited and (node.visit is None or not node.windows or (node.score is None) != (kind == "open")):
        raise DamagedError(f"{where}: a visited node has the number of its visit, a window and a score")
    cut = field(fields, "cut", dict, None, where)
    if cut is not None:
        alpha, beta = read_score(cut.get("alpha"), where, LOWEST), read_score(cut.get("beta"), where, HIGHEST)
        if cut.get("by") not in ("alpha", "beta") or alpha is None or beta is None:
            raise DamagedError(f"{where}: its cut is {cut!r:.60}")
        unvisited = field(cut, "unvisited", int, 0, where)
        node.cut = Cut(cut["by"], alpha, beta, reference(cut.get("cause")), reference(cut.get("through")), unvisited)
    return node


def check_references(tree: SearchTree) -> None:
    """`best` and windows name children, and a cut names an ancestor: else the figures would run in circles."""
    for node in tree.nodes:
        named = [node.best, *(window.child for window in node.windows)]
        if any(child is not None and tree.nodes[child].parent != node.index for child in named):
            raise DamagedError(f"node {node.index}: it names a child that is not its own")
        if node.cut is not None and node.cut.cause is not None and node.cut.cause > node.index:
            raise DamagedError(f"node {node.index}: the cause of its cut came later than the cut")


def read_event(event: Any, tree: SearchTree) -> tuple[Any, ...]:
    if not isinstance(event, list) or not event or EVENTS.get(str(event[0])) != len(event):
        raise DamagedError(f"{event!r:.60} is not an event")
    if not all(type(number) is int for number in event[1:]) or not 0 <= event[1] < len(tree.nodes):
        raise DamagedError(f"event {event!r:.60} names no node")
    node = tree.nodes[event[1]]
    if event[0] == "window" and not 0 <= event[2] < len(node.windows):
        raise DamagedError(f"event {event!r:.60} names no window")
    if (event[0] == "cut" and node.cut is None) or (event[0] == "leave" and node.score is None):
        raise DamagedError(f"event {event!r:.60} does not fit its node")
    return tuple(event)
