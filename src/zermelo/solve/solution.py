"""A game solved: the value and the distance of every position that can be reached.

    code   rank << 32 | distance        of one position; the rank counts results from the worst for player 0

See `zermelo.solve_all` for what is promised.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from zermelo.core.errors import InputError
from zermelo.core.game import Game, moves_of, player_of, root_state
from zermelo.core.result import Answer
from zermelo.core.score import final_score
from zermelo.kernel.available import numba_available
from zermelo.solve.entries import Records, Remembered
from zermelo.solve.exploration import SolveProgress

ENDLESS = "play that never ends counts as a draw (utility 0): the game does not say what a repetition means"


class ResultCount(NamedTuple):
    """`outcome` is +1 where player 0 wins, -1 where player 1 does, 0 for draws; `longest` is in plies."""

    outcome: int
    value: Any
    positions: int
    longest: int | None


@dataclass(frozen=True)
class Solution:
    """Values are MAX's (player 0's); distances are plies to the end under best play.

    `results` are all (outcome, value) that end the game, the worst for player 0 first; `draw` is the place in it of
    endless play. `cyclic` says whether a line of play can come back to a position, `notes` what was assumed.
    `seconds` and `peak_bytes` are what solving took (compiled: the arrays; plain Python: not counted).
    """

    game: Game
    root: Any
    entries: Records | Remembered
    results: tuple[tuple[int, Any], ...]
    draw: int
    cyclic: bool
    compiled: bool
    notes: tuple[str, ...] = ()
    seconds: float = 0.0
    peak_bytes: int = 0

    def __len__(self) -> int:
        """The number of positions, those included where the game is over."""
        return len(self.entries)

    def __repr__(self) -> str:
        return f"<Solution of {type(self.game).__name__}: {len(self):,} positions>"

    def __contains__(self, state: Any) -> bool:
        try:
            self._code(self.game.as_state(state))
        except InputError:
            return False
        return True

    @property
    def bytes_per_position(self) -> float | None:
        """What an entry takes when it is saved; None if it cannot be."""
        return self.entries.record_bytes if isinstance(self.entries, Records) else None

    def value(self, state: Any = None) -> Any:
        """The value of the state for MAX; the root's if None. `InputError` if it is not among the positions."""
        code = self._code(self._state(state))
        return self.results[code >> 32][1]

    def distance(self, state: Any = None) -> int | None:
        """Plies to the end of a decided game; None for draws."""
        return self._distance(self._code(self._state(state)))

    def best(self, state: Any = None) -> Answer:
        """The value for MAX, the best move (None if the game is over), and the distance; the root's if None.

        Among moves of the same value the one that wins soonest or loses latest, then the first in the game's order.
        """
        game, state = self.game, self._state(state)
        code = self._code(state)
        value, distance = self.results[code >> 32][1], self._distance(code)
        if game.is_terminal(state):
            return Answer(value, None, distance)
        player, best, best_move = player_of(game, state), None, None
        for move in moves_of(game, state):
            order = self._order(self._code(game.next_state(state, move)))
            if best is None or (order > best if player == 0 else order < best):
                best, best_move = order, move
        return Answer(value, best_move, distance)

    def counts(self) -> list[ResultCount]:
        """How many positions have each value, and the longest distance among them; the worst for player 0 first."""
        tally: dict[int, list[int]] = {}
        for code, count in self.entries.tally().items():
            seen = tally.setdefault(code >> 32, [0, 0])
            seen[0] += count
            seen[1] = max(seen[1], code & 0xFFFFFFFF)
        return [
            ResultCount(*self.results[rank], positions, longest if self.results[rank][0] else None)
            for rank, (positions, longest) in sorted(tally.items())
        ]

    def save(self, path: str | Path) -> None:
        """Writes the solution into one file; `zermelo.open_solution(path, game)` reads it. See `storage`."""
        from zermelo.solve.storage import save

        save(self, Path(path))

    def check(self, *, compiled: bool | None = None, on_progress: Callable[[SolveProgress], None] | None = None) -> int:
        """Verifies every entry against the rules and gives their number; `WrongSolutionError` for the first wrong one.

        All positions are enumerated anew: the entries must be exactly these. Then each must have the result and the
        distance that its successors' make the best, or, where the game is over, the rules' own. That is a proof, also
        where there are cycles: who is promised more than a draw has a move that brings the end nearer, the other none
        that does not; and who holds a draw has at every position a move that keeps it.
        """
        from zermelo.solve.checking import check

        if compiled is None:
            compiled = self.compiled and numba_available()
        return check(self, compiled, on_progress)

    # ── inside ───────────────────────────────────────────────────────────────────────────────────

    def _state(self, state: Any) -> Any:
        return self.root if state is None else root_state(self.game, state)

    def _code(self, state: Any) -> int:
        if self.game.is_terminal(state):
            score = final_score(self.game, state, 0)
            pair = (score.outcome, score.value)
            if pair not in self.results:
                raise self._unknown(state)
            return self.results.index(pair) << 32
        code = self.entries.code_of(self.game, state)
        if code is None or not code >> 32 < len(self.results):
            raise self._unknown(state)
        return code

    def _unknown(self, state: Any) -> InputError:
        return InputError(
            f"this position is not among the {len(self):,} that can be reached from {self.root!r}\n  state: {state!r}"
        )

    def step(self, rank: int) -> int:
        """What one ply more does to a result: +1 it is worse for player 0, -1 better, 0 nothing."""
        return (rank > self.draw) - (rank < self.draw) if self.cyclic else self.results[rank][0]

    def _order(self, code: int) -> tuple[int, int]:
        """How a position compares for player 0."""
        rank, distance = code >> 32, code & 0xFFFFFFFF
        return rank, -self.step(rank) * distance

    def _distance(self, code: int) -> int | None:
        return code & 0xFFFFFFFF if self.results[code >> 32][0] else None
