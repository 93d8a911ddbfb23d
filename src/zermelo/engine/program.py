"""A game's search, ready to run in one of the two ways, and the arrays of each thread that runs it."""

from __future__ import annotations

from typing import Any

from zermelo.core.game import Game, has_hook
from zermelo.core.observer import Observer
from zermelo.core.repetition import repetition_of
from zermelo.core.score import Score, final_score, guess_score
from zermelo.engine import workspace as w
from zermelo.engine.arrays import NativeArrays, PlainArrays
from zermelo.engine.core import build_core
from zermelo.engine.crew import Crew
from zermelo.engine.options import Options
from zermelo.engine.reporting import Reporter
from zermelo.engine.scores import LONGEST_LINE, from_score
from zermelo.kernel.rules import plain_jit, plain_rules
from zermelo.kernel.wide import Wide, wide

SIGNATURE = ("bare ints", "bare ints", "bare floats")
"""What the compiled search takes after the state: the workspace, the table, the reals."""


def constants(game: Game, options: Options, use_wide: bool) -> tuple[Any, ...]:
    """What the search of a game is specialised to, beside its rules: see `core.build_core`."""
    return (use_wide, options.lean, options.symmetries, repetition_of(game), game.num_players, False)


class Program:
    """The search of one game: `run` searches a state, in plain Python or compiled."""

    def __init__(
        self, game: Game, options: Options, *, compiled: bool, use_wide: bool, observer: Observer | None = None
    ):
        self.reporter: Reporter | None = None
        self.game, self.compiled, self.use_wide = game, compiled, use_wide
        self.rules: Any = plain_rules(game)
        self.has_noisy = "noisy_moves" in self.rules.hooks and not options.lean
        self.has_evaluate = has_hook(game, "evaluate") and not options.lean
        special = self._special = constants(game, options, use_wide)
        if compiled:
            from zermelo.kernel import wide_compiled  # noqa: F401  (teaches Numba the operations of wide scores)

            self.arrays: Any = NativeArrays
            self.run: Any = self._native()
        else:
            self.arrays = PlainArrays
            if observer is not None:
                self.reporter = self.rules.reporter = Reporter(observer, self.rules)
                special = (*special[:-1], True)
            self.run = build_core(self.rules, plain_jit, special)

    def refresh(self) -> None:
        """Compiled code is the code of what the rules are now: names that they refer to may have been given anew."""
        if self.compiled and not self.run.is_current():
            self.run = self._native()

    def _native(self) -> Any:
        from zermelo.kernel.native import native

        return native(self.game, build_core, SIGNATURE, options=self._special)

    def final(self, state: Any, player: int, ply: int) -> Any:
        """The score of a finished game, seen by the player."""
        return self._seen_by(player, final_score(self.game, state, ply))

    def guess(self, state: Any, player: int) -> Any:
        """The score of a state where the search stops, seen by the player."""
        if not self.has_evaluate:
            return wide(0, 0, 0) if self.use_wide else 0
        return self._seen_by(player, guess_score(self.game, state))

    def _seen_by(self, player: int, score: Score) -> Any:
        if self.compiled and self.use_wide:
            score = score._replace(value=float(score.value))  # as compiled code has it
        seen = from_score(score, self.use_wide)
        return seen if player == 0 else -seen


class Worker:
    """One thread's arrays. The table may be shared with other workers, the workspace may not."""

    def __init__(self, program: Program):
        self.program = program
        self.work = program.arrays.ints(w.SIZE)
        self.crew: Crew | None = None

    def begin(self, table: Any, options: Options, node_limit: int, crew: Crew | None = None) -> None:
        """Forgets the search before and takes the settings of a new one."""
        work = self.work
        # Killers, tally, history and counters lie side by side; a killer of 0 would be a move, so it is one none has.
        fill = self.program.arrays.fill
        fill(work, 0, w.LINE, 0)
        fill(work, w.KILLERS, w.TALLY, w.NO_KILLER)
        fill(work, w.TALLY, w.LINES, 0)
        work[w.ORDER] = w.TALLY
        work[w.MOST_PLIES] = LONGEST_LINE - 2
        self.table, self.crew = table, crew
        work[w.NODE_LIMIT] = node_limit
        self.use_table_as_it_is()
        work[w.GENERATION] = table.generation
        work[w.TAINT] = w.NO_TAINT
        work[w.FLAGS] = options.flags
        work[w.STRENGTH] = int(options.strength)

    def use_table_as_it_is(self) -> None:
        """Takes the size of the table, which grows between iterations."""
        self.work[w.TABLE_MASK] = self.table.buckets - 1
        self.work[w.MARKS] = 0 if self.crew is None else self.table.marks

    def age_history(self) -> None:
        """What the iterations so far have taught orders the next one; in the tally what comes now outweighs it."""
        tally = self.work[w.TALLY : w.HISTORY]
        self.work[w.HISTORY : w.COUNTERS] = tally
        self.work[w.TALLY : w.HISTORY] = tally >> 1 if self.program.compiled else [number >> 1 for number in tally]

    def search(self, state: Any, depth: int, alpha: Any, beta: Any, ply: int) -> Any:
        """The score of a state that is not over, seen by its player to move, for this window."""
        work, reals = self.work, self.table.reals
        work[w.DEPTH], work[w.PLY] = depth, ply
        if self.program.use_wide:
            work[w.ALPHA], reals[w.ALPHA_REAL], work[w.ALPHA_HASTE] = alpha
            work[w.BETA], reals[w.BETA_REAL], work[w.BETA_HASTE] = beta
        else:
            work[w.ALPHA], work[w.BETA] = alpha, beta
        self.program.run(state, work, self.table.words, reals)
        if self.program.use_wide:
            value = float(reals[w.SCORE_REAL]) if self.program.compiled else reals[w.SCORE_REAL]
            return Wide((int(work[w.SCORE]), value, int(work[w.HASTE])))
        return int(work[w.SCORE])

    def line(self, ply: int) -> list[int]:
        """The codes of the principal line that the last search left for this ply."""
        row = w.LINES + ply * w.LINE_ROWS
        return [int(code) for code in self.work[row : row + int(self.work[w.LINE_LENGTHS + ply])]]
