"""One search from the outside: threads, deadlines, progress, and the result."""

from __future__ import annotations

import functools
import threading
import time
from collections.abc import Callable
from typing import Any

from zermelo.core.background import TICK_SECONDS, run_watched
from zermelo.core.errors import InputError
from zermelo.core.game import Game, check_hashable, has_hook, root_state
from zermelo.core.limits import Limits
from zermelo.core.observer import Observer
from zermelo.core.recursion import room_for_recursion
from zermelo.core.result import Bound, Progress, SearchResult
from zermelo.core.result import RootMove as FoundMove
from zermelo.core.score import Score, final_score, guess_score
from zermelo.engine import workspace as w
from zermelo.engine.core import build_core
from zermelo.engine.crew import Crew
from zermelo.engine.deepening import Iteration, deepen, solve_small
from zermelo.engine.failure import raise_better, raise_for
from zermelo.engine.options import Options
from zermelo.engine.program import SIGNATURE, Program, Worker, constants
from zermelo.engine.root import Root
from zermelo.engine.sampling import usual_change, values_are_wide
from zermelo.engine.scores import NeedsWide, to_score
from zermelo.engine.table import Table
from zermelo.kernel.stored import is_stored

UNLIMITED = 1 << 62
TRY_ALL_SECONDS = 0.2
"""With less time than this no search to the end of the game is tried first."""

LINE_NODES = {True: 15_000, False: 500}
"""Nodes that may be spent after the end of a search to complete its principal line: some milliseconds."""

PROGRESS_SECONDS = 0.1

FIRST_NODES = {True: 16_000, False: 5_000}
"""Nodes of a lean search, and of another one, that take about as long as starting a thread, or a few times that."""

LEAST_SECONDS = 1.0
"""With less time than this nothing is tried where no deadline is watched."""

FEW_PLIES = 64
"""No line of so many plies comes near the end of the stack that a main thread has."""


class _LimitMet(Exception):  # noqa: N818  (not an error: the best so far is the result)
    """A deadline, or the caller's stop."""


class Searcher:
    """Searches positions of one game with one set of options; keeps its program and arrays from search to search."""

    def __init__(
        self,
        game: Game,
        options: Options | None = None,
        *,
        compiled: bool = False,
        observer: Observer | None = None,
    ):
        if compiled and observer is not None:
            raise InputError("compiled code cannot be observed: leave compiled=True out")
        self.observer = observer
        if has_hook(game, "chance_outcomes") or game.num_players > 2:
            raise InputError(
                f"{type(game).__name__} has chance or more than two players: this search is for one or two players"
            )
        self.game, self.options, self.compiled = game, options or Options(), compiled
        self._programs: dict[bool, Program] = {}
        self._workers: dict[bool, list[Worker]] = {}
        self._tables: dict[bool, Table] = {}
        self._wide = self._sampled = False

    def warm(self, state: Any = None) -> None:
        """Gets everything ready, compiling what has to be compiled."""
        root = root_state(self.game, state)
        self._choose_scores(root)
        self._program()

    def _choose_scores(self, root: Any) -> None:
        """Wide scores where the values look like floats; asked once, at the first state that is searched."""
        if not self._sampled:
            self._sampled, self._wide = True, values_are_wide(self.game, root)

    @property
    def is_warm(self) -> bool:
        """Whether a search would begin at once."""
        return self._wide in self._programs

    @property
    def is_stored(self) -> bool:
        """Whether the compiled program is on disk, so that getting ready is a matter of loading it."""
        return is_stored(self.game, build_core, SIGNATURE, options=constants(self.game, self.options, self._wide))

    def _program(self) -> Program:
        if self._wide not in self._programs:
            self._programs[self._wide] = Program(
                self.game, self.options, compiled=self.compiled, use_wide=self._wide, observer=self.observer
            )
        program = self._programs[self._wide]
        program.refresh()
        return program

    def search(
        self,
        state: Any = None,
        limits: Limits | None = None,
        *,
        lines: int = 1,
        workers: int = 1,
        on_progress: Callable[[Progress], None] | None = None,
    ) -> SearchResult:
        """The best move and what is known of all moves; see `zermelo.search`."""
        limits = limits or Limits()
        begun = time.perf_counter()
        root = root_state(self.game, state)
        check_hashable(root)
        if self.game.is_terminal(root):
            return self._over(root)
        self._choose_scores(root)
        while True:
            try:
                return _Run(self, self._program(), root, limits, lines, workers, on_progress, begun).result()
            except NeedsWide:
                if self._wide:
                    raise
                self._wide = True
                self._program()  # compiling it stands outside the time that the search may take
                begun = time.perf_counter()

    def _over(self, root: Any) -> SearchResult:
        score = final_score(self.game, root, 0)
        return SearchResult(
            state=root, move=None, value=score.value, bound=Bound.EXACT, distance=0, line=(), moves=(), nodes=1,
            depth=0, seconds=0.0, exact=True, compiled=self.compiled, stopped_by="over",
        )  # fmt: skip

    def arrays(self, program: Program, workers: int) -> tuple[Table, list[Worker]]:
        """The table and the workers' arrays, made when first needed."""
        kind = program.use_wide
        if kind not in self._tables:
            table_mb = self.options.table_mb if self.options.table and not self.options.lean else 0
            self._tables[kind] = Table(program.arrays, table_mb, kind)
            self._workers[kind] = []
        ready = self._workers[kind]
        ready.extend(Worker(program) for _ in range(workers - len(ready)))
        return self._tables[kind], ready[:workers]


class _Run:
    """One search while it runs: worker 0 gives the result, the others fill the table that it reads."""

    def __init__(
        self,
        searcher: Searcher,
        program: Program,
        root: Any,
        limits: Limits,
        lines: int,
        workers: int,
        on_progress: Callable[[Progress], None] | None,
        begun: float,
    ):
        self.searcher, self.program, self.root_state, self.limits = searcher, program, root, limits
        self.on_progress, self.begun = on_progress, begun
        if program.use_wide or not program.compiled:
            workers = 1  # entries of wide scores are three words, which threads could tear; plain threads gain nothing
        self.root = Root(program, searcher.options, root)
        self.lines = min(lines, max(1, len(self.root.moves)))
        self.table, self.workers = searcher.arrays(program, workers)
        self.best: Iteration | None = None
        self.stopped_by = "stop"
        self.begun_searching = False

    def result(self) -> SearchResult:
        """Runs the search to its end, or to the limit that it meets first."""
        if not self.root.moves:  # every move is forbidden: lost for the mover
            value = -1 if self.root.player == 0 else 1
            return self._result(Score(value, value, 0), None, "over", nodes=1)
        if self.limits.depth == 0 or self.limits.nodes == 0 or self.limits.seconds == 0 or self.limits.stop.is_set():
            self.stopped_by = self._met_at_once()
        else:
            self._search()
        return self._assemble()

    def _met_at_once(self) -> str:
        for name in ("depth", "nodes", "seconds"):
            if getattr(self.limits, name) == 0:
                return name
        return "stop"

    # ── threads ──────────────────────────────────────────────────────────────────────────────────

    def _search(self) -> None:
        self.begun_searching = True
        node_limit = UNLIMITED if self.limits.nodes is None else min(self.limits.nodes, UNLIMITED)
        if not (self._may_be_small() and self._search_here(node_limit)):
            self._search_in_threads(node_limit)

    def _may_be_small(self) -> bool:
        """Whether a try without a thread is worth while and without danger."""
        return (
            self.program.compiled
            and len(self.workers) == 1
            and (self.limits.seconds or LEAST_SECONDS) >= LEAST_SECONDS
            and not self.program.has_noisy
            and threading.current_thread() is threading.main_thread()
        )

    def _search_here(self, node_limit: int) -> bool:
        """Searches in the caller's thread as long as a thread takes to start; what took longer begins anew in one."""
        moves, budget = self.root.moves, FIRST_NODES[self.searcher.options.lean]
        work = self.workers[0].work
        self._begin(min(node_limit, budget))
        work[w.MOST_PLIES] = FEW_PLIES
        too_long = False

        def search() -> None:
            nonlocal too_long
            self._work(0)
            too_long = int(work[w.DEEPEST]) >= FEW_PLIES - 1
            if too_long:
                work[w.STOP] = w.RUNNING  # no fault: only too long for this stack

        self._run(search)
        if too_long or (self.stopped_by == "nodes" and node_limit > budget):
            self.root.moves, self.best, self.stopped_by = moves, None, "stop"
            return False
        return True

    def _search_in_threads(self, node_limit: int) -> None:
        self._begin(node_limit)
        jobs = [functools.partial(self._work, number) for number in range(len(self.workers))]
        deadline = None if self.limits.seconds is None else self.begun + self.limits.seconds
        next_progress = time.perf_counter() + PROGRESS_SECONDS

        def tick() -> None:
            nonlocal next_progress
            now = time.perf_counter()
            if deadline is not None and now >= deadline:
                self.stopped_by = "seconds"
                raise _LimitMet
            if self.limits.stop.is_set():
                raise _LimitMet
            if self.on_progress is not None and now >= next_progress:
                self.on_progress(self._progress())
                next_progress = now + PROGRESS_SECONDS

        def patience() -> float:
            return TICK_SECONDS if deadline is None else max(0.0, min(TICK_SECONDS, deadline - time.perf_counter()))

        self._run(lambda: run_watched(jobs, tick=tick, stop=self._stop_workers, patience=patience))

    def _begin(self, node_limit: int) -> None:
        self.table.begin()
        self.crew = Crew(self.workers) if len(self.workers) > 1 else None
        for worker in self.workers:
            worker.begin(self.table, self.searcher.options, node_limit, self.crew)
        self.try_all = self.limits.depth is None and not (self.limits.seconds or 1) < TRY_ALL_SECONDS

    def _run(self, search: Callable[[], None]) -> None:
        """Runs the search and raises what went wrong in it, in the caller's words where that is possible."""
        try:
            search()
        except _LimitMet:
            pass
        except KeyboardInterrupt:
            self.stopped_by = "stop"
        except BaseException as error:
            raise_better(error, self.workers[0], self.root_state)
        if any(worker.work[w.STOP] == w.NOT_PACKED for worker in self.workers):
            raise NeedsWide
        for worker in self.workers:
            raise_for(worker, self.root_state)

    def _stop_workers(self) -> None:
        for worker in self.workers:
            if worker.work[w.STOP] == w.RUNNING:
                worker.work[w.STOP] = w.STOPPED
        if self.crew is not None:
            self.crew.end()

    def _work(self, number: int) -> None:
        worker = self.workers[number]
        with room_for_recursion():
            root = self.root if number == 0 else Root(self.program, self.searcher.options, self.root_state)
            root.prepare(worker)
            reason = self._find(root, worker, number)
            if number == 0:
                if reason != "stop":
                    self.stopped_by = reason
                if self.best is not None and self.program.reporter is None:
                    fault = worker.work[w.STOP]
                    root.complete_line(worker, self.best.depth, LINE_NODES[self.program.compiled])
                    worker.work[w.STOP] = fault

    def _find(self, root: Root, worker: Worker, number: int) -> str:
        """Solves a small game at once, or deepens; returns why it stopped."""
        if number and self.crew is not None:
            self.crew.help(root, worker)
            return "stop"
        options = self.searcher.options
        if number == 0 and self.try_all and options.deepening:
            solved = solve_small(root, worker, self.lines)
            if solved is not None:
                self._finished(solved)
                return "proved"
        if options.strength:
            worker.work[w.MARGIN] = usual_change(self.searcher.game, self.root_state)
        return deepen(
            root,
            worker,
            options,
            depth=self.limits.depth,
            lines=self.lines,
            finished=self._finished if number == 0 else _ignored,
        )

    def _finished(self, iteration: Iteration) -> None:
        self.best = iteration

    # ── what is known ────────────────────────────────────────────────────────────────────────────

    def _nodes(self) -> int:
        if not self.begun_searching:
            return 0
        return sum(int(worker.work[w.NODES]) for worker in self.workers)

    def _progress(self) -> Progress:
        seconds = time.perf_counter() - self.begun
        best = self.best
        if best is None:
            return Progress(0, self._nodes(), seconds, None, ())
        return Progress(
            best.depth, self._nodes(), seconds, self._seen_by_max(best.moves[0].score).value, self._line(best.moves[0])
        )

    def _seen_by_max(self, score: Any) -> Score:
        return to_score(score if self.root.player == 0 else -score)

    def _line(self, root_move: Any) -> tuple[Any, ...]:
        return tuple(self.program.rules.decode_move(code) for code in root_move.line)

    def _assemble(self) -> SearchResult:
        if self.best is None:
            guess = guess_score(self.searcher.game, self.root_state)
            return self._result(guess, self.root.moves[0].move, self.stopped_by)
        moves = []
        for found in self.best.moves:
            score = self._seen_by_max(found.score) if found.score is not None else None
            if score is not None and self.best.proved and not found.complete and not score.outcome:
                score = None  # a guess has no place beside what is proved
            bound = found.bound if self.root.player == 0 else found.bound.flipped()
            moves.append(
                FoundMove(
                    found.move,
                    None if score is None else score.value,
                    None if score is None else bound,
                    None if score is None else score.distance,
                    self._line(found),
                )
            )
        by_index = {found.index: move for found, move in zip(self.best.moves, moves)}
        return self._result(
            self._seen_by_max(self.best.moves[0].score),
            self.best.moves[0].move,
            self.stopped_by,
            moves=tuple(by_index[index] for index in sorted(by_index)),
            line=moves[0].line,
            depth=self.best.depth,
            exact=self.best.proved,
            distance_sure=self.best.distance_sure,
        )

    def _result(
        self,
        score: Score,
        move: Any,
        stopped_by: str,
        *,
        moves: tuple[FoundMove, ...] | None = None,
        line: tuple[Any, ...] = (),
        depth: int = 0,
        exact: bool = False,
        distance_sure: bool = True,
        nodes: int | None = None,
    ) -> SearchResult:
        if moves is None:
            moves = tuple(
                FoundMove(root.move, None, None) for root in sorted(self.root.moves, key=lambda root: root.index)
            )
        return SearchResult(
            state=self.root_state,
            move=move,
            value=score.value,
            bound=Bound.EXACT,
            distance=score.distance if distance_sure else None,
            line=line,
            moves=moves,
            nodes=self._nodes() if nodes is None else nodes,
            depth=depth,
            seconds=time.perf_counter() - self.begun,
            exact=exact or stopped_by == "over",
            compiled=self.program.compiled,
            stopped_by=stopped_by,
            sound=exact or not self.searcher.options.strength,
        )


def _ignored(iteration: Iteration) -> None:
    """A helper's iterations serve the table alone."""
