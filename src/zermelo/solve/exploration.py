"""One run over all positions of a game: they are enumerated, then scored (or compared with given scores).

    run = Exploration(game, root, compiled=True)
    run.enumerate()        every position and every move
    run.find_cycles()      whether a line of play can come back
    run.score()            a code for every position: see `work`

The loops around the machine are here: room for more, progress, limits, errors.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from zermelo.core.errors import CompileError, InputError
from zermelo.core.game import Game, has_hook
from zermelo.core.repetition import repetition_of
from zermelo.kernel.rules import plain_jit, plain_rules
from zermelo.kernel.words import count_words, state_shape
from zermelo.solve import work as w
from zermelo.solve.arrays import NativeArrays, PlainArrays
from zermelo.solve.failure import TooManyPositionsError, find_broken_rule, raise_for, too_many
from zermelo.solve.identity import Identity
from zermelo.solve.layout import Layout, layout_of
from zermelo.solve.limits import MOST_POSITIONS, SHARE_OF_MEMORY, free_memory
from zermelo.solve.machine import (
    BACKWARD_ARRAYS,
    FORWARD_ARRAYS,
    FORWARD_SIGNATURE,
    NoGame,
    build_back,
    build_forward,
    compiled_back,
)
from zermelo.solve.projection import Levels, projected

NATIVE_BUDGET, PLAIN_BUDGET = 1 << 16, 1 << 10
"""Positions in one call of the machine: between two calls progress is told and Ctrl-C heard."""


@dataclass(frozen=True)
class SolveProgress:
    """How far a run is. `phase` is "finding", then "solving"."""

    phase: str
    found: int
    expanded: int
    solved: int
    seconds: float

    @property
    def positions_per_second(self) -> float:
        done = self.solved if self.phase == "solving" else self.expanded
        return done / self.seconds if self.seconds > 0 else 0.0


class Exploration:
    """One game, one root, one way of running; see the module. The first calls compile."""

    def __init__(
        self,
        game: Game,
        root: Any,
        *,
        compiled: bool,
        max_positions: int | None = None,
        on_progress: Callable[[SolveProgress], None] | None = None,
    ):
        self.game, self.root, self.compiled = game, root, compiled
        self.max_positions = MOST_POSITIONS if max_positions is None else min(max_positions, MOST_POSITIONS)
        self.max_bytes = int(SHARE_OF_MEMORY * free_memory())
        self.on_progress, self._told = on_progress, 0.0
        self.begun = time.perf_counter()
        self.identity = Identity(game, root)
        self.cyclic, self.levels = False, Levels()
        self.on_pause: Callable[[], None] | None = None  # called where positions and moves are complete
        self._prepare()

    # ── getting ready ────────────────────────────────────────────────────────────────────────────

    def _prepare(self) -> None:
        use_key, two = has_hook(self.game, "key"), self.game.num_players > 1
        if not self.compiled:
            self.budget = PLAIN_BUDGET
            self.arrays: Any = PlainArrays()
            rules = plain_rules(self.game)
            self.forward: Any = build_forward(rules, plain_jit, (use_key, None, 0, two))
            self.back: Any = build_back(rules, plain_jit, (False,))
        else:
            self.budget = NATIVE_BUDGET
            if self.identity.parts is None:
                raise CompileError(self.identity.why_not or "positions are not made of numbers")
            samples = [self.identity.raws(state, 4) for state in (self.root, *self.identity.samples)]
            layout = layout_of(samples)
            self.arrays = NativeArrays(layout, count_words(state_shape(self.game)), use_key, self.max_bytes)
            self.compile_for(layout)
            self.back = compiled_back()
        work = self.arrays.work
        work[w.FORWARD] = work[w.RESULTS] = 1  # result 0 is the draw of endless play: (0, 0)

    def compile_for(self, layout: Layout) -> None:
        from zermelo.kernel import prefetch_compiled  # noqa: F401  (teaches Numba to prefetch)
        from zermelo.kernel.native import native

        options = (self.identity.use_key, self.identity.parts, layout.words, self.game.num_players > 1)
        self.forward = native(self.game, build_forward, FORWARD_SIGNATURE, options=options)

    # ── running ──────────────────────────────────────────────────────────────────────────────────

    @property
    def work(self) -> Any:
        return self.arrays.work

    @property
    def count(self) -> int:
        return int(self.work[w.COUNT])

    @property
    def expanded(self) -> int:
        return int(self.work[w.NEXT])

    def _do(self, operation: int) -> int:
        """One call of the machine; the reason why it stopped early, or 0."""
        self.work[w.OP] = operation
        self.work[w.BUDGET] = self.levels.budget(self.expanded, self.budget) if operation == w.EXPLORE else self.budget
        if operation <= w.REBUILD:
            self.forward(self.root, *[getattr(self.arrays, name) for name in FORWARD_ARRAYS])
        else:
            back_root = NoGame.State(0) if self.compiled else None
            self.back(back_root, *[getattr(self.arrays, name) for name in BACKWARD_ARRAYS])
        return int(self.work[w.STOP])

    def _until_done(self, operation: int, solved: Callable[[], int]) -> None:
        while True:
            self._do(operation)
            if self.work[w.DONE]:
                return
            self._tell("solving", solved())

    def _tell(self, phase: str, solved: int) -> None:
        if self.on_progress is None:
            return
        now = time.perf_counter()
        if now - self._told >= 0.1:
            self._told = now
            self.on_progress(SolveProgress(phase, self.count, self.expanded, solved, now - self.begun))

    def enumerate(self) -> None:
        """Finds every position that can be reached from the root."""
        operation = w.START if self.count == 0 else w.EXPLORE
        while True:
            try:
                reason = self._do(operation)
            except (TypeError, ValueError, OverflowError) as error:
                self._explain(error)
                raise
            self.levels.note(self.expanded, self.count)
            self._check_limits()
            if reason:
                self._remedy(reason)
            elif operation == w.START:
                operation = w.EXPLORE
            elif self.work[w.DONE]:
                return
            elif self.on_pause is not None:
                self.on_pause()
            self._tell("finding", 0)

    def _check_limits(self) -> None:
        if self.count > self.max_positions:
            raise self._too_many(f"there are more than max_positions = {self.max_positions:,}")

    def _check_memory(self, needed: int) -> None:
        if needed > self.max_bytes:
            raise self._too_many(
                f"going on takes {needed / 2**30:.2f} GB, and {self.max_bytes / 2**30:.2f} GB may be used"
            )

    def _too_many(self, why: str) -> TooManyPositionsError:
        projection = projected(self.levels.sizes, self.count)
        return too_many(self.game, why, self.count, self.expanded, projection, self.arrays.bytes_each(), self.max_bytes)

    def _remedy(self, reason: int) -> None:
        """Removes what stopped the machine, or raises the error that it means."""
        arrays = self.arrays
        if not self.compiled:
            arrays.batch.clear()
        if reason == w.ROOM:
            self._check_memory(arrays.next_bytes())
            if arrays.make_room():
                self._do(w.REBUILD)
        elif reason == w.RESULTS_FULL:
            arrays.more_results()
        elif reason == w.OUT_OF_RANGE:
            words = arrays.layout.words
            arrays.use_layout(arrays.layout.including(arrays.raws()))
            if arrays.layout.words != words:
                self.compile_for(arrays.layout)
            self.rebuild()
        else:
            raise_for(self.game, reason, self.state_where_it_stopped())

    def rebuild(self) -> None:
        """Fills the table anew."""
        self.arrays.empty_table()
        self._do(w.REBUILD)

    def state_where_it_stopped(self) -> Any:
        """The state of position AT, which is not expanded yet."""
        work, arrays = self.work, self.arrays
        if self.count == 0:
            return self.root
        if not self.compiled:
            return arrays.keys[int(work[w.AT])]
        start = (w.STAGE + int(work[w.AT] - work[w.BASE])) * arrays.width if self.identity.use_key else 0
        return self.forward.decode_state(arrays.rows[start : start + arrays.width])

    def _explain(self, error: Exception) -> None:
        """Raises the library's own error if a rule returned what no rule may."""
        state = self.state_where_it_stopped()
        try:
            find_broken_rule(self.game, state)
        except (TypeError, ValueError, OverflowError) as again:
            if type(again) is not type(error):
                raise again from error

    # ── results ──────────────────────────────────────────────────────────────────────────────────

    def results(self) -> list[tuple[int, Any]]:
        """(outcome, value) of every result, the worst for player 0 first. Ints where all values are whole numbers."""
        count, reals = int(self.work[w.RESULTS]), self.arrays.reals
        pairs = [(int(reals[2 * number]), reals[2 * number + 1]) for number in range(count)]
        if self.compiled:
            whole = all(float(value).is_integer() for _, value in pairs)
            pairs = [(outcome, int(value) if whole else float(value)) for outcome, value in pairs]
        return sorted(pairs)

    def rank_of_number(self) -> list[int]:
        """The rank of each result by its number in the order of discovery."""
        return [int(rank) for rank in self.arrays.results[: int(self.work[w.RESULTS])]]

    def begin_backward(self) -> None:
        """Ranks the results and makes the arrays for going back."""
        arrays, work = self.arrays, self.work
        count = int(work[w.RESULTS])
        order = [int(number) for number in arrays.results[:count]]
        for rank, number in enumerate(order):
            arrays.results[number] = rank
            if number == 0:
                work[w.DRAW] = rank
        self._outcomes = [int(arrays.reals[2 * number]) for number in order]
        with_links = not work[w.FORWARD]
        self._check_memory(arrays.backward_bytes(with_links))
        arrays.begin_backward(with_links)

    def _set_steps(self) -> None:
        room, draw = int(self.work[w.RESULTS_ROOM]), int(self.work[w.DRAW])
        for rank, outcome in enumerate(self._outcomes):
            self.arrays.results[room + rank] = (rank > draw) - (rank < draw) if self.cyclic else outcome

    # ── backwards ────────────────────────────────────────────────────────────────────────────────

    def find_cycles(self) -> None:
        """Sets `cyclic`; if there is no cycle, every position is scored as well."""
        work = self.work
        self.begin_backward()
        self._set_steps()
        self._do(w.PREPARE)
        if work[w.FORWARD]:
            work[w.AT] = self.count
            self._until_done(w.SWEEP, lambda: self.count - int(work[w.AT]))
            return
        self._do(w.LINK)
        work[w.HEAD] = work[w.TAIL] = 0
        self._until_done(w.ORDER, lambda: int(work[w.HEAD]))
        self.cyclic = int(work[w.TAIL]) < self.count
        if not self.cyclic:
            return
        kind = repetition_of(self.game)
        if kind in ("loss", "forbidden"):
            raise InputError(
                f"{type(self.game).__name__} has cycles and declares repetition = {kind!r}: then a position's value "
                f"depends on the moves before it, and no table of positions can hold it. Use search or solve for one "
                f"position, or declare 'draw'"
            )
        self._set_steps()

    def score(self) -> None:
        """Scores every position; `find_cycles` comes before."""
        if not self.cyclic:
            return
        work = self.work
        self._do(w.RESET)
        self._until_done(w.SPREAD, lambda: int(work[w.HEAD]))
        self._do(w.FINISH)

    def compare(self, codes: Any, ranks: Any) -> int:
        """The index of the first position whose code is not what the rules say, or -1.

        `codes[i]` and, for positions that are over, `ranks[i]`, the rank of its result, are given by index.
        """
        work = self.work
        self.arrays.use_queue(ranks)
        self.arrays.scores[: self.count] = codes
        work[w.WRONG] = 0
        self._do(w.VERIFY)
        return int(work[w.FIRST_WRONG]) if work[w.WRONG] else -1
