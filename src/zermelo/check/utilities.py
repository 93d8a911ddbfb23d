"""4 utilities: finite numbers, which add up to the same for two players."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from zermelo.check.asking import Broke, Rules
from zermelo.check.kinds import Check, Problem
from zermelo.check.position import Position
from zermelo.check.report import WARNING

_CLOSE = 1e-9


class Utilities(Check):
    number = 4

    def __init__(self, rules: Rules):
        super().__init__(rules)
        self._sums: dict[float, tuple[int, Position, tuple[Any, ...]]] = {}  # sum: how often, shortest, its utilities
        self._equal_pairs, self._pairs = 0, 0
        self._types: dict[str, Position] = {}
        self.lowest, self.highest = math.inf, -math.inf
        self.results: dict[float, int] = {}

    def at(self, position: Position) -> Iterator[Problem]:
        if not position.terminal:
            return
        try:
            values = tuple(
                self.rules.number("utility", position.state, player) for player in range(self.rules.game.num_players)
            )
        except Broke:
            return  # told by the ending check
        for player, value in enumerate(values):
            if isinstance(value, bool):
                yield self.problem(
                    "bool",
                    "utility",
                    f"utility for player {player} is {value}, a truth value and not a number",
                    "return 1, 0 or -1",
                    WARNING,
                )
            if math.isinf(value):
                yield self.problem(
                    "infinite",
                    "utility",
                    f"utility for player {player} is {value}: chance cannot average it, and compiled it does not fit",
                    "return a finite number: any win is better than any guess already",
                    WARNING,
                )
        self._count(position, values)

    def _count(self, position: Position, values: tuple[Any, ...]) -> None:
        if any(math.isinf(value) for value in values):
            return
        self.lowest, self.highest = min(self.lowest, values[0]), max(self.highest, values[0])
        self.results[values[0]] = self.results.get(values[0], 0) + 1
        if len(values) != 2:
            return
        self._pairs += 1
        self._equal_pairs += values[0] == values[1]
        total = round(float(values[0] + values[1]), 9)
        count, shortest, shown = self._sums.get(total, (0, position, values))
        if len(position.path) < len(shortest.path):
            shortest, shown = position, values
        self._sums[total] = (count + 1, shortest, shown)

    @property
    def constant(self) -> float | None:
        """What the utilities of two players add up to; None if that is not always the same, or nothing is known."""
        return next(iter(self._sums)) if len(self._sums) == 1 else None

    def end(self) -> Iterator[tuple[Problem, Position]]:
        if len(self._sums) < 2:
            yield from self._always_equal()
            return
        usual = self._usual_sum()
        _, position, values = min(
            (kept for total, kept in self._sums.items() if total != usual), key=lambda kept: len(kept[1].path)
        )
        yield self._other_sum(values), position

    def _usual_sum(self) -> float:
        return max(self._sums, key=lambda total: self._sums[total][0])

    def _other_sum(self, values: tuple[Any, ...]) -> Problem:
        usual = self._usual_sum()
        example = self._sums[usual][2]
        if self._equal_pairs == self._pairs:
            message = f"utility is the same for both players, here {values[0]} and {values[1]}"
            remedy = "use the argument player: what player 0 wins, player 1 loses"
        else:
            message = (
                f"the utilities of the two players are {values[0]} and {values[1]}, which add up to "
                f"{values[0] + values[1]:g}; elsewhere they add up to {usual:g} ({example[0]} and {example[1]})"
            )
            remedy = "what one player wins the other has to lose: make the sum the same in every finished game"
        return self.problem("not constant-sum", "utility", message, remedy)

    def again(self, position: Position) -> Iterator[Problem]:
        if position.terminal and len(self._sums) > 1:
            values = tuple(self.rules.number("utility", position.state, player) for player in (0, 1))
            if abs(values[0] + values[1] - self._usual_sum()) > _CLOSE:
                yield self._other_sum(values)

    def _always_equal(self) -> Iterator[tuple[Problem, Position]]:
        """The same number for both in every game is a draw in every game; 0 may be meant, others are not."""
        for _, position, values in self._sums.values():
            same = self._equal_pairs == self._pairs and values[0] != 0 and len(self.results) == 1
            if same and not isinstance(values[0], bool):
                message = f"utility is {values[0]} for both players in every finished game, so that nobody ever wins"
                remedy = "use the argument player: what player 0 wins, player 1 loses"
                yield self.problem("not constant-sum", "utility", message, remedy), position
