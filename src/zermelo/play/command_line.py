"""The program `zermelo`, from the first moment on: nothing is loaded before Ctrl-C is heard.

`program` has the commands and does the rest; loading it takes a noticeable time.

    exit code 0      a result was printed, a finished game's or an early one's after Ctrl-C too
    exit code 1      `check` found a fault in a game's rules
    exit code 2      something that was given is wrong, and the message says what
    exit code 130    Ctrl-C before there was a result, or a second one
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command in `arguments` (else of the process) and returns the exit code."""
    try:
        with quiet_ctrl_c():
            from zermelo.play.program import run_command
        return run_command(list(sys.argv[1:] if arguments is None else arguments) or ["--help"])
    except KeyboardInterrupt:
        return 130


@contextmanager
def quiet_ctrl_c() -> Iterator[None]:
    """Ctrl-C in the block ends the process at once: raised in the middle of an import, it may be lost or printed."""
    import signal
    import threading

    in_main_thread = threading.current_thread() is threading.main_thread()
    if not in_main_thread or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield  # somebody else hears it, or nobody is to
        return
    signal.signal(signal.SIGINT, lambda signum, frame: os._exit(130))  # noqa: ARG005
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def __getattr__(name: str) -> Any:
    """`COMMANDS` can be asked here too, at the price of loading them."""
    if name != "COMMANDS":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from zermelo.play.program import COMMANDS

    return COMMANDS


if __name__ == "__main__":
    sys.exit(main())
