"""What a shallow search proves about a position, whatever lies beyond its depth.

bounds    the lowest and the highest value of player 0 that are still possible: (1, 1) is a proved win,
          (-inf, inf) is: nothing known
"""

from __future__ import annotations

import math
from typing import Any

from zermelo.check.asking import Rules
from zermelo.check.frozen import snapshot
from zermelo.core.game import CHANCE

UNKNOWN = (-math.inf, math.inf)
_DEEPEST = 40


class _SpentError(Exception):
    """The search has looked at as many positions as it may."""


class Prover:
    """Exact bounds for games of one or two players, with or without chance, by deepening as far as `nodes` allow."""

    def __init__(self, rules: Rules, nodes: int = 400):
        self.rules, self.nodes = rules, nodes
        self._left = 0
        self._known: dict[Any, tuple[float, float]] = {}

    def bounds(self, state: Any, depth: int = _DEEPEST) -> tuple[float, float]:
        """What is known for certain. A rule that breaks is the caller's to tell: `Broke` passes through."""
        if self.rules.game.num_players > 2:
            return UNKNOWN
        best = UNKNOWN
        self._left = self.nodes
        for plies in range(depth + 1):
            self._known = {}
            before = self._left
            try:
                best = self._search(state, plies)
            except _SpentError:
                break
            if best[0] == best[1] or before == self._left:
                break
        return best

    def _search(self, state: Any, plies: int) -> tuple[float, float]:
        self._left -= 1
        if self._left < 0:
            raise _SpentError
        if self.rules.terminal(state):
            value = float(self.rules.number("utility", state, 0))
            return value, value
        if plies == 0:
            return UNKNOWN
        key = snapshot(state), plies
        if key not in self._known:
            self._known[key] = self._of_children(state, plies)
        return self._known[key]

    def _of_children(self, state: Any, plies: int) -> tuple[float, float]:
        player = self.rules.ask("current_player", state)
        if player == CHANCE:
            low = high = 0.0
            for outcome, probability in self.rules.list_of("chance_outcomes", state):
                bounds = self._search(self.rules.next(state, outcome), plies - 1)
                low, high = low + probability * bounds[0], high + probability * bounds[1]
            return low, high
        children = [
            self._search(self.rules.next(state, move), plies - 1) for move in self.rules.list_of("legal_moves", state)
        ]
        if not children:
            return UNKNOWN
        choose = max if player == 0 else min
        return choose(low for low, _ in children), choose(high for _, high in children)


def contradict(one: tuple[float, float], other: tuple[float, float]) -> bool:
    """Whether no value lies in both."""
    return max(one[0], other[0]) > min(one[1], other[1]) + 1e-9
