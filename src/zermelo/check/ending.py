"""3 ending: `is_terminal`, `legal_moves` and `utility` agree about when the game is over."""

from __future__ import annotations

from collections.abc import Iterator

from zermelo.check.asking import Broke, Rules
from zermelo.check.kinds import Check, Problem, problem_of
from zermelo.check.position import Position
from zermelo.check.report import NOTE, WARNING, repr_of


class Ending(Check):
    number = 3

    def __init__(self, rules: Rules):
        super().__init__(rules)
        self._moves_after_the_end: Position | None = None
        self._early: list[tuple[Position, tuple[float, ...]]] = []
        self._asked_early = 0
        self._results: set[float] = set()

    def at(self, position: Position) -> Iterator[Problem]:
        yield from self._plain_answer(position)
        if position.terminal:
            yield from self._has_result(position)
            self._look_for_moves(position)
            return
        if self._is_chance(position):
            if not position.outcomes:
                yield self.problem(
                    "no outcome",
                    "chance_outcomes",
                    "there is no outcome in a chance state, but is_terminal says that the game is not over",
                    "give at least one outcome, or end the game",
                )
            return
        if not position.moves:
            yield self.problem(
                "no move",
                "legal_moves",
                "there is no legal move, but is_terminal says that the game is not over",
                "a player who cannot move passes (a move of its own), or the game has ended: a draw is over too",
            )
        self._look_for_results(position)

    def _is_chance(self, position: Position) -> bool:
        """A dead end often has no player either, and that is not what is wrong with it."""
        try:
            return position.is_chance
        except Broke:
            return False

    def _plain_answer(self, position: Position) -> Iterator[Problem]:
        answer = self.rules.ask("is_terminal", position.state)
        if answer not in (True, False) and answer is not None:
            yield self.problem(
                "no bool",
                "is_terminal",
                f"is_terminal returned {repr_of(answer, 60)}, which counts as {'over' if answer else 'not over'}",
                "return True or False: a result belongs in utility, where a draw (0) does not look like 'not over'",
                WARNING,
            )

    def _has_result(self, position: Position) -> Iterator[Problem]:
        for player in range(self.rules.game.num_players):
            try:
                value = self.rules.number("utility", position.state, player)
            except Broke as broke:
                yield problem_of(broke)
                return
            if player == 0 and isinstance(value, (int, float)):
                self._results.add(value)

    # ── what is only suspicious ──────────────────────────────────────────────────────────────────

    def _look_for_moves(self, position: Position) -> None:
        if self._moves_after_the_end is None or len(position.path) < len(self._moves_after_the_end.path):
            try:
                if self.rules.list_of("legal_moves", position.state):
                    self._moves_after_the_end = position
            except Broke:
                pass  # nobody asks for moves after the end

    def _look_for_results(self, position: Position) -> None:
        """A result in a game that is not over: a running score, or a win that is_terminal does not see."""
        if len(self._early) >= 1000:
            return
        self._asked_early += 1
        try:
            value = self.rules.number("utility", position.state, 0)
            if value != 0:
                children = [self.rules.number("utility", child.state, 0) for child in position.some_children()]
                self._early.append((position, (value, *children)))
        except Broke:
            pass  # utility need not answer here

    def end(self) -> Iterator[tuple[Problem, Position]]:
        if self._moves_after_the_end is not None:
            note = self.problem(
                "moves after the end",
                "legal_moves",
                "legal_moves lists moves after the end of the game; no search asks for them",
                "",
                NOTE,
            )
            yield note, self._moves_after_the_end
        # Most positions have no result yet, this one has the best there is, and no move takes it away.
        if len(self._early) * 2 > self._asked_early or not self._results:
            return
        for position, values in self._early:
            if (
                position.path
                and len(set(values)) == 1
                and len(values) > 1
                and abs(values[0]) >= max(map(abs, self._results))
            ):
                warning = self.problem(
                    "won and not over",
                    "is_terminal",
                    f"utility already gives {values[0]} for player 0, and whatever is played next leaves it so, "
                    "but is_terminal says that the game is not over",
                    "let is_terminal see a win as soon as it is there",
                    WARNING,
                )
                yield warning, position
                return
