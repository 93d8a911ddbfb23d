"""The program run inside the test, and users' files to give it."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from typing import Any

import pytest

from zermelo.play.command_line import main


@dataclass
class Ran:
    code: int
    out: str
    err: str

    @property
    def record(self) -> dict[str, Any]:
        """The one JSON object that was printed; Infinity and NaN are no JSON."""
        assert self.code == 0, self.err
        return json.loads(self.out, parse_constant=lambda name: pytest.fail(f"{name} is not JSON"))


@pytest.fixture
def zermelo(capsys):
    def run(*arguments: str) -> Ran:
        code = main(arguments)
        captured = capsys.readouterr()
        return Ran(code, captured.out, captured.err)

    return run


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


TAKE = '''
from zermelo import Game

class Take(Game):
    """Take one or two; who takes the last one wins."""

    def __init__(self, heap=5):
        self.heap = heap

    def initial_state(self):
        return (self.heap, 0)

    def current_player(self, state):
        return state[1]

    def legal_moves(self, state):
        return [count for count in (1, 2) if count <= state[0]]

    def next_state(self, state, move):
        return (state[0] - move, 1 - state[1])

    def is_terminal(self, state):
        return state[0] == 0

    def utility(self, state, player):
        return 1 if player != state[1] else -1
'''


@pytest.fixture
def game_file(tmp_path):
    """Writes a file of the user's: the game Take, and what the test adds to it."""

    def write(more: str = "", name: str = "mine.py") -> str:
        file = tmp_path / name
        file.write_text(TAKE + more)
        return str(file)

    return write
