"""Whether compiled code is at hand, without getting it ready."""

from __future__ import annotations

import sys
from typing import Any

from zermelo.core.game import Game
from zermelo.kernel.available import why_unavailable
from zermelo.kernel.fingerprint import Search, program_key
from zermelo.kernel.native import Build
from zermelo.kernel.store import path_of


def is_loaded(
    game: Game, build: Build, signature: tuple[Any, ...], *, options: tuple[Any, ...] = (), returns: Any = "int"
) -> bool:
    """Whether `native` with the same arguments would have nothing to do: this process has the program."""
    program = sys.modules.get("zermelo.kernel.program")
    return program is not None and program.is_ready(program_key(game, Search(build, signature, options, returns)))


def is_stored(
    game: Game, build: Build, signature: tuple[Any, ...], *, options: tuple[Any, ...] = (), returns: Any = "int"
) -> bool:
    """Whether `native` with the same arguments would be ready at once: nothing is compiled to find out."""
    if why_unavailable() is not None:
        return False
    key = program_key(game, Search(build, signature, options, returns))
    program = sys.modules.get("zermelo.kernel.program")
    if program is not None and program.is_ready(key):
        return True
    path = path_of(key)
    return path is not None and path.exists()
