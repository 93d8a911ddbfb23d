"""A search as the command line runs it: with a live line on a terminal, and Ctrl-C for the best so far.

stop           an event; once it is set, the work ends and says what it has found
live line      depth, nodes, rate, value and line, over itself, gone when the work is done
"""

from __future__ import annotations

import dataclasses
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

from zermelo.core.game import Game
from zermelo.core.limits import Limits
from zermelo.core.repetition import WithHistory
from zermelo.core.result import Progress, SearchResult
from zermelo.play.console import live_console, one_line
from zermelo.play.faults import rules_of
from zermelo.play.words import duration, line_text, number, rate

FIRST_SECONDS = 0.3  # how long plain Python was tried before the rules were compiled

MOST_NODES = 1 << 62  # counted in words of 64 bits; more is no limit

_SECONDS_BEFORE_LIVE = 0.3  # shorter work leaves the screen alone


_SECONDS_BETWEEN_PRESSES = 1.0  # two Ctrl-C within this are meant to end a game of computers


class CompilingStopped(KeyboardInterrupt):
    """Ctrl-C while rules were being compiled, which does not look at the event."""


class Presses:
    """Hears every Ctrl-C of a game, in a search and between two. `enough` is set by the second within a second.

    A search may keep a KeyboardInterrupt for itself and answer with the best so far: so the game asks for `enough`.
    """

    def __init__(self) -> None:
        self.latest = -_SECONDS_BETWEEN_PRESSES
        self.enough = False

    def note(self) -> None:
        now = time.monotonic()
        self.enough = self.enough or now - self.latest < _SECONDS_BETWEEN_PRESSES
        self.latest = now

    def __call__(self, signum: int, frame: FrameType | None) -> None:  # noqa: ARG002  (as signal handlers are called)
        self.note()
        self.leave_if_enough()

    def leave_if_enough(self) -> None:
        if self.enough:
            raise KeyboardInterrupt


@contextmanager
def second_ctrl_c_quits() -> Iterator[Presses]:
    """One Ctrl-C ends no more than the search that hears it; a second one soon after ends the block."""
    presses = Presses()
    if threading.current_thread() is not threading.main_thread():
        yield presses
        return
    previous = signal.signal(signal.SIGINT, presses)
    try:
        yield presses
    finally:
        signal.signal(signal.SIGINT, previous)


@contextmanager
def ctrl_c_sets(stop: threading.Event) -> Iterator[None]:
    """The first Ctrl-C sets the event, the second one is KeyboardInterrupt as usual."""

    def on_interrupt(signum: int, frame: FrameType | None) -> None:  # noqa: ARG001
        if isinstance(previous, Presses):
            previous.note()
        if stop.is_set():
            raise KeyboardInterrupt
        stop.set()
        if is_compiling(frame):
            raise CompilingStopped

    if threading.current_thread() is not threading.main_thread():
        yield  # only the main thread hears signals
        return
    previous = signal.signal(signal.SIGINT, on_interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, previous)


def is_compiling(frame: FrameType | None) -> bool:
    """Whether the compiler was interrupted at a place where it can be left.

    What is raised in a function that LLVM calls back is printed and lost.
    """
    found = False
    while frame is not None:
        if frame.f_code.co_name.startswith("_raw_object_cache"):
            return False
        found = found or str(frame.f_globals.get("__name__")).partition(".")[0] in ("numba", "llvmlite")
        frame = frame.f_back
    return found


@contextmanager
def live_line(text: Callable[[float], str]) -> Iterator[None]:
    """Shows `text(seconds since the start)` on the terminal while the block runs; in a pipe, nothing."""
    console = live_console()
    if console is None:
        yield
        return
    from rich.live import Live
    from rich.text import Text

    begun = time.perf_counter()

    def picture() -> Text:
        seconds = time.perf_counter() - begun
        shown = one_line(text(seconds)) if seconds >= _SECONDS_BEFORE_LIVE else ""
        line = Text(shown, style="dim", no_wrap=True, end="")
        line.truncate(console.width - len("^C "), overflow="ellipsis")  # what Ctrl-C prints must not begin a new line
        return line

    with Live(console=console, get_renderable=picture, refresh_per_second=8, transient=True):
        yield


def unwrapped(game: Game) -> Game:
    """The game as its author wrote it, without the history that a declared repetition adds to its states."""
    return game.game if isinstance(game, WithHistory) else game


def watched_search(game: Game, state: Any, limits: Limits, **options: Any) -> SearchResult:
    """`zermelo.search` with a live line; Ctrl-C ends it with the best so far."""
    from zermelo.api.search import search

    shown: list[tuple[Progress, str]] = []  # the latest progress and its line; nothing while the rules are compiled
    preparing = ["getting the compiled rules ready" if options.get("compiled") else "thinking"]
    writer = unwrapped(game)

    def remember(progress: Progress) -> None:
        shown[:] = [(progress, line_text(writer, progress.line[:12]))]

    def note(what: str) -> None:
        preparing[:] = [what]
        shown.clear()

    def text(seconds: float) -> str:
        if not shown:
            return f"{preparing[0]}  {duration(seconds)}"
        at, line = shown[0]
        value = "" if at.value is None else f"  value {number(at.value)}"
        return (
            f"depth {at.depth}  {at.nodes:,} nodes  {rate(at.nodes, at.seconds)}{value}  {line}"
            f"  {duration(seconds)}  (Ctrl-C: best so far)"
        )

    nodes = None if limits.nodes is None else min(limits.nodes, MOST_NODES)
    given = {"depth": limits.depth, "nodes": nodes, "seconds": limits.seconds, **options}
    with rules_of(game), ctrl_c_sets(limits.stop), live_line(text):
        try:
            result = search(game, state, stop=limits.stop, on_progress=remember, on_note=note, **given)
            if result.stopped_by != "stop" or result.depth > 0:
                return result
        except CompilingStopped:
            pass
        if not given.get("compiled"):
            given |= {"compiled": False, "seconds": FIRST_SECONDS}  # found again what was found before compiling
            return dataclasses.replace(search(game, state, **given), stopped_by="stop")

    print("stopped while the rules were being compiled", file=sys.stderr)  # noqa: T201
    raise KeyboardInterrupt
