"""Repetition as ordinary rules: what a game declares about positions that come back, written out.

    WithHistory(game)   the same game, whose states remember the positions that led to them
    Remembered(state, earlier, repeats, …)   a state, the positions before it, and whether it is one of them

This is the definition that fast searches are tested against: with the history inside the state, a repetition rule
is a rule like any other, and any algorithm applies it without knowing.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from zermelo.core.errors import InputError
from zermelo.core.game import Game, has_hook, identity_of

KINDS = ("draw", "loss", "forbidden")


def repetition_of(game: Game) -> str | None:
    """What the game declares about repetition; an error if that is not one of the known words."""
    kind = game.repetition
    if kind is not None and kind not in KINDS:
        raise InputError(f"repetition = {kind!r} is not known: 'draw', 'loss', 'forbidden' or None is meant")
    return kind


class Remembered(NamedTuple):
    state: Any
    earlier: frozenset[Any]
    repeats: bool
    brought_back_by: int


class WithHistory(Game):
    """A game with a declared repetition, as a game without: see the module."""

    def __init__(self, game: Game):
        self.game, self.kind = game, repetition_of(game)
        self.num_players = game.num_players
        if has_hook(game, "evaluate"):
            self.evaluate = lambda state, player: game.evaluate(state.state, player)

    def as_state(self, state: Any) -> Remembered:
        return state if isinstance(state, Remembered) else Remembered(self.game.as_state(state), frozenset(), False, 0)

    def initial_state(self) -> Remembered:
        return self.as_state(self.game.initial_state())

    def current_player(self, state: Remembered) -> int:
        return self.game.current_player(state.state)

    def legal_moves(self, state: Remembered) -> Iterator[Any]:
        for move in self.game.legal_moves(state.state):
            if self.kind != "forbidden" or not self.next_state(state, move).repeats:
                yield move

    def next_state(self, state: Remembered, move: Any) -> Remembered:
        after = self.game.next_state(state.state, move)
        earlier = state.earlier | {identity_of(self.game, state.state)}
        repeats = not self.game.is_terminal(after) and identity_of(self.game, after) in earlier
        return Remembered(after, earlier, repeats, self.game.current_player(state.state))

    def is_terminal(self, state: Remembered) -> bool:
        """Over by the game's own rules, by a repetition, or because every move would repeat a position (a loss)."""
        if self.game.is_terminal(state.state) or state.repeats:
            return True
        return self.kind == "forbidden" and next(self.legal_moves(state), None) is None

    def utility(self, state: Remembered, player: int) -> float:
        if state.repeats:
            if self.kind == "draw":
                return 0
            return lost_by(state.brought_back_by, player)
        if self.game.is_terminal(state.state):
            return self.game.utility(state.state, player)
        return lost_by(self.game.current_player(state.state), player)


def lost_by(loser: int, player: int) -> int:
    """The utility, for `player`, of a game that `loser` loses by repetition: -1 for the loser, +1 for the other."""
    return -1 if loser == player else 1


def unrolled(game: Game) -> Game:
    """The game itself, or, if it declares what a repetition means, the game with its history."""
    return game if repetition_of(game) is None else WithHistory(game)
