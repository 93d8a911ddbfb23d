"""A first look at a game: how large it seems, whether lines come back, what its results are.

Breadth first counts a small game; random lines see a large one (D. Knuth, Estimating the efficiency of backtrack
programs, 1975). They tell the number of lines of play; divided by how many orders of the same moves lead to a position,
which is tried by exchanging two moves, that is a number of positions. It is rough: `factor` says how far it may be off.
"""

from __future__ import annotations

import math
import random
import statistics
import time
from dataclasses import dataclass, field
from typing import Any

from zermelo.core.game import Game, identity_of, moves_of
from zermelo.solve.interval import Pair, pair_of

COUNTED = 3000
"""Positions that are counted one by one before lines are sampled."""

LINES, LONGEST = 300, 400
SECONDS = 0.25


@dataclass
class Survey:
    """`positions` is their number if all were counted; else `estimate` and the factor of its uncertainty.

    `branching` and `spread` are mean and standard deviation of the number of moves, `lines` the number of lines of
    play as a power of ten, `cyclic` whether one was seen that comes back to a position or does not end.
    """

    positions: int | None = None
    estimate: float | None = None
    factor: float = 1.0
    cyclic: bool = False
    branching: float = 0.0
    spread: float = 0.0
    lines: float = 0.0
    longest: int = 0  # plies of the longest line that was sampled
    results: set[Pair] = field(default_factory=set)

    @property
    def only_wins(self) -> bool:
        """Whether no result was seen but wins, draws and losses of one kind each."""
        return len(self.results) == len({outcome for outcome, _ in self.results})

    def remaining(self, done: int) -> tuple[float, float] | None:
        """Between how many more positions a search may have to visit: the smallest tree that can prove a value, with
        every answer kept, and all lines or positions. None if the game has cycles or no idea was gained.
        """
        if self.positions is not None:
            return 0.0, float(max(0, self.positions - done))
        if self.estimate is None or self.cyclic:
            return None
        least = min(10 ** min(self.lines / 2, 300), self.estimate / self.factor)
        return max(0.0, least - done), max(0.0, self.estimate * self.factor - done)


def survey(game: Game, root: Any, *, seed: int = 1, seconds: float = SECONDS) -> Survey:
    """Looks at the game from this state for at most about `seconds`, always in the same way."""
    ends = time.perf_counter() + seconds
    found = Survey()
    if game.is_terminal(root):
        found.positions = 1
        return found
    if _count_all(game, root, found, ends):
        return found
    _sample(game, root, found, random.Random(seed), max(ends, time.perf_counter() + seconds / 2))
    return found


def _count_all(game: Game, root: Any, found: Survey, ends: float) -> bool:
    """Counts the positions if they are few, and finds out whether one can come back."""
    numbers, states = {identity_of(game, root): 0}, [root]
    successors: list[list[int]] = []
    finished = 0
    for state in states:  # it grows while it is read
        if len(states) + finished > COUNTED or time.perf_counter() > ends:
            return False
        own: list[int] = []
        for move in moves_of(game, state):
            after = game.next_state(state, move)
            if game.is_terminal(after):
                finished += 1  # a finished position that is met twice counts twice: this is a size, not a count
                found.results.add(pair_of(game, after))
                continue
            who = identity_of(game, after)
            if who not in numbers:
                numbers[who] = len(states)
                states.append(after)
            own.append(numbers[who])
        successors.append(own)
    found.positions = len(states) + finished
    found.cyclic = _has_cycle(successors)
    return True


def _has_cycle(successors: list[list[int]]) -> bool:
    """Whether positions are left when those that nothing leads to are taken away, again and again."""
    ways_in = [0] * len(successors)
    for own in successors:
        for number in own:
            ways_in[number] += 1
    free = [number for number, count in enumerate(ways_in) if not count]
    taken = 0
    while free:
        taken += 1
        for number in successors[free.pop()]:
            ways_in[number] -= 1
            if not ways_in[number]:
                free.append(number)
    return taken < len(successors)


def _sample(game: Game, root: Any, found: Survey, chance: random.Random, ends: float) -> None:
    """Random lines: how many moves there are at each ply, and how often an earlier move could have come last."""
    branches: list[list[int]] = []
    tried = exchanged = 0
    for _ in range(LINES):
        if time.perf_counter() > ends:
            break
        state, states, moves, seen = root, [root], [], set()
        while not game.is_terminal(state):
            who = identity_of(game, state)
            if who in seen or len(moves) >= LONGEST:
                found.cyclic = True
                break
            seen.add(who)
            if len(branches) <= len(moves):
                branches.append([])
            choices = moves_of(game, state)
            branches[len(moves)].append(len(choices))
            moves.append(chance.choice(choices))
            state = game.next_state(state, moves[-1])
            states.append(state)
        else:
            found.results.add(pair_of(game, state))
        for _ in range(2):
            outcome = _can_exchange(game, states, moves, chance)
            if outcome is not None:
                tried, exchanged = tried + 1, exchanged + outcome
    found.longest = len(branches)
    counts = [count for own in branches for count in own]
    if not counts:
        return
    found.branching, found.spread = statistics.fmean(counts), statistics.pstdev(counts)
    share = exchanged / tried if tried else 0.0
    first, reached, lines, totals = len(branches[0]), 1.0, 1.0, [0.0, 0.0]
    sizes = [1.0, 1.0]
    for ply, own in enumerate(branches):
        reached = len(own) / first
        for kind, part in enumerate((share, 1.0)):
            totals[kind] += sizes[kind] * reached
            sizes[kind] = min(sizes[kind] * statistics.fmean(own) / (1 + part * (ply // 2)), 1e300)
        lines = min(lines * statistics.fmean(own), 1e300)
    found.lines, found.estimate = math.log10(max(lines, 1.0)), totals[0]
    found.factor = max(10.0, math.sqrt(totals[0] / totals[1]))


def _can_exchange(game: Game, states: list[Any], moves: list[Any], chance: random.Random) -> bool | None:
    """Whether two moves of the same player, made the other way round, lead to the same position; None: not tried."""
    if len(moves) < 3:
        return None
    last = chance.randrange(2, len(moves))
    one = chance.randrange(last % 2, last, 2)
    if game.is_terminal(states[last + 1]) or moves[one] == moves[last]:
        return None
    state, order = states[one], [moves[last], *moves[one + 1 : last], moves[one]]
    for move in order:
        if game.is_terminal(state) or move not in moves_of(game, state):
            return False
        state = game.next_state(state, move)
    return not game.is_terminal(state) and identity_of(game, state) == identity_of(game, states[last + 1])
