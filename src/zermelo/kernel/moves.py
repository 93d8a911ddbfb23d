"""Moves as int codes.

    3                     the code of an int move is the move itself
    Take(pile=1, count=2) a NamedTuple of small ints is packed:    1 | 2 << 31
    "pass"                any other move gets a code of its own the first time it is seen (plain Python only)

The width of a packed field is 63 bits divided by the number of fields, at most 31; fields may be negative.
Compiled rules cannot report a move that does not fit, so they give it the code BAD_MOVE, which no move has.
"""

from __future__ import annotations

import enum
import itertools
import operator
from dataclasses import dataclass
from typing import Any

from zermelo.core.errors import CompileError
from zermelo.core.game import Game
from zermelo.kernel.words import SIGN, is_named_tuple

BAD_MOVE = -SIGN
"""The code that no move has."""

LOWEST_INT, HIGHEST_INT = -(1 << 62), SIGN - 1
"""An int move between these is its own code; the codes below are for moves that are given numbers."""

MAX_FIELDS = 12
MAX_WIDTH = 31
MAX_REMEMBERED = 100_000


@dataclass(frozen=True)
class Packing:
    """How a tuple of small ints becomes one int: field i takes `width` bits from bit i * width on."""

    cls: type
    fields: int

    @property
    def width(self) -> int:
        return min(MAX_WIDTH, 63 // self.fields)

    def pack(self, move: Any) -> int | None:
        """The code of a move of this class; None if a field is no int or does not fit."""
        width, half, code = self.width, 1 << (self.width - 1), 0
        if len(move) != self.fields:
            return None
        for index, field in enumerate(move):
            try:
                number = operator.index(field)
            except TypeError:  # no int
                return None
            if not -half <= number < half:
                return None
            code |= (number & 2 * half - 1) << index * width
        return code

    def unpack(self, code: int) -> Any:
        width, half = self.width, 1 << (self.width - 1)
        mask = 2 * half - 1
        fields = [((code >> index * width & mask) ^ half) - half for index in range(self.fields)]
        return tuple(fields) if self.cls is tuple else self.cls(*fields)


class MoveCodes:
    """Gives each move of a game its code, and back. Two moves have the same code only if they are equal."""

    def __init__(self, packing: Packing | None):
        self.packing = packing
        self._packed: dict[Any, int] = {}
        self._unpacked: dict[int, Any] = {}
        self._numbers: dict[Any, int] = {}
        self._numbered: dict[int, Any] = {}
        self._fresh = itertools.count(BAD_MOVE + 1)

    def encode(self, move: Any) -> int:
        packing = self.packing
        if packing is None:
            if isinstance(move, enum.Enum):  # an IntEnum too: rules may ask for its name
                return self._number(move)
            try:
                code = operator.index(move)
            except TypeError:  # no int
                return self._number(move)
            if LOWEST_INT <= code <= HIGHEST_INT:
                return code
        elif move.__class__ is packing.cls:
            code = self._packed.get(move)
            if code is not None:
                return code
            code = packing.pack(move)
            if code is not None:
                if len(self._packed) >= MAX_REMEMBERED:
                    self._packed.clear()
                self._packed[move] = code
                return code
        return self._number(move)

    def _number(self, move: Any) -> int:
        """The code of a move that is neither an int nor packed. Moves of two classes are two moves, even if equal."""
        known = (move.__class__, move)
        number = self._numbers.get(known)
        if number is None:
            number = self._numbers.setdefault(known, next(self._fresh))
            self._numbered[number] = move
        return number

    def decode(self, code: int) -> Any:
        if code < LOWEST_INT:
            return self._numbered[code]
        if self.packing is None:
            return code
        move = self._unpacked.get(code)
        if move is None:
            if len(self._unpacked) >= MAX_REMEMBERED:
                self._unpacked.clear()
            move = self._unpacked[code] = self.packing.unpack(code)
        return move


def packing_of(game: Game) -> Packing | None:
    """How the game's moves are packed, judged by the first move of its initial state; None for int moves."""
    try:
        state = game.initial_state()
        move = None if game.is_terminal(state) else next(iter(game.legal_moves(state)), None)
    except Exception:  # the search itself will run into the error and can say where
        return None
    if isinstance(move, tuple) and 0 < len(move) <= MAX_FIELDS and all(isinstance(field, int) for field in move):
        return Packing(type(move), len(move)) if type(move) is tuple or is_named_tuple(type(move)) else None
    return None


def check_move_type(game: Game) -> None:
    """A `CompileError` if the game's moves are neither ints nor small tuples of ints."""
    try:
        state = game.initial_state()
        move = None if game.is_terminal(state) else next(iter(game.legal_moves(state)), None)
    except Exception:  # compiling the rules will name the rule
        return
    if move is not None and not isinstance(move, int) and packing_of(game) is None:
        raise CompileError(
            f"{type(game).__name__} cannot be compiled: a move is {move!r}, a {type(move).__name__}; "
            f"make it an int or a NamedTuple of at most {MAX_FIELDS} small ints",
            hook="legal_moves",
        )
