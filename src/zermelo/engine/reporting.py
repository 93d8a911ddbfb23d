"""What the engine tells an observer, in plain Python: its own scores and codes in the words of `core.observer`.

A principal variation search may visit a child twice, first with a null window: it is entered twice.
"""

from __future__ import annotations

from typing import Any

from zermelo.core.observer import Observer
from zermelo.core.result import Bound
from zermelo.core.score import HIGHEST, LOWEST, Score
from zermelo.engine.scores import HIGHEST_PACKED, LOWEST_PACKED, to_score
from zermelo.engine.table import LOWER, UPPER
from zermelo.engine.workspace import NO_KILLER

BOUNDS = {LOWER: Bound.LOWER, UPPER: Bound.UPPER}


class Reporter:
    """Turns what a player sees into what MAX sees, and codes into moves."""

    def __init__(self, observer: Observer, rules: Any):
        self.observer, self.rules = observer, rules

    def enter(self, state: Any, player: int, over: bool, code: int | None, ply: int, alpha: Any, beta: Any) -> None:
        """A node is opened; `alpha` and `beta` are `player`'s, who moves here or, where the game is over, before."""
        move = None if code is None or code == NO_KILLER else self.rules.decode_move(code)
        self.observer.enter(state, None if over else player, move, ply, *self._window(player, alpha, beta))

    def window(self, player: int, alpha: Any, beta: Any) -> None:
        self.observer.window(*self._window(player, alpha, beta))

    def cut(self, player: int, unvisited: list[int]) -> None:
        self.observer.cut("beta" if player == 0 else "alpha", [self.rules.decode_move(code) for code in unvisited])

    def leave(self, player: int, score: Any, bound: int, kind: str) -> None:
        told = BOUNDS.get(bound, Bound.EXACT)
        if player == 0:
            self.observer.leave(to_score(score), told, kind)
        else:
            self.observer.leave(to_score(-score), told.flipped(), kind)

    def leaf(
        self, state: Any, player: int, over: bool, code: int, ply: int, window: tuple[Any, Any], score: Any
    ) -> None:
        """A position that is not searched: finished, repeated, or at the horizon; all as `player` sees it."""
        self.enter(state, player, over, code, ply, *window)
        self.leave(player, score, 0, "final" if over else "guess")

    def _window(self, player: int, alpha: Any, beta: Any) -> tuple[Score, Score]:
        low, high = (alpha, beta) if player == 0 else (-beta, -alpha)
        return _limit(low), _limit(high)


def _limit(score: Any) -> Score:
    """A limit of a window: open ones are beyond every score."""
    if not isinstance(score, tuple):
        if score <= LOWEST_PACKED:
            return LOWEST
        if score >= HIGHEST_PACKED:
            return HIGHEST
    return to_score(score)
