"""Tic-tac-toe solved from the empty board, everything warm: milliseconds a call."""

from __future__ import annotations

from collections.abc import Iterator

import peers
from figures import Row, Times, skipped, steady

from zermelo import search
from zermelo.engine.options import Options
from zermelo.engine.searcher import Searcher
from zermelo.games.mnk import TicTacToe

WORK = "tic-tac-toe, solved"


def measure(quick: bool) -> Iterator[Row]:
    """As a user calls zermelo; bare alpha-beta is all that the peers offer, and is shown for zermelo too."""
    repeat = 3 if quick else 9
    game = TicTacToe()
    for who, compiled in (("zermelo.search, compiled", True), ("zermelo.search, plain Python", False)):
        found = search(game, compiled=compiled, exact=True)
        assert found.exact
        assert found.value == 0
        times = steady(lambda compiled=compiled: search(game, compiled=compiled, exact=True), repeat)
        yield _row(who, times, "1 ms" if compiled else "", f"{found.nodes} nodes")
    bare = Searcher(game, Options(lean=True, null_windows=False, aspiration=False), compiled=True)
    bare.warm()
    yield _row("zermelo, bare alpha-beta", steady(bare.search, repeat), "", f"{bare.search().nodes} nodes")
    if peers.has_easyai():
        times, nodes = peers.easyai("tic-tac-toe", 9, 3)
        yield _row("easyAI", times, "", f"{nodes} nodes")
    else:
        yield skipped(WORK, "easyAI", "not installed")
    if peers.has_openspiel():
        times, nodes = peers.openspiel_python("tic_tac_toe", 9, repeat)
        yield _row("OpenSpiel Python", times, "", f"{nodes} nodes")
    else:
        yield skipped(WORK, "OpenSpiel", "not installed")
    why = peers.why_no_native()
    if why is None:
        for undo in (False, True):
            times = peers.openspiel_native("tic_tac_toe", 9, undo)
            yield _row(f"OpenSpiel C++, {'undone moves' if undo else 'copied states'}", times, "", "")
    else:
        yield skipped(WORK, "OpenSpiel C++", why)


def _row(who: str, times: Times, goal: str, nodes: str) -> Row:
    return Row(WORK, who, times.median * 1e3, "ms", goal, ", ".join(part for part in (nodes, times.spread) if part))
