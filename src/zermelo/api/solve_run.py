"""One call of `solve`: limits, progress, the checkpoint, and the result."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from zermelo.core.errors import InputError
from zermelo.core.game import Game, has_hook
from zermelo.core.limits import Limits
from zermelo.core.score import final_score
from zermelo.solve.interval import Interval
from zermelo.solve.solved import Solved, SolveStatus

if TYPE_CHECKING:
    from zermelo.solve.bisection import BisectionSolver
    from zermelo.solve.book import Book
    from zermelo.solve.checkpoint import Checkpoint
    from zermelo.solve.estimate import Survey

SAVE_SECONDS = 30.0
"""A checkpoint is written this often."""

PROGRESS_SECONDS = 0.1


class Stopped(Exception):  # noqa: N818  (not an error: what is proved is returned)
    """A limit was met; `reason` is "nodes", "seconds" or "stop"."""

    def __init__(self, reason: str):
        self.reason = reason
        super().__init__(reason)


@dataclass
class Proof:
    """What was asked for as a proof, and what became of it."""

    path: Path
    most_positions: int | None = None
    source: tuple[str, str] | None = None
    positions: int | None = None


@dataclass
class Found:
    """What a method found when it came to its end."""

    distance: int | None = None
    line: tuple[Any, ...] = ()


class Run:
    """One call of `solve`: what all methods share."""

    def __init__(
        self,
        game: Game,
        root: Any,
        limits: Limits,
        table_mb: float,
        compiled: bool | None,
        workers: int,
        on_progress: Callable[[SolveStatus], None] | None,
        on_note: Callable[[str], None] | None,
    ):
        self.game, self.root, self.limits, self.table_mb = game, root, limits, table_mb
        self.asked_compiled, self.workers, self.on_progress, self.on_note = compiled, workers, on_progress, on_note
        self.begun = time.perf_counter()
        self.method, self.compiled, self.nodes = "", False, 0
        self.nodes_before, self.seconds_before = 0, 0.0  # of the runs that the checkpoint continues
        self.notes: list[str] = []
        self.survey: Survey | None = None
        self.proof: Proof | None = None
        self.book: Book | None = None
        self.solver: BisectionSolver | None = None  # one whose table is kept from call to call
        self.checkpoint_path: Path | None = None
        self.saved: Checkpoint | None = None
        self._next_save = self.begun + SAVE_SECONDS
        self._next_progress, self._news = 0.0, False
        self._thread = threading.current_thread()
        self.interval: Interval = Interval(game, root, self._interval_changed)

    # ── the course of a run ──────────────────────────────────────────────────────────────────────

    def solved(self, method: str | None) -> Solved:
        """Chooses a method, runs it, and says what was proved."""
        from zermelo.api import solve_choice

        if self.game.is_terminal(self.root):
            return self._over()
        known = self._from_book()
        if known is not None:
            return known
        try:
            self._refuse_spent_limits()
            if method == "alphabeta" or self.on_progress is not None:
                self.look()
            found = solve_choice.chosen(self) if method is None else solve_choice.by(self, method)
            reason = "proved"
        except Stopped as stopped:
            found, reason = Found(), stopped.reason
        except KeyboardInterrupt:
            found, reason = Found(), "stop"
        return self._result(found, reason)

    def look(self) -> Survey:
        """The first look at the game, once."""
        from zermelo.solve.estimate import SECONDS, survey

        if self.survey is None:
            left = self.seconds_left()
            self.survey = survey(self.game, self.root, seconds=SECONDS if left is None else min(SECONDS, left / 4))
        return self.survey

    def take_up(self, method: str) -> None:
        """Notes that the method is at work from now on."""
        self.method, self._news = method, True
        self.tell()

    def why_plain(self) -> str | None:
        """Why this game cannot be compiled; None if it can."""
        from zermelo.kernel.available import why_unavailable
        from zermelo.kernel.native import why_not

        return why_unavailable() or why_not(self.game)

    def _refuse_spent_limits(self) -> None:
        for name in ("nodes", "seconds"):
            if getattr(self.limits, name) == 0:
                raise Stopped(name)
        if self.limits.stop.is_set():
            raise Stopped("stop")

    # ── while it runs ────────────────────────────────────────────────────────────────────────────

    @property
    def seconds(self) -> float:
        return self.seconds_before + time.perf_counter() - self.begun

    def seconds_left(self) -> float | None:
        if self.limits.seconds is None:
            return None
        return max(0.0, self.limits.seconds - (time.perf_counter() - self.begun))

    def nodes_left(self) -> int | None:
        return None if self.limits.nodes is None else max(0, self.limits.nodes - self.nodes)

    def tick(self, nodes: int) -> None:
        """Tells how far the work is, and ends it by `Stopped` where a limit is met. For work in the caller's thread."""
        self.nodes = nodes
        self.tell()
        if self.limits.stop.is_set():
            raise Stopped("stop")
        if self.seconds_left() == 0:
            raise Stopped("seconds")
        if self.limits.nodes is not None and nodes >= self.limits.nodes:
            raise Stopped("nodes")

    def tell(self) -> None:
        if threading.current_thread() is not self._thread:
            return  # the caller's function is called in the caller's thread, and there soon
        now = time.perf_counter()
        if self.on_progress is not None and (self._news or now >= self._next_progress):
            self._news, self._next_progress = False, now + PROGRESS_SECONDS
            remaining = None if self.survey is None else self.survey.remaining(self.nodes)
            nodes = self.nodes_before + self.nodes
            status = SolveStatus(self.method, self.interval.lower, self.interval.upper, nodes, self.seconds, remaining)
            self.on_progress(status)

    def _interval_changed(self) -> None:
        """Told at once; what another thread proves is told by the caller's at its next look."""
        self._news = True
        self.tell()

    # ── the checkpoint ───────────────────────────────────────────────────────────────────────────

    def open_checkpoint(self, path: str | Path) -> None:
        """Reads what was proved before; a file of another game or position is left alone by an error."""
        from zermelo.solve import checkpoint as file
        from zermelo.solve.files import refuse_other_file

        refuse_other_file(path, "checkpoint", file.MAGIC)
        if not file.can_digest(self.game, self.root):
            raise InputError(
                f"positions of {type(self.game).__name__} cannot be kept in a checkpoint: states are meant that are "
                f"made of numbers, texts and tuples, or a key(state) that is"
            )
        self.checkpoint_path = Path(path)
        try:
            self.saved = file.read_checkpoint(path, self.game, self.root)
        except file.WrongCheckpointError as error:
            if "damaged" not in str(error):
                raise
            self.notes.append(f"{error}: it was begun anew")
            if self.on_note is not None:
                self.on_note(self.notes[-1])
        if self.saved is not None:
            self.nodes_before, self.seconds_before = self.saved.nodes, self.saved.seconds
            self.saved.tell(self.interval)

    def save_is_due(self) -> bool:
        return self.checkpoint_path is not None and time.perf_counter() >= self._next_save

    def save(self, kind: str, about: list[Any], parts: list[bytes]) -> None:
        """Writes the checkpoint, if one was asked for."""
        if self.checkpoint_path is None:
            return
        from zermelo.solve import checkpoint as file

        begun = time.perf_counter()
        interval = self.interval
        file.write_checkpoint(
            self.checkpoint_path,
            file.Checkpoint(
                game=file.content_of(self.game),
                root=file.digest_text(self.game, self.root),
                kind=kind,
                low=interval.low,
                high=interval.high,
                nodes=self.nodes_before + self.nodes,
                seconds=self.seconds,
                about=about,
                parts=parts,
            ),
        )
        now = time.perf_counter()
        self._next_save = now + min(max(SAVE_SECONDS, 10 * (now - begun)), 45.0)

    # ── the result ───────────────────────────────────────────────────────────────────────────────

    def _over(self) -> Solved:
        score = final_score(self.game, self.root, 0)
        self.interval.at_least((score.outcome, score.value))
        self.interval.at_most((score.outcome, score.value))
        if self.proof is not None:
            from zermelo.api.solve_methods import prove

            prove(self, lambda claim, state: 0, endless=False)  # noqa: ARG005  (nobody is asked for a move)
        return self._result(Found(0), "over")

    def _from_book(self) -> Solved | None:
        if self.book is None or self.proof is not None:
            return None
        score = self.book.find(self.root)
        if score is None:
            return None
        self.method = "book"
        self.interval.at_least((score.outcome, score.value))
        self.interval.at_most((score.outcome, score.value))
        return self._result(Found(score.distance, self.book.line(self.root)), "book")

    def _result(self, found: Found, reason: str) -> Solved:
        pair = self.interval.pair
        exact = pair is not None
        value = pair[1] if pair is not None else None
        score = None
        if exact and has_hook(self.game, "score") and (found.distance is not None or pair[0] == 0):  # type: ignore[index]
            score = self.game.score(self.root, value, found.distance)  # type: ignore[attr-defined]
        return Solved(
            state=self.root,
            value=value,
            lower=value if exact else self.interval.lower,
            upper=value if exact else self.interval.upper,
            distance=found.distance,
            line=found.line,
            exact=exact,
            method=self.method,
            nodes=self.nodes_before + self.nodes,
            seconds=self.seconds,
            stopped_by=reason,
            compiled=self.compiled,
            note="; ".join(dict.fromkeys(self.notes)) or None,
            score=score,
            outcome=None if pair is None else pair[0],
            proof_positions=None if self.proof is None else self.proof.positions,
        )
