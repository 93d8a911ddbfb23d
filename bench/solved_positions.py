"""The 300 Connect Four positions of tests/data/connect4/pons300.txt, each to its exact score.

A score is 22 minus the number of stones that the winner will have played, negative if the mover loses, 0 for a draw.
Each set is one call of `solve_many`, with an empty table that is kept within the set. BitBully, a solver for this game
alone, looks at the same positions in the same process, set by set in turn, without its opening book.
"""

from __future__ import annotations

import statistics
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Any

from figures import HERE, Row, skipped, version

import zermelo
from zermelo.api.solve_many import borrowed_solvers, solver_for
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


GOALS = {"L3_R1": 0.007, "L2_R1": 0.05, "L2_R2": 3, "L1_R1": 0.4, "L1_R2": 100, "L1_R3": 1500}
"""Milliseconds a position."""

PEER_HARD = slice(3, 13)
"""Of the hardest set, as many as the peer is asked; one of them may take it two minutes."""


def measure(quick: bool) -> Iterator[Row]:
    """Per set: whether every score is right, and the CPU time a position, the mean over the set."""
    game = ConnectFour()
    has_peer = version("bitbully") is not None
    if not has_peer:
        yield skipped(WORK, "BitBully", "not installed")
    for name, found in sorted(positions().items(), reverse=True):
        hard = name == "L1_R3"
        if quick and hard:
            continue
        repeat = 1 if quick or hard else 9 if name in ("L3_R1", "L2_R1", "L1_R1") else 3
        for table_mb in (1, 64) if name == "L3_R1" else (64,):
            who = f"zermelo.solve_many, {name}" + (", small table" if table_mb == 1 else "")
            yield _row(who, *ours(game, found, table_mb), found, repeat, GOALS[name])
        some = found[PEER_HARD] if hard else found
        if has_peer:
            yield _row(f"BitBully, no book, {name}", *peers(some), some, min(repeat, 3), None)
        if hard:
            yield _row(f"zermelo.solve_many, {name}, the same", *ours(game, some, 64), some, 1, None)


def ours(game: ConnectFour, found: list[tuple[str, int]], table_mb: float) -> tuple[Callable[[], Any], ...]:
    """What empties the table, and what gives the scores by one call."""
    states = [game.parse_state(columns) for columns, _ in found]

    def empty() -> None:
        with borrowed_solvers() as solvers:
            solver_for(solvers, game, None, table_mb).forget()

    return empty, lambda: [solved.score for solved in zermelo.solve_many(game, states, table_mb=table_mb)]


def peers(found: list[tuple[str, int]]) -> tuple[Callable[[], Any], ...]:
    """The same of BitBully, whose table cannot be emptied: it has a new one."""
    from bitbully import BitBully, Board

    boards = [Board([int(column) - 1 for column in columns]) for columns, _ in found]
    solvers: list[Any] = []
    return lambda: solvers.append(BitBully(opening_book=None)), lambda: [solvers[-1].mtdf(board) for board in boards]


def _row(
    who: str,
    prepare: Callable[[], Any],
    solve: Callable[[], list[int]],
    found: list[tuple[str, int]],
    repeat: int,
    goal: float | None,
) -> Row:
    seconds, wrong = [], 0
    for _ in range(repeat):
        prepare()
        begun = time.process_time()
        answers = solve()
        seconds.append((time.process_time() - begun) / len(found))
        wrong = sum(answer != score for answer, (_, score) in zip(answers, found, strict=True))
    note = f"{len(found)} positions, {'all right' if not wrong else f'{wrong} WRONG'}; {repeat} runs"
    return Row(WORK, who, statistics.median(seconds) * 1e3, "ms a position", "" if goal is None else f"{goal} ms", note)
