"""Solving by bisection: null windows halve the interval of the score, for one state or a batch, plain or compiled."""

from __future__ import annotations

import array
import functools
import mmap
from dataclasses import astuple, dataclass
from typing import Any

from zermelo.core.errors import InputError, RulesError, TooLongError
from zermelo.core.game import Game, has_hook
from zermelo.core.repetition import repetition_of
from zermelo.kernel.fingerprint import fingerprint
from zermelo.kernel.hashing import has_numbered
from zermelo.kernel.rules import plain_jit, plain_rules
from zermelo.solve import bisection_words as w
from zermelo.solve.bisection_core import build_solver
from zermelo.solve.bisection_table import LEAST_SHIFT

SIGNATURE = ("bare words", "bare ints", "bare ints", "bare ints")
"""What the compiled search takes after a state: the states, the workspace, the table, what it found."""

UNLIMITED = 1 << 62
HUGE_PAGE = 1 << 21


@dataclass(frozen=True)
class Tuning:
    """What changes the speed and nothing else; plies are those that the game can still last (`most_plies`).

    `early_cuts` asks the table for all moves before one is searched, where more than `early_plies` are left. The
    table is not used where `table_plies` or fewer are left, and its far part where more than `far_plies` are.
    """

    symmetries: bool = True
    early_cuts: bool = True
    table_plies: int = 6
    early_plies: int = 8
    far_plies: int = 18


class UnsuitableError(InputError):
    """The game turned out to be none that this solver can be sure of."""


@dataclass(frozen=True)
class Interval:
    """What is proved of a state: (value, distance) of MAX at the worst and at the best. Equal where it is solved."""

    lowest: tuple[int, int | None]
    highest: tuple[int, int | None]
    nodes: int

    @property
    def exact(self) -> bool:
        return self.lowest == self.highest


class BisectionSolver:
    """Solves states of one game; its table is kept from call to call."""

    def __init__(
        self,
        game: Game,
        *,
        compiled: bool = False,
        table_mb: float = 64,
        symmetry_plies: int = 10,
        tuning: Tuning | None = None,
        threads: int = 1,
    ):
        if has_hook(game, "chance_outcomes") or game.num_players > 2 or repetition_of(game) is not None:
            raise UnsuitableError(
                f"{type(game).__name__} has chance, more than two players, or a rule for repetitions: "
                f"bisection is for games without them"
            )
        self.game, self.compiled, self.symmetry_plies = game, compiled, symmetry_plies
        self.options = options = options_for(game, tuning)
        buckets = max(1 << LEAST_SHIFT, int(table_mb * (1 << 20)) // 16)
        self.shift = buckets.bit_length() - 1
        self.marks = w.NEAR_WORDS + (2 << self.shift)
        self.threads = threads
        words = self.marks + w.NUM_MARKS + (threads - 1) * w.NEAR_WORDS
        if compiled:
            from zermelo.kernel import prefetch_compiled  # noqa: F401  (teaches Numba to prefetch)
            from zermelo.kernel.native import native

            self.run: Any = native(game, build_solver, SIGNATURE, options=options)
            self.table: Any = _empty_table(words)
        else:
            self.rules = plain_rules(game)
            self.run = build_solver(self.rules, plain_jit, options)
            self.table = [0] * words
        self.work = self.workspace()

    def solve(self, states: list[Any], nodes: int | None = None) -> list[Interval | None]:
        """Solves the states in turn; `nodes` limits all of them together. None for what was not reached."""
        answers = self.scores(states, nodes)
        intervals: list[Interval | None] = [
            Interval(as_pair(low), as_pair(high), spent) for low, high, spent in answers
        ]
        return intervals + [None] * (len(states) - len(intervals))

    def scores(self, states: list[Any], nodes: int | None = None) -> list[tuple[int, int, int]]:
        """The same as the lowest and the highest score of each state that was reached, and the nodes it took."""
        work, found = self.work, self.ints(3 * len(states))
        work[w.STOP] = work[w.NODES] = work[w.FIRST] = 0
        work[w.NODE_LIMIT] = UNLIMITED if nodes is None else nodes
        work[w.LAST] = len(states)
        self.prepare(work)
        if states:
            self.run(states[0], self.words(states), work, self.table, found)
        reason, first = int(work[w.STOP]), int(work[w.FIRST])
        if reason not in (w.RUNNING, w.STOPPED, w.NODES_SPENT):
            raise self.error(reason, states[first])
        reached = first if reason == w.RUNNING else first + 1
        told = iter(found[: 3 * reached] if isinstance(found, list) else found[: 3 * reached].tolist())
        return list(zip(told, told, told))

    def workspace(self, number: int = 0, threads: int = 1) -> Any:
        """The words of one thread of several. Each has a near part of the table to itself, if there is one for it."""
        work = self.ints(w.SIZE)
        if threads > 1:
            work[w.MARKS] = self.marks
        if 0 < number < self.threads:
            work[w.NEAR] = self.marks + w.NUM_MARKS + (number - 1) * w.NEAR_WORDS
        return work

    def prepare(self, work: Any, plies: int = 0) -> None:
        """Writes what every search reads. The state to be searched is so many `plies` below the one it is all about:
        symmetries are looked for near that one.
        """
        work[w.SYMMETRY_PLIES], work[w.SHIFT] = self.symmetry_plies - plies, self.shift

    def forget(self) -> None:
        """Empties the table."""
        self.table[:] = [0] * len(self.table) if not self.compiled else 0

    def kind_of_table(self) -> str | None:
        """What another table must have in common with this one to be taken for it: size, rules, and search.

        None if there is no other one, since positions have other numbers in another process.
        """
        if not self.compiled and has_numbered(self.rules.hash_state):
            return None
        try:
            return f"{self.shift} {fingerprint(self.game, build_solver, self.options)}"
        except Exception:  # rules that cannot be read
            return None

    def table_bytes(self) -> Any:
        """The table as it is kept in a file."""
        table = self.table[: self.marks]
        return table.data.cast("B") if self.compiled else array.array("q", table).tobytes()

    def table_from(self, found: bytes) -> None:
        """Takes over a table of the same kind."""
        words = array.array("q", found)
        self.table[: self.marks] = words if self.compiled else words.tolist()

    def ints(self, length: int) -> Any:
        if not self.compiled:
            return [0] * length
        import numpy as np

        return np.zeros(length, np.int64)

    def words(self, states: list[Any]) -> Any:
        return self.run.encode_states(states) if self.compiled else states

    def error(self, reason: int, state: Any) -> Exception:
        if reason == w.TOO_LONG:
            return TooLongError(f"a line of play is longer than {w.MOST_PLIES} plies: this search is for shorter games")
        if reason == w.NOT_WHOLE:
            return UnsuitableError(
                "bisection is for games whose utilities are whole numbers, those of one player the negated ones of "
                "the other: solve(…, method='alphabeta') takes any"
            )
        words = {
            w.TOO_MANY_MOVES: f"a position has more than {w.MOST_MOVES - 1} moves, or a line {w.STACK} in all",
            w.BAD_MOVE: "a move does not fit its fields: small whole numbers are meant",
            w.NO_MOVES: "there is no legal or relevant move in a game that is not over",
            w.BAD_PLAYER: "current_player returned neither 0 (MAX) nor 1 (MIN)",
        }[reason]
        return RulesError(f"{words}, somewhere below this state", hook="legal_moves", state=state)


def options_for(game: Game, tuning: Tuning | None = None) -> tuple[Any, ...]:
    """The compile-time constants of the search: see `bisection_core.build_solver`."""
    symmetries, early_cuts, *plies = astuple(tuning or Tuning())
    return (symmetries, early_cuts, game.num_players, *plies)


@functools.lru_cache(4 * w.MOST_PLIES)
def as_pair(score: int) -> tuple[int, int | None]:
    """(value, distance) of a score; the distance of a draw, and of what is not bounded yet, is None."""
    score = int(score)
    if score == 0:
        return 0, None
    sign = 1 if score > 0 else -1
    value = (abs(score) + w.STEP - 1) // w.STEP
    return sign * value, value * w.STEP - abs(score) if abs(score) < w.BEYOND else None


def _empty_table(words: int) -> Any:
    """Zeros that take memory when they are first written to, in large pages where the system has them."""
    import numpy as np

    size = -(-8 * words // HUGE_PAGE) * HUGE_PAGE
    try:
        if not hasattr(mmap, "MADV_HUGEPAGE"):
            return np.zeros(words, np.int64)
        # Shared memory, which is what mmap gives unasked, gets no large pages; and only whole aligned ones count.
        memory = mmap.mmap(-1, size + HUGE_PAGE, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    except (OSError, ValueError, OverflowError, MemoryError):
        raise InputError(f"there is no memory for a table of {size >> 20:,} MB: make table_mb smaller") from None
    memory.madvise(mmap.MADV_HUGEPAGE)
    unaligned = np.frombuffer(memory, np.int64)
    first = -unaligned.ctypes.data % HUGE_PAGE // 8
    table = unaligned[first : first + words]
    table[: w.NEAR_WORDS] = 0  # the small part is there when the first position comes
    return table
