"""6 moves: no move twice, always in the same order, and what people write is read back."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

from zermelo.check.asking import Broke
from zermelo.check.frozen import private_copy, snapshot
from zermelo.check.kinds import Check, Problem, problem_of
from zermelo.check.position import Position
from zermelo.check.report import WARNING, repr_of

_RUBBISH = ("", "?", "xyzzy", "-1", "99999", "((", "a b c", "0" * 30, "é")


class Moves(Check):
    number = 6

    def at(self, position: Position) -> Iterator[Problem]:
        if not position.path:
            yield from self._rubbish_is_refused("parse_move")
            if self.rules.has("parse_state"):
                yield from self._rubbish_is_refused("parse_state")
        yield from self._position_as_text(position)
        if position.terminal:
            return
        if not position.is_chance:
            yield from self._list_itself(position)
        yield from self._moves_as_text(position)

    def _list_itself(self, position: Position) -> Iterator[Problem]:
        moves, again = position.moves, self.rules.list_of("legal_moves", position.state)
        frozen, frozen_again = [snapshot(move) for move in moves], [snapshot(move) for move in again]
        if frozen != frozen_again:
            if not again:
                message, remedy = "legal_moves lists nothing when it is called again", "make a new list at each call"
            elif sorted(map(repr, frozen)) == sorted(map(repr, frozen_again)):
                message = f"legal_moves lists the same moves in another order: {_few(moves)}, then {_few(again)}"
                remedy = (
                    "do not shuffle, and do not list a set: sort the moves; searches that are to be random take a seed"
                )
            else:
                message = f"legal_moves lists other moves when it is called again: {_few(moves)}, then {_few(again)}"
                remedy = "nothing but the state may decide which moves are legal"
            yield self.problem("list differs", "legal_moves", message, remedy)
        if len(set(frozen)) < len(frozen):
            twice = next(move for move, key in zip(moves, frozen) if frozen.count(key) > 1)
            yield self.problem(
                "move twice",
                "legal_moves",
                f"move {repr_of(twice, 60)} is listed {frozen.count(snapshot(twice))} times",
                "list each move once: it is searched as often as it is listed",
            )
        returned = self.rules.ask("legal_moves", position.state)
        if isinstance(returned, (set, frozenset)) and any(not isinstance(move, int) for move in returned):
            yield self.problem(
                "moves in a set",
                "legal_moves",
                "legal_moves returns a set, whose order is another one in the next run of Python",
                "return sorted(moves), so that a search can be repeated",
                WARNING,
            )
        for move in moves:
            try:
                hash(move)
            except Exception:
                yield self.problem(
                    "unhashable move",
                    "legal_moves",
                    f"move {repr_of(move, 60)} is a {type(move).__name__}, which cannot be kept in a table",
                    "make moves of whole numbers, texts and tuples",
                    WARNING,
                )
                return

    def _moves_as_text(self, position: Position) -> Iterator[Problem]:
        texts: dict[str, Any] = {}
        for move in position.some_branches:
            text = self.rules.ask("format_move", move)
            if not isinstance(text, str):
                yield self.problem(
                    "format_move no text",
                    "format_move",
                    f"format_move({repr_of(move, 60)}) returned {repr_of(text, 60)}",
                    "return a text",
                )
                return
            if text in texts and snapshot(texts[text]) != snapshot(move):
                yield self.problem(
                    "same text",
                    "format_move",
                    f"the moves {repr_of(texts[text], 60)} and {repr_of(move, 60)} are both written {text!r}",
                    "write different moves differently, or nobody can choose between them",
                )
            texts[text] = move
            if not position.is_chance:
                yield from self._read_back(text, move)

    def _read_back(self, text: str, move: Any) -> Iterator[Problem]:
        severity = "fault" if self.rules.written("parse_move") else WARNING
        try:
            read = self.rules.ask("parse_move", text)
        except Broke as broke:
            if severity == WARNING:
                yield self._cannot_be_typed(text, move)
            else:
                yield problem_of(broke)
            return
        if snapshot(read) != snapshot(move) and not _equal(read, move):
            if severity == WARNING:
                yield self._cannot_be_typed(text, move)
            else:
                yield self.problem(
                    "parse_move other",
                    "parse_move",
                    f"move {repr_of(move, 60)} is written {text!r}, which is read back as {repr_of(read, 60)}",
                    "let parse_move(format_move(move)) be the move again",
                )

    def _cannot_be_typed(self, text: str, move: Any) -> Problem:
        return self.problem(
            "cannot be typed",
            "parse_move",
            f"move {repr_of(move, 60)} is written {text!r}, and the default parse_move reads whole numbers only",
            "write parse_move(self, text), so that people can play this game",
            WARNING,
        )

    def _position_as_text(self, position: Position) -> Iterator[Problem]:
        for hook in ("render", "render_svg"):
            if self.rules.has(hook):
                text = self.rules.ask(hook, position.state)
                if not isinstance(text, str):
                    yield self.problem(
                        f"{hook} no text", hook, f"{hook} returned {repr_of(text, 60)}", "return a text; do not print"
                    )
        if not self.rules.has("format_state"):
            return
        text = self.rules.ask("format_state", position.state)
        if not isinstance(text, str):
            message = f"format_state returned {repr_of(text, 60)}"
            yield self.problem("format_state no text", "format_state", message, "return a text")
        elif self.rules.has("parse_state"):
            state = self.rules.ask("parse_state", text)
            if snapshot(state) != position.snapshot and not _equal(state, position.state):
                yield self.problem(
                    "parse_state other",
                    "parse_state",
                    f"the position is written {text!r}, which is read back as {repr_of(state, 200)} and not as "
                    f"{repr_of(position.state, 200)}",
                    "write everything that the state holds, and read everything back",
                )

    def _rubbish_is_refused(self, hook: str) -> Iterator[Problem]:
        for text in _RUBBISH:
            try:
                self.rules.guarded(hook, self._refuse, hook, text)
            except Broke as broke:
                yield self.problem(
                    f"{hook} rubbish",
                    hook,
                    f"{hook}({text!r}) fails with another error than InputError or ValueError: {broke.message}",
                    "raise zermelo.InputError with what is meant, so that a slip of the keyboard gets a message",
                    WARNING,
                )
                return

    def _refuse(self, hook: str, text: str) -> None:
        """Passes if the rule reads the text, or refuses it in the way that is meant for people."""
        with contextlib.suppress(ValueError):  # InputError is one of them
            getattr(self.rules.game, hook)(text)


def _equal(one: Any, other: Any) -> bool:
    try:
        return bool(private_copy(one) == other)
    except Exception:
        return False


def _few(moves: list[Any]) -> str:
    shown = ", ".join(repr_of(move, 30) for move in moves[:6])
    return f"[{shown}{', …' if len(moves) > 6 else ''}]"
