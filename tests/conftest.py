"""What all tests share.

One cache of compiled code for the whole run: a program is compiled once, and the user's cache is left alone.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import pytest

_directory = tempfile.TemporaryDirectory(prefix="zermelo-tests-")
os.environ.setdefault("ZERMELO_CACHE_DIR", _directory.name)


@pytest.fixture(scope="session")
def cache_directory() -> Path:
    return Path(os.environ["ZERMELO_CACHE_DIR"])


@pytest.fixture
def zermelo(capsys):
    """The program: `zermelo("best", "nim", "1,2")` runs it inside the test."""
    from commands import Ran
    from zermelo.play.command_line import main

    def run(*arguments: str) -> Ran:
        code = main(arguments)
        return Ran(code, *capsys.readouterr())

    return run


@pytest.fixture
def game_file(tmp_path):
    """Writes a file of the user's: the game Take, and what the test adds to it."""
    from commands import TAKE

    def write(more: str = "", name: str = "mine.py") -> str:
        file = tmp_path / name
        file.write_text(TAKE + more)
        return str(file)

    return write
