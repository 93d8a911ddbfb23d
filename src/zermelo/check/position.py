"""A position that was reached by play, and all that the rules say about it, asked once.

path       the moves from the start
branches   what can happen next: the legal moves, or the outcomes of a chance state
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

from zermelo.check.asking import Broke, Rules
from zermelo.check.frozen import snapshot
from zermelo.check.report import repr_of
from zermelo.core.game import CHANCE

_MOST_BRANCHES = 24  # a position with more moves is checked on this many of them, evenly spread


class Position:
    """A state with the path that led to it. Every property may raise `Broke`."""

    def __init__(self, rules: Rules, state: Any, path: tuple[Any, ...] = ()):
        self.rules, self.state, self.path = rules, state, path

    @cached_property
    def snapshot(self) -> Any:
        return snapshot(self.state)

    @cached_property
    def terminal(self) -> bool:
        return self.rules.terminal(self.state)

    @cached_property
    def player(self) -> int:
        return self.rules.ask("current_player", self.state)

    @property
    def is_chance(self) -> bool:
        return isinstance(self.player, int) and self.player == CHANCE

    @cached_property
    def moves(self) -> list[Any]:
        return self.rules.list_of("legal_moves", self.state)

    @cached_property
    def outcomes(self) -> list[tuple[Any, float]]:
        """Pairs (outcome, probability); a `Broke` if they are not pairs."""
        if not self.rules.has("chance_outcomes"):
            raise Broke(
                "current_player",
                "no outcomes",
                "current_player returned CHANCE (-1), but the game has no chance_outcomes",
                "write chance_outcomes(self, state), or number the players from 0",
                self.rules.place("current_player"),
            )
        pairs = self.rules.list_of("chance_outcomes", self.state)
        for pair in pairs:
            if not isinstance(pair, (tuple, list)) or len(pair) != 2:
                message = f"chance_outcomes gave {repr_of(pair, 60)}, which is not a pair"
                remedy = "give pairs: the outcome, and its probability"
                raise Broke("chance_outcomes", "no pairs", message, remedy, self.rules.place("chance_outcomes"))
        return [(outcome, probability) for outcome, probability in pairs]

    @cached_property
    def branches(self) -> list[Any]:
        if self.terminal:
            return []
        return [outcome for outcome, _ in self.outcomes] if self.is_chance else self.moves

    @property
    def some_branches(self) -> list[Any]:
        """The branches, or an even choice of them where there are very many."""
        step = -(-len(self.branches) // _MOST_BRANCHES) or 1
        return self.branches[::step]

    @cached_property
    def _children(self) -> dict[int, Position]:
        return {}

    def child(self, index: int) -> Position:
        """The position after the branch with this index."""
        if index not in self._children:
            move = self.branches[index]
            self._children[index] = Position(self.rules, self.rules.next(self.state, move), (*self.path, move))
        return self._children[index]

    def after(self, move: Any) -> Position:
        return Position(self.rules, self.rules.next(self.state, move), (*self.path, move))

    def some_children(self) -> list[Position]:
        step = -(-len(self.branches) // _MOST_BRANCHES) or 1
        return [self.child(index) for index in range(0, len(self.branches), step)]


def start(rules: Rules, state: Any = None) -> Position:
    """The position to begin with: the caller's state or the game's own start."""
    if state is not None:
        return Position(rules, state)
    first = rules.ask("initial_state")
    if first is None:
        raise Broke(
            "initial_state",
            "none",
            "initial_state returned None",
            "return the state in which the game starts",
            rules.place("initial_state"),
        )
    return Position(rules, first)
