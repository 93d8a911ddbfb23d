"""The bisection method of `solve`: questions about the score until one is left, then the line, then the proof."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from zermelo.api.bisecting import help_with, move_that_keeps
from zermelo.api.solve_methods import prove
from zermelo.api.two_ways import plain_then_compiled
from zermelo.core.background import TICK_SECONDS, run_watched
from zermelo.core.errors import RulesError
from zermelo.core.game import Game, has_hook, moves_of
from zermelo.core.recursion import room_for_recursion
from zermelo.kernel.stored import is_loaded, is_stored
from zermelo.solve.bisection import SIGNATURE, BisectionSolver, Tuning, as_pair, options_for
from zermelo.solve.bisection_core import build_solver
from zermelo.solve.failure import find_broken_rule
from zermelo.solve.interval import Claim
from zermelo.solve.questions import (
    UNBOUNDED,
    Asker,
    Bounds,
    Interrupted,
    after_a_move,
    greatest_score,
    least_score,
    pair_of_score,
)

if TYPE_CHECKING:
    from zermelo.api.solve_run import Found, Run

PLAIN_TABLE_MB = 8
"""In plain Python a table is never the limit, and takes its time to be made."""


PLAIN = Tuning(early_cuts=False)
"""Early cuts ask for the player to move of states that may be over, where a rule in plain Python may fail."""


def bisection(run: Run) -> Found:
    """Null windows that halve the interval of the score: first in plain Python, then compiled."""
    goes_on = run.saved is not None and run.saved.kind.startswith("bisection compiled")
    return plain_then_compiled(run, lambda: _Program(run.game), lambda *how: _search(run, *how), goes_on=goes_on)


class _Program:
    """What is compiled for this method."""

    def __init__(self, game: Game):
        self.game, self.options = game, options_for(game)

    @property
    def is_warm(self) -> bool:
        return is_loaded(self.game, build_solver, SIGNATURE, options=self.options)

    @property
    def is_stored(self) -> bool:
        return is_stored(self.game, build_solver, SIGNATURE, options=self.options)

    def warm(self, state: Any) -> None:
        BisectionSolver(self.game, compiled=True, table_mb=1).words([state])


def _search(run: Run, compiled: bool, first_seconds: float | None) -> Found | None:
    """One search in one of the two ways; None if `first_seconds` were not enough."""
    run.compiled = compiled
    left = run.seconds_left()
    is_first = first_seconds is not None and (left is None or left > first_seconds)
    solver = run.solver
    if solver is None or solver.compiled != compiled:
        solver = solver_for(run.game, compiled, run.table_mb, run.workers)
    search = Bisecting(run, solver, first_seconds if is_first else None)
    try:
        return search.found()
    except _TooSlow:
        return None
    except (TypeError, ValueError, OverflowError) as error:
        if not isinstance(error, RulesError):
            find_broken_rule(run.game, run.root)
        raise


def solver_for(game: Game, compiled: bool, table_mb: float, threads: int = 1) -> BisectionSolver:
    """A solver with an empty table."""
    if compiled:
        return BisectionSolver(game, compiled=True, table_mb=table_mb, threads=threads)
    return BisectionSolver(game, table_mb=min(table_mb, PLAIN_TABLE_MB), tuning=PLAIN)


class _Pause(Exception):  # noqa: N818  (the work goes on after the checkpoint is written)
    pass


class _TooSlow(Exception):  # noqa: N818  (plain Python was only a try)
    pass


class Bisecting:
    """One state being solved: the first thread asks, the others help with the question that it is at."""

    def __init__(self, run: Run, solver: BisectionSolver, first_seconds: float | None):
        self.run, self.solver, self.nodes_before = run, solver, run.nodes
        self.ends = None if first_seconds is None else time.perf_counter() + first_seconds
        threads = run.workers if solver.compiled else 1
        self.askers = [Asker(solver, number, threads) for number in range(threads)]
        self.reason: str | None = None
        self.pauses = True
        self.bounds = self._known()
        self.line: list[Any] = []
        self.end_of_line, self.score_there = run.root, 0

    def found(self) -> Found:
        """The score, the line and the proof; `Stopped` by a limit before the score is known."""
        from zermelo.api.solve_run import Found, Stopped

        run = self.run
        try:
            self._do(self._bisect, self.askers[1:])
            self.score_there, self.ends = self.bounds[0], None
            try:
                self._do(self._follow, [])
            except (Stopped, KeyboardInterrupt):
                run.notes.append("the line is not complete: it was stopped")
        finally:
            if self.ends is None:  # a first try is over soon, and its work goes on compiled
                self.save()
        if run.proof is not None:
            self._prove()
        value, distance = as_pair(self.bounds[0])
        return Found(distance if value else None, tuple(self.line))

    # ── threads ──────────────────────────────────────────────────────────────────────────────────

    def _do(self, job: Callable[[Asker], None], helpers: list[Asker]) -> None:
        """Runs the job in a thread of its own, with helpers beside it; begins again after each pause for saving."""
        from zermelo.api.solve_run import Stopped

        first = self.askers[0]
        while True:
            first.begin(self.run.nodes_left())
            jobs = [lambda: self._work(job), *map(self._helper, helpers)]
            self.reason = None
            try:
                with room_for_recursion():
                    run_watched(jobs, tick=self._tick, stop=self._stop, patience=self._patience)
            except _Pause:
                self._count()
                self.save()
                continue
            finally:
                self._count()
            self.run.tell()
            if first.has_spent:
                raise Stopped("nodes")
            return

    def _work(self, job: Callable[[Asker], None]) -> None:
        with suppress(Interrupted):  # why is known to the thread that watches
            job(self.askers[0])

    def _helper(self, asker: Asker) -> Callable[[], None]:
        def job() -> None:
            help_with(self.run.game, self.run.root, self.askers[0], asker, lambda: self.reason is not None)

        return job

    def _tick(self) -> None:
        from zermelo.api.solve_run import Stopped

        self._count()
        try:
            self.run.tick(self.run.nodes)
        except Stopped as stopped:
            self.reason = stopped.reason
            raise
        if self.ends is not None and time.perf_counter() >= self.ends:
            raise _TooSlow
        if self.pauses and self.run.save_is_due():
            raise _Pause

    def _stop(self) -> None:
        self.reason = self.reason or "stop"
        for asker in self.askers:
            asker.stop()

    def _patience(self) -> float:
        left = self.run.seconds_left()
        return TICK_SECONDS if left is None else min(TICK_SECONDS, left)

    def _count(self) -> None:
        if self.pauses:  # what a proof takes is not part of the work
            self.run.nodes = self.nodes_before + sum(asker.nodes for asker in self.askers)

    # ── the work ─────────────────────────────────────────────────────────────────────────────────

    def _bisect(self, asker: Asker) -> None:
        interval = self.run.interval
        while self.bounds[0] < self.bounds[1]:
            self.bounds = asker.narrowed(self.run.root, self.bounds)
            for helper in self.askers[1:]:
                helper.stop()
            low, high = map(pair_of_score, self.bounds)
            if low is not None:
                interval.at_least(low)
            if high is not None:
                interval.at_most(high)

    def _follow(self, asker: Asker) -> None:
        """The best line: at every ply a move that keeps the score; the table has most of the answers."""
        game = self.run.game
        while not game.is_terminal(self.end_of_line):
            score = after_a_move(self.score_there)
            kept = move_that_keeps(game, asker, self.end_of_line, score, len(self.line))
            if kept is None:  # some hook promises more than is true
                return
            self.line.append(kept[0])
            self.end_of_line, self.score_there = kept[1], score

    def _prove(self) -> None:
        from zermelo.api.solve_run import Stopped

        game, root = self.run.game, self.run.root
        most_plies = game.most_plies if has_hook(game, "most_plies") else lambda state: 0  # noqa: ARG005
        asker, self.pauses, self.reason = self.askers[0], False, None
        nodes = self.run.nodes

        def choose(claim: Claim, state: Any) -> int:
            score = least_score(claim.pair) if claim.side == 0 else greatest_score(claim.pair)
            try:
                kept = move_that_keeps(game, asker, state, score, most_plies(root) - most_plies(state))
            except Interrupted:
                raise Stopped(self.reason or "stop") from None
            if kept is None:
                raise RulesError("no move keeps the value: does a hook promise more than is true?", state=state)
            return moves_of(game, state).index(kept[0])

        asker.begin(None)
        del self.askers[1:]
        try:
            with room_for_recursion():
                run_watched(
                    [lambda: prove(self.run, choose, endless=False)],
                    tick=self._tick,
                    stop=self._stop,
                    patience=self._patience,
                )
        except (Stopped, KeyboardInterrupt):
            pass  # `prove` has noted it
        self.run.nodes = nodes

    # ── the checkpoint ───────────────────────────────────────────────────────────────────────────

    def _known(self) -> Bounds:
        """What earlier runs have proved; their table is taken over if it is of the same kind."""
        (low, high), interval, saved = UNBOUNDED, self.run.interval, self.run.saved
        if interval.low is not None:
            low = least_score(interval.low)
        if interval.high is not None:
            high = greatest_score(interval.high)
        if saved is not None and saved.parts and saved.kind == self._kind():
            low, high = max(low, saved.about[0]), min(high, saved.about[1])
            self.solver.table_from(saved.parts[0])
            saved.parts.clear()  # it need not be in memory twice
        return low, high

    def _kind(self) -> str | None:
        kind = self.solver.kind_of_table()
        return None if kind is None else f"bisection {'compiled' if self.solver.compiled else 'plain'} {kind}"

    def save(self) -> None:
        """Writes the checkpoint; only while no search runs, so that the file is of one piece."""
        if self.run.checkpoint_path is None:
            return
        kind = self._kind()
        if kind is None:
            self.run.save("bisection", [], [])
        else:
            self.run.save(kind, list(self.bounds), [self.solver.table_bytes()])
