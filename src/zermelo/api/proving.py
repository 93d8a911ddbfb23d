"""The engine's exact search, asked one question after another about a value.

score        as the engine packs it (`engine.scores`), here seen by MAX
threshold    the question "is MAX's score this or higher?", asked with a null window
"""

from __future__ import annotations

import array
import math
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from zermelo.core.errors import TooLongError
from zermelo.core.result import Bound, Progress
from zermelo.engine import workspace as w
from zermelo.engine.deepening import MOST_DEPTH, Iteration, deepen
from zermelo.engine.options import Options
from zermelo.engine.root import Interrupted, Root, RootMove, ordered
from zermelo.engine.scores import DECIDED, STEP, WON, NeedsWide, fits_packed, to_score
from zermelo.engine.searcher import Searcher, _Run
from zermelo.engine.table import Table
from zermelo.kernel.hashing import has_numbered
from zermelo.kernel.wide import wide
from zermelo.solve.interval import ENDLESS_DRAW, SOME_DRAW, SOME_WIN, Claim, Pair, pair_of
from zermelo.solve.proof import CircularError

if TYPE_CHECKING:
    from zermelo.api.solve_run import Run

LOOK_NODES = {True: 100_000, False: 1000}

DEEPEST_KNOWN = 200
"""Where no line seemed longer, the search is told a depth a little beyond the longest: then the table can prefer what
stands near the root, which costs most to find again. A line that is longer after all makes it deeper."""


class KnowingTable(Table):
    """A table that begins with what a checkpoint holds, and as large as it may be: nothing is lost by growing."""

    known: tuple[int, array.array[int], array.array[float]] | None = None

    def begin(self) -> None:
        self._set(self.most_buckets)
        self.forget()
        if self.known is not None:
            self.generation, words, reals = self.known
            self.words[: self.marks] = _like(self.words, words)
            self.reals[:] = _like(self.reals, reals)

    def forget_nothing(self) -> None:
        """The next search begins with all that this one has found."""
        self.begin = lambda: None  # type: ignore[method-assign]


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
        self.pausing = self.too_shallow = False
        seen = run.survey.longest if run.survey is not None else 0
        self.stride, self.asked_plies = 0.5, False
        self.looked = self.looking = False
        self.plies: int | None = None  # the question is whether the game ends within so many plies
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
        if work[w.GUESSES] and self.depth < MOST_DEPTH and not self.looking and not self.asked_plies:
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
        # Plain wide values may be numbers of any size; and a state that was numbered has another number next time.
        if self.program.compiled or not (self.program.use_wide or has_numbered(self.program.rules.hash_state)):
            try:
                parts = [_bytes_of("q", self.table.words[: self.table.marks]), _bytes_of("d", self.table.reals)]
                about = [self.table.generation]
            except OverflowError:
                pass
        self.run.save(self.kind, about, parts)

    # ── the work ─────────────────────────────────────────────────────────────────────────────────

    def _find(self, root: Root, worker: Any, number: int) -> str:
        if number:
            return super()._find(root, worker, number)
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

    def _prove(self, root: Root, worker: Any) -> None:
        """Who wins, then the value, then the distance, then the line."""
        self._take_over()
        if not self.looked:
            self._look(root, worker)
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

    def _look(self, root: Root, worker: Any) -> None:
        """A few thousand nodes of deepening first: wins that are near are found at once, and the moves are ordered."""
        work, limit = worker.work, worker.work[w.NODE_LIMIT]
        work[w.NODE_LIMIT] = min(limit, int(work[w.NODES]) + LOOK_NODES[self.program.compiled])
        self.looking = True
        reason = deepen(root, worker, Options(table=True), depth=None, lines=1, finished=self._seen)
        self.looking = False
        work[w.NODE_LIMIT], work[w.GUESSES] = limit, 0
        if reason == "nodes" and int(work[w.NODES]) < limit:
            work[w.STOP] = w.RUNNING
        elif work[w.STOP]:
            raise Interrupted
        self.looked = True

    def _seen(self, iteration: Iteration) -> None:
        if iteration.proved:
            self._learn(iteration.moves[0].score, -self.root.highest, self.root.highest)

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
            return self._next_distance(low)
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

    def _next_distance(self, pair: Pair) -> Any:
        """Once the pair is known: whether the end comes within some more plies; no search need be deeper than these."""
        outcome, value = pair

        def at(haste: int) -> Any:
            if self.program.use_wide:
                return wide(outcome, value, haste)
            return outcome * WON + int(value) * STEP + haste

        if not outcome:
            self.low = self.high = at(0)
            return None
        if outcome > 0:
            self.high = min(self.high, at(-1))
        else:
            self.low = max(self.low, at(1))
        if self.low == self.high:
            return None
        nearest = -to_score(self.high).haste if outcome > 0 else to_score(self.low).haste  # not ruled out
        known = -to_score(self.low).haste if outcome > 0 else to_score(self.high).haste
        self.asked_plies = True
        self.plies = min(nearest + nearest // 8, known - 1)
        return at(-self.plies) if outcome > 0 else at(self.plies + 1)

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
        if self.plies is None:
            self._learn(best.score, threshold - 1, threshold)
            return
        score = best.score if root.player == 0 else -best.score
        is_win = to_score(threshold).outcome > 0
        if score >= threshold:
            self.low = max(self.low, score) if is_win else threshold
        else:
            self.high = threshold - 1 if is_win else min(self.high, score)
        self.plies = None

    def _iterate(self, root: Root, worker: Any, low: Any, high: Any) -> list[RootMove]:
        """The root's moves, for a window seen by MAX."""
        window = (low, high) if root.player == 0 else (-high, -low)
        while True:
            for move in root.moves:
                move.score = None
            try:
                found = root.iteration(worker, self.plies or self.depth, 1, *window)
            except Interrupted:
                if not self.too_shallow or worker.work[w.STOP] != w.STOPPED:
                    raise
                self.too_shallow, worker.work[w.STOP] = False, w.RUNNING
                found = []
            if self.plies is not None:
                return found
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
