"""1 purity: a rule changes nothing, and gives the same answer whenever it is asked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from zermelo.check.asking import Broke, Rules
from zermelo.check.frozen import difference, is_plain, private_copy, snapshot
from zermelo.check.kinds import Check, Problem
from zermelo.check.position import Position
from zermelo.check.report import repr_of

_KEPT = 300  # positions that are asked again later
_READERS = ("current_player", "is_terminal", "legal_moves", "chance_outcomes", "key", "symmetries", "noisy_moves")
_READERS_FOR_A_PLAYER = ("utility", "evaluate")


class Purity(Check):
    number = 1

    def __init__(self, rules: Rules):
        super().__init__(rules)
        self._attributes = {name: snapshot(value) for name, value in vars(rules.game).items()}
        self._changed: set[str] = set()
        self._first_answers: list[tuple[Position, Any]] = []
        self._stride = 1
        self._seen = 0

    def at(self, position: Position) -> Iterator[Problem]:
        if not position.path:
            yield from self._same_start()
        if not is_plain(position.state):
            yield from self._readers_change_nothing(position)
        if position.terminal:
            return
        for move in position.some_branches:
            yield from self._move_changes_nothing(position, move)
            yield from self._same_move_same_state(position, move)

    def _same_start(self) -> Iterator[Problem]:
        one, other = self.rules.ask("initial_state"), self.rules.ask("initial_state")
        found = difference(one, other)
        if found:
            yield self.problem(
                "start differs",
                "initial_state",
                f"initial_state gives a different state when it is called again: {found}",
                "build a new state at each call; chance belongs in a chance state, not in the rules",
            )

    def _readers_change_nothing(self, position: Position) -> Iterator[Problem]:
        hooks: list[tuple[str, tuple[Any, ...]]] = [(hook, ()) for hook in _READERS if self.rules.has(hook)]
        hooks += [(hook, (0,)) for hook in _READERS_FOR_A_PLAYER if self.rules.has(hook)]
        for hook, more in hooks:
            if (hook == "utility") != position.terminal and hook in ("utility", "evaluate", "noisy_moves"):
                continue
            if (hook == "chance_outcomes") != position.is_chance and hook in ("chance_outcomes", "legal_moves"):
                continue
            state, before = private_copy(position.state), private_copy(position.state)
            listed = hook in ("legal_moves", "chance_outcomes", "symmetries", "noisy_moves")
            try:
                (self.rules.list_of_raw if listed else self.rules.ask_raw)(hook, state, *more)
            except Broke:
                continue  # told by the check that this rule belongs to
            found = difference(before, state)
            if found:
                yield self.problem(
                    f"{hook} changes",
                    hook,
                    f"{hook} changes the state it is given: {found}",
                    "work on a copy, or better: make states that cannot change (a NamedTuple of numbers and tuples)",
                )

    def _move_changes_nothing(self, position: Position, move: Any) -> Iterator[Problem]:
        if is_plain(position.state):
            return
        state, before = private_copy(position.state), private_copy(position.state)
        if state is position.state:
            before = None  # cannot be copied; the snapshot still tells
        frozen = snapshot(state)
        after = self.rules.ask_raw("next_state", state, move)
        if snapshot(state) != frozen and (before is None or difference(before, state)):
            what = difference(before, state) if before is not None else "its content is another one"
            returned = " and returns it" if after is state else ""
            yield self.problem(
                "next_state changes",
                "next_state",
                f"next_state changes the state it is given{returned}; with move {repr_of(move, 60)}: {what}",
                "copy first and change the copy, also lists inside of lists; or make states that cannot change "
                "(a NamedTuple of numbers and tuples)",
            )
            return
        if after is None or after is state:
            return
        yield from self._no_shared_parts(state, after, move)

    def _no_shared_parts(self, state: Any, after: Any, move: Any) -> Iterator[Problem]:
        """A move on from the new state must not be felt in the old one."""
        frozen = snapshot(state)
        later = Position(self.rules, after)
        try:
            if later.terminal or not later.branches:
                return
            self.rules.ask_raw("next_state", after, later.branches[0])
        except Broke:
            return
        if snapshot(state) != frozen:
            yield self.problem(
                "states share",
                "next_state",
                f"the state after move {repr_of(move, 60)} shares a part with the state before: "
                "the next move changes both",
                "copy lists inside of lists too (copy.deepcopy), or make states that cannot change",
            )

    def _same_move_same_state(self, position: Position, move: Any) -> Iterator[Problem]:
        one, other = self.rules.next(position.state, move), self.rules.next(position.state, move)
        if snapshot(one) != snapshot(other):
            found = difference(one, other)
            if found:
                yield self.problem(
                    "next_state differs",
                    "next_state",
                    f"next_state with move {repr_of(move, 60)} gives a different state when it is called again: "
                    f"{found}",
                    "nothing but the state may decide; what the game object remembers belongs in the state, "
                    "and dice belong in a chance state (current_player = CHANCE, chance_outcomes)",
                )

    # ── asked again later ────────────────────────────────────────────────────────────────────────

    def remember(self, position: Position) -> None:
        """Keeps what the rules say now, for an even choice of all positions that come by."""
        self._seen += 1
        if self._seen % self._stride == 0:
            self._first_answers.append((position, self._answers(position)))
            self._look_at_the_game_object()
            if len(self._first_answers) > _KEPT:
                self._first_answers = self._first_answers[::2]
                self._stride *= 2

    def _look_at_the_game_object(self) -> None:
        for name, value in vars(self.rules.game).items():
            if name not in self._changed and self._attributes.get(name, "") != snapshot(value):
                self._changed.add(name)

    def _answers(self, position: Position) -> dict[str, Any]:
        state, answers = position.state, {}
        terminal = False
        for hook in ("is_terminal", "current_player", "legal_moves", "utility", "key", "evaluate"):
            if not self.rules.has(hook) or (terminal and hook in ("current_player", "legal_moves", "evaluate")):
                continue
            if hook == "utility" and not terminal:
                continue
            try:
                if hook == "legal_moves":
                    answer = [] if answers.get("current_player") == -1 else self.rules.list_of(hook, state)
                elif hook in ("utility", "evaluate"):
                    answer = self.rules.ask(hook, state, 0)
                else:
                    answer = self.rules.ask(hook, state)
            except Broke as broke:
                answer = broke.kind
            answers[hook] = snapshot(answer)
            terminal = terminal or (hook == "is_terminal" and answer is True)
        return answers

    def end(self) -> Iterator[tuple[Problem, Position]]:
        """The same questions as before, now backwards: a rule that leans on earlier calls answers otherwise."""
        told = set()
        for position, before in sorted(self._first_answers, key=lambda kept: -len(kept[0].path)):
            now = self._answers(position)
            for hook, answer in before.items():
                if now.get(hook) != answer and hook not in told:
                    told.add(hook)
                    yield self._depends(hook, answer, now.get(hook)), position

    def _depends(self, hook: str, before: Any, now: Any) -> Problem:
        self._look_at_the_game_object()
        held = f"; self.{', self.'.join(sorted(self._changed))} changed meanwhile" if self._changed else ""
        return self.problem(
            f"{hook} depends",
            hook,
            f"{hook} answers otherwise when it is asked again later: {repr_of(before, 80)}, "
            f"then {repr_of(now, 80)}{held}",
            "nothing but the state may decide: keep no position, turn or random numbers in the game object",
        )
