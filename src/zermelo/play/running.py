"""A search as the command line runs it: with a live line on a terminal, and Ctrl-C for the best so far.

stop           an event; once it is set, the work ends and says what it has found
live line      depth, nodes, rate, value and line, over itself, gone when the work is done
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

from zermelo.core.game import Game
from zermelo.core.limits import Limits
from zermelo.core.result import Progress, SearchResult
from zermelo.play.console import live_console, one_line
from zermelo.play.faults import rules_of
from zermelo.play.words import duration, line_text, number, rate

_SECONDS_BEFORE_LIVE = 0.3  # shorter work leaves the screen alone


@contextmanager
def ctrl_c_sets(stop: threading.Event) -> Iterator[None]:
    """The first Ctrl-C sets the event, the second one is KeyboardInterrupt as usual."""

    def on_interrupt(signum: int, frame: FrameType | None) -> None:  # noqa: ARG001
        if stop.is_set():
            raise KeyboardInterrupt
        stop.set()

    if threading.current_thread() is not threading.main_thread():
        yield  # only the main thread hears signals
        return
    previous = signal.signal(signal.SIGINT, on_interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, previous)


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

    def line() -> Text:
        seconds = time.perf_counter() - begun
        shown = one_line(text(seconds)) if seconds >= _SECONDS_BEFORE_LIVE else ""
        return Text(shown, style="dim", no_wrap=True, overflow="ellipsis", end="")

    with Live(console=console, get_renderable=line, refresh_per_second=8, transient=True):
        yield


def watched_search(game: Game, state: Any, limits: Limits, **options: Any) -> SearchResult:
    """`zermelo.search` with a live line; Ctrl-C ends it with the best so far."""
    from zermelo.api.search import search

    latest: list[tuple[Progress, str]] = []

    def remember(progress: Progress) -> None:
        latest[:] = [(progress, line_text(game, progress.line[:12]))]

    def text(seconds: float) -> str:
        if not latest:
            return f"thinking  {duration(seconds)}"
        at, line = latest[0]
        value = "" if at.value is None else f"  value {number(at.value)}"
        return (
            f"depth {at.depth}  {at.nodes:,} nodes  {rate(at.nodes, at.seconds)}{value}  {line}"
            f"  {duration(seconds)}  (Ctrl-C: best so far)"
        )

    with rules_of(game), ctrl_c_sets(limits.stop), live_line(text):
        return search(game, state, limits=limits, on_progress=remember, **options)
