"""What is kept with a game object: programs and tables, so that a second call finds them ready."""

from __future__ import annotations

import functools
import weakref
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from zermelo.core.game import RULES, Game

T = TypeVar("T")


class KeptByGame(Generic[T]):
    """Things made for one very game object, each under a key; all are made anew if the game's attributes change.

    A search owns the arrays of its searcher while it runs. So things are lent: who asks meanwhile, from another thread
    or from a callback of the search itself, gets one of their own.
    """

    MOST = 2
    """So many of one kind are kept; what was needed beside them is let go."""

    def __init__(self) -> None:
        self._kept: dict[int, tuple[Any, dict[str, Any], dict[Any, list[T]]]] = {}

    def borrow(self) -> Loans[T]:
        """For one call: `with store.borrow() as loans: … loans.get(game, key, make) …`."""
        return Loans(self.shelf)

    def shelf(self, game: Game, key: Any) -> list[T]:
        """What is kept under this key and not lent to anybody. (A list's own operations are safe between threads.)"""
        kept = self._kept.get(id(game))
        attributes = {**{f"class {name}": getattr(type(game), name, None) for name in RULES}, **vars(game)}
        if kept is None or kept[0]() is not game or not _same(kept[1], attributes):
            try:
                reference = weakref.ref(game, functools.partial(_forget, self._kept, id(game)))
            except TypeError:  # a class with __slots__
                return []
            kept = self._kept[id(game)] = (reference, attributes, {})
        return kept[2].setdefault(key, [])


class Loans(Generic[T]):
    """What one call has borrowed; it is given back at the end."""

    def __init__(self, shelf: Callable[[Game, Any], list[T]]):
        self._shelf = shelf
        self._lent: dict[Any, tuple[list[T], T]] = {}

    def get(self, game: Game, key: Any, make: Callable[[], T]) -> T:
        """What is kept under this key, or what `make` gives; the same each time within the call."""
        whose = id(game), key
        if whose not in self._lent:
            shelf = self._shelf(game, key)
            try:
                thing = shelf.pop()
            except IndexError:
                thing = make()
            self._lent[whose] = shelf, thing
        return self._lent[whose][1]

    def __enter__(self) -> Loans[T]:
        return self

    def __exit__(self, *_: object) -> None:
        for shelf, thing in self._lent.values():
            if len(shelf) < KeptByGame.MOST:
                shelf.append(thing)


def _forget(kept: dict[int, Any], key: int, _: Any) -> None:
    """(The dictionary is an argument: at the interpreter's end the module's names are gone before the games are.)"""
    kept.pop(key, None)


def _same(before: dict[str, Any], now: dict[str, Any]) -> bool:
    return before.keys() == now.keys() and all(before[name] is now[name] for name in now)
