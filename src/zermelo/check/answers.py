"""What the hooks with a game's own knowledge answer, read with care: a `Broke` for an answer of the wrong form.

known_result    (known, utility of player 0, plies to the end)     value_bounds    (lowest, highest)
soonest_wins    (plies of player 0, plies of player 1)             most_plies      plies
score           the players' figure for a value and a distance     relevant_moves  some of the legal moves
"""

from __future__ import annotations

import math
import operator
from typing import Any

from zermelo.check.asking import Broke, Rules, why_not_a_number
from zermelo.check.frozen import snapshot
from zermelo.check.position import Position
from zermelo.check.report import repr_of
from zermelo.core.score import Score

HOOKS = ("relevant_moves", "known_result", "value_bounds", "soonest_wins", "most_plies", "score")

_FORMS = {
    "known_result": "return (True, utility of player 0, plies to the end), or (False, 0, 0) if the rules do not tell",
    "value_bounds": "return a pair: the lowest and the highest utility of player 0 that is still possible",
    "soonest_wins": "return a pair of whole numbers: the plies to the soonest win of player 0, and of player 1",
    "most_plies": "return a whole number: how many plies the game can last at most",
    "score": "return a finite number for every value and distance that a position can have",
}


class Answers:
    def __init__(self, rules: Rules):
        self.rules = rules

    def known_result(self, state: Any) -> tuple[float, int] | None:
        """Utility of player 0 and plies to the end; None where the rules do not tell."""
        known, value, plies = self._parts("known_result", state, 3)
        if not self.rules.guarded("known_result", bool, known):
            return None
        return self._number("known_result", value), self._plies("known_result", plies)

    def value_bounds(self, state: Any) -> tuple[float, float]:
        low, high = self._parts("value_bounds", state, 2)
        return self._number("value_bounds", low), self._number("value_bounds", high)

    def soonest_wins(self, state: Any) -> tuple[int, int]:
        first, second = self._parts("soonest_wins", state, 2)
        return self._plies("soonest_wins", first), self._plies("soonest_wins", second)

    def most_plies(self, state: Any) -> int:
        return self._plies("most_plies", self.rules.ask("most_plies", state))

    def score(self, state: Any, result: Score) -> float:
        """The figure for a result that is this score; of a draw there is no distance."""
        value = self.rules.ask("score", state, result.value, result.distance)
        if why_not_a_number(value) or math.isinf(value):
            asked = f"score for value {repr_of(result.value, 40)} and distance {result.distance}"
            raise self._wrong("score", "not a number", f"{asked} is {repr_of(value, 60)}")
        return value

    def relevant_moves(self, position: Position) -> list[int | None]:
        """The places of these moves among the legal ones, None for one that is not legal."""
        places = {snapshot(move): place for place, move in enumerate(position.moves)}
        return [places.get(snapshot(move)) for move in self.rules.list_of("relevant_moves", position.state)]

    # ── forms ────────────────────────────────────────────────────────────────────────────────────

    def _parts(self, hook: str, state: Any, count: int) -> Any:
        answer = self.rules.ask(hook, state)
        if not isinstance(answer, (tuple, list)) or len(answer) != count:
            word = {2: "a pair", 3: "a tuple of three"}[count]
            raise self._wrong(hook, "no tuple", f"{hook} returned {repr_of(answer, 60)}, which is not {word}")
        return answer

    def _number(self, hook: str, value: Any) -> float:
        if why_not_a_number(value):
            raise self._wrong(hook, "not a number", f"{hook} gives {repr_of(value, 60)} where a number is meant")
        return value

    def _plies(self, hook: str, value: Any) -> int:
        try:
            plies = operator.index(value)
        except TypeError:
            plies = -1
        if plies < 0:
            raise self._wrong(hook, "no plies", f"{hook} gives {repr_of(value, 60)} where a number of plies is meant")
        return plies

    def _wrong(self, hook: str, kind: str, message: str) -> Broke:
        return Broke(hook, kind, message, _FORMS[hook], self.rules.place(hook))
