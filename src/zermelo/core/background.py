"""Work in threads of its own, while the caller's thread watches it: deadlines, progress, Ctrl-C.

Compiled code holds neither the interpreter's lock nor the main thread, so that these stay awake beside it.
"""

from __future__ import annotations

import threading
from collections.abc import Callable

TICK_SECONDS = 0.02

DEEP_STACK = 128 << 20
"""Stack of a thread: the longest line of a game with large states needs some 4 KiB a ply in compiled code."""

_stack_lock = threading.Lock()


def run_watched(
    jobs: list[Callable[[], None]],
    *,
    tick: Callable[[], None],
    stop: Callable[[], None],
    patience: Callable[[], float] = lambda: TICK_SECONDS,
) -> None:
    """Runs each job in a thread of its own until the first one ends; the others only help it.

    `tick` is called in this thread about every `patience()` seconds. What it raises ends the work, and so does
    Ctrl-C: `stop` is called until every job has ended (again and again, for a job may begin another piece of work
    just then), and it is raised here. So is an error of a job, before anything else.
    """
    errors: list[BaseException] = []
    first_ended = threading.Event()

    def work(number: int, job: Callable[[], None]) -> None:
        try:
            job()
        except BaseException as error:  # carried to the caller's thread
            errors.append(error)
        finally:
            if number == 0 or errors:
                first_ended.set()

    threads = [threading.Thread(target=work, args=item, daemon=True) for item in enumerate(jobs)]
    try:
        with _stack_lock:  # the size is one number for the whole interpreter
            usual = threading.stack_size(DEEP_STACK)
            try:
                for thread in threads:
                    thread.start()
            finally:
                threading.stack_size(usual)
        while not first_ended.wait(patience()):
            tick()
    finally:
        for thread in threads:
            while thread.is_alive():
                stop()
                thread.join(TICK_SECONDS / 4)
        if errors:
            raise errors[0]
