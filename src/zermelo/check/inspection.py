"""One check of a game, from the first question to the report.

1. breadth first     every position near the start, so that what is found there is found after the fewest moves
2. random games      positions deep in the game
3. together          what can be seen in all positions only: sums, keys, cycles, answers that change; and what the
                     game's own knowledge is worth, against a search without it
4. shrinking         shorter lines that show the same
5. compiled          the rules in the 64 bits of compiled code, then the compiled rules themselves
6. facts             how large the game is, how fast its rules are, whether it can be sent to other processes
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from zermelo.check.asking import NOT_ASKED, Broke, OutOfTime, Rules, Watchdog, place_of
from zermelo.check.compiled import compare
from zermelo.check.cycles import Cycles
from zermelo.check.drawing import finding_of
from zermelo.check.ending import Ending
from zermelo.check.evaluation import Evaluation
from zermelo.check.facts import game_facts
from zermelo.check.identity import Identity
from zermelo.check.keys import Keys
from zermelo.check.kinds import Check, Problem, problem_of
from zermelo.check.knowledge import Knowledge
from zermelo.check.long_games import lengths_of_games
from zermelo.check.moves import Moves
from zermelo.check.overflow import Overflow
from zermelo.check.players import Players
from zermelo.check.portability import Portability
from zermelo.check.position import Position
from zermelo.check.purity import Purity
from zermelo.check.report import FAULT, KINDS, NOTE, WARNING, Report
from zermelo.check.shrink import shrink
from zermelo.check.symmetry import Symmetry
from zermelo.check.utilities import Utilities
from zermelo.check.walks import Clock, Walks
from zermelo.core.game import Game

_END = object()
_GRACE = 0.3  # seconds
_SLOW = 200  # positions a second


@dataclass(frozen=True)
class CheckProgress:
    """How far a check is; given to `on_progress`. `share` goes from 0 to 1."""

    station: str
    share: float
    positions: int
    games: int
    findings: int
    seconds: float


class Inspection:
    """See the module. `run` returns the report; Ctrl-C ends the walks and what was found so far is reported."""

    def __init__(
        self,
        game: Game,
        root: Any,
        seed: int,
        games: int,
        seconds: float,
        compiled: bool | None,
        on_progress: Callable[[CheckProgress], None] | None,
    ):
        self.game, self.root, self.seed, self.games, self.seconds = game, root, seed, games, seconds
        self.compiled, self.on_progress = compiled, on_progress
        self.clock = Clock(seconds)
        self.watchdog = Watchdog(max(0.5, min(2.0, seconds / 4)))
        self.rules = Rules(game, self.watchdog)
        self.found: dict[tuple[int, str], tuple[Problem, Position]] = {}
        self.positions = 0
        self._told, self.stopped = 0.0, False

        self.purity, self.utilities, self.cycles = Purity(self.rules), Utilities(self.rules), Cycles(self.rules)
        self.keys, ending = Keys(self.rules), Ending(self.rules)
        ending.from_the_start = root is None
        self.overflow = Overflow(self.rules)
        self.evaluation = Evaluation(self.rules, self.utilities)
        self.knowledge = Knowledge(self.rules, self.utilities, root)
        self.checks: list[Check] = [
            self.purity,
            Identity(self.rules),
            ending,
            self.utilities,
            Players(self.rules),
            Moves(self.rules),
            self.keys,
            Symmetry(self.rules),
            self.evaluation,
            self.cycles,
            self.overflow,
            Portability(self.rules),
            self.knowledge,
        ]
        self.walks = Walks(self.rules, root, self.cycles, self.visit, self.tell)

    # ── the stations ─────────────────────────────────────────────────────────────────────────────

    def run(self, name: str) -> Report:
        report = Report(name)
        with self.watchdog:
            try:
                self._until(0.75, self._walk)
                self._until(0.95, self._together)
                self._until(1.1, self._shrink_all)
            except KeyboardInterrupt:
                self.stopped = True
            report.facts = self._facts()
        try:
            self._compare(report)
        except KeyboardInterrupt:
            self.stopped = True
        if self.stopped:
            report.skipped.setdefault(11, "stopped by Ctrl-C")
        with self.watchdog.again():
            drawn = [finding_of(self.rules, problem, position) for problem, position in self.found.values()]
        report.findings = [finding for finding in drawn if finding.severity != NOTE]
        report.notes = [finding for finding in drawn if finding.severity == NOTE]
        report.positions, report.games, report.seconds = self.positions, self.walks.games, self.clock.spent
        report.sort()
        return report

    def _until(self, share: float, station: Callable[[], None]) -> None:
        """One station, ended where its time is up: one position of slow rules may take longer than all of it."""
        self.watchdog.deadline = self.clock.begun + share * self.seconds + _GRACE
        try:
            station()
        except Broke as broke:  # without a first position there is nothing to walk
            self.tell(problem_of(broke), Position(self.rules, None))
        except OutOfTime:
            pass
        finally:
            self.watchdog.deadline = math.inf

    def _facts(self) -> dict[str, Any]:
        facts: dict[str, Any] = {}

        def ask() -> None:
            checks = self.utilities, self.evaluation, self.cycles
            game_facts(facts, self.walks, self.rules, *checks, self.seed, sound=not self._broken())

        spent = self.clock.spent / self.seconds
        self._until(max(1.2, spent) + 1 / self.seconds, ask)
        speed = facts.get("positions_per_second_plain", _SLOW)
        if speed < _SLOW:
            message = f"the rules are slow: {speed:,} positions a second, where a search looks at many thousands"
            remedy = "keep a state small, and work out in __init__ what is the same in every position"
            self.tell(Problem(12, "slow", "next_state", message, remedy, WARNING), Position(self.rules, None))
        return facts

    def _walk(self) -> None:
        """Breadth first, then random games; what time these leave goes to breadth first again."""
        breadth_first = self.walks.breadth_first()
        share = 0.27 if self.knowledge.hooks else 0.35
        self._go_on(breadth_first, share)
        chance, clock = random.Random(self.seed), Clock(self.seconds * share)
        for _ in self.walks.random_games(self.games, chance, clock):
            self.progress("random games", 2 * share)
        self._go_on(breadth_first, 2 * share)

    def _go_on(self, breadth_first: Iterator[None], share: float) -> None:
        while self.clock.spent < share * self.seconds and next(breadth_first, _END) is not _END:
            self.progress("breadth first", share)

    def _follow_long_games(self) -> None:
        if self.cycles.doubtful:
            first, clock = self.walks.start().state, Clock(min(1.0, 0.2 * self.seconds))
            self.cycles.lengths = lengths_of_games(self.rules, first, self.seed, clock) or []

    def _together(self) -> None:
        self._follow_long_games()
        # First what has a share of the time that is its own, and what the walks have left of theirs.
        self.knowledge.seconds = self.seconds * 0.7 - min(self.clock.spent, self.seconds * 0.55)
        for check in [self.knowledge, *self.checks[:-1]]:
            try:
                for problem, position in check.end():
                    self.tell(problem, position)
            except Broke as broke:
                self.tell(problem_of(broke), Position(self.rules, None))
            except Exception as error:
                self.tell(not_made(check, error), Position(self.rules, None))
            self.progress("together", 0.9)

    def _shrink_all(self) -> None:
        complete = self.walks.complete_plies
        for (number, kind), (_, position) in list(self.found.items()):
            if len(position.path) <= complete:
                continue
            check = self.checks[number - 1]
            latest: list[Problem] = []

            def shows(candidate: Position, check: Check = check, kind: str = kind, latest: list[Any] = latest) -> bool:
                problems = [*self._problems_at(check, candidate), *self._guarded(check, check.again(candidate))]
                found = next((problem for problem in problems if problem.kind == kind), None)
                latest[:] = [found] if found else latest
                return found is not None

            clock = Clock(min(0.5, max(0.15, self.seconds * 0.05)))
            shorter = shrink(self.rules, self.root, position, shows, clock)
            if shorter is not position and latest:
                self.found[number, kind] = (latest[0], shorter)
            self.progress("shrinking", 1.0)

    def _compare(self, report: Report) -> None:
        """Without the watchdog: its thread must not be there when the process is forked."""
        if self.compiled is False or self.stopped:
            return
        if self._broken() and self.compiled is None:
            report.skipped[11] = "first the faults in plain Python"
            return
        result = compare(
            self.rules,
            self.root,
            self.seed,
            min(2.0, max(0.5, self.seconds * 0.2)),
            self.compiled is True,
            lambda station: self.progress(station, 1.0),
        )
        if result.skipped:
            report.skipped[11] = result.skipped
        if result.refused:  # then nothing is ever cut to 64 bits
            self.found = {kind: kept for kind, kept in self.found.items() if kind[0] != 11}
        report.facts |= result.facts
        outside = any(kind.startswith("field") for _, kind in self.found)
        for problem, path in result.problems:
            if outside and problem.kind == "differs: next_state":
                continue  # the same, told with the user's line
            self.tell(problem, self._along(path))

    def _broken(self) -> bool:
        """Whether the rules have faults in plain Python."""
        return any(problem.severity == FAULT and problem.check != 11 for problem, _ in self.found.values())

    def _along(self, indices: tuple[int, ...]) -> Position:
        """The position after the branches with these indices, or as far as they lead."""
        position = Position(self.rules, None)
        try:
            position = self.walks.start()
            for index in indices:
                position = position.child(index)
        except (Broke, IndexError):
            pass  # rules that answer otherwise each time; told elsewhere
        return position

    # ── one position ─────────────────────────────────────────────────────────────────────────────

    def visit(self, position: Position) -> None:
        self.positions += 1
        for check in self.checks:
            for problem in self._problems_at(check, position):
                self.tell(problem, position)
        self.purity.remember(position)
        self.keys.remember(position)

    def _problems_at(self, check: Check, position: Position) -> Iterator[Problem]:
        """All that this check says about a position; a rule that breaks on the way is one more problem."""
        return self._guarded(check, check.at(position))

    def _guarded(self, check: Check, found: Iterator[Problem]) -> Iterator[Problem]:
        try:
            yield from found
        except Broke as broke:
            yield problem_of(broke)
        except Exception as error:
            yield not_made(check, error)

    def tell(self, problem: Problem, position: Position) -> None:
        """Keeps a problem, if it is the first of its kind or shows it after fewer moves."""
        if problem.kind.endswith(NOT_ASKED):
            return  # told when it was still asked
        kind = problem.check, problem.kind
        if kind not in self.found or len(position.path) < len(self.found[kind][1].path):
            self.found[kind] = problem, position

    # ── telling ──────────────────────────────────────────────────────────────────────────────────

    def progress(self, station: str, most: float) -> None:
        seconds = self.clock.spent
        if self.on_progress is not None and (seconds - self._told > 0.1 or self._told == 0.0):
            self._told = seconds
            share = min(most, seconds / self.seconds if self.seconds else 1.0)
            findings = sum(problem.severity != NOTE for problem, _ in self.found.values())
            self.on_progress(CheckProgress(station, share, self.positions, self.walks.games, findings, seconds))


def not_made(check: Check, error: Exception) -> Problem:
    """A check that stumbled, over values of a kind that nobody has thought of: told, and the others go on."""
    what = f"{type(error).__name__}: {error}"
    message = f"the check of {KINDS[check.number]} could not be made here: {what}"
    remedy = "look at what kinds of values the rules return; if they are usual ones, please report this"
    return Problem(
        check.number, f"not made: {type(error).__name__}", "check", message, remedy, WARNING, place_of(error)
    )
