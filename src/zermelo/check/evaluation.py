"""9 evaluation: a finite number, the same for both players with opposite signs, on the right side."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator

from zermelo.check.asking import Broke, Rules
from zermelo.check.kinds import Check, Problem
from zermelo.check.position import Position
from zermelo.check.proof import Prover
from zermelo.check.report import FAULT, WARNING, repr_of
from zermelo.check.utilities import Utilities

_MOST_PROOFS = 500
_SECONDS = 0.5
_ENOUGH = 8
_LINE = 6
"""By so many moves random lines have parted."""


class Evaluation(Check):
    number = 9

    def __init__(self, rules: Rules, utilities: Utilities):
        super().__init__(rules)
        self._utilities = utilities
        self._kept: list[tuple[Position, float]] = []  # an even choice of all positions, with the guess
        self._seen, self._stride = 0, 1
        self._doubtful: list[tuple[Position, list[float]]] = []
        self.lowest, self.highest = math.inf, -math.inf
        self._extreme: Position | None = None
        self._chance = False

    def at(self, position: Position) -> Iterator[Problem]:
        if not self.rules.has("evaluate") or position.terminal:
            return
        players = self.rules.game.num_players
        values = [self.rules.number("evaluate", position.state, player) for player in range(players)]
        for player, value in enumerate(values):
            if math.isinf(value):
                yield self.problem(
                    "infinite",
                    "evaluate",
                    f"evaluate for player {player} is {value}",
                    "return a finite number: a win that is certain belongs in is_terminal and utility",
                )
                return
        if players == 2 and not self._cancel_out(values):
            if self._utilities.constant is None:
                self._doubtful.append((position, values))  # until it is known what results add up to
            else:
                yield self._not_antisymmetric(values)
        self._measure(position, values[0])

    def _cancel_out(self, values: list[float]) -> bool:
        """Whether they add up to nothing, or to what the results of this game add up to."""
        total, scale = values[0] + values[1], max(1.0, abs(values[0]), abs(values[1]))
        return abs(total) <= 1e-6 * scale or abs(total - (self._utilities.constant or 0.0)) <= 1e-6 * scale

    def _not_antisymmetric(self, values: list[float]) -> Problem:
        if values[0] == values[1]:
            message = f"evaluate is {repr_of(values[0])} for both players"
            remedy = "use the argument player: return the guess for player 0, or its negative for player 1"
        else:
            message = f"evaluate is {values[0]} for player 0 and {values[1]} for player 1, which do not cancel out"
            remedy = "what is good for one player is as bad for the other: return score if player == 0 else -score"
        return self.problem("not antisymmetric", "evaluate", message, remedy)

    def _measure(self, position: Position, value: float) -> None:
        self._chance = self._chance or position.is_chance
        if value < self.lowest or value > self.highest:
            self._extreme = position
        self.lowest, self.highest = min(self.lowest, value), max(self.highest, value)
        if position.is_chance or self.rules.game.num_players > 2:
            return
        self._seen += 1
        if self._seen % self._stride == 0:
            self._kept.append((position, value))
            if len(self._kept) > _MOST_PROOFS:
                self._kept, self._stride = self._kept[::2], 2 * self._stride

    def _decided(self) -> Iterator[tuple[Position, float, float]]:
        """Position, guess and value, of those positions whose value a shallow search proves."""
        prover, clock = Prover(self.rules, 120), time.monotonic() + _SECONDS
        for position, guess in self._kept:
            if time.monotonic() > clock:
                return
            try:
                low, high = prover.bounds(position.state, 4)
            except Broke:
                continue
            if low == high:
                yield position, guess, low

    def end(self) -> Iterator[tuple[Problem, Position]]:
        still = [(position, values) for position, values in self._doubtful if not self._cancel_out(values)]
        if still:
            position, values = min(still, key=lambda kept: len(kept[0].path))
            yield self._not_antisymmetric(values), position
        middle = (self._utilities.constant or 0.0) / 2
        # One position a line of play: those of one line are much alike, and would count as so many witnesses.
        decided = list({kept[0].path[:_LINE]: kept for kept in self._decided()}.values())
        against = [kept for kept in decided if (kept[1] - middle) * (kept[2] - middle) < 0]
        with_it = [kept for kept in decided if (kept[1] - middle) * (kept[2] - middle) > 0]
        if len(against) >= _ENOUGH and far_more(len(against), len(with_it)):
            position, guess, value = min(against, key=lambda kept: len(kept[0].path))
            message = (
                f"evaluate favours the loser: {guess} for player 0 here, although a search proves {value:g}; "
                f"so in {len(against)} of {len(against) + len(with_it)} positions whose value is proved"
            )
            remedy = "evaluate(state, player) speaks for `player`, not for whoever is to move: change the sign"
            severity = FAULT if len(against) > 4 * len(with_it) else WARNING
            yield self.problem("wrong sign", "evaluate", message, remedy, severity), position
        yield from self._scale()

    def _scale(self) -> Iterator[tuple[Problem, Position]]:
        """Where guesses and results are averaged, a guess must not count for more than the best result."""
        worst, best = self._utilities.lowest, self._utilities.highest
        if self._extreme is None or not self._chance or worst > best or (worst <= self.lowest and self.highest <= best):
            return
        message = (
            f"evaluations go from {self.lowest:g} to {self.highest:g}, results from {worst:g} to {best:g}; "
            "chance averages both, so a guess may count for more than a win"
        )
        remedy = "scale the guesses into the range of the results"
        yield self.problem("scale", "evaluate", message, remedy, WARNING), self._extreme


def far_more(one: int, other: int) -> bool:
    """Whether chance is no explanation: at least 1.6 times as many, and three standard deviations of a fair coin."""
    return one > 1.6 * other and one - other > 3 * math.sqrt(one + other)
