"""The alpha-beta method of `solve`: the engine's exact search, asked one question after another.

score        as the engine packs it (`engine.scores`), here seen by MAX
threshold    the question "is MAX's score this or higher?", asked with a null window
"""

from __future__ import annotations

import array
import dataclasses
import math
import random
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from zermelo.api.search import COMPILE_SECONDS, FIRST_SECONDS, LOAD_SECONDS, WORTH, searcher_for
from zermelo.api.solve_methods import prove, prove_with_history
from zermelo.core.errors import CompileError, TooLongError
from zermelo.core.result import Bound, Progress
from zermelo.engine import workspace as w
from zermelo.engine.deepening import MOST_DEPTH, Iteration
from zermelo.engine.options import Options
from zermelo.engine.root import Interrupted, Root, RootMove, ordered
from zermelo.engine.sampling import values_are_wide
from zermelo.engine.scores import DECIDED, STEP, WON, NeedsWide, fits_packed, to_score
from zermelo.engine.searcher import Searcher, _Run
from zermelo.engine.table import Table
from zermelo.kernel.wide import wide
from zermelo.solve.interval import ENDLESS_DRAW, SOME_DRAW, SOME_WIN, Claim, Pair, pair_of
from zermelo.solve.proof import CircularError

if TYPE_CHECKING:
    from zermelo.api.solve_run import Found, Run

PLAIN_TABLE_MB = 8
"""In plain Python a table is never the limit, and takes its time to be made."""


def alphabeta(run: Run) -> Found:
    """The engine's exact search: first in plain Python, then compiled, as `search` does."""
    reason = None if run.asked_compiled is False else run.why_plain()
    if run.asked_compiled and reason is not None:
        raise CompileError(reason)
    if run.asked_compiled is False or reason is not None:
        if reason is not None:
            run.notes.append(f"in plain Python: {reason}")
        return _search(run, False, None)
    searcher = searcher_for(run.game, _options(run, True), True)
    goes_on = run.saved is not None and run.saved.kind.startswith("alphabeta compiled")
    if run.asked_compiled is None and not goes_on and not searcher.is_warm:
        found = _search(run, False, FIRST_SECONDS)
        if found is not None:
            return found
        left = run.seconds_left()
        cost = LOAD_SECONDS if searcher.is_stored else COMPILE_SECONDS
        if left is not None and left < WORTH * cost:
            return _search(run, False, None)
    if run.on_note is not None and not searcher.is_warm and not searcher.is_stored:
        run.on_note(f"compiling the rules of {type(run.game).__name__} (some seconds; kept for the next time)")
    try:
        searcher.warm(run.root)
        return _search(run, True, None)
    except CompileError as error:
        if run.asked_compiled:
            raise
        run.notes.append(f"in plain Python: {error}")
        return _search(run, False, None)


def _options(run: Run, compiled: bool) -> Options:
    return Options(table_mb=run.table_mb if compiled else min(run.table_mb, PLAIN_TABLE_MB), deepening=False)


def _search(run: Run, compiled: bool, first_seconds: float | None) -> Any:
    """One search in one of the two ways; None if `first_seconds` were not enough."""
    from zermelo.api.solve_run import Found, Stopped

    searcher = searcher_for(run.game, _options(run, compiled), compiled)
    if not searcher._wide:
        searcher._wide = values_are_wide(run.game, run.root)
    before, run.compiled = run.nodes, compiled
    left = run.seconds_left()
    is_first = first_seconds is not None and (left is None or left > first_seconds)
    limits = dataclasses.replace(run.limits, seconds=first_seconds if is_first else left, nodes=run.nodes_left())
    while True:
        try:
            search = Proving(run, searcher, limits)
            result = search.result()
            break
        except NeedsWide:
            searcher._wide = True
    run.nodes = before + result.nodes
    if result.stopped_by == "over":  # every move is forbidden: lost for the mover
        pair = (-1, -1) if search.root.player == 0 else (1, 1)
        run.interval.at_least(pair)
        run.interval.at_most(pair)
        if run.proof is not None:
            prove_with_history(run)
        return Found(0)
    if result.stopped_by != "proved":
        if is_first and result.stopped_by == "seconds":
            return None
        search.save()
        raise Stopped(result.stopped_by)
    search.save()
    found = Found(result.distance, result.line)
    if run.proof is not None:
        _prove_by_search(run, search)
    return found


DEEPEST_KNOWN = 200
"""Where no line seemed longer, the search is told a depth a little beyond the longest: then the table can prefer what
stands near the root, which costs most to find again. A line that is longer after all makes it deeper."""


class KnowingTable(Table):
    """A table that begins with what a checkpoint holds, and as large as it may be: nothing is lost by growing."""

    known: tuple[int, array.array[int], array.array[float]] | None = None

    def begin(self, full_size: bool = False) -> None:  # noqa: ARG002  (always)
        super().begin(full_size=True)
        if self.known is not None:
            self.generation, words, reals = self.known
            self.words[:] = _like(self.words, words)
            self.reals[:] = _like(self.reals, reals)

    def forget_nothing(self) -> None:
        """The next search begins with all that this one has found."""
        self.begin = lambda full_size=False: None  # type: ignore[method-assign]  # noqa: ARG005


def _like(words: Any, found: Any) -> Any:
    return found.tolist() if isinstance(words, list) else found


def _bytes_of(kind: str, words: Any) -> bytes:
    return words.tobytes() if hasattr(words, "tobytes") else array.array(kind, words).tobytes()


class Proving(_Run):
    """A search of the engine whose work is to answer questions about the value, with one table for all of them."""

    def __init__(self, run: Run, searcher: Searcher, limits: Any, table: Table | None = None):
        program = searcher._program()
        super().__init__(searcher, program, run.root, limits, 1, run.workers, self._tick, time.perf_counter())
        self.run, self.nodes_before = run, run.nodes
        self.low: Any = None  # the proven bounds as scores, seen by MAX
        self.high: Any = None
        self.window = (self.root.lowest, self.root.highest)
        self.pausing = self.too_shallow = False
        seen = run.survey.longest if run.survey is not None else 0
        self.stride = 0.5
        self.depth = seen + 2 if 0 < seen < DEEPEST_KNOWN else MOST_DEPTH
        self.job: Callable[[Proving, Any], None] | None = None
        self.table = table or KnowingTable(program.arrays, searcher.options.table_mb, program.use_wide)
        saved = run.saved
        if table is None and saved is not None and saved.kind == self.kind and saved.about:
            words, reals = array.array("q", saved.parts[0]), array.array("d", saved.parts[1])
            assert isinstance(self.table, KnowingTable)
            self.table.known = (saved.about[0], words, reals)

    @property
    def kind(self) -> str:
        """What a checkpoint's table depends on."""
        way = "compiled" if self.program.compiled else "plain"
        wide_or_packed = "wide" if self.program.use_wide else "packed"
        return f"alphabeta {way} {wide_or_packed} {self.table.most_buckets}"

    def _tick(self, progress: Progress) -> None:
        self.run.nodes = self.nodes_before + progress.nodes
        self.run.tell()
        work = self.workers[0].work
        if self.job is not None or work[w.STOP] != w.RUNNING:
            return
        if work[w.GUESSES] and self.depth < MOST_DEPTH:
            self.too_shallow = True
        elif self.run.save_is_due():
            self.pausing = True
        else:
            return
        work[w.STOP] = w.STOPPED

    def save(self) -> None:
        """Writes the checkpoint; only while no search runs, for then no entry is half written."""
        if self.run.checkpoint_path is None:
            return
        about, parts = [], []
        if self.program.compiled or not self.program.use_wide:  # plain wide values may be numbers of any size
            try:
                parts = [_bytes_of("q", self.table.words), _bytes_of("d", self.table.reals)]
                about = [self.table.generation]
            except OverflowError:
                pass
        self.run.save(self.kind, about, parts)

    # ── the work ─────────────────────────────────────────────────────────────────────────────────

    def _find(self, root: Root, worker: Any, number: int) -> str:
        if number:
            return self._help(root, worker, number)
        while True:
            try:
                if self.job is not None:
                    self.job(self, worker)
                else:
                    self._prove(root, worker)
                return "proved"
            except Interrupted:
                if not self.pausing or worker.work[w.STOP] != w.STOPPED:
                    return "nodes" if worker.work[w.STOP] == w.NODES_SPENT else "stop"
                self.save()
                self.pausing = False
                if self.limits.stop.is_set():
                    return "stop"
                worker.work[w.STOP] = w.RUNNING

    def _help(self, root: Root, worker: Any, number: int) -> str:
        """Another thread: the same question with the moves in another order, for the table."""
        shuffle = random.Random(number).shuffle
        while True:
            shuffle(root.moves)
            try:
                root.iteration(worker, self.depth, 1, *self.window)
            except Interrupted:
                return "stop"
            time.sleep(0.001)

    def _prove(self, root: Root, worker: Any) -> None:
        """Who wins, then the value, then the distance, then the line."""
        self._take_over()
        while self.low is None or self.low != self.high:
            threshold = self._next_threshold()
            if threshold is None:
                break
            self._ask(root, worker, threshold)
        if self.low is None or self.low != self.high or self.run.game.repetition is not None:
            lowest = -self.root.highest if self.low is None else self.low - 1
            highest = self.root.highest if self.high is None else self.high + 1
            found = self._iterate(root, worker, lowest, highest)
            root.moves = ordered(found)
            self._learn(root.moves[0].score, lowest, highest)
            depth = max(len(root.moves[0].line), int(worker.work[w.DEEPEST]) + 1)
        else:
            self._follow(root, worker)
            depth = 0  # the line needs no completion
        self.best = Iteration(depth, root.moves, True)

    def _follow(self, root: Root, worker: Any) -> None:
        """The best line by questions, whose answers the table mostly has: at each ply a move that keeps the score."""
        game, state, score, line = self.run.game, root.state, self.low, []
        first = root.moves[0]
        while not game.is_terminal(state):
            at = root if state is root.state else Root(self.program, self.searcher.options, state)
            least = score if at.player == 0 else -score
            for move in at.moves:
                move.score = None
            found = at.iteration(worker, MOST_DEPTH, 1, least - 1, least)
            best = max((move for move in found if move.score is not None), key=lambda move: move.score)
            if state is root.state:
                first = best
            line.append(best.code)
            state, score = best.child, score + to_score(score).outcome  # the end is one ply nearer
        first.score, first.bound, first.line = self.low if root.player == 0 else -self.low, Bound.EXACT, line
        root.moves = [first, *(move for move in root.moves if move.index != first.index)]

    def _take_over(self) -> None:
        """What the interval knows from earlier runs, as scores."""
        low, high = self.run.interval.low, self.run.interval.high
        if low is not None:
            self.low = self._worst(low) if self.low is None else max(self.low, self._worst(low))
        if high is not None:
            self.high = self._best_of(high) if self.high is None else min(self.high, self._best_of(high))

    def _next_threshold(self) -> Any:
        interval = self.run.interval
        low, high = interval.low, interval.high
        for first in (SOME_WIN, SOME_DRAW):
            if (low is None or low < first) and (high is None or high >= first):
                return self._worst(first)
        if low is not None and low == high:
            return self._middle_distance(low)
        outcome, known = low or high or ENDLESS_DRAW
        lower = interval.lower if low is None or low[0] == outcome else -math.inf
        upper = interval.upper if high is None or high[0] == outcome else math.inf
        self.stride *= 2
        if math.isinf(lower) or math.isinf(upper):  # open on one side: further away each time
            middle = known + self.stride if low is not None else known - self.stride + 1
        else:
            middle = (lower + upper) / 2 if self.program.use_wide else math.ceil((lower + upper) / 2)
        threshold = self._worst((outcome, middle))
        if self._is_open(threshold):
            return threshold
        return self._best_of(low) + 1 if low is not None else self._worst((outcome, known))

    def _middle_distance(self, pair: Pair) -> Any:
        """Halves the distances that are possible, once the pair is known: a win of 40 plies or more?"""
        if not pair[0]:
            self.low = self.high = self._best_of(pair) - (STEP // 2 - 1 if not self.program.use_wide else STEP)
            return None
        nearest = to_score(self.high).haste - to_score(self.low).haste
        assert nearest >= 0
        return self.low + (nearest + 1) // 2 if nearest else None

    def _is_open(self, threshold: Any) -> bool:
        return (self.low is None or threshold > self.low) and (self.high is None or threshold <= self.high)

    def _worst(self, pair: Pair) -> Any:
        """The least score of this pair, whatever its distance."""
        outcome, value = pair
        if self.program.use_wide:
            return wide(outcome, value, -STEP)
        if value == -math.inf:
            return DECIDED if outcome > 0 else -DECIDED
        value = math.floor(value)
        if not fits_packed(value):
            raise NeedsWide
        return outcome * WON + int(value) * STEP - STEP // 2

    def _best_of(self, pair: Pair) -> Any:
        """The highest score of this pair."""
        if self.program.use_wide:
            return wide(pair[0], pair[1], STEP)
        return self._worst(pair) + STEP - 1

    def _ask(self, root: Root, worker: Any, threshold: Any) -> None:
        found = self._iterate(root, worker, threshold - 1, threshold)
        best = max((move for move in found if move.score is not None), key=lambda move: move.score)
        first = [move for move in root.moves if move.index == best.index]
        root.moves = first + [move for move in root.moves if move.index != best.index]
        self._learn(best.score, threshold - 1, threshold)

    def _iterate(self, root: Root, worker: Any, low: Any, high: Any) -> list[RootMove]:
        """The root's moves, for a window seen by MAX."""
        self.window = (low, high) if root.player == 0 else (-high, -low)
        while True:
            for move in root.moves:
                move.score = None
            try:
                found = root.iteration(worker, self.depth, 1, *self.window)
            except Interrupted:
                if not self.too_shallow or worker.work[w.STOP] != w.STOPPED:
                    raise
                self.too_shallow, worker.work[w.STOP] = False, w.RUNNING
                found = []
            if found and all(move.complete for move in found if move.score is not None):
                return found
            if self.depth == MOST_DEPTH:
                raise TooLongError(
                    f"a line of play is longer than {MOST_DEPTH} plies: does the game come to an end? Say what a "
                    f"repeated position means (repetition = 'draw', 'loss' or 'forbidden'), or give method='retrograde'"
                )
            worker.work[w.GUESSES] = 0
            self.depth = self.depth + 8 if self.depth < DEEPEST_KNOWN else MOST_DEPTH

    def _learn(self, score: Any, low: Any, high: Any) -> None:
        """Takes the mover's score of the root for what it promises with this window (seen by MAX)."""
        score = score if self.root.player == 0 else -score
        pair = to_score(score)[:2]
        if score > low and (self.low is None or score > self.low):
            self.low = score
            self.run.interval.at_least(pair)
        if score < high and (self.high is None or score < self.high):
            self.high = score
            self.run.interval.at_most(pair)

    # ── a strategy ───────────────────────────────────────────────────────────────────────────────

    def choose(self, worker: Any, claim: Claim, state: Any) -> int:
        """The number of a move that keeps the claim."""
        root = Root(self.program, self.searcher.options, state)
        for move in root.moves:
            if move.over and claim.holds(pair_of(self.run.game, move.child)):
                return move.index
        root.prepare(worker)
        least = self._worst(claim.pair) if claim.side == 0 else -self._best_of(claim.pair)
        found = root.iteration(worker, MOST_DEPTH, 1, least - 1, least)
        best = max((move for move in found if move.score is not None), key=lambda move: move.score)
        if best.score < least:
            raise CircularError  # the value depends on the moves before
        return best.index


def _prove_by_search(run: Run, search: Proving) -> None:
    """The proof, written in a thread of the engine: its searches need the room there, and its deadline."""
    from zermelo.api.solve_run import Stopped

    if run.game.repetition in ("loss", "forbidden"):
        prove_with_history(run)
        return
    table = search.table
    if isinstance(table, KnowingTable):
        table.forget_nothing()
    limits = dataclasses.replace(run.limits, seconds=run.seconds_left(), nodes=None)
    writing = Proving(run, search.searcher, limits, table)
    nodes = run.nodes

    def job(writing: Proving, worker: Any) -> None:
        def choose(claim: Claim, state: Any) -> int:
            if worker.work[w.STOP]:
                raise Interrupted
            return writing.choose(worker, claim, state)

        prove(run, choose, endless=False)

    writing.job = job
    try:
        result = writing.result()
        if result.stopped_by != "proved":
            run.notes.append(f"no proof was written: it was stopped ({result.stopped_by})")
    except Stopped as stopped:
        run.notes.append(f"no proof was written: it was stopped ({stopped.reason})")
    run.nodes = nodes
