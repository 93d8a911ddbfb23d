"""What a search that uses none of a game's hooks proves about a position: the oracle of the check of knowledge.

score       as in `zermelo.core.score`, its plies counted from the position itself
proved      the lowest and the highest score that are still possible, and what was seen on the way:
            Proved(low=(1, 1, -3), high=(1, 1, -3), …)    player 0 wins with 1 in three plies
            Proved(low=(-1, -1, 4), high=(1, 1, -4), …)   nothing is decided before the fourth ply
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, NamedTuple

from zermelo.check.asking import Rules
from zermelo.check.frozen import snapshot
from zermelo.check.position import Position
from zermelo.core.score import HIGHEST, LOWEST, Score, one_ply_earlier

_DEEPEST = 40
_MOST_KNOWN = 100_000
_FAR = 10**9  # plies: later than any end


class Proved(NamedTuple):
    """`plies` is the longest line seen, `worst` and `best` are the lowest and the highest result seen."""

    low: Score
    high: Score
    plies: int
    worst: float
    best: float

    @property
    def exact(self) -> bool:
        return self.low == self.high

    @property
    def earlier(self) -> Proved:
        """The same, seen from the position one ply before."""
        low, high = one_ply_earlier(self.low), one_ply_earlier(self.high)
        return self._replace(low=low, high=high, plies=self.plies + 1)


UNKNOWN = Proved(LOWEST, HIGHEST, 1, math.inf, -math.inf)


class SpentError(Exception):
    """The search has looked at as many positions as it may, or at one of which it can say nothing."""


class ExactSearch:
    """Minimax in intervals, deeper and deeper; `nodes` limits what it looks at for one position.

    Where it stops, anything inside `bounds_of(state)` is possible, and no end before the next ply.
    """

    def __init__(self, rules: Rules, bounds_of: Any, total: float):
        self.rules, self._bounds_of, self._total = rules, bounds_of, total
        self._left = 0
        self._known: dict[Any, Proved] = {}  # by state and plies: also for the positions that are asked about later
        self._line: list[Any] = []
        self._path_matters = rules.game.repetition is not None

    def deepened(self, position: Position, nodes: int) -> Iterator[list[Proved]]:
        """What is proved about the children, ply for ply, until all is known or `nodes` positions have been seen."""
        self._left, previous = nodes, 1
        if len(self._known) > _MOST_KNOWN:
            self._known = {}
        try:
            for plies in range(_DEEPEST):
                self._line = [position.snapshot]
                before = self._left
                found = [
                    self._search(position.child(index).state, plies).earlier for index in range(len(position.branches))
                ]
                yield found
                looked_at = before - self._left
                if all(proved.exact for proved in found) or looked_at * looked_at > previous * self._left:
                    return  # the next ply would take more than there is, if it grows as this one did
                previous = looked_at
        except SpentError:
            pass

    def _search(self, state: Any, plies: int) -> Proved:
        self._left -= 1
        if self._left < 0:
            raise SpentError
        here = snapshot(state)
        key = here, plies
        if self._path_matters:
            if here in self._line:
                raise SpentError  # the value depends on the line: nothing is claimed
        elif key in self._known:
            return self._known[key]
        if self.rules.terminal(state):
            score = final_score(self.rules, state, self._total)
            found = Proved(score, score, 0, score.value, score.value)
        elif plies == 0:
            found = self._horizon(state)
        else:
            self._line.append(here)
            found = self._of_children(state, plies)
            self._line.pop()
        self._known[key] = found
        return found

    def _of_children(self, state: Any, plies: int) -> Proved:
        player = self.rules.ask("current_player", state)
        if player not in (0, 1):
            return UNKNOWN  # chance: values are averages there, and nothing has a distance
        moves = self.rules.list_of("legal_moves", state)
        if not moves:
            raise SpentError  # told elsewhere
        return folded(player, [self._search(self.rules.next(state, move), plies - 1).earlier for move in moves])

    def _horizon(self, state: Any) -> Proved:
        """A game that goes on: it has any result inside its bounds, one ply from here at the soonest."""
        bounds = self._bounds_of(state)
        if bounds is None:
            return UNKNOWN
        low, high = (score_of(value, self._total) for value in bounds)
        low = low._replace(haste=_FAR * -low.outcome if low.outcome > 0 else -low.outcome)
        high = high._replace(haste=_FAR * -high.outcome if high.outcome < 0 else -high.outcome)
        return UNKNOWN._replace(low=low, high=high)


def score_of(value: float, total: float) -> Score:
    """A result of player 0 where both results add up to `total`; of the plies nothing is said."""
    return Score((2 * value > total) - (2 * value < total), value, 0)


def final_score(rules: Rules, state: Any, total: float) -> Score:
    value = rules.number("utility", state, 0)
    if rules.game.num_players == 1:
        return score_of(value, total)
    other = rules.number("utility", state, 1)
    return Score((value > other) - (value < other), value, 0)


def folded(player: int, children: list[Proved]) -> Proved:
    """What is proved of a position where this player moves, from what is proved of its children, seen from it."""
    choose = max if player == 0 else min
    return Proved(
        choose(child.low for child in children),
        choose(child.high for child in children),
        max(child.plies for child in children),
        min(child.worst for child in children),
        max(child.best for child in children),
    )


def told(score: Score) -> str:
    """A score in words: "1 in 3 plies"; of a draw the value alone."""
    plies = abs(score.haste)
    if not score.outcome or plies >= _FAR // 2:
        return f"{score.value:g}"
    return f"{score.value:g} in {plies} {'ply' if plies == 1 else 'plies'}"
