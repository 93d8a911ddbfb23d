"""10 cycles: whether positions come back, and whether the game says what that means."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Any

from zermelo.check.asking import Broke, Rules
from zermelo.check.kinds import Check, Problem
from zermelo.check.position import Position
from zermelo.check.report import NOTE, WARNING
from zermelo.core.repetition import KINDS

_NODES_A_CYCLE = 200
_CANDIDATES = 12


class Cycles(Check):
    """Told by the walks: `back` of a move to a position met before, `too_long` of a game that did not end."""

    number = 10

    def __init__(self, rules: Rules):
        super().__init__(rules)
        self._back: list[tuple[Position, Position]] = []
        self._shortest: tuple[Position, list[Any]] | None = None
        self._too_long: Position | None = None
        self.lengths: list[int] = []  # of games that were longer than the walks are, and ended

    @property
    def declared(self) -> str | None:
        return self.rules.game.repetition

    def at(self, position: Position) -> Iterator[Problem]:
        if not position.path and self.declared is not None and self.declared not in KINDS:
            yield self.problem(
                "unknown word",
                "repetition",
                f"repetition = {self.declared!r} is not known",
                "use 'draw', 'loss', 'forbidden' or None",
            )

    def back(self, position: Position, target: Position) -> None:
        """A move from `position` leads to `target`, which is no deeper: perhaps a cycle."""
        if len(self._back) < 5000:
            self._back.append((position, target))

    def repeated(self, first: Position, moves: list[Any]) -> None:
        """A game that was played came back to `first` after these moves."""
        if self._shortest is None or (len(moves), len(first.path)) < (
            len(self._shortest[1]),
            len(self._shortest[0].path),
        ):
            self._shortest = first, moves

    def too_long(self, position: Position) -> None:
        self._too_long = position

    @property
    def doubtful(self) -> bool:
        """Whether a game was long and nothing has come back: it may end, or go on for ever."""
        return self._too_long is not None and self._shortest is None

    @property
    def length(self) -> int | None:
        """Plies of the shortest cycle that was found."""
        return len(self._shortest[1]) if self._shortest else None

    def end(self) -> Iterator[tuple[Problem, Position]]:
        self._back.sort(key=lambda pair: len(pair[1].path))
        for _, target in self._back[:_CANDIDATES]:
            self._look_for_a_way_back(target)
        if self._shortest is not None and self.declared is None:
            for _ in range(3):  # from the positions of a long cycle there may be a shorter one
                before = len(self._shortest[1])
                self._look_for_a_way_back(self._shortest[0])
                if len(self._shortest[1]) == before:
                    break
        if self._shortest is not None:
            yield self._found(self._shortest[1]), self._shortest[0]
        elif self._too_long is not None and not self.lengths:
            yield self._endless(self._too_long), self._too_long

    def _look_for_a_way_back(self, target: Position) -> None:
        """Breadth first from a position back to itself."""
        waiting: deque[tuple[Any, tuple[Any, ...]]] = deque([(target.state, ())])
        met: set[Any] = set()
        limit = self.length or 10_000
        while waiting and len(met) < _NODES_A_CYCLE:
            state, moves = waiting.popleft()
            if len(moves) + 1 > limit:
                return
            at = Position(self.rules, state)
            try:
                for index, move in enumerate(at.branches):
                    child = at.child(index)
                    if child.snapshot == target.snapshot:
                        self.repeated(target, [*moves, move])
                        return
                    if child.snapshot not in met:
                        met.add(child.snapshot)
                        waiting.append((child.state, (*moves, move)))
            except Broke:
                return

    def _found(self, moves: list[Any]) -> Problem:
        try:
            line = " ".join(str(self.rules.ask("format_move", move)) for move in moves)
        except Broke:
            line = repr(moves)
        cycle = f"from here the {len(moves)} move{'s' * (len(moves) > 1)} {line} lead back to the same position"
        if self.declared is not None:
            return self.problem("cycle", "repetition", f"{cycle}; the game calls that: {self.declared}", "", NOTE)
        return self.problem(
            "cycle",
            "repetition",
            f"the game may never end: {cycle}, and the game does not say what that means",
            "set repetition = 'draw', 'loss' or 'forbidden' in the class, or count the plies in the state and end the "
            "game at a limit",
            WARNING,
        )

    def _endless(self, position: Position) -> Problem:
        plies = len(position.path)
        if self.declared is not None:
            message = f"a random game was not over after {plies:,} moves"
            return self.problem("long", "is_terminal", message, "", NOTE)
        return self.problem(
            "long",
            "is_terminal",
            f"the game may never end: a random game was not over after {plies:,} moves, and no position came back",
            "make sure that every line of play comes to an end, for example at a limit of plies",
            WARNING,
        )
