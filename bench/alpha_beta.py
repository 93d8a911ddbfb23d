"""Bare alpha-beta without a table: Connect Four from the empty board, the columns from left to right."""

from __future__ import annotations

import time
from collections.abc import Iterator

import peers
from figures import Row, skipped, steady

from zermelo.core.limits import Limits
from zermelo.engine.options import Options
from zermelo.engine.searcher import Searcher
from zermelo.games.connect_four import ConnectFour

WORK = "alpha-beta, no table"
BARE = Options(lean=True, null_windows=False, aspiration=False, deepening=False)
GOAL = "25 M or more"


def measure(quick: bool) -> Iterator[Row]:
    """Nodes a second at depth 8, as the peers; and deeper, where a call's own cost no longer counts."""
    searcher = Searcher(ConnectFour(), BARE, compiled=True)
    begun = time.process_time()
    searcher.warm()
    ready = time.process_time() - begun
    for depth in (8, 11):
        nodes = searcher.search(None, Limits(depth=depth)).nodes
        times = steady(lambda depth=depth: searcher.search(None, Limits(depth=depth)), 3 if quick else 9)
        note = f"{nodes} nodes, {times.spread} a whole call; ready in {ready:.2f} s of CPU"
        yield Row(WORK, f"zermelo, depth {depth}", nodes / times.median / 1e6, "M nodes/s", GOAL, note)
    plain = Searcher(ConnectFour(), BARE, compiled=False)
    depth = 6 if quick else 8
    nodes = plain.search(None, Limits(depth=depth)).nodes
    times = steady(lambda: plain.search(None, Limits(depth=depth)), 3)
    yield Row(
        WORK, f"zermelo, plain Python, depth {depth}", nodes / times.median / 1e6, "M nodes/s", "", f"{nodes} nodes"
    )

    if peers.has_easyai():
        depth = 5 if quick else 8
        times, nodes = peers.easyai("connect-four", depth, 1 if quick else 3)
        note = f"{nodes} nodes, {times.spread}"
        yield Row(WORK, f"easyAI, depth {depth}", nodes / times.median / 1e6, "M nodes/s", "", note)
    else:
        yield skipped(WORK, "easyAI", "not installed")
    if not peers.has_openspiel():
        yield skipped(WORK, "OpenSpiel, Python and C++", "not installed")
        return
    times, nodes = peers.openspiel_python("connect_four", 8, 3 if quick else 7)
    yield Row(
        WORK, "OpenSpiel Python, depth 8", nodes / times.median / 1e6, "M nodes/s", "", f"{nodes} nodes, {times.spread}"
    )
    why = peers.why_no_native()
    if why is None:
        times = peers.openspiel_native("connect_four", 8)
        note = f"{nodes} nodes, {times.spread}; every child is a clone: this game of OpenSpiel's cannot undo"
        yield Row(WORK, "OpenSpiel C++, depth 8", nodes / times.median / 1e6, "M nodes/s", "", note)
    else:
        yield skipped(WORK, "OpenSpiel C++", why)
    yield Row(WORK, "minimax-rs (Rust)", None, "M nodes/s", "", "quoted, measured on another machine: 17 to 39")
