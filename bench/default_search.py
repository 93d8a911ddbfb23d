"""Connect Four from the empty board with the game's evaluation and a table, to a depth: seconds and nodes a second."""

from __future__ import annotations

from collections.abc import Iterator

from figures import Row, timed

from zermelo.core.limits import Limits
from zermelo.engine.options import Options
from zermelo.engine.searcher import Searcher
from zermelo.games.connect_four import ConnectFour

WORK = "default search"
GOALS = {14: "0.08 s", 16: "0.3 s", 18: "1.2 s"}
QUOTED = {14: "0.82 to 0.98 s", 16: "4.0 to 4.7 s"}


def measure(quick: bool) -> Iterator[Row]:
    """Both kinds of search: `exact=True` (every value of that depth exact) and the default, which prunes on guesses."""
    for kind, options in (("default", Options(strength=True)), ("exact=True", Options())):
        searcher = Searcher(ConnectFour(), options, compiled=True)
        searcher.warm()
        for depth, goal in GOALS.items():
            found = searcher.search(None, Limits(depth=depth))
            times = timed(
                lambda searcher=searcher, depth=depth: searcher.search(None, Limits(depth=depth)), 3 if quick else 9
            )
            note = f"{found.nodes} nodes, move {found.move + 1}, {times.spread}"
            yield Row(WORK, f"zermelo {kind}, depth {depth}", times.median, "s", goal, note)
            yield Row(WORK, f"zermelo {kind}, depth {depth}", found.nodes / times.median / 1e6, "M nodes/s", "10 M")
    for depth, quoted in QUOTED.items():
        yield Row(
            WORK, f"minimax-rs (Rust), depth {depth}", None, "s", "", f"quoted, measured on another machine: {quoted}"
        )
