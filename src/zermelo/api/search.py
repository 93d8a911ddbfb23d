"""The front door: `search` chooses how to search from the game and from the time there is.

Plain Python starts at once; compiled code is some fifty times faster and has to be compiled first, once (seconds),
or loaded (a fraction of a second). Which of the two ran stands in the result, and so does why.
"""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from zermelo.api.kept import KeptByGame, Loans
from zermelo.core.errors import CompileError, InputError
from zermelo.core.game import Game, check_game, has_hook, root_state
from zermelo.core.limits import DEFAULT_SECONDS, Limits
from zermelo.core.result import Progress, SearchResult
from zermelo.engine.options import Options
from zermelo.engine.searcher import Searcher
from zermelo.kernel.available import why_unavailable
from zermelo.kernel.native import why_not

if TYPE_CHECKING:
    from zermelo.solve.book import Book

FIRST_SECONDS = 0.3
"""How long plain Python tries alone, before anything is compiled: a small game is solved by then."""

COMPILE_SECONDS, LOAD_SECONDS = 6.0, 0.5
"""What getting compiled code ready is taken to cost, where it is new and where it is on disk."""

MOST_WORKERS = 256

WORTH = 3.0
"""Compiled code is got ready if the time there is exceeds the cost this many times."""


def search(
    game: Game,
    state: Any = None,
    *,
    depth: int | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
    exact: bool = False,
    lines: int = 1,
    workers: int = 1,
    table_mb: float = 64,
    compiled: bool | None = None,
    book: Book | None = None,
    on_progress: Callable[[Progress], None] | None = None,
    on_note: Callable[[str], None] | None = None,
    stop: Any = None,
) -> SearchResult:
    """The best move in `state` (the game's start if None), its value, and what is known of every move.

    The search deepens until the value is proved or a limit is met: `depth` in plies, `nodes` visited, `seconds`
    of wall time; without any limit, at most 2 seconds. `stop`, a `threading.Event`, ends it from another thread,
    and so does Ctrl-C; the best so far is returned.

    `exact=True` uses sound techniques only, so that at a given depth the value is the minimax value of that
    depth. By default a game that has `evaluate` is searched with what makes play stronger (null move,
    reductions, futility); `SearchResult.exact` says in both modes whether the value is proved.

    `lines` is how many best moves get exact values; `workers` is the number of threads (compiled only);
    `table_mb` the size of the table. `compiled=True` compiles (and raises `CompileError` where that fails),
    `False` stays in plain Python, None decides by the time there is. `on_progress` hears some ten times a
    second of depth, nodes, value and line; `on_note` of what takes its time before the search (compiling).

    `book` (from `build_book` or `open_book`) answers what it knows at once, exactly.

    Values are MAX's (player 0's); an infinite one is told only where the game's own utility is infinite. Raises
    `RulesError` for rules that break their promise, `InputError` for arguments that are wrong.
    """
    check_game(game)
    _check(lines, "lines", 1 << 16)
    _check(workers, "workers", MOST_WORKERS)
    if isinstance(table_mb, bool) or not isinstance(table_mb, (int, float)) or not table_mb >= 0 or table_mb > 1 << 20:
        raise InputError(f"table_mb={table_mb!r} is not a size: a number of megabytes from 0 is meant")
    if compiled is not None and not isinstance(compiled, bool):
        raise InputError(f"compiled={compiled!r}: True, False or None is meant")
    for name, function in (("on_progress", on_progress), ("on_note", on_note)):
        if function is not None and not callable(function):
            raise InputError(f"{name}={function!r}: a function is meant")
    if stop is not None and not hasattr(stop, "is_set"):
        raise InputError(f"stop={stop!r}: a threading.Event is meant")
    limits = Limits(depth, nodes, seconds)
    if stop is not None:
        limits = dataclasses.replace(limits, stop=stop)
    open_end = seconds is not None and limits.seconds is None  # seconds=inf: no limit at all
    root = root_state(game, state)
    if book is not None:
        from zermelo.api.from_book import found_in_book
        from zermelo.solve.book import refuse_other_books

        refuse_other_books(book, game)
        known = found_in_book(book, game, root, lines)
        if known is not None:
            return _with_score(game, known)
    options = Options(strength=not exact, table=table_mb > 0, table_mb=table_mb)
    with borrowed_searchers() as searchers:
        choice = _Choice(game, options, on_note, open_end, searchers)
        found = choice.search(root, limits, compiled, lines=lines, workers=workers, on_progress=on_progress)
    return _with_score(game, found)


def _with_score(game: Game, result: SearchResult) -> SearchResult:
    """The result with the figure that the game's players use, where the value is proved with its distance."""
    if not result.exact or not has_hook(game, "score") or (result.distance is None and result.value != 0):
        return result
    return dataclasses.replace(result, score=game.score(result.state, result.value, result.distance))


def _check(number: Any, name: str, most: int) -> None:
    if isinstance(number, bool) or not isinstance(number, int) or not 1 <= number <= most:
        raise InputError(f"{name}={number!r}: a whole number from 1 to {most} is meant")


class _Choice:
    """Which of the two ways runs, for one call."""

    def __init__(
        self,
        game: Game,
        options: Options,
        on_note: Callable[[str], None] | None,
        open_end: bool,
        searchers: Loans[Searcher],
    ):
        self.game, self.options, self.on_note, self.open_end = game, options, on_note, open_end
        self.searchers = searchers

    def searcher(self, compiled: bool) -> Searcher:
        return searcher_for(self.searchers, self.game, self.options, compiled)

    def search(self, state: Any, limits: Limits, compiled: bool | None, **asked: Any) -> SearchResult:
        if compiled:
            reason = why_unavailable() or why_not(self.game)
            if reason is not None:
                raise CompileError(reason)
            self._get_ready(state)
            return self._compiled(state, self._with_default(limits), **asked)
        if compiled is False or self.game.is_terminal(state):
            return self._plain(state, self._with_default(limits), None, **asked)
        reason = why_unavailable() or why_not(self.game)
        if reason is not None:
            return self._plain(state, self._with_default(limits), reason, **asked)
        if self.searcher(True).is_warm:
            try:
                return self._compiled(state, self._with_default(limits), **asked)
            except CompileError as error:  # this state is not of the shape that was compiled for
                return self._plain(state, self._with_default(limits), str(error), **asked)
        return self._plain_first(state, limits, **asked)

    def _plain_first(self, state: Any, limits: Limits, **asked: Any) -> SearchResult:
        """A little while in plain Python; what is not finished then is worth compiling if there is time."""
        begun = time.perf_counter()
        first = min(FIRST_SECONDS, limits.seconds if limits.seconds is not None else FIRST_SECONDS)
        result = self._plain(state, dataclasses.replace(limits, seconds=first), None, **asked)
        if result.stopped_by != "seconds" or (limits.seconds is not None and limits.seconds <= first):
            return result
        left = _what_is_left(limits, begun).seconds
        try:
            cost = LOAD_SECONDS if self.searcher(True).is_stored else COMPILE_SECONDS
            if left is not None and left < WORTH * cost:
                note = f"in plain Python: compiling takes some {cost:.0f} s, once; more time or compiled=True allows it"
                return self._plain(state, dataclasses.replace(limits, seconds=left), note, **asked)
            self._get_ready(state)
            if limits.stop.is_set():
                return dataclasses.replace(result, stopped_by="stop")
            return self._compiled(state, self._with_default(_what_is_left(limits, begun)), **asked)
        except CompileError as error:
            return self._plain(state, self._with_default(_what_is_left(limits, begun)), str(error), **asked)
        except KeyboardInterrupt:  # while it compiled: what plain Python found is the best so far
            return dataclasses.replace(result, stopped_by="stop")

    def _get_ready(self, state: Any) -> None:
        """Compiles or loads the program, and says so before it takes seconds."""
        searcher = self.searcher(True)
        if self.on_note is not None and not searcher.is_warm and not searcher.is_stored:
            self.on_note(f"compiling the rules of {type(self.game).__name__} (some seconds; kept for the next time)")
        searcher.warm(state)

    def _with_default(self, limits: Limits) -> Limits:
        if limits.unlimited and not self.open_end:
            return dataclasses.replace(limits, seconds=DEFAULT_SECONDS)
        return limits

    def _plain(self, state: Any, limits: Limits, note: str | None, **asked: Any) -> SearchResult:
        result = self.searcher(False).search(state, limits, **asked)
        return dataclasses.replace(result, note=note) if note and not result.exact else result

    def _compiled(self, state: Any, limits: Limits, **asked: Any) -> SearchResult:
        return self.searcher(True).search(state, limits, **asked)


def _what_is_left(limits: Limits, begun: float) -> Limits:
    """The limits with the seconds that have passed since `begun` taken off."""
    if limits.seconds is None:
        return limits
    return dataclasses.replace(limits, seconds=max(0.0, limits.seconds - (time.perf_counter() - begun)))


_searchers: KeptByGame[Searcher] = KeptByGame()


def borrowed_searchers() -> Loans[Searcher]:
    """The searchers that one call uses; nobody else does meanwhile."""
    return _searchers.borrow()


def searcher_for(searchers: Loans[Searcher], game: Game, options: Options, compiled: bool) -> Searcher:
    """The searcher of this very game object with these options; a new one if the game's attributes have changed."""
    return searchers.get(game, (options, compiled), lambda: Searcher(game, options, compiled=compiled))
