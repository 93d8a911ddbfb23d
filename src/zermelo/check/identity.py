"""2 identity: states can be put in a table, and are equal exactly when they hold the same."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from zermelo.check.asking import Broke
from zermelo.check.frozen import attributes_of, is_plain, private_copy, snapshot
from zermelo.check.kinds import Check, Problem
from zermelo.check.position import Position
from zermelo.check.report import WARNING, repr_of

_NAMED_TUPLE = "a NamedTuple of numbers and tuples has both, right, for free"


class Identity(Check):
    number = 2

    def at(self, position: Position) -> Iterator[Problem]:
        state = position.state
        yield from self._odd_floats(state)
        if type(state) in (int, str):
            return
        hashable = yield from self._hashable(state)
        equal = yield from self._equal_to_its_copy(position)
        if hashable and equal and not is_plain(state):
            yield from self._equal_hashes(position)
            yield from self._not_equal_to_others(position)

    def _odd_floats(self, state: Any) -> Iterator[Problem]:
        for where, number in floats_in(state):
            if math.isnan(number):
                yield self.problem(
                    "nan",
                    "next_state",
                    f"{where} is NaN: such a state is not equal to itself, and no table finds it again",
                    "leave NaN out of states; None or a number that cannot occur says 'nothing here'",
                )
            elif number == 0 and math.copysign(1, number) < 0:
                yield self.problem(
                    "-0.0",
                    "next_state",
                    f"{where} is -0.0: equal to 0.0, but shown and stored otherwise",
                    "use whole numbers in states, or add 0.0 to the result",
                    WARNING,
                )

    def _hashable(self, state: Any):
        try:
            one, other = self.rules.guarded("hash", hash, state), self.rules.guarded("hash", hash, state)
        except Broke as broke:
            kind = type(state)
            where = unhashable_part(state)
            if kind.__hash__ is None and "__eq__" in vars(kind):
                message = f"{kind.__name__} defines __eq__ and not __hash__, so Python makes it unhashable"
                remedy = f"write __hash__ over the same fields as __eq__ (dataclass: frozen=True); {_NAMED_TUPLE}"
            else:
                message = f"the state cannot be put in a table: {where or broke.message}"
                remedy = "use tuples for lists and frozenset for sets, and bytes or whole numbers for arrays"
            yield self.problem("unhashable", "hash", message, remedy)
            return False
        if one != other:
            yield self.problem("hash differs", "hash", "hash(state) differs when called again", "hash the fields only")
        return True

    def _equal_to_its_copy(self, position: Position):
        """Whether the same move, played twice, gives two equal states."""
        state, twin = position.state, self._twin(position)
        if twin is None or snapshot(twin) != position.snapshot:
            return False
        kind = type(state).__name__
        try:
            answer = self.rules.guarded("==", lambda: state == twin)
            equal = self.rules.guarded("==", bool, answer)
        except Broke as broke:
            remedy = "compare arrays with .tobytes() or tuple(); " + _NAMED_TUPLE
            yield self.problem("== raises", "==", f"two states cannot be compared: {broke.message}", remedy)
            return False
        if not equal and not any(math.isnan(number) for _, number in floats_in(state)):
            if type(state).__eq__ is object.__eq__:
                message = f"{kind} has no __eq__: the same position, reached twice, counts as two positions"
            else:
                message = f"{kind}.__eq__ says that the same position, reached twice, is not the same"
            yield self.problem("not equal", "==", message, f"write __eq__ and __hash__ over all fields; {_NAMED_TUPLE}")
            return False
        return equal

    def _twin(self, position: Position) -> Any:
        """The same state, made a second time."""
        try:
            if not position.path:
                return private_copy(position.state)
            state = self.rules.ask("initial_state")
            for move in position.path:
                state = self.rules.next(state, move)
        except Broke:
            return None
        return state

    def _equal_hashes(self, position: Position) -> Iterator[Problem]:
        twin = self._twin(position)
        if twin is not None and self.rules.guarded("hash", hash, twin) != self.rules.guarded(
            "hash", hash, position.state
        ):
            yield self.problem(
                "hashes differ",
                "hash",
                "two equal states have different hashes, so no table finds one by the other",
                "__hash__ must use the same fields as __eq__, and never id() or the order of a set",
            )

    def _not_equal_to_others(self, position: Position) -> Iterator[Problem]:
        """Against the states one move on, which hold something else, and against None."""
        state = position.state
        try:
            self.rules.guarded("==", lambda: bool(state == None))  # noqa: E711  (the user's __eq__ is asked)
        except Broke as broke:
            yield self.problem(
                "== None raises",
                "==",
                f"state == None does not work: {broke.message}",
                "begin __eq__ with: if not isinstance(other, type(self)): return NotImplemented",
                WARNING,
            )
        if position.terminal:
            return
        for child in position.some_children():
            if child.snapshot != position.snapshot and self.rules.guarded("==", lambda s=child.state: bool(s == state)):
                yield self.problem(
                    "too equal",
                    "==",
                    f"the state before and the state after move {repr_of(child.path[-1], 60)} count as equal, "
                    "although they do not hold the same",
                    f"compare all fields in __eq__; {_NAMED_TUPLE}",
                )
                return


def floats_in(value: Any, where: str = "the state", depth: int = 0) -> Iterator[tuple[str, float]]:
    """Every float in a state, with its place."""
    if isinstance(value, float):
        yield where, value
    elif type(value) in (int, str, bool) or depth > 8:
        return
    elif isinstance(value, (tuple, list)):
        names = getattr(value, "_fields", None)
        for index, item in enumerate(value):
            yield from floats_in(item, f"{where}.{names[index]}" if names else f"{where}[{index}]", depth + 1)
    elif hasattr(value, "tolist") and hasattr(value, "dtype"):
        yield from floats_in(value.tolist(), where, depth + 1)
    elif isinstance(value, dict):
        for name, item in value.items():
            yield from floats_in(item, f"{where}[{name!r}]", depth + 1)
    else:
        for name, item in attributes_of(value).items():
            yield from floats_in(item, f"{where}.{name}", depth + 1)


def unhashable_part(value: Any, where: str = "the state", depth: int = 0) -> str | None:
    """The innermost part of a state that cannot be hashed, in words."""
    try:
        hash(value)
    except Exception:
        if isinstance(value, tuple) and depth < 8:
            names = getattr(value, "_fields", None)
            for index, item in enumerate(value):
                place = f"{where}.{names[index]}" if names else f"{where}[{index}]"
                found = unhashable_part(item, place, depth + 1)
                if found:
                    return found
        return f"{where} is a {type(value).__name__}"
    return None
