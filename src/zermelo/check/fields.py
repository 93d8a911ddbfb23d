"""Fields of a state that cannot matter: the same game follows whatever they hold, and yet they make keys differ.

pair        two positions whose states differ in one field only
lockstep    playing both on, move for move, to the very end of every line
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from zermelo.check.asking import Broke, Rules
from zermelo.check.frozen import snapshot
from zermelo.check.kinds import Problem
from zermelo.check.position import Position
from zermelo.check.report import WARNING, repr_of

_MOST_POSITIONS = 20_000
_MOST_FIELDS = 8
_MOST_PAIRS = 400
_PAIRS_PLAYED = 30
_PAIRS_NEEDED = 4
_LOCKSTEP_NODES = 150


class FieldsThatDoNotMatter:
    """Collects pairs, and plays them on at the end."""

    def __init__(self, rules: Rules):
        self.rules = rules
        self._first_with: dict[Any, Position] = {}
        self._pairs: dict[int, list[tuple[Position, Position]]] = {}
        self._sample: list[Position] = []
        self._names: tuple[str, ...] = ()

    def remember(self, position: Position) -> None:
        state = position.state
        if not isinstance(state, tuple) or len(state) > _MOST_FIELDS or len(self._first_with) > _MOST_POSITIONS:
            return
        if not hasattr(state, "_fields"):  # without names nobody can be told which field it is
            return
        self._names = state._fields  # type: ignore[attr-defined]
        if len(self._sample) < 200:
            self._sample.append(position)
        frozen = position.snapshot
        for index in range(len(state)):
            rest = (index, frozen[:index], frozen[index + 1 :])
            other = self._first_with.setdefault(rest, position)
            pairs = self._pairs.setdefault(index, [])
            if other is not position and other.snapshot != frozen and len(pairs) < _MOST_PAIRS:
                pairs.append((other, position))

    def end(self) -> Iterator[tuple[Problem, Position]]:
        for index, pairs in self._pairs.items():
            example = self._never_matters(index, pairs)
            if example is None:
                continue
            one, other = example
            name = self._names[index]
            there, here = one.state[index], other.state[index]
            where = (
                f"leave {name} out of the key" if self.rules.has("key") else f"write key(self, state) without {name}"
            )
            yield (
                Problem(
                    7,
                    f"too fine: {name}",
                    "key",
                    f"{name} cannot matter here: with {repr_of(there, 40)} and with {repr_of(here, 40)} exactly the "
                    "same game follows, to the end, and yet the keys differ",
                    f"{where}, so that a table finds the position again (faster, the values are right as they are)",
                    WARNING,
                    self.rules.place("key"),
                ),
                other,
            )

    def _never_matters(self, index: int, pairs: list[tuple[Position, Position]]) -> tuple[Position, Position] | None:
        pairs = [pair for pair in pairs if self._same_player(*pair) and not self._same_key(*pair)]
        step = -(-len(pairs) // _PAIRS_PLAYED) or 1
        proved: list[tuple[Position, Position]] = []
        for pair in pairs[::step]:
            same = self._lockstep(pair[0].state, pair[1].state)
            if same is False:
                return None
            if same:
                proved.append(pair)
        if len(proved) < _PAIRS_NEEDED or not self._other_values_do_not_matter(index):
            return None
        return min(proved, key=lambda pair: len(pair[1].path))

    def _same_player(self, one: Position, other: Position) -> bool:
        try:
            return one.terminal == other.terminal is False and one.player == other.player
        except Broke:
            return False

    def _same_key(self, one: Position, other: Position) -> bool:
        if not self.rules.has("key"):
            return False
        try:
            return snapshot(self.rules.ask("key", one.state)) == snapshot(self.rules.ask("key", other.state))
        except Broke:
            return True

    def _other_values_do_not_matter(self, index: int) -> bool:
        """Far-away values of a counter too: a limit on the number of plies is seldom met in short games."""
        for position in self._sample[:: max(1, len(self._sample) // 20)]:
            value = position.state[index]
            if not isinstance(value, int):
                continue
            for more in (2, 100, 1000, 10_000):  # even, so that whose turn it is may follow from the counter
                far = position.state._replace(**{self._names[index]: value + more})
                if self._lockstep(position.state, far, deepest=2) is False:
                    return False
        return True

    def _lockstep(self, one: Any, other: Any, deepest: int = 10_000) -> bool | None:
        """True if the same game follows from both, False if not, None if the lines are too many to say."""
        waiting, met = [(one, other, 0)], set()
        while waiting:
            one, other, depth = waiting.pop()
            pair = snapshot(one), snapshot(other)
            if pair[0] == pair[1] or pair in met or depth > deepest:
                continue
            met.add(pair)
            if len(met) > _LOCKSTEP_NODES:
                return None
            try:
                if self._facts(one) != self._facts(other):
                    return False
                waiting += [
                    (self.rules.next(one, move), self.rules.next(other, move), depth + 1)
                    for move in self._branches(one)
                ]
            except Broke:
                return False
        return True

    def _facts(self, state: Any) -> Any:
        """All that the rules say about a state, but not what comes after it."""
        rules = self.rules
        if rules.terminal(state):
            return [rules.number("utility", state, player) for player in range(rules.game.num_players)]
        guess = rules.ask("evaluate", state, 0) if rules.has("evaluate") else None
        player = rules.ask("current_player", state)
        return player, guess, snapshot(rules.list_of("chance_outcomes" if player == -1 else "legal_moves", state))

    def _branches(self, state: Any) -> list[Any]:
        if self.rules.terminal(state):
            return []
        if self.rules.ask("current_player", state) == -1:
            return [outcome for outcome, _ in self.rules.list_of("chance_outcomes", state)]
        return self.rules.list_of("legal_moves", state)
