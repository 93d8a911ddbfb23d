"""The games that come with the library, by the names they have on the command line.

names()             every name, as a person types it:   ("coins", "nim", "tic-tac-toe", …)
load("nim")         the class of that game; only its own module is imported
"""

from __future__ import annotations

import difflib
from importlib import import_module
from typing import Any

from zermelo.core.errors import InputError
from zermelo.core.game import Game

GAMES: dict[str, tuple[str, str]] = {
    "coins": ("zermelo.games.coins", "Coins"),
    "nim": ("zermelo.games.nim", "Nim"),
    "tic-tac-toe": ("zermelo.games.mnk", "TicTacToe"),
    "mnk": ("zermelo.games.mnk", "MNK"),
    "connect-four": ("zermelo.games.connect_four", "ConnectFour"),
    "tree": ("zermelo.games.tree", "Tree"),
    "othello": ("zermelo.games.othello", "Othello"),
}
"""Name on the command line: module and class."""


def names() -> tuple[str, ...]:
    """The names of all games, simplest first."""
    return tuple(GAMES)


def load(name: str) -> type[Game]:
    """The class of the game with this name; an error with the nearest names if there is none."""
    if name not in GAMES:
        asked = name[:40].lower().replace("_", "-").replace(" ", "-")
        near = difflib.get_close_matches(asked, GAMES, n=3, cutoff=0.5)
        hint = f"did you mean {' or '.join(near)}?" if near else f"the games are {', '.join(GAMES)}"
        shown = name if len(name) <= 40 else name[:40] + "…"
        raise InputError(f"there is no game {shown!r}: {hint}")
    module, class_name = GAMES[name]
    found: Any = getattr(import_module(module), class_name)
    return found


def __getattr__(name: str) -> Any:
    """The classes of the games, `zermelo.games.Nim`: each module is imported when its class is asked for."""
    for module, class_name in GAMES.values():
        if class_name == name:
            return getattr(import_module(module), name)
    raise AttributeError(f"zermelo.games has no {name!r}: the classes are {', '.join(_classes())}")


def __dir__() -> list[str]:
    return [*_classes(), "GAMES", "load", "names"]


def _classes() -> list[str]:
    return [class_name for _, class_name in GAMES.values()]
