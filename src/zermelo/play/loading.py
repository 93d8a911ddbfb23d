"""What GAME and POSITION mean on the command line.

    connect-four              a game of the library, by its name
    games/mine.py:Hexapawn    a class in a file; the file is imported, nothing else that was typed is ever run
    games/mine.py:game        a game that the file has made, for example with Game.from_functions

A position is read by the game itself: see `Game.from_text`.
"""

from __future__ import annotations

import difflib
import importlib.util
import inspect
import re
import sys
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from zermelo.core.errors import InputError
from zermelo.core.game import Game, has_hook
from zermelo.play.console import shown
from zermelo.play.faults import USER_MODULE, users_line

if TYPE_CHECKING:
    from zermelo.solve.book import Book


def load_game(name: str) -> type[Game] | Game:
    """The class, or the ready-made game, that GAME names; an error with the nearest names if there is none."""
    if ".py:" in name or name.endswith(".py") or "/" in name or "\\" in name:
        return game_in_file(name)
    from zermelo import games

    return games.load(name)


def load_position(name: str, text: str = "") -> tuple[Game, Any]:
    """The game and the state that GAME and POSITION describe."""
    found = load_game(name)
    if not isinstance(found, Game):
        check_arguments(found, name)
        return found.from_text(text)
    if not text.strip():
        return found, found.initial_state()
    if not has_hook(found, "parse_state"):
        raise InputError(
            f"{shown(name)} cannot read the position {shown(text)}: leave it out to start from the beginning"
        )
    return found, found.parse_state(text)


def load_book(path: str | None, game: Game) -> Book | None:
    """The book in a file, for this game; None without a path."""
    from zermelo.api.solve import open_book

    return None if path is None else open_book(path, game)


def game_in_file(name: str) -> type[Game] | Game:
    path, colon, class_name = name.rpartition(":")
    if not colon or (not path.endswith(".py") and class_name.endswith(".py")):
        path, class_name = name, ""
    module = import_file(path)
    games = {
        key: value
        for key, value in vars(module).items()
        if isinstance(value, Game) or (inspect.isclass(value) and issubclass(value, Game) and value is not Game)
    }
    known = f"the file has {', '.join(games)}" if games else "the file has no subclass of zermelo.Game"
    if not class_name:
        raise InputError(f"{shown(name)} does not say which class: write {path}:ClassName; {known}")
    if class_name in games:
        return games[class_name]
    if hasattr(module, class_name):
        raise InputError(f"{shown(class_name)} in {path} is not a game: a subclass of zermelo.Game is meant; {known}")
    near = difflib.get_close_matches(class_name, games, n=3, cutoff=0.5)
    hint = f"did you mean {' or '.join(near)}?" if near else known
    raise InputError(f"there is no class {shown(class_name)} in {path}: {hint}")


def import_file(path: str) -> ModuleType:
    """The module in this file, run once. Its folder comes last on the path, so that it finds its neighbours."""
    if not path.endswith(".py"):
        raise InputError(f"{shown(path)} is not a Python file: path/to/file.py:ClassName is meant")
    try:
        file = Path(path).resolve()
        source_is_there = file.is_file()
        if source_is_there:
            file.read_bytes()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise InputError(f"the file {shown(path)} cannot be read: {reason}") from None
    if not source_is_there:
        kind = "a folder" if file.is_dir() else "not there"
        raise InputError(f"the file {shown(path)} is {kind}: path/to/file.py:ClassName is meant")
    module_name = USER_MODULE + re.sub(r"\W", "_", file.stem)
    spec = importlib.util.spec_from_file_location(module_name, file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[module_name] = module
    if str(file.parent) not in sys.path:
        sys.path.append(str(file.parent))
    writes_bytecode, sys.dont_write_bytecode = sys.dont_write_bytecode, True  # leave no folders beside their files
    try:
        spec.loader.exec_module(module)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # whatever the file does, sys.exit() included
        raise InputError(fault_in_file(error, path)) from None
    finally:
        sys.dont_write_bytecode = writes_bytecode
    return module


def fault_in_file(error: BaseException, path: str) -> str:
    """What happened while the user's file was run, with their own line."""
    if isinstance(error, SyntaxError) and error.filename and error.lineno:
        column = (error.offset or 1) - 1
        line = (error.text or "").rstrip("\n")
        indent = len(line) - len(line.lstrip())
        mark = f"\n    {line.strip()}\n    {' ' * max(0, column - indent)}^" if line.strip() else ""
        return f"{path} is not valid Python: {error.msg}\n  {error.filename}, line {error.lineno}{mark}"
    place = users_line(error)
    return f"{path} cannot be imported\n{place or f'  {path}'}\n{type(error).__name__}: {error}"


def check_arguments(game: type[Game], name: str) -> None:
    """A class that the default `from_text` would call without arguments must not need any."""
    if game.from_text.__func__ is not Game.from_text.__func__:  # type: ignore[attr-defined]
        return
    try:
        parameters = inspect.signature(game).parameters.values()
    except (TypeError, ValueError):
        return
    needed = [
        parameter.name
        for parameter in parameters
        if parameter.default is parameter.empty
        and parameter.kind not in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD)
    ]
    if needed:
        raise InputError(
            f"{shown(name)} needs arguments ({', '.join(needed)}): give them defaults in {game.__name__}.__init__, "
            f"or write the classmethod from_text, or name a ready-made game, like game = {game.__name__}(…)"
        )
