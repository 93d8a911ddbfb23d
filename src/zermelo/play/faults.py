"""Every error as one message: what was wrong, where, and what would be right. Never a traceback.

user's code    modules that the command line imported from a file the user named; see `loading`
"""

from __future__ import annotations

import inspect
import linecache
import os
import re
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from zermelo.core.errors import CompileError, MissingRuleError, RulesError, ZermeloError
from zermelo.core.game import Game
from zermelo.play.console import with_short_numbers
from zermelo.play.signatures import Misfit, misfits

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
        notes = list(getattr(error, "__notes__", []))
        if isinstance(error, MissingRuleError):
            notes += [place for game in users_games(error) if (place := place_of_class(game))][:1]
        said = str(error) or type(error).__name__
        return "\n".join([with_short_numbers(said) if isinstance(error, CompileError) else said, *notes])
    if isinstance(error, NotImplementedError) and place is None and str(error):
        return str(error)  # a rule that the game has not written: the message says which one
    if isinstance(error, MemoryError):
        return "there is not enough memory for this: give a smaller --table-mb, or a limit like --depth"
    what = "".join(traceback.format_exception_only(error)).strip()
    if place is not None:
        return f"a rule of the game raised an error\n{place}\n{what}"
    for game in users_games(error):
        return fault_of_rules(game, error, what)
    return f"zermelo itself is at fault, please report it ({TRACEBACK}=1 shows the whole traceback)\n{what}"


def users_games(error: BaseException) -> Iterator[Any]:
    """The user's games, classes or objects, that the failed calls worked on; the innermost call's first."""
    for frame, _ in reversed(list(traceback.walk_tb(error.__traceback__))):
        for value in list(frame.f_locals.values()):
            game = getattr(value, "game", value) if isinstance(value, Game) else value  # one that remembers its states
            if isinstance(game, Game) or (inspect.isclass(game) and issubclass(game, Game)):
                kind = game if inspect.isclass(game) else type(game)
                if any(is_users(part) for part in [*kind.__mro__, *vars(game).values()]):
                    yield game


def is_users(thing: Any) -> bool:
    return str(getattr(thing, "__module__", "")).startswith(USER_MODULE)


def fault_of_rules(game: Any, error: BaseException, what: str) -> str:
    """An error in zermelo's own code while it worked with a user's rules: nearly always it is the rules."""
    if isinstance(error, (TypeError, AttributeError)) and (wrong := list(misfits(game, is_users))):
        return f"{misfit_meant(wrong, error, what).message}\n{what}"
    kind: Any = game if inspect.isclass(game) else type(game)
    rules: Any = game
    try:
        from zermelo.check import check

        found = check(rules, seconds=5, games=50, compiled=False).faults
    except Exception:
        found = ()
    for fault in found:
        return "\n".join(filter(None, [fault.message, fault.place and f"  {fault.place}", fault.remedy]))
    return (
        f"the rules of {kind.__name__} returned something that zermelo cannot work with, "
        f"or zermelo itself is at fault\n{what}\n"
        f"zermelo check may tell which rule it is; {TRACEBACK}=1 shows the whole traceback"
    )


def misfit_meant(wrong: list[Misfit], error: BaseException, what: str) -> Misfit:
    """The one that the error is about: its text names the method, or else the line that failed does."""
    *_, (frame, line) = traceback.walk_tb(error.__traceback__)
    text = linecache.getline(frame.f_code.co_filename, line)
    for place in (what, text):
        for misfit in wrong:
            if re.search(rf"\b{misfit.rule}\b", place):
                return misfit
    return wrong[0]


def place_of_class(game: Any) -> str | None:
    kind = game if inspect.isclass(game) else type(game)
    try:
        lines, first = inspect.getsourcelines(kind)
        return f"  {inspect.getsourcefile(kind)}, line {first}\n    {lines[0].strip()}"
    except (OSError, TypeError):
        return None


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
