"""7 keys: two states with one key are the same position (else the key is too coarse), and a field that cannot
matter is left out of it (else the key is too fine: right, but slow).
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterable, Iterator
from typing import Any

from zermelo.check.asking import Broke, Rules
from zermelo.check.fields import FieldsThatDoNotMatter
from zermelo.check.frozen import snapshot
from zermelo.check.kinds import Check, Problem
from zermelo.check.position import Position
from zermelo.check.proof import Prover, contradict
from zermelo.check.report import FAULT, NOTE, repr_of

_KEPT_A_KEY = 3
_MOST_KEPT = 60_000
_MOST_PROOFS = 150
_SECONDS = 0.4
_PLAYOUTS = 5
_LONGEST_PLAYOUT = 100


class Keys(Check):
    number = 7

    def __init__(self, rules: Rules):
        super().__init__(rules)
        self._positions: dict[Any, list[Position]] = {}
        self._pairs: list[tuple[Position, Position]] = []
        self._told: set[str] = set()
        self._problems: list[tuple[Problem, Position]] = []
        self._fields = FieldsThatDoNotMatter(rules)

    def at(self, position: Position) -> Iterator[Problem]:
        if not self.rules.has("key"):
            return
        key = self.rules.ask("key", position.state)
        try:
            hash(key)
        except Exception:
            yield self.problem(
                "unhashable key",
                "key",
                f"key returned {repr_of(key, 60)}, which cannot be put in a table",
                "return a whole number or a tuple of whole numbers",
            )
            return
        if key is None or snapshot(key) != snapshot(self.rules.ask("key", position.state)):
            yield self.problem(
                "key differs",
                "key",
                "key returned None" if key is None else "key gives another answer when it is called again",
                "let nothing but the state decide",
            )

    def remember(self, position: Position) -> None:
        """Keeps the position beside others of its key, and compares it with them."""
        self._fields.remember(position)
        if len(self._positions) > _MOST_KEPT:
            return
        try:
            key = snapshot(self.rules.ask("key", position.state)) if self.rules.has("key") else self._own_key(position)
        except Broke:
            return
        if key is None:
            return
        kept = self._positions.setdefault(key, [])
        if any(other.snapshot == position.snapshot for other in kept) or len(kept) >= _KEPT_A_KEY:
            return
        for other in kept:
            self._compare(other, position)
        kept.append(Position(self.rules, position.state, position.path))

    def _own_key(self, position: Position) -> Any:
        """Without a key the state itself is one, if it has an `__eq__` of its own that may leave something out."""
        if isinstance(position.state, (tuple, int, str, frozenset, bytes)):
            return None
        try:
            return _ByEquality(position.state, hash(position.state))
        except Exception:
            return None

    def _compare(self, one: Position, other: Position) -> None:
        try:
            found = self._told_apart(one, other)
        except Broke:
            return
        if found is None:
            self._pairs.append((one, other))
        elif found.kind not in self._told:
            self._told.add(found.kind)
            self._problems.append((found, other))

    def _told_apart(self, one: Position, other: Position) -> Problem | None:
        if one.terminal != other.terminal:
            over = "the other one is over and this one is not" if one.terminal else "this one is over and the other not"
            return self._too_coarse("end", one, over)
        if one.terminal:
            values = [self.rules.number("utility", at.state, 0) for at in (one, other)]
            if values[0] != values[1]:
                if self._player_at_the_end(one) != self._player_at_the_end(other):
                    return self._no_player(one)
                return self._too_coarse(
                    "utility", one, f"utility of player 0 is {values[0]} there and {values[1]} here"
                )
            return None
        if one.player != other.player:
            return self._no_player(one)
        if not one.is_chance and {snapshot(move) for move in one.moves} != {snapshot(move) for move in other.moves}:
            moves = f"the moves are {_few(one.moves)} there and {_few(other.moves)} here"
            return self._too_coarse("moves", one, moves)
        return None

    def _player_at_the_end(self, position: Position) -> Any:
        try:
            return self.rules.ask("current_player", position.state)
        except Broke:
            return None

    def _too_coarse(self, kind: str, other: Position, what: str) -> Problem:
        if not self.rules.has("key"):
            return Problem(
                2,
                f"too equal: {kind}",
                "==",
                f"the position after {self._written(other)} counts as equal to this one, but {what}",
                "compare all fields in __eq__; a NamedTuple of numbers and tuples does that for free",
                FAULT,
                None,
            )
        return self.problem(
            f"too coarse: {kind}",
            "key",
            f"the position after {self._written(other)} has the same key, but {what}: a table takes one for the other",
            "put into the key all that decides what can still happen (whose turn it is is added to it anyway); "
            "positions that are only alike belong in symmetries(state)",
        )

    def _no_player(self, other: Position) -> Problem:
        return self.problem(
            "key without player",
            "key",
            f"the position after {self._written(other)} has the same key with the other player to move; this library "
            "adds the player to every key, other programs that use the key may not",
            "",
            NOTE,
        )

    def _written(self, position: Position) -> str:
        moves = self._texts(position.path)
        return f"the moves {moves}" if moves else "no move"

    def _texts(self, moves: Iterable[Any]) -> str:
        try:
            return " ".join(str(self.rules.ask("format_move", move)) for move in moves)
        except Broke:
            return repr_of(moves)

    def end(self) -> Iterator[tuple[Problem, Position]]:
        self._pairs.sort(key=lambda pair: len(pair[0].path) + len(pair[1].path))
        step = -(-len(self._pairs) // _MOST_PROOFS) or 1
        clock = time.monotonic() + _SECONDS
        for one, other in self._pairs[::step]:
            found = self._played_on(one, other) if time.monotonic() < clock else None
            if found is not None:
                self._problems.append((found, other))
                break
        else:
            self._compare_values(self._pairs[::step])
        yield from self._problems
        if not self._problems:
            yield from self._fields.end()

    def _played_on(self, one: Position, other: Position) -> Problem | None:
        """The same random moves in both: from one position the same game follows."""
        chance = random.Random(0)
        for _ in range(_PLAYOUTS):
            there, here, moves = one, other, []
            for _ in range(_LONGEST_PLAYOUT):
                try:
                    found = self._told_apart(there, here)
                    if found is not None and found.severity != NOTE:
                        what = found.message.partition(", but ")[2].partition(": a table")[0]
                        return self._too_coarse("later", one, f"after the further moves {self._texts(moves)} {what}")
                    if there.terminal or there.snapshot == here.snapshot or not there.branches:
                        break
                    move = chance.choice(there.branches)
                    moves.append(move)
                    there, here = there.after(move), here.after(move)
                except Broke:
                    break
        return None

    def _compare_values(self, pairs: list[tuple[Position, Position]]) -> None:
        prover, clock = Prover(self.rules, 150), time.monotonic() + _SECONDS
        for one, other in pairs:
            if time.monotonic() > clock:
                return
            try:
                there, here = prover.bounds(one.state), prover.bounds(other.state)
            except Broke:
                continue
            if contradict(there, here):
                what = f"its value is {_words(there)} and the value here is {_words(here)}"
                self._problems.append((self._too_coarse("value", one, what), other))
                return


class _ByEquality:
    """A state as the key of a dictionary, by the user's own `__eq__` and `__hash__`."""

    def __init__(self, state: Any, number: int):
        self.state, self.number = state, number

    def __hash__(self) -> int:
        return self.number

    def __eq__(self, other: object) -> bool:
        try:
            return isinstance(other, _ByEquality) and bool(self.state == other.state)
        except Exception:
            return False


def _words(bounds: tuple[float, float]) -> str:
    if bounds[0] == bounds[1]:
        return f"{bounds[0]:g}"
    return f"at least {bounds[0]:g}" if bounds[1] == float("inf") else f"at most {bounds[1]:g}"


def _few(moves: list[Any]) -> str:
    shown = ", ".join(repr_of(move, 30) for move in moves[:6])
    return f"[{shown}{', …' if len(moves) > 6 else ''}]"
