"""8 symmetry: symmetric states play alike, and the hooks for ordering speak of legal moves only."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from zermelo.check.asking import Rules
from zermelo.check.frozen import snapshot
from zermelo.check.kinds import Check, Problem
from zermelo.check.position import Position
from zermelo.check.proof import Prover, contradict
from zermelo.check.report import WARNING, repr_of

_REMEDY = "give only states in which everything is the same up to turning or mirroring, and the same player is to move"


class Symmetry(Check):
    number = 8

    def __init__(self, rules: Rules):
        super().__init__(rules)
        self._prover = Prover(rules, 60)
        self._proofs = 0

    def at(self, position: Position) -> Iterator[Problem]:
        if self.rules.has("symmetries"):
            for image in self.rules.list_of("symmetries", position.state)[:16]:
                if snapshot(image) != position.snapshot:
                    problem = self._unlike(position, Position(self.rules, image))
                    if problem:
                        yield problem
                        break
        if position.terminal or position.is_chance:
            return
        if self.rules.has("noisy_moves"):
            yield from self._noisy_moves_are_legal(position)
        if self.rules.has("order_moves"):
            yield from self._promises_are_whole(position)
        if self.rules.has("null_move"):
            yield from self._pass_changes_sides(position)

    # ── symmetries ───────────────────────────────────────────────────────────────────────────────

    def _unlike(self, position: Position, image: Position) -> Problem | None:
        if image.terminal != position.terminal:
            which = "over" if image.terminal else "not over"
            return self._problem("end", image, f"in it the game is {which}, unlike here")
        if position.terminal:
            for player in range(self.rules.game.num_players):
                here, there = (self.rules.number("utility", at.state, player) for at in (position, image))
                if here != there:
                    return self._problem(
                        "utility", image, f"utility of player {player} is {here} here and {there} there"
                    )
            return None
        if image.player != position.player:
            return self._problem("player", image, f"player {position.player} is to move here and {image.player} there")
        if len(image.branches) != len(position.branches):
            counts = f"{len(position.branches)} moves here and {len(image.branches)} there"
            return self._problem("moves", image, f"there are {counts}")
        return self._moves_unlike(position, image) or self._values_unlike(position, image)

    def _moves_unlike(self, position: Position, image: Position) -> Problem | None:
        """Every move of the image must lead to an image of what some move leads to here."""
        if len(position.branches) > 24:
            return None
        orbits = set()
        for child in position.some_children():
            orbits |= self._orbit(child.state)
        for child in image.some_children():
            if not self._orbit(child.state) & orbits:
                move = repr_of(child.path[-1], 40)
                return self._problem(
                    "moves", image, f"move {move} there leads to a position that no move here leads to"
                )
        return None

    def _orbit(self, state: Any) -> set[Any]:
        return {snapshot(state), *map(snapshot, self.rules.list_of("symmetries", state))}

    def _values_unlike(self, position: Position, image: Position) -> Problem | None:
        if self.rules.has("evaluate"):
            here, there = (self.rules.number("evaluate", at.state, 0) for at in (position, image))
            if abs(here - there) > 1e-9 * max(1, abs(here)):
                found = self._problem("evaluate", image, f"evaluate gives {here} here and {there} there")
                return found._replace(severity=WARNING)
        if self._proofs < 200:
            self._proofs += 1
            here, there = self._prover.bounds(position.state), self._prover.bounds(image.state)
            if contradict(here, there):
                return self._problem(
                    "value", image, f"the value is proved to be {here[0]:g} here and {there[0]:g} there"
                )
        return None

    def _problem(self, kind: str, image: Position, what: str) -> Problem:
        message = f"symmetries gives {repr_of(image.state, 200)}, but {what}"
        return self.problem(f"symmetry: {kind}", "symmetries", message, _REMEDY)

    # ── ordering, noise, passing ─────────────────────────────────────────────────────────────────

    def _noisy_moves_are_legal(self, position: Position) -> Iterator[Problem]:
        legal = [snapshot(move) for move in position.moves]
        noisy = self.rules.list_of("noisy_moves", position.state)
        for move in noisy:
            if snapshot(move) not in legal:
                yield self.problem(
                    "noisy not legal",
                    "noisy_moves",
                    f"noisy_moves lists {repr_of(move, 60)}, which is not among the legal moves",
                    "list some of the legal moves, never others",
                )
                return
        if len({snapshot(move) for move in noisy}) < len(noisy):
            yield self.problem("noisy twice", "noisy_moves", "noisy_moves lists a move twice", "list it once", WARNING)

    def _promises_are_whole(self, position: Position) -> Iterator[Problem]:
        for move in position.moves:
            promise = self.rules.number("order_moves", position.state, move)
            if isinstance(promise, float):  # a search packs it into one word with the number of the move
                yield self.problem(
                    "promise not whole",
                    "order_moves",
                    f"order_moves returned {promise} for the move {repr_of(move, 60)}",
                    "return a whole number, higher for a more promising move: int(…)",
                )
                return

    def _pass_changes_sides(self, position: Position) -> Iterator[Problem]:
        state = self.rules.ask("null_move", position.state)
        if snapshot(state) == position.snapshot:
            return
        if state is None:
            yield self.problem(
                "null_move none",
                "null_move",
                "null_move returned None",
                "return the state itself where passing would prove nothing",
            )
            return
        passed = Position(self.rules, state)
        if not passed.terminal and passed.player == position.player:
            yield self.problem(
                "null_move same player",
                "null_move",
                f"after null_move player {passed.player} is still to move",
                "let the other player move, or return the state itself where passing would prove nothing",
            )
        elif not passed.terminal and not passed.branches:
            yield self.problem(
                "null_move no moves",
                "null_move",
                "null_move leads to a state that is not over and has no move",
                "return the state itself where passing would prove nothing",
            )
