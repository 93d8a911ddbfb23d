"""Questions about the score of a state, one at a time, for the bisection solver; each thread has an `Asker`.

score      as the solver counts it, here always seen by MAX: value * STEP minus the plies of a win, and so on;
           see `bisection_core`. Plies are counted from the state that is asked about
bounds     (low, high): low <= score <= high; infinite ones are -BEYOND and BEYOND
"""

from __future__ import annotations

import math
from typing import Any

from zermelo.solve import bisection_words as w
from zermelo.solve.bisection import UNLIMITED, BisectionSolver, as_pair
from zermelo.solve.interval import Pair

Bounds = tuple[int, int]

UNBOUNDED: Bounds = (-w.BEYOND, w.BEYOND)


class Interrupted(Exception):  # noqa: N818  (not an error: what was proved before stands)
    """The search was stopped from outside, or has spent its nodes: see the workspace's STOP."""


class Asker:
    """One thread's own workspace beside the table that all share."""

    def __init__(self, solver: BisectionSolver, number: int = 0, threads: int = 1):
        self.solver = solver
        self.work = solver.workspace(number, threads)

    def begin(self, most_nodes: int | None) -> None:
        """Ready for questions; `most_nodes` more may be visited for all of them together."""
        self.work[w.NODE_LIMIT] = UNLIMITED if most_nodes is None else self.nodes + most_nodes
        self.work[w.ASKED] = w.BEYOND
        self.work[w.STOP] = w.RUNNING

    @property
    def nodes(self) -> int:
        return int(self.work[w.NODES])

    @property
    def has_spent(self) -> bool:
        """Whether it was its nodes that ended the last question."""
        return self.work[w.STOP] == w.NODES_SPENT

    @property
    def threshold(self) -> int | None:
        """That of the question now being asked, seen by the player to move; None before the first one."""
        asked = int(self.work[w.ASKED])
        return None if asked == w.BEYOND else asked

    def stop(self) -> None:
        """Ends the question that is being asked; from any thread."""
        if self.work[w.STOP] == w.RUNNING:
            self.work[w.STOP] = w.STOPPED

    def narrowed(self, state: Any, bounds: Bounds, plies: int = 0) -> Bounds:
        """The bounds after one more question, which the solver chooses. `Interrupted` where it was stopped.

        `state` is not over, and stands so many `plies` below the one that is to be solved.
        """
        work, solver = self.work, self.solver
        if work[w.STOP]:
            raise Interrupted
        work[w.LOW], work[w.HIGH] = bounds
        work[w.ONE_QUESTION], work[w.FIRST], work[w.LAST] = 1, 0, 1
        solver.prepare(work, plies)
        solver.run(state, solver.words([state]), work, solver.table, solver.ints(3))
        reason = int(work[w.STOP])
        if reason in (w.STOPPED, w.NODES_SPENT):
            raise Interrupted
        if reason:
            raise solver.error(reason, state)
        return int(work[w.LOW]), int(work[w.HIGH])

    def is_at_least(self, state: Any, threshold: int, plies: int = 0) -> bool:
        """Whether the state's score is the threshold or more."""
        return self.narrowed(state, (threshold - 1, threshold), plies)[0] >= threshold

    def answer_within(self, nodes: int, state: Any, threshold: int, plies: int = 0) -> bool | None:
        """The same; None if so many nodes are not enough."""
        work, limit = self.work, self.work[w.NODE_LIMIT]
        work[w.NODE_LIMIT] = min(limit, self.nodes + nodes)
        try:
            return self.is_at_least(state, threshold, plies)
        except Interrupted:
            if not self.has_spent or self.nodes >= limit:
                raise
            work[w.STOP] = w.RUNNING
            return None
        finally:
            work[w.NODE_LIMIT] = limit


# ── scores and what they say of the value ────────────────────────────────────────────────────────


def pair_of_score(score: int) -> Pair | None:
    """The (outcome, value) of a score; None if it is no bound at all."""
    if abs(score) >= w.BEYOND:
        return None
    value, _ = as_pair(score)
    return (value > 0) - (value < 0), value


def least_score(pair: Pair) -> int:
    """No score of this pair, or of one whose value is not told (infinite), is less."""
    outcome, value = pair
    if not math.isfinite(value):
        return 1 if outcome > 0 else 0 if outcome == 0 else -w.BEYOND
    value = math.floor(value)
    return (value - 1) * w.STEP + 1 if value > 0 else value * w.STEP


def greatest_score(pair: Pair) -> int:
    """No score of this pair is greater."""
    return -least_score((-pair[0], -pair[1]))


def score_of_pair(pair: Pair) -> int:
    """The score of a game that has ended like this."""
    return int(pair[1]) * w.STEP


def after_a_move(score: int) -> int:
    """What the score is for the state after a move that keeps it: the end is one ply nearer."""
    return score + (score > 0) - (score < 0)
