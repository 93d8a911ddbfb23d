"""11 compiled, first part: values that need more than 64 bits, found in plain Python at the user's own line."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

from zermelo.check.asking import Broke, Rules
from zermelo.check.kinds import Check, Problem
from zermelo.check.position import Position
from zermelo.check.report import WARNING
from zermelo.check.tracked import SIGN, WORD, Slip, Tracked, is_outside, slips_noted, tracked
from zermelo.core.errors import CompileError
from zermelo.engine.workspace import MOST_MOVES
from zermelo.kernel.native import why_not
from zermelo.kernel.words import Group, Leaf, Shape, state_shape

_SHARE_OF_TIME = 0.2
_MOST_PLACES = 3
_MASK = (
    "mask it there: & 0xFFFF_FFFF_FFFF_FFFF, or with the cells of the board; "
    "declare the field Bits if it is a set of bits"
)


class Overflow(Check):
    """Asks the rules about states whose ints notice what 64 bits would change."""

    number = 11

    def __init__(self, rules: Rules):
        super().__init__(rules)
        self._shape = shape_of(rules)
        self._begun, self._spent = time.monotonic(), 0.0
        self._places: set[str] = set()

    def at(self, position: Position) -> Iterator[Problem]:
        begun = time.monotonic()
        if not position.terminal and len(position.branches) >= MOST_MOVES:
            yield Problem(
                11,
                "too many moves",
                "legal_moves",
                f"there are {len(position.branches):,} moves, and a search takes at most {MOST_MOVES - 1:,}",
                "make a move of two smaller ones, one after the other: a player may move twice in a row",
                "fault",
                self.rules.place("legal_moves"),
            )
        if self._shape is None or (self._spent > 0.2 and self._spent > _SHARE_OF_TIME * (begun - self._begun)):
            return
        with slips_noted() as slips:
            problems = list(self._ask_everything(position))
        self._spent += time.monotonic() - begun
        yield from problems
        for slip in slips:
            if slip.place in self._places or len(self._places) < _MOST_PLACES:
                self._places.add(slip.place)
                yield self._slipped(slip)

    def _slipped(self, slip: Slip) -> Problem:
        started = "" if slip.origin == slip.place else f"; it left 64 bits at {slip.origin}"
        luck = "" if slip.certain else ", and would differ compiled for other values"
        return Problem(
            11,
            f"64 bits: {slip.place}",
            "next_state",
            f"a value needs more than 64 bits here: {slip.what}{luck}{started}",
            _MASK,
            "fault" if slip.certain else WARNING,
            slip.place,
        )

    def _ask_everything(self, position: Position) -> Iterator[Problem]:
        assert self._shape is not None
        try:
            state = with_tracked(self._shape, position.state)
        except (TypeError, ValueError):
            return  # not of the shape: the comparison with compiled rules tells that
        player_hooks = ["utility"] if position.terminal else ["evaluate"]
        for hook in player_hooks:
            if self.rules.has(hook):
                for player in range(self.rules.game.num_players):
                    yield from self._in_range(hook, self._quietly(hook, state, player))
        self._quietly("is_terminal", state)
        if self.rules.has("key"):
            self._quietly("key", state)
        if position.terminal:
            return
        self._quietly("current_player", state)
        for hook in ("legal_moves", "noisy_moves"):
            if self.rules.has(hook) and not position.is_chance:
                for move in self._quietly(hook, state, listed=True) or []:
                    yield from self._in_range(hook, move)
        for move in position.some_branches:
            after = self._quietly("next_state", state, _tracked_move(move))
            yield from self._fields_in_range(after, self._shape, "")
            if self.rules.has("order_moves") and not position.is_chance:
                yield from self._in_range("order_moves", self._quietly("order_moves", state, _tracked_move(move)))

    def _quietly(self, hook: str, *arguments: Any, listed: bool = False) -> Any:
        """The answer, or None: what breaks is told by the checks that ask with ordinary ints."""
        try:
            return (self.rules.list_of_raw if listed else self.rules.ask_raw)(hook, *arguments)
        except Broke:
            return None

    def _in_range(self, hook: str, answer: Any) -> Iterator[Problem]:
        for number in answer if isinstance(answer, tuple) else (answer,):
            if isinstance(number, int) and is_outside(number, "int"):
                place = getattr(number, "origin", None) or self.rules.place(hook)
                message = f"{hook} gives {_hex(number)}, which does not fit into 64 bits with a sign"
                yield Problem(11, f"range: {hook}", hook, message, "use smaller numbers", "fault", place)

    def _fields_in_range(self, value: Any, shape: Shape, name: str) -> Iterator[Problem]:
        if isinstance(shape, Group):
            if isinstance(value, tuple) and len(value) == len(shape.items):
                for index, item in enumerate(shape.items):
                    inner = f"{name}.{shape.names[index]}" if shape.names else f"{name}[{index}]"
                    yield from self._fields_in_range(value[index], item, inner)
            return
        if shape.kind in ("int", "bits") and isinstance(value, int) and is_outside(value, shape.kind):
            meant = "0 to 2**64 - 1 (Bits)" if shape.kind == "bits" else "-2**63 to 2**63 - 1 (int)"
            place = getattr(value, "origin", None) or self.rules.place("next_state")
            yield Problem(
                11,
                f"field{name}",
                "next_state",
                f"field {name.lstrip('.')} of the new state is {_hex(value)}, outside {meant}: plain Python keeps what "
                "compiled code drops",
                _MASK,
                "fault",
                place,
            )


def shape_of(rules: Rules) -> Group | None:
    """The shape of states, if this game is one that can be compiled."""
    try:
        if rules.guarded("initial_state", why_not, rules.game) is not None:
            return None
        if any(map(_is_too_large, vars(rules.game).values())):
            return None  # the compiler refuses such a constant, so that these rules always run in plain Python
        return rules.guarded("initial_state", state_shape, rules.game)
    except (Broke, CompileError):
        return None


def _is_too_large(value: Any) -> bool:
    if isinstance(value, (tuple, list)):
        return any(map(_is_too_large, value))
    return isinstance(value, int) and not -SIGN <= value <= WORD


def with_tracked(shape: Shape, value: Any) -> Any:
    """The state with ints that notice what 64 bits would change."""
    if isinstance(shape, Leaf):
        if shape.kind not in ("int", "bits") or not isinstance(value, int) or isinstance(value, bool):
            return value
        if is_outside(value, shape.kind):
            raise ValueError  # told of the move that led to it
        return tracked(value, shape.kind)
    if not isinstance(value, tuple) or len(value) != len(shape.items):
        raise ValueError
    items = [with_tracked(item, part) for item, part in zip(shape.items, value)]
    return tuple(items) if shape.cls is None else shape.cls(*items)


def _tracked_move(move: Any) -> Any:
    if type(move) is int:
        return tracked(move, "int")
    if isinstance(move, tuple) and hasattr(move, "_make"):
        return move._make(map(_tracked_move, move))  # type: ignore[attr-defined]
    return move


def _hex(value: int) -> str:
    value = int.__add__(value, 0) if isinstance(value, Tracked) else value
    return f"{value:#x}" if abs(value) > 99_999 else str(value)
