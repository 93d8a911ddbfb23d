"""12 portability: states, moves and the game itself survive being sent to another process."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from typing import Any

from zermelo.check.frozen import snapshot
from zermelo.check.kinds import Check, Problem
from zermelo.check.position import Position
from zermelo.check.report import NOTE, WARNING

_EVERY = 37  # positions far apart: pickling is the same for most of them


class Portability(Check):
    number = 12

    _seen = 0

    def at(self, position: Position) -> Iterator[Problem]:
        self._seen += 1
        if not position.path:
            yield from self._game()
        elif self._seen % _EVERY and len(position.path) > 2:
            return
        yield from self._survives(position.state, "next_state", "state")
        if not position.terminal:
            for move in position.some_branches[:3]:
                yield from self._survives(move, "legal_moves", "move")

    def _game(self) -> Iterator[Problem]:
        game = self.rules.game
        try:
            pickle.loads(pickle.dumps(game))
        except Exception as error:
            inside = "<locals>" in type(game).__qualname__
            where = ": its class stands inside a function" if inside else ""
            yield self.problem(
                "game",
                "__init__",
                f"the game cannot be sent to another process{where} ({type(error).__name__}: {error})",
                "define the class at the top of a module, and keep no lambda, lock or open file in the game object",
                NOTE if inside else WARNING,
            )

    def _survives(self, value: Any, rule: str, what: str) -> Iterator[Problem]:
        try:
            text = pickle.dumps(value)
        except Exception as error:
            yield self.problem(
                f"{what} not pickled",
                rule,
                f"the {what} cannot be sent to another process ({type(error).__name__}: {error})",
                f"make a {what} of numbers, texts and tuples, or of a class at the top of a module",
                WARNING,
            )
            return
        try:
            back = pickle.loads(text)
        except Exception as error:
            yield self._lost(what, rule, f"cannot be read back ({type(error).__name__}: {error})")
            return
        if snapshot(back) != snapshot(value):
            yield self._lost(what, rule, "is another one when it is read back")

    def _lost(self, what: str, rule: str, how: str) -> Problem:
        return self.problem(
            f"{what} lost",
            rule,
            f"the {what}, sent to another process, {how}",
            "let __reduce__, __getstate__ and __setstate__ keep every field; a class with its own __new__ or "
            "__init__ arguments needs __reduce__",
        )
