"""What the general search costs in plain Python, against two searches written for the purpose: `dedicated`."""

from __future__ import annotations

from collections.abc import Iterator

import dedicated
from figures import Row, timed

from zermelo.core.limits import Limits
from zermelo.engine.options import Options
from zermelo.engine.searcher import Searcher
from zermelo.games.connect_four import ConnectFour

WORK = "plain mode"


def measure(quick: bool) -> Iterator[Row]:
    """Connect Four with evaluation and table; the ratio is that of CPU time a node, the runs alternate."""
    depth, repeat = (7, 3) if quick else (9, 7)
    game = ConnectFour()
    searcher = Searcher(game, Options(aspiration=False), compiled=False)
    contestants = {
        "zermelo": lambda: searcher.search(None, Limits(depth=depth)).nodes,
        "written over the same rules": lambda: dedicated.over_rules(game, game.initial_state(), depth)[1],
        "written for Connect Four alone": lambda: dedicated.connect_four(depth)[1],
    }
    rates: dict[str, list[float]] = {who: [] for who in contestants}
    nodes = {who: search() for who, search in contestants.items()}
    for _ in range(repeat):
        for who, search in contestants.items():
            rates[who].append(nodes[who] / timed_once(search))
    for who in contestants:
        median = sorted(rates[who])[repeat // 2]
        ratios = sorted(ours / theirs for ours, theirs in zip(rates["zermelo"], rates[who]))
        yield Row(WORK, who, median / 1e3, "k nodes/s", "", f"depth {depth}, {nodes[who]} nodes")
        if who != "zermelo":
            note = f"{repeat} pairs, {ratios[0]:.2f} to {ratios[-1]:.2f}"
            yield Row(WORK, f"zermelo's speed against: {who}", ratios[repeat // 2], "times", "0.65", note)


def timed_once(search: object) -> float:
    """CPU seconds of one run."""
    return timed(search, 1).median
