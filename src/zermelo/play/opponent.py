"""The computer as a player: how strong it is, and how it comes to its move without a wait at the beginning.

level      easy and medium look a few plies ahead and choose among equal moves by the dice; hard searches
ready      the rules are compiled: another process does that while the first moves are searched in plain Python
"""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from zermelo.core.game import Game
from zermelo.core.limits import DEFAULT_SECONDS, Limits
from zermelo.core.result import SearchResult
from zermelo.play.running import watched_search

if TYPE_CHECKING:
    from zermelo.solve.book import Book


class Level(StrEnum):
    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"


PLIES_AHEAD = {Level.EASY: 1, Level.MEDIUM: 3}
_ALL = 10_000  # moves


class Computer:
    """A player of one game. `limits` are those of each move; `texts` are GAME and POSITION as they were typed."""

    def __init__(
        self, texts: tuple[str, str], limits: Limits, level: Level, dice: random.Random, book: Book | None = None
    ):
        self.texts, self.limits, self.level, self.dice, self.book = texts, limits, level, dice, book
        self._compiling: subprocess.Popen[bytes] | None = None

    def think(self, game: Game, state: Any) -> SearchResult:
        """The best move that the limits allow."""
        limits = self.limits
        compiled: bool | None = None
        if limits.depth is None and limits.nodes is None:
            limits = Limits(seconds=DEFAULT_SECONDS if limits.seconds is None else limits.seconds)
            compiled = self._is_ready
        book = self.book if self.book is not None and self.book.game is game else None  # not where a history counts
        given = Limits(limits.depth, limits.nodes, limits.seconds)
        result = watched_search(game, state, given, compiled=compiled, book=book)
        if compiled is False and result.stopped_by == "seconds":
            self._start_compiling()
        return result

    def choose(self, game: Game, state: Any) -> tuple[Any, SearchResult]:
        """Its move in the game, by its level."""
        if self.level is Level.HARD:
            result = self.think(game, state)
            return result.move, result
        limits = Limits(depth=PLIES_AHEAD[self.level])
        result = watched_search(game, state, limits, exact=True, lines=_ALL, compiled=False)
        equal = [
            root.move
            for root in result.moves
            if (root.value, root.bound, root.distance) == (result.value, result.bound, result.distance)
        ]
        return self.dice.choice(equal or [result.move]), result

    @property
    def _is_ready(self) -> bool:
        return self._compiling is not None and self._compiling.poll() == 0

    def _start_compiling(self) -> None:
        """Only for a game that is too large to be solved at once, and only once."""
        if self._compiling is None:
            quiet = subprocess.DEVNULL
            with suppress(OSError):
                self._compiling = subprocess.Popen(
                    [sys.executable, "-m", "zermelo", "compile", "--", *self.texts],
                    stdin=quiet,
                    stdout=quiet,
                    stderr=quiet,
                    start_new_session=True,  # Ctrl-C is not for it
                )

    @contextmanager
    def at_the_table(self) -> Iterator[Computer]:
        """Nothing of it runs on after the game."""
        try:
            yield self
        finally:
            if self._compiling is not None:
                self._compiling.kill()
                self._compiling.wait()
