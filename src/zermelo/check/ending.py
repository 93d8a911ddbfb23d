"""3 ending: `is_terminal`, `legal_moves` and `utility` agree about when the game is over."""

from __future__ import annotations

from collections.abc import Iterator

from zermelo.check.asking import Broke, Rules
from zermelo.check.kinds import Check, Problem, problem_of
from zermelo.check.position import Position
from zermelo.check.report import NOTE, WARNING, repr_of


class Ending(Check):
    number = 3
    from_the_start = True  # and not from a state of the caller's

    def __init__(self, rules: Rules):
        super().__init__(rules)
        self._moves_after_the_end: Position | None = None
        self._early: list[tuple[Position, tuple[float, ...]]] = []
        self._asked_early = 0
        self._results: set[float] = set()

    def at(self, position: Position) -> Iterator[Problem]:
        yield from self._plain_answer(position)
        if position.terminal and not position.path and self.from_the_start:
            yield self.problem(
                "over at once",
                "is_terminal",
                "the game is over before the first move",
                "look at initial_state and is_terminal, or give the game what it needs to begin (sizes, piles, cards)",
                WARNING,
            )
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
        values = self._early_results(position)
        if values:
            self._early.append((position, values))

    def _early_results(self, position: Position) -> tuple[float, ...]:
        """The result of a game that is not over, if it is not 0, and the results after each move."""
        try:
            value = self.rules.number("utility", position.state, 0)
            if value == 0:
                return ()
            return (value, *(self.rules.number("utility", child.state, 0) for child in position.some_children()))
        except Broke:
            return ()  # utility need not answer here

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
        if len(self._early) * 2 > self._asked_early:
            return  # most positions have a result: a running score
        for position, values in sorted(self._early, key=lambda early: len(early[0].path)):
            if self._is_won(position, values):
                yield self._won_and_not_over(values[0]), position
                return

    def _is_won(self, position: Position, values: tuple[float, ...]) -> bool:
        """The position has the best result there is, and no move takes it away."""
        if not position.path or len(values) < 2 or len(set(values)) > 1 or not self._results:
            return False
        return abs(values[0]) >= max(map(abs, self._results))

    def _won_and_not_over(self, value: float) -> Problem:
        return self.problem(
            "won and not over",
            "is_terminal",
            f"utility already gives {value} for player 0, and whatever is played next leaves it so, "
            "but is_terminal says that the game is not over",
            "let is_terminal see a win as soon as it is there",
            WARNING,
        )

    def again(self, position: Position) -> Iterator[Problem]:
        if not position.terminal:
            values = self._early_results(position)
            if values and self._is_won(position, values):
                yield self._won_and_not_over(values[0])
