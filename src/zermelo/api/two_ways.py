"""The order in which the methods of `solve` try the two ways of running: plain Python at once, then compiled code."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

from zermelo.api.search import COMPILE_SECONDS, FIRST_SECONDS, LOAD_SECONDS, WORTH
from zermelo.core.errors import CompileError

if TYPE_CHECKING:
    from zermelo.api.solve_run import Found, Run


class Program(Protocol):
    """What is compiled for a method."""

    @property
    def is_warm(self) -> bool:
        """Whether compiled code would begin at once."""
        ...

    @property
    def is_stored(self) -> bool:
        """Whether it need only be loaded."""
        ...

    def warm(self, state: Any) -> None:
        """Compiles or loads it."""
        ...


def plain_then_compiled(
    run: Run, program: Callable[[], Program], search: Callable[[bool, float | None], Found | None], *, goes_on: bool
) -> Found:
    """What `search(compiled, first_seconds)` finds: None if the `first_seconds` were not enough.

    `goes_on`: there is a checkpoint of compiled work, so that nothing need be tried in plain Python.
    """
    reason = None if run.asked_compiled is False else run.why_plain()
    if run.asked_compiled and reason is not None:
        raise CompileError(reason)
    if run.asked_compiled is False or reason is not None:
        if reason is not None:
            run.notes.append(f"in plain Python: {reason}")
        return _to_the_end(search, False)
    ready = program()
    if run.asked_compiled is None and not goes_on and not ready.is_warm:
        found = search(False, FIRST_SECONDS)
        if found is not None:
            return found
        left = run.seconds_left()
        cost = LOAD_SECONDS if ready.is_stored else COMPILE_SECONDS
        if left is not None and left < WORTH * cost:
            return _to_the_end(search, False)
    if run.on_note is not None and not ready.is_warm and not ready.is_stored:
        run.on_note(f"compiling the rules of {type(run.game).__name__} (some seconds; kept for the next time)")
    try:
        ready.warm(run.root)
        return _to_the_end(search, True)
    except CompileError as error:
        if run.asked_compiled:
            raise
        run.notes.append(f"in plain Python: {error}")
        return _to_the_end(search, False)


def _to_the_end(search: Callable[[bool, float | None], Found | None], compiled: bool) -> Found:
    found = search(compiled, None)
    assert found is not None
    return found
