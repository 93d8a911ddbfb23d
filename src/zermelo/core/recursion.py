"""Room for recursion: a game may last longer than the thousand calls that Python allows by default."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from zermelo.core.errors import TooLongError

MAX_PLIES = 20_000
"""The longest line that the searches in plain Python follow. Beyond it a game is taken to go on for ever."""

_FRAMES = 2 * MAX_PLIES + 10_000  # a search takes at most two frames a ply
_lock = threading.Lock()
_users = 0
_usual_limit = 0


@contextmanager
def room_for_recursion() -> Iterator[None]:
    """Raises the recursion limit while at least one search runs, in any thread, and sets it back after the last."""
    global _users, _usual_limit  # noqa: PLW0603  (the limit itself is one number for the whole interpreter)
    with _lock:
        if _users == 0:
            _usual_limit = sys.getrecursionlimit()
            sys.setrecursionlimit(max(_usual_limit, _FRAMES))
        _users += 1
    try:
        yield
    finally:
        with _lock:
            _users -= 1
            if _users == 0:
                sys.setrecursionlimit(_usual_limit)


def check_ply(ply: int) -> None:
    """An error with the remedy once a line is too long to be a game that ends."""
    if ply > MAX_PLIES:
        raise TooLongError(
            f"a line of play is longer than {MAX_PLIES} plies: does the game come to an end? "
            f"Give a depth, or say what a repeated position means (repetition = 'draw', 'loss' or 'forbidden')"
        )
