"""The 300 Connect Four positions of tests/data/connect4/pons300.txt, each to its exact score, within a bound.

A score is 22 minus the number of stones that the winner will have played, negative if the mover loses, 0 for a draw.
BitBully, a solver for this game alone, looks at the same positions without its opening book.
"""

from __future__ import annotations

import statistics
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Any

from figures import HERE, Row, skipped, version

from zermelo.core.limits import Limits
from zermelo.engine.options import Options
from zermelo.engine.searcher import Searcher
from zermelo.games.connect_four import ConnectFour

WORK = "300 positions"
POSITIONS = HERE.parent / "tests" / "data" / "connect4" / "pons300.txt"


def positions() -> dict[str, list[tuple[str, int]]]:
    """The columns played and the score, by set."""
    found: dict[str, list[tuple[str, int]]] = defaultdict(list)
    for line in POSITIONS.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            name, played, score = (field.strip() for field in line.split("|"))
            found[name].append((played, int(score)))
    return found


def score_of(played: str, value: float, distance: int | None) -> int:
    """The score for the player to move, of a result seen by player 0."""
    if value == 0:
        return 0
    stones = (len(played) + (distance or 0) + 1) // 2
    mover_wins = (value > 0) == (len(played) % 2 == 0)
    return 22 - stones if mover_wins else stones - 22


def measure(quick: bool) -> Iterator[Row]:
    """Per set: how many were finished, whether every score is right, CPU time a position."""
    bound = 0.3 if quick else 1.0
    game = ConnectFour()
    for kind, options in (("exact=True", Options()), ("default", Options(strength=True))):
        searcher = Searcher(game, options, compiled=True)
        searcher.warm()

        def solve(played: str, searcher: Searcher = searcher) -> int | None:
            found = searcher.search(game.parse_state(played), Limits(seconds=bound))
            return score_of(played, found.value, found.distance) if found.exact else None

        yield from _sets(f"zermelo {kind}", solve, quick, f"at most {bound} s each")
    if version("bitbully") is None:
        yield skipped(WORK, "BitBully", "not installed")
        return
    from bitbully import BitBully, Board

    def solve_with_bitbully(played: str) -> int:
        return solver.mtdf(Board([int(column) - 1 for column in played]))

    solver: Any = BitBully(opening_book=None)
    yield from _sets("BitBully, no book", solve_with_bitbully, quick, "no bound", leave_out=("L1_R2", "L1_R3"))


def _sets(
    who: str, solve: Callable[[str], int | None], quick: bool, bound: str, leave_out: tuple[str, ...] = ()
) -> Iterator[Row]:
    for name, found in sorted(positions().items(), reverse=True):
        if name in leave_out:
            yield skipped(WORK, f"{who}, {name}", "without a bound a position may take minutes")
            continue
        seconds, finished, wrong, wrong_winner = [], 0, 0, 0
        tried = found[:10] if quick else found
        for played, score in tried:
            begun = time.process_time()
            answer = solve(played)
            seconds.append(time.process_time() - begun)
            finished += answer is not None
            wrong += answer is not None and answer != score
            wrong_winner += answer is not None and sign(answer) != sign(score)
        verdict = "all right" if not wrong else f"{wrong} WRONG, {wrong_winner} of them in who wins"
        note = f"{finished} of {len(tried)} finished ({bound}), {verdict}; mean {statistics.mean(seconds) * 1e3:.3g} ms"
        yield Row(WORK, f"{who}, {name}", statistics.median(seconds) * 1e3, "ms, median", "", note)


def sign(score: int) -> int:
    """Who wins: 1, 0 or -1."""
    return (score > 0) - (score < 0)
