"""Solving by bisection: null windows halve the interval of the score, for one state or a batch, plain or compiled."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from zermelo.core.errors import InputError, ZermeloError
from zermelo.core.game import Game, has_hook
from zermelo.core.repetition import repetition_of
from zermelo.kernel.rules import plain_jit, plain_rules
from zermelo.solve import bisection_words as w
from zermelo.solve.bisection_core import build_solver
from zermelo.solve.bisection_table import LEAST_SHIFT

SIGNATURE = ("bare words", "bare ints", "bare ints", "bare ints")
"""What the compiled search takes after a state: the states, the workspace, the table, what it found."""

UNLIMITED = 1 << 62


@dataclass(frozen=True)
class Solved:
    """The value of a state as far as it is proved; values are MAX's.

    `lowest` and `highest` are (value, distance) pairs; they are the same where the state is solved.
    """

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
        symmetries: bool = True,
        early_cuts: bool = True,
        symmetry_plies: int = 10,
        table_plies: int = 0,
        early_plies: int = 0,
    ):
        if has_hook(game, "chance_outcomes") or game.num_players > 2 or repetition_of(game) is not None:
            raise InputError(
                f"{type(game).__name__} has chance, more players or repetitions: bisection cannot solve it"
            )
        self.game, self.compiled, self.symmetry_plies = game, compiled, symmetry_plies
        options = (symmetries, early_cuts, game.num_players, table_plies, early_plies)
        buckets = max(1 << LEAST_SHIFT, int(table_mb * (1 << 20)) // 16)
        self.shift = buckets.bit_length() - 1
        if compiled:
            import numpy as np

            from zermelo.kernel import prefetch_compiled  # noqa: F401  (teaches Numba to prefetch)
            from zermelo.kernel.native import native

            self.run: Any = native(game, build_solver, SIGNATURE, options=options)
            self.ints: Any = lambda length: np.zeros(length, np.int64)
        else:
            self.run = build_solver(plain_rules(game), plain_jit, options)
            self.ints = lambda length: [0] * length
        self.table = np.full(2 << self.shift, 0, np.int64) if compiled else [0] * (2 << self.shift)
        self.work = self.ints(w.SIZE)

    def solve_batch(self, states: list[Any], nodes: int | None = None) -> list[Solved]:
        """Solves every state; `nodes` limits the whole batch, and what it does not reach is unknown."""
        work = self.work
        found = self.ints(3 * len(states))
        work[w.STOP] = work[w.NODES] = work[w.FIRST] = 0
        work[w.NODE_LIMIT] = UNLIMITED if nodes is None else nodes
        work[w.SYMMETRY_PLIES], work[w.SHIFT], work[w.LAST] = self.symmetry_plies, self.shift, len(states)
        if states:
            self.run(states[0], self._words(states), work, self.table, found)
        reason = work[w.STOP]
        if reason > w.NODES_SPENT:
            raise ZermeloError(f"stopped: {reason}")
        return [
            Solved(as_pair(found[3 * i]), as_pair(found[3 * i + 1]), int(found[3 * i + 2])) for i in range(len(states))
        ]

    def _words(self, states: list[Any]) -> Any:
        if not self.compiled:
            return states
        import numpy as np

        return np.concatenate([self.run.encode_state(state) for state in states])


def as_pair(score: int) -> tuple[int, int | None]:
    """(value, distance) of a score."""
    score = int(score)
    if score == 0:
        return 0, None
    sign = 1 if score > 0 else -1
    value = (abs(score) + w.STEP - 1) // w.STEP
    return sign * value, value * w.STEP - abs(score)
