"""Asking a game's rules, whatever they do: raise, return nonsense, change their argument, or never come back.

hook       the name of a rule
ask        one call of a rule, on a private copy of the state, within a time limit
Broke      the rule gave no usable answer; says in words what happened, and where in the user's code
"""

from __future__ import annotations

import ctypes
import linecache
import math
import operator
import os
import sys
import threading
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

from zermelo.check.frozen import is_plain, private_copy
from zermelo.check.report import repr_of
from zermelo.core.game import Game, has_hook

MOST_MOVES = 20_000
"""A list of moves that is longer is taken to be endless."""

_PATIENCE = 3
"""A rule that was stopped as often as this is not asked again."""

NOT_ASKED = "not asked"
"""The kind of a `Broke` that only says so."""

_BUSY_MACHINE = 6
"""How many times longer a call may take by the clock on the wall than in work."""

_OWN = Path(__file__).parents[1]
_OWN_FLOORS = tuple(str(_OWN / floor) + os.sep for floor in ("check", "core", "kernel"))


class Broke(Exception):  # noqa: N818  (a rule broke; that is no error of this library)
    """A rule raised, or returned what cannot be used. `kind` tells two breakages of the same sort apart from others."""

    def __init__(self, hook: str, kind: str, message: str, remedy: str = "", place: str | None = None):
        self.hook, self.kind, self.message, self.remedy, self.place = hook, kind, message, remedy, place
        super().__init__(message)


class TookTooLong(BaseException):
    """Thrown into a rule that does not come back. Not an `Exception`: the user's `except Exception` lets it pass."""


class OutOfTime(BaseException):
    """No rule is asked any more. Not an `Exception`: the checks that catch those are over too."""


class Watchdog:
    """Throws `TookTooLong` into the thread of a call that runs longer than `seconds`.

    These are seconds of work; a machine that has others to serve, or a rule that sleeps, is given more patience.
    Python can be interrupted between two of its own instructions only: a loop inside a C function is waited for.
    Where an interpreter has no such interruption (PyPy, browsers) nothing is interrupted.
    """

    def __init__(self, seconds: float):
        self.seconds = seconds
        self._lock = threading.Lock()
        self.deadline = math.inf  # after which nothing is called any more
        self._since: float | None = None
        self._thread = 0
        self._ended = threading.Event()
        self._watcher: threading.Thread | None = None

    def __enter__(self) -> Watchdog:
        self._thread = threading.get_ident()
        if hasattr(ctypes, "pythonapi") and sys.platform != "emscripten":
            self._watcher = threading.Thread(target=self._watch, name="zermelo-check", daemon=True)
            self._watcher.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        if self._watcher is not None:
            self._watcher.join()

    def again(self) -> Watchdog:
        """The same watchdog, ready for another block."""
        self._ended = threading.Event()
        return self

    def call(self, function: Callable[..., Any], *arguments: Any) -> Any:
        begun = time.monotonic()
        if begun > self.deadline:
            raise OutOfTime
        self._since = begun
        try:
            return function(*arguments)
        finally:
            with self._lock:
                self._since = None

    def _watch(self) -> None:
        noticed, used = None, 0.0  # the call that was running at the last look, and the thread's time then
        while not self._ended.wait(0.05):
            with self._lock:
                if self._since is None or self._since != noticed:
                    noticed, used = self._since, self._processor_seconds()
                elif self._is_late(used):
                    throw = ctypes.pythonapi.PyThreadState_SetAsyncExc
                    throw(ctypes.c_ulong(self._thread), ctypes.py_object(TookTooLong))
                    self._since = time.monotonic()

    def _is_late(self, used: float) -> bool:
        assert self._since is not None
        waited = time.monotonic() - self._since
        return self._processor_seconds() - used > self.seconds or waited > _BUSY_MACHINE * self.seconds

    def _processor_seconds(self) -> float:
        """What the watched thread has used of a processor; 0 where that cannot be asked."""
        if not hasattr(time, "pthread_getcpuclockid"):
            return 0.0
        return time.clock_gettime(time.pthread_getcpuclockid(self._thread))


class Rules:
    """The rules of one game, asked with care. Every answer is either usable or a `Broke`."""

    def __init__(self, game: Game, watchdog: Watchdog):
        self.game, self._watchdog = game, watchdog
        self._slow: dict[str, tuple[int, Broke]] = {}

    def has(self, hook: str) -> bool:
        return has_hook(self.game, hook)

    def written(self, hook: str) -> bool:
        """Whether the game itself writes this method, and does not inherit it from `Game`."""
        return self.has(hook) and getattr(type(self.game), hook, None) is not getattr(Game, hook, None)

    # ── asking ───────────────────────────────────────────────────────────────────────────────────

    def ask(self, hook: str, *arguments: Any) -> Any:
        """The answer to private copies of the arguments."""
        return self.ask_raw(hook, *(a if is_plain(a) else private_copy(a) for a in arguments))

    def ask_raw(self, hook: str, *arguments: Any) -> Any:
        """The answer to the arguments themselves, for the checks of what happens to them."""
        return self.guarded(hook, getattr(self.game, hook), *arguments)

    def list_of(self, hook: str, *arguments: Any) -> list[Any]:
        """All that the rule returns or yields; a `Broke` if that is nothing that can be listed, or never ends."""
        return self.list_of_raw(hook, *(a if is_plain(a) else private_copy(a) for a in arguments))

    def list_of_raw(self, hook: str, *arguments: Any) -> list[Any]:
        return self.guarded(hook, self._drained, hook, *arguments)

    def _drained(self, hook: str, *arguments: Any) -> list[Any]:
        answer = getattr(self.game, hook)(*arguments)
        if answer is None:
            raise Broke(hook, "none", f"{hook} returned None", "return a list, or yield the items", self.place(hook))
        if not hasattr(answer, "__iter__") and not hasattr(answer, "__getitem__"):
            message = f"{hook} returned {repr_of(answer, 80)}, which is not a list"
            raise Broke(hook, "not a list", message, "return a list, or yield the items", self.place(hook))
        items = []
        for item in answer:
            items.append(item)
            if len(items) > MOST_MOVES:
                message = f"{hook} gave more than {MOST_MOVES:,} items and was stopped there"
                raise Broke(hook, "endless", message, "end the loop", self.place(hook))
        return items

    def guarded(self, hook: str, function: Callable[..., Any], *arguments: Any) -> Any:
        """Calls the user's code; whatever it raises is told as a `Broke` of this hook."""
        times, broke = self._slow.get(hook, (0, None))
        if broke is not None and times >= _PATIENCE:
            raise Broke(hook, NOT_ASKED, broke.message, broke.remedy, broke.place)
        try:
            try:
                return self._watchdog.call(function, *arguments)
            except (Broke, OutOfTime, KeyboardInterrupt):
                raise
            except TookTooLong as stopped:
                seconds = self._watchdog.seconds
                message = f"{hook} did not return within {seconds:g} s and was stopped"
                remedy = "look for a loop that never ends; a rule should take less than a thousandth of a second"
                broke = broke or Broke(hook, "slow", message, remedy, place_of(stopped))
                self._slow[hook] = times + 1, broke
                self._watchdog.seconds = max(0.1, self._watchdog.seconds / 2)
                raise broke from None
            except BaseException as error:  # sys.exit() in a rule included
                raise broke_by(hook, error, self.place(hook)) from None
        except TookTooLong:  # thrown a moment after the call had ended
            raise Broke(hook, "slow", f"{hook} took very long", "make the rule faster", self.place(hook)) from None

    # ── the answers that every check needs ───────────────────────────────────────────────────────

    def terminal(self, state: Any) -> bool:
        answer = self.ask("is_terminal", state)
        if answer is None:
            raise Broke(
                "is_terminal",
                "none",
                "is_terminal returned None, which counts as: not over",
                "return True or False on every path; a draw is over too",
                self.place("is_terminal"),
            )
        return self.guarded("is_terminal", bool, answer)

    def next(self, state: Any, move: Any) -> Any:
        after = self.ask("next_state", state, move)
        if after is None:
            remedy = "return the new state, and leave the old one as it was"
            raise Broke("next_state", "none", "next_state returned None", remedy, self.place("next_state"))
        return after

    def number(self, hook: str, *arguments: Any) -> Any:
        """A number that can be compared: not None, not NaN, not a text."""
        answer = self.ask(hook, *arguments)
        problem = why_not_a_number(answer)
        if problem:
            remedy = "return a finite number on every path through the function"
            raise Broke(hook, "not a number", f"{hook} returned {problem}", remedy, self.place(hook))
        return answer if isinstance(answer, (int, float)) else usual_number(answer)

    def place(self, hook: str) -> str | None:
        """Where the rule is written."""
        code = getattr(getattr(self.game, hook, None), "__code__", None)
        if code is None or code.co_filename.startswith(_OWN_FLOORS):
            return None
        return f"{shown_path(code.co_filename)}:{code.co_firstlineno}"


def why_not_a_number(answer: Any) -> str | None:
    """What is wrong with an answer that has to be a number; None if nothing is."""
    if answer is None:
        return "None"
    if isinstance(answer, (str, bytes, list, tuple, dict, set, complex)):
        return f"{repr_of(answer, 60)}, which is not a number"
    try:
        if math.isnan(answer):
            return "NaN, which cannot be compared"
    except Exception:
        return f"{repr_of(answer, 60)}, which is not a number"
    return None


def usual_number(answer: Any) -> int | float:
    """An int or a float, in the place of a number of another kind: a fraction, a decimal, a number of NumPy's."""
    try:
        return operator.index(answer)
    except TypeError:
        return float(answer)


def broke_by(hook: str, error: BaseException, fallback: str | None) -> Broke:
    """The user's exception, in one line, with the user's own line of code."""
    if isinstance(error, NotImplementedError) and str(error) and place_of(error) is None:
        return Broke(hook, "missing", str(error).partition(":")[0], f"write {hook}", fallback)
    what = traceback.format_exception_only(error)[-1].strip()
    first_line = what.partition("\n")[0]
    shown = first_line if len(first_line) <= 300 else first_line[:300] + "…"
    return Broke(
        hook,
        f"raises {type(error).__name__}",
        f"{hook} raised {shown}",
        "make the rule answer for every position that can be reached",
        place_of(error) or fallback,
    )


def place_of(error: BaseException) -> str | None:
    """File, line and text of the innermost line of the user's own code that the error passed through."""
    frames = [
        (frame.f_code.co_filename, line)
        for frame, line in traceback.walk_tb(error.__traceback__)
        if not frame.f_code.co_filename.startswith((*_OWN_FLOORS, "<frozen"))
    ]
    if not frames:
        return None
    # The first file outside this library is the user's; a library that it calls may stand further in.
    users_file = frames[0][0]
    filename, line = [frame for frame in frames if frame[0] == users_file][-1]
    return place_in(filename, line)


def place_in(filename: str, line: int) -> str:
    text = linecache.getline(filename, line).strip()
    return f"{shown_path(filename)}:{line}" + (f"   {text}" if text else "")


def shown_path(filename: str) -> str:
    """The path as seen from the current folder, where it lies in it."""
    try:
        return str(Path(filename).relative_to(Path.cwd()))
    except (ValueError, OSError):
        return filename
