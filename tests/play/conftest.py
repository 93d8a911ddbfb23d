"""A person at the terminal."""

from __future__ import annotations

import sys

import pytest


@pytest.fixture
def typed(monkeypatch):
    """The lines that a person types, and then the end of input."""

    def type_lines(*lines: str) -> None:
        left = iter(lines)

        def read(prompt: str = "") -> str:
            sys.stdout.write(prompt)
            try:
                return next(left)
            except StopIteration:
                raise EOFError from None

        monkeypatch.setattr("builtins.input", read)

    return type_lines
