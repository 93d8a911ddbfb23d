"""Every error that zermelo raises on purpose, with the value, the position and the remedy.

ZermeloError
├── InputError        a text or an argument that a person gave is wrong
├── RulesError        a game's rules broke their own promise
│   └── MissingRuleError  a game lacks a rule that every game must have
├── TooLongError      a line of play is longer than the search can follow
└── CompileError      the rules cannot be compiled, and compiled=True was asked for
"""

from __future__ import annotations

from typing import Any


class ZermeloError(Exception):
    """Base of all errors of this library. Catch it to catch them all."""


class InputError(ZermeloError, ValueError):
    """A text or an argument is wrong.

    `text` is what was given and `column` (from 0) where in it the fault is, if it has one place;
    then the message shows the text with a mark under that column.
    """

    def __init__(self, message: str, *, text: str | None = None, column: int | None = None):
        self.text, self.column = text, column
        if text is not None and column is not None:
            message += f"\n  {text}\n  {' ' * column}^"
        super().__init__(message)


class RulesError(ZermeloError):
    """A rule of the game returned something that no game may return.

    `hook` is the method's name (`legal_moves`, `utility`, …), `state` the state it was called with.
    """

    def __init__(self, message: str, *, hook: str | None = None, state: Any = None):
        self.hook, self.state = hook, state
        super().__init__(message if hook is None else f"{message}\n  rule:  {hook}\n  state: {state!r}")


class MissingRuleError(RulesError, NotImplementedError):
    """A game lacks a rule that every game must have."""


class TooLongError(ZermeloError):
    """A line of play is longer than the search can follow: usually a game that can go on for ever."""


class CompileError(ZermeloError):
    """The rules cannot be compiled. `hook` and `line` say where, the message says what to change."""

    def __init__(self, message: str, *, hook: str | None = None, line: int | None = None):
        self.hook, self.line = hook, line
        super().__init__(message)
