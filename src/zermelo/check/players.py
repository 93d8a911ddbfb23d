"""5 players: somebody is to move, and chances add up to 1."""

from __future__ import annotations

import math
import operator
from collections.abc import Iterator

from zermelo.check.asking import Rules
from zermelo.check.kinds import Check, Problem
from zermelo.check.position import Position
from zermelo.check.report import WARNING, repr_of
from zermelo.core.game import CHANCE

_CLOSE = 1e-9


class Players(Check):
    number = 5

    def __init__(self, rules: Rules):
        super().__init__(rules)
        self._first: Position | None = None
        self._players: set[int] = set()

    def at(self, position: Position) -> Iterator[Problem]:
        if not position.path:
            yield from self._names()
        if position.terminal:
            return
        self._first = self._first or position
        yield from self._player_in_range(position)
        if position.is_chance:
            yield from self._probabilities(position)

    def _names(self) -> Iterator[Problem]:
        names, players = getattr(self.rules.game, "player_names", None), self.rules.game.num_players
        if names is not None and (isinstance(names, str) or len(names) != players):
            yield self.problem(
                "names",
                "player_names",
                f"player_names is {repr_of(names, 60)}, and there are {players} players",
                'give a tuple with one name a player: ("X", "O")',
                WARNING,
            )

    def _player_in_range(self, position: Position) -> Iterator[Problem]:
        player, players = position.player, self.rules.game.num_players
        try:
            number = operator.index(player)
        except Exception:
            number = None
        if number is None or isinstance(player, bool):
            yield self.problem(
                "no player",
                "current_player",
                f"current_player returned {repr_of(player, 60)}",
                f"return a whole number: 0 (MAX) to {players - 1}, or CHANCE",
                WARNING if isinstance(player, bool) else "fault",
            )
            return
        self._players.add(number)
        if number != CHANCE and not 0 <= number < players:
            yield self.problem(
                "player out of range",
                "current_player",
                f"current_player returned {player}, but the players are numbered from 0 to {players - 1}",
                "number the players from 0, or set num_players in the class",
            )

    def _probabilities(self, position: Position) -> Iterator[Problem]:
        total = 0.0
        for outcome, probability in position.outcomes:
            try:
                usable = math.isfinite(probability) and not isinstance(probability, bool)
            except Exception:
                usable = False
            if not usable or probability <= 0:
                yield self.problem(
                    "probability",
                    "chance_outcomes",
                    f"outcome {repr_of(outcome, 60)} has the probability {repr_of(probability, 60)}",
                    "give probabilities above 0, and leave out what cannot happen",
                )
                return
            total += probability
        if position.outcomes and abs(total - 1) > _CLOSE:
            count = len(position.outcomes)
            yield self.problem(
                "sum",
                "chance_outcomes",
                f"the probabilities of the {count} outcomes add up to {total:.10g}, not to 1",
                f"do not round them: write 1 / {count} or fractions.Fraction(1, {count}) for outcomes that are "
                "equally likely, and give each outcome once",
            )
        outcomes = [snapshot_text(outcome) for outcome, _ in position.outcomes]
        if len(set(outcomes)) < len(outcomes):
            twice = next(text for text in outcomes if outcomes.count(text) > 1)
            yield self.problem(
                "outcome twice",
                "chance_outcomes",
                f"outcome {twice} is given more than once",
                "add up the probabilities of equal outcomes: fewer positions to search",
                WARNING,
            )

    def end(self) -> Iterator[tuple[Problem, Position]]:
        if self._first is None or not self._players:
            return
        if self.rules.has("chance_outcomes") and CHANCE not in self._players:
            warning = self.problem(
                "no chance state",
                "current_player",
                "the game has chance_outcomes, but no chance state was reached",
                "let current_player return CHANCE where the dice are rolled",
                WARNING,
            )
            yield warning, self._first


def snapshot_text(value: object) -> str:
    return repr_of(value, 60)
