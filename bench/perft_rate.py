"""Perft: lines of play counted a second; rules and recursion, nothing else."""

from __future__ import annotations

from collections.abc import Iterator

from figures import Row, timed

from zermelo import perft
from zermelo.games.connect_four import ConnectFour
from zermelo.games.othello import Othello

WORK = "perft"


def measure(quick: bool) -> Iterator[Row]:
    """Compiled, and a smaller depth in plain Python."""
    for game, depth, plain_depth, goal in ((ConnectFour(), 9, 6, "80 M"), (Othello(), 9, 5, "15 M")):
        name = type(game).__name__
        leaves = perft(game, depth, compiled=True)
        times = timed(lambda game=game, depth=depth: perft(game, depth, compiled=True), 3 if quick else 9)
        note = f"depth {depth}, {leaves} leaves, {times.spread}"
        yield Row(WORK, f"zermelo, {name}", leaves / times.median / 1e6, "M leaves/s", goal, note)
        leaves = perft(game, plain_depth, compiled=False)
        times = timed(lambda game=game, depth=plain_depth: perft(game, depth, compiled=False), 3)
        note = f"depth {plain_depth}, {leaves} leaves"
        yield Row(WORK, f"zermelo, plain Python, {name}", leaves / times.median / 1e6, "M leaves/s", "", note)
