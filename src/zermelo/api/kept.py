"""What is kept with a game object: programs and tables, so that a second call finds them ready."""

from __future__ import annotations

import functools
import weakref
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from zermelo.core.game import RULES, Game

T = TypeVar("T")


class KeptByGame(Generic[T]):
    """Things made for one very game object, each under a key; all are made anew if the game's attributes change."""

    def __init__(self) -> None:
        self._kept: dict[int, tuple[Any, dict[str, Any], dict[Any, T]]] = {}

    def get(self, game: Game, key: Any, make: Callable[[], T]) -> T:
        """What is kept under this key; what `make` gives where there is nothing."""
        kept = self._kept.get(id(game))
        attributes = {**{f"class {name}": getattr(type(game), name, None) for name in RULES}, **vars(game)}
        if kept is None or kept[0]() is not game or not _same(kept[1], attributes):
            try:
                reference = weakref.ref(game, functools.partial(_forget, self._kept, id(game)))
            except TypeError:  # a class with __slots__
                return make()
            kept = self._kept[id(game)] = (reference, attributes, {})
        if key not in kept[2]:
            kept[2][key] = make()
        return kept[2][key]


def _forget(kept: dict[int, Any], key: int, _: Any) -> None:
    """(The dictionary is an argument: at the interpreter's end the module's names are gone before the games are.)"""
    kept.pop(key, None)


def _same(before: dict[str, Any], now: dict[str, Any]) -> bool:
    return before.keys() == now.keys() and all(before[name] is now[name] for name in now)
