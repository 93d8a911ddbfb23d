"""Every error as one message: what was wrong, where, and what would be right. Never a traceback.

user's code    modules that the command line imported from a file the user named; see `loading`
"""

from __future__ import annotations

import inspect
import linecache
import os
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from zermelo.core.errors import RulesError, ZermeloError
from zermelo.core.game import Game

USER_MODULE = "zermelo_user_"
"""What the names of modules made from users' files begin with."""

TRACEBACK = "ZERMELO_TRACEBACK"
"""Set this variable in the environment to see the whole traceback: for faults of the library itself."""


def message_of(error: BaseException) -> str:
    """What to tell the person."""
    if os.environ.get(TRACEBACK):
        return "".join(traceback.format_exception(error)).rstrip()
    place = users_line(error)
    if isinstance(error, SyntaxError) and place is None:
        return str(error)
    if isinstance(error, ZermeloError):
        return "\n".join([str(error) or type(error).__name__, *getattr(error, "__notes__", [])])
    if isinstance(error, NotImplementedError) and place is None and str(error):
        return str(error)  # a rule that the game has not written: the message says which one
    if isinstance(error, MemoryError):
        return "there is not enough memory for this: give a smaller --table-mb, or a limit like --depth"
    what = "".join(traceback.format_exception_only(error)).strip()
    if place is not None:
        return f"a rule of the game raised an error\n{place}\n{what}"
    return f"zermelo itself is at fault, please report it ({TRACEBACK}=1 shows the whole traceback)\n{what}"


def users_line(error: BaseException) -> str | None:
    """File, line and text of the innermost line of the user's own code that the error passed through."""
    frames = [
        (frame.f_code.co_filename, line, frame.f_code.co_name)
        for frame, line in traceback.walk_tb(error.__traceback__)
        if str(frame.f_globals.get("__name__", "")).startswith(USER_MODULE)
    ]
    if not frames:
        return None
    filename, line, function = frames[-1]
    where = "" if function == "<module>" else f", in {function}"
    return f"  {filename}, line {line}{where}\n    {linecache.getline(filename, line).strip()}"


@contextmanager
def rules_of(game: Game) -> Iterator[None]:
    """Where the block finds that a rule of the user's broke its promise, the error also tells where that rule is."""
    try:
        yield
    except RulesError as error:
        place = place_of_hook(game, error.hook)
        if place:
            error.add_note(place)
        raise


def place_of_hook(game: Game, hook: str | None) -> str | None:
    """Where a rule is written, if it is one of the user's own."""
    method: Any = getattr(game, hook or "", None)
    if method is None or not str(getattr(method, "__module__", "")).startswith(USER_MODULE):
        return None
    try:
        lines, first = inspect.getsourcelines(method)
        return f"  {inspect.getsourcefile(method)}, line {first}\n    {lines[0].strip()}"
    except (OSError, TypeError):
        return None
