"""What is proved of a value while it is being found.

pair       (outcome, value) of a finished game, seen by MAX:   (1, 10)   MAX has won, with 10 points
           pairs compare as tuples, as the first two parts of a `Score` do
claim      what one side can force:    (0, (1, 1))   MAX gets this pair or a better one
                                       (1, (0, 0))   MIN holds MAX to this pair or a worse one
interval   lower <= pair of the game <= upper; None where nothing is proved on that side
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple

from zermelo.core.errors import InputError
from zermelo.core.game import Game, has_hook
from zermelo.core.score import final_score

Pair = tuple[int, Any]

ENDLESS_DRAW: Pair = (0, 0)
"""What play that never ends is worth where it is a draw."""

SOME_WIN, SOME_DRAW = (1, -math.inf), (0, -math.inf)
"""Below every win of MAX and above every draw; below every draw and above every loss."""


class Claim(NamedTuple):
    side: int
    pair: Pair

    def holds(self, pair: Pair) -> bool:
        """Whether a game that ends like this is good enough for the side that claims."""
        return pair >= self.pair if self.side == 0 else pair <= self.pair


def pair_of(game: Game, state: Any) -> Pair:
    """How a finished game has ended."""
    score = final_score(game, state, 0)
    return score.outcome, score.value


class Interval:
    """The proven interval; it only ever shrinks, and says so to `on_change`.

    `lowest` and `highest` are the game's own `value_bounds` at the root (infinite if it has none).
    """

    def __init__(self, game: Game, root: Any, on_change: Callable[[], None] | None = None):
        self.low: Pair | None = None
        self.high: Pair | None = None
        self.on_change = on_change
        self.lowest, self.highest = -math.inf, math.inf
        if has_hook(game, "value_bounds") and not game.is_terminal(root):
            self.lowest, self.highest = game.value_bounds(root)

    def at_least(self, pair: Pair) -> None:
        if self.low is None or pair > self.low:
            self.low = pair
            self._changed()

    def at_most(self, pair: Pair) -> None:
        if self.high is None or pair < self.high:
            self.high = pair
            self._changed()

    def _changed(self) -> None:
        if self.on_change is not None:
            self.on_change()

    @property
    def pair(self) -> Pair | None:
        """The pair of the game, once it is proved."""
        return self.low if self.low is not None and self.low == self.high else None

    @property
    def lower(self) -> Any:
        """The lowest value that is still possible, -inf if nothing is known."""
        return self.lowest if self.low is None else max(self.lowest, self.low[1])

    @property
    def upper(self) -> Any:
        return self.highest if self.high is None else min(self.highest, self.high[1])


def in_words(lower: Any, upper: Any) -> str:
    """The interval as people write it: value in [0, +1]."""
    if lower == upper:
        return f"value {signed(lower)}"
    if math.isinf(lower) and math.isinf(upper):
        return "value not yet bounded"
    if math.isinf(upper):
        return f"value >= {signed(lower)}"
    if math.isinf(lower):
        return f"value <= {signed(upper)}"
    return f"value in [{signed(lower)}, {signed(upper)}]"


def signed(value: Any) -> str:
    text = f"{value:.10g}" if isinstance(value, float) else str(value)
    return f"+{text}" if value > 0 else text


def refuse_other_games(game: Game, what: str) -> None:
    """An error for games with chance or with more than two players."""
    if has_hook(game, "chance_outcomes") or game.num_players > 2:
        raise InputError(
            f"{type(game).__name__} has chance or more than two players: "
            f"{what} is for one or two players without chance"
        )
