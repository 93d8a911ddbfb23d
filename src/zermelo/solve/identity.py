"""What a position is, as a row of numbers: the same rows plain and compiled.

    part     (path, kind): where a number stands in the state or in the key, and how it is written
             ("[1][0]", "int")   as it is
             ("[0]", "bits")     as two numbers: the low 32 bits, and the rest with its sign ("bits", "wide", "float")
             ("", "tag")         only with a key: 0 or 1 the player to move, 2 + number of the result if it is over
    raws     the numbers of one identity: [0b101, 0, 3]

Two positions are the same if and only if their numbers are.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from zermelo.core.errors import CompileError
from zermelo.core.game import Game, has_hook
from zermelo.kernel.hashing import key_shape
from zermelo.kernel.words import SIGN, WORD, Leaf, Shape, state_shape, word_of_float

LOW = (1 << 32) - 1
LARGEST_INT = 1 << 40
"""An int beyond this is written as two numbers."""

SAMPLED_GAMES, SAMPLED_PLIES = 10, 100


class Identity:
    """How a game's positions are told apart, by numbers. `parts` is None if they are not made of numbers.

    Ints that a few random games from the root show to be large are written as two numbers; `sampled=False` leaves
    that to the caller (`widen`). `samples` are the positions of these games.
    """

    def __init__(self, game: Game, root: Any, *, sampled: bool = True):
        self.game, self.use_key = game, has_hook(game, "key")
        self.parts: tuple[tuple[str, str], ...] | None = None
        self.why_not: str | None = None
        self.samples: list[Any] = []
        try:
            shape = key_shape(game.key(root)) if self.use_key else state_shape(game)
        except CompileError as error:
            shape, self.why_not = None, str(error)
        except Exception as error:  # the search itself will say where the rules fail
            shape, self.why_not = None, str(error)
        if shape is None:
            self.why_not = self.why_not or "the game's key is not made of numbers"
            return
        found = list(_parts(shape, "", self.use_key))
        self._shape, self._wide = shape, set()
        if self.use_key:
            found.append(("", "tag"))
        self.parts = tuple(found)
        if sampled:
            self._note_large_ints(root)

    def _note_large_ints(self, root: Any) -> None:
        assert self.parts is not None
        large: set[str] = set()
        self.samples = list(sampled_states(self.game, root))
        for state in self.samples:
            value = self.game.key(state) if self.use_key else state
            for path, kind in self.parts:
                if kind == "int" and abs(number_at(value, path)) > LARGEST_INT:
                    large.add(path)
        self.widen(large)

    def widen(self, paths: set[str]) -> None:
        """Writes these ints as two numbers from now on."""
        assert self.parts is not None
        self.parts = tuple((path, "wide" if path in paths and kind == "int" else kind) for path, kind in self.parts)

    def raws(self, state: Any, tag: int = 0) -> list[int]:
        """The numbers of a state's identity. Raises for a state of another kind."""
        assert self.parts is not None
        value = self.game.key(state) if self.use_key else state
        if not _has_shape(self._shape, value):
            raise CompileError(f"{value!r} is not of the kind that the positions of {type(self.game).__name__} are")
        numbers: list[int] = []
        for path, kind in self.parts:
            if kind == "tag":
                numbers.append(tag)
                continue
            number = number_at(value, path)
            if kind == "int":
                numbers.append(int(number))
                continue
            word = word_of_float(number) if kind == "float" else int(number)
            if not -SIGN <= word <= WORD:
                raise CompileError(f"{number} in {value!r} has more than 64 bits")
            numbers += [word & LOW, (word - (1 << 64) if word >= SIGN else word) >> 32]
        return numbers


def _parts(shape: Shape, path: str, in_key: bool) -> Iterator[tuple[str, str]]:
    if isinstance(shape, Leaf):
        kind = {"int": "int", "bool": "int", "bits": "bits", "float": "float"}[shape.kind]
        yield path, ("bits" if in_key and kind == "int" else kind)  # an int of a key may be Bits when compiled
        return
    for index, item in enumerate(shape.items):
        yield from _parts(item, f"{path}[{index}]", in_key)


def number_at(value: Any, path: str) -> Any:
    """The number at a path like [1][0]."""
    for index in path[1:-1].split("][") if path else ():
        value = value[int(index)]
    return value


def _has_shape(shape: Shape, value: Any) -> bool:
    if isinstance(shape, Leaf):
        return isinstance(value, (int, float))
    return (
        isinstance(value, tuple)
        and len(value) == len(shape.items)
        and all(_has_shape(item, part) for item, part in zip(shape.items, value))
    )


def sampled_states(game: Game, root: Any) -> Iterator[Any]:
    """The positions of a few random games from the root that are not over, always the same ones."""
    source = random.Random(1)
    for _ in range(SAMPLED_GAMES):
        state = root
        for _ in range(SAMPLED_PLIES):
            try:
                if game.is_terminal(state):
                    break
                after = game.next_state(state, source.choice(list(game.legal_moves(state))))
            except Exception:  # broken rules: the run itself will find where, and say so
                return
            yield state
            state = after
