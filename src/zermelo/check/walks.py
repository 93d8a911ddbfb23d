"""Two ways through a game: breadth first from the start, and random games to the end.

Breadth first comes first: what it finds, it finds after the fewest moves that are possible.
"""

from __future__ import annotations

import random
import time
from collections import deque
from collections.abc import Callable, Iterator
from typing import Any

from zermelo.check.asking import Broke, Rules
from zermelo.check.cycles import Cycles
from zermelo.check.kinds import Problem, problem_of
from zermelo.check.position import Position, start

MOST_POSITIONS = 25_000
MOST_PLIES = 1_500
"""A random game that is longer is taken to be one that may never end."""

LONG = 200
"""So is one of this length when the time is up and not a single game has ended."""


class Clock:
    """Time that may still be used."""

    def __init__(self, seconds: float):
        self.begun = time.monotonic()
        self.ends = self.begun + seconds

    @property
    def spent(self) -> float:
        return time.monotonic() - self.begun

    @property
    def out(self) -> bool:
        return time.monotonic() >= self.ends


class Walks:
    """Walks through the game; `visit` is called once for every position that is new.

    `tell` takes the problem of a rule that broke, and the position after which it broke.
    """

    def __init__(
        self,
        rules: Rules,
        root: Any,
        cycles: Cycles,
        visit: Callable[[Position], None],
        tell: Callable[[Problem, Position], None],
    ):
        self.rules, self.root, self.cycles, self.visit, self.tell = rules, root, cycles, visit, tell
        self.visited: set[Any] = set()
        self.ply_of: dict[Any, int] = {}  # what breadth first has met, and after how many moves
        self.layers: list[int] = []  # distinct positions first met at each ply
        self.waiting: deque[Position] = deque()
        self.exhausted = False
        self.games = 0
        self.plies_of_games: list[int] = []
        self.branching: list[int] = []
        self.probes: list[float] = []  # positions of the tree, as each random game estimates it (Knuth 1975)

    def start(self) -> Position:
        return start(self.rules, self.root)

    # ── breadth first ────────────────────────────────────────────────────────────────────────────

    def breadth_first(self) -> Iterator[None]:
        """Yields after each position, so that the caller can show progress, or go on later."""
        first = self.start()
        self.ply_of[first.snapshot] = 0
        self.layers.append(1)
        self.waiting.append(first)
        while self.waiting and len(self.ply_of) < MOST_POSITIONS:
            position = self.waiting.popleft()
            self._visit_new(position)
            for child in self._children(position):
                ply = len(child.path)
                known = self.ply_of.get(child.snapshot)
                if known is None:
                    self.ply_of[child.snapshot] = ply
                    self.layers += [0] * (ply + 1 - len(self.layers))
                    self.layers[ply] += 1
                    self.waiting.append(child)
                elif known < ply:
                    self.cycles.back(position, Position(self.rules, child.state, child.path[:known]))
            yield
        self.exhausted = not self.waiting

    @property
    def complete_plies(self) -> int:
        """Up to this ply every position has been met by breadth first."""
        return len(self.waiting[0].path) if self.waiting else len(self.layers)

    def _visit_new(self, position: Position) -> bool:
        if position.snapshot in self.visited:
            return False
        self.visited.add(position.snapshot)
        self.visit(position)
        return True

    def _children(self, position: Position) -> Iterator[Position]:
        try:
            branches = position.branches
        except Broke as broke:
            self.tell(problem_of(broke), position)
            return
        for move in branches:
            try:
                child = position.after(move)
                _ = child.snapshot
            except Broke as broke:
                self.tell(problem_of(broke), position)
                continue
            yield child

    # ── random games ─────────────────────────────────────────────────────────────────────────────

    def random_games(self, games: int, chance: random.Random, clock: Clock) -> Iterator[None]:
        while self.games < games and not clock.out:
            yield from self._random_game(chance, clock)
            self.games += 1

    def _random_game(self, chance: random.Random, clock: Clock) -> Iterator[None]:
        position, path = self.start(), {}
        probe, product = 1.0, 1.0
        while not clock.out:
            if self._visit_new(position):
                yield
            try:
                if position.terminal:
                    self.plies_of_games.append(len(position.path))
                    self.probes.append(probe)
                    return
                branches = position.branches
                if not branches:
                    return  # told by the check of endings
                if not position.is_chance:
                    self.branching.append(len(branches))
                path[position.snapshot] = position
                child = self._choose(position, branches, chance)
            except Broke as broke:
                self.tell(problem_of(broke), position)
                return
            product *= len(branches)
            probe += product
            earlier = path.get(child.snapshot)
            if earlier is not None:
                self.cycles.repeated(earlier, list(child.path[len(earlier.path) :]))
                if self.cycles.declared is not None:
                    return
            if len(child.path) > MOST_PLIES:
                self.cycles.too_long(child)
                return
            position = child
        if len(position.path) > LONG and not self.plies_of_games:
            self.cycles.too_long(position)

    def _choose(self, position: Position, branches: list[Any], chance: random.Random) -> Position:
        if not position.is_chance:
            return position.after(chance.choice(branches))
        try:
            weights = [max(0.0, float(weight)) for _, weight in position.outcomes]
            return position.after(chance.choices(branches, weights)[0])
        except (TypeError, ValueError):
            return position.after(chance.choice(branches))
