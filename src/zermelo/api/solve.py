"""`solve`: the value of a position, proved, with its distance and an optimal line; or the interval proved so far."""

from __future__ import annotations

import dataclasses
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from zermelo.core.errors import InputError, TooLongError
from zermelo.core.game import Game, has_hook, root_state
from zermelo.core.limits import Limits
from zermelo.core.repetition import repetition_of
from zermelo.core.score import final_score

if TYPE_CHECKING:
    from zermelo.solve.book import Book
    from zermelo.solve.checkpoint import Checkpoint
    from zermelo.solve.estimate import Survey
    from zermelo.solve.interval import Interval

METHODS = ("alphabeta", "proof-number", "retrograde")

SAVE_SECONDS = 30.0
"""A checkpoint is written this often."""

PROGRESS_SECONDS = 0.1
MOST_WORKERS = 256


@dataclass(frozen=True)
class SolveStatus:
    """How far a running proof is; given to `on_progress`. The value lies from `lower` to `upper` (infinite: unknown).

    `remaining` is between how many more positions the work may take, a rough estimate; None where there is none.
    """

    method: str
    lower: Any
    upper: Any
    nodes: int
    seconds: float
    remaining: tuple[float, float] | None

    def __str__(self) -> str:
        from zermelo.solve.interval import in_words

        return in_words(self.lower, self.upper)


@dataclass(frozen=True)
class Solved:
    """What is proved of a position. Values are MAX's (player 0's).

    `exact` says that the value is proved; otherwise `value` is None and it lies from `lower` to `upper` (infinite
    where nothing is proved). `distance` is the number of plies to the end of a decided game under best play, None
    for draws and where the method does not give it (proof-number search). `line` is a line of best play, as far as
    it is known; of proof-number search, moves that keep the value. `method` is what was used, `stopped_by` "proved",
    "over", "book", "nodes", "seconds" or "stop". `score` is what the game's own hook `score(state, value, distance)`
    makes of it. `proof_positions` is the size of the proof that was written, None if none was; `note` says why.
    """

    state: Any
    value: Any
    lower: Any
    upper: Any
    distance: int | None
    line: tuple[Any, ...]
    exact: bool
    method: str
    nodes: int
    seconds: float
    stopped_by: str
    compiled: bool = False
    note: str | None = None
    score: Any = None
    proof_positions: int | None = None

    @property
    def move(self) -> Any:
        """The first move of the line, None if there is none."""
        return self.line[0] if self.line else None


def solve(
    game: Game,
    state: Any = None,
    *,
    method: str | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
    checkpoint: str | Path | None = None,
    proof: str | Path | None = None,
    proof_positions: int | None = None,
    proof_source: tuple[str, str] | None = None,
    book: Book | None = None,
    table_mb: float = 64,
    compiled: bool | None = None,
    workers: int = 1,
    on_progress: Callable[[SolveStatus], None] | None = None,
    on_note: Callable[[str], None] | None = None,
    stop: Any = None,
) -> Solved:
    """The game-theoretic value of `state` (the game's start if None), proved, for one or two players without chance.

    There is no limit unless one is given: `seconds`, `nodes` (positions visited), `stop` (a `threading.Event`), or
    Ctrl-C; then the interval proved so far is returned. It assumes, as every search does, that what MAX gains MIN
    loses: a better result for one is a worse one for the other.

    `method` is chosen from a first look at the game, or given:

    - "alphabeta": the engine's exact search, compiled where that is worth it; asks with null windows who wins, then
      for the value, then for the distance. Any declared repetition.
    - "proof-number": df-pn, in plain Python, for games with few results and much varying numbers of moves; it finds
      no distance. Any declared repetition; undeclared, `InputError` when a position comes back.
    - "retrograde": every position is solved (`solve_all`), for small games and those whose lines come back. What
      never ends is a draw there. Not for repetition "loss" or "forbidden" where lines come back. It has no
      checkpoint.

    `checkpoint` names a file that is written some twice a minute; a run with the same arguments goes on from it.
    `proof` names a file for the proof, which `verify_proof` and `zermelo verify` check; at most `proof_positions`
    (2 million) positions are written; `proof_source` is the game and the position as the command line names them.
    `book` answers what it knows. `on_progress` hears some ten times a second, and of each change of the interval.
    """
    from zermelo.solve.interval import refuse_other_games

    if method is not None and method not in METHODS:
        raise InputError(f"method={method!r} is not known: {', '.join(map(repr, METHODS))} or None is meant")
    if isinstance(workers, bool) or not isinstance(workers, int) or not 1 <= workers <= MOST_WORKERS:
        raise InputError(f"workers={workers!r}: a whole number from 1 to {MOST_WORKERS} is meant")
    if isinstance(table_mb, bool) or not isinstance(table_mb, (int, float)) or not 0 < table_mb <= 1 << 20:
        raise InputError(f"table_mb={table_mb!r} is not a size: a number of megabytes above 0 is meant")
    if proof_positions is not None and (
        isinstance(proof_positions, bool) or not isinstance(proof_positions, int) or proof_positions < 1
    ):
        raise InputError(f"proof_positions={proof_positions!r}: a whole number from 1 is meant")
    refuse_other_games(game, "solve")
    repetition_of(game)
    limits = Limits(None, nodes, seconds)
    if stop is not None:
        limits = dataclasses.replace(limits, stop=stop)
    root = root_state(game, state)
    run = Run(game, root, limits, table_mb, compiled, workers, on_progress, on_note)
    if proof is not None:
        run.proof = Proof(Path(proof), proof_positions, proof_source)
    if book is not None:
        run.book = book
    if checkpoint is not None and not game.is_terminal(root):
        run.open_checkpoint(checkpoint)
    return run.solved(method)


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
        from zermelo.solve.interval import Interval

        self.game, self.root, self.limits, self.table_mb = game, root, limits, table_mb
        self.asked_compiled, self.workers, self.on_progress, self.on_note = compiled, workers, on_progress, on_note
        self.begun = time.perf_counter()
        self.method, self.compiled, self.nodes = "", False, 0
        self.nodes_before, self.seconds_before = 0, 0.0  # of the runs that the checkpoint continues
        self.notes: list[str] = []
        self.survey: Survey | None = None
        self.proof: Proof | None = None
        self.book: Book | None = None
        self.checkpoint_path: Path | None = None
        self.saved: Checkpoint | None = None
        self._next_save = self.begun + SAVE_SECONDS
        self._next_progress, self._news = 0.0, False
        self._thread = threading.current_thread()
        self.interval: Interval = Interval(game, root, self._interval_changed)

    # ── the course of a run ──────────────────────────────────────────────────────────────────────

    def solved(self, method: str | None) -> Solved:
        """Chooses a method, runs it, and says what was proved."""
        if self.game.is_terminal(self.root):
            return self._over()
        known = self._from_book()
        if known is not None:
            return known
        try:
            self._refuse_spent_limits()
            found = self._choose() if method is None else self._by(method)
            reason = "proved"
        except Stopped as stopped:
            found, reason = Found(), stopped.reason
        except KeyboardInterrupt:
            found, reason = Found(), "stop"
        return self._result(found, reason)

    def _by(self, method: str) -> Found:
        from zermelo.api import proving, solve_methods

        self.method = method
        return {
            "alphabeta": proving.alphabeta,
            "proof-number": solve_methods.proof_numbers,
            "retrograde": solve_methods.retrograde,
        }[method](self)

    def _choose(self) -> Found:
        """Looks at the game, and takes another method where the first one finds that it is not for this game."""
        from zermelo.solve.estimate import survey
        from zermelo.solve.failure import TooManyPositionsError

        self.survey = survey(self.game, self.root)
        method = self._choice(self.survey)
        try:
            return self._by(method)
        except TooManyPositionsError:
            if method != "retrograde" or self.game.repetition != "draw":
                raise
            self.notes.append("too many positions for retrograde analysis")
            return self._by("alphabeta")
        except TooLongError:
            if method != "alphabeta" or self.game.repetition is not None:
                raise
            self.notes.append("lines of play come back to positions")
            return self._by("retrograde")

    def _choice(self, seen: Survey) -> str:
        if seen.cyclic:
            return "alphabeta" if self.game.repetition in ("loss", "forbidden") else "retrograde"
        if seen.positions is not None and self.checkpoint_path is None:
            return "retrograde"
        uneven = seen.spread > 0.5 * seen.branching
        if len(seen.results) == 2 and uneven and (self.asked_compiled is False or self.why_plain() is not None):
            return "proof-number"
        return "alphabeta"

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
        if threading.current_thread() is self._thread:
            self.tell()

    # ── the checkpoint ───────────────────────────────────────────────────────────────────────────

    def open_checkpoint(self, path: str | Path) -> None:
        """Reads what was proved before; a file of another game or position is left alone by an error."""
        from zermelo.solve import checkpoint as file

        file.refuse_foreign_file(path)
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
            proof_positions=None if self.proof is None else self.proof.positions,
        )
