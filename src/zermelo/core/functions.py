"""Games in the form of textbooks: a function for the successors and one for the score of a final state."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from zermelo.core.errors import InputError, RulesError
from zermelo.core.game import Game


class Turn(NamedTuple):
    """A state of the caller's and who is to move in it: the same board with the other to move is another state."""

    state: Any
    player: int


class FunctionGame(Game):
    """See `Game.from_functions`. States are `Turn`s; a caller's plain state means that MAX is to move in it."""

    def __init__(
        self,
        *,
        moves: Callable[[Any], Sequence[Any]],
        score: Callable[[Any], float],
        player: Callable[[Any], int] | None = None,
        evaluate: Callable[[Any], float] | None = None,
        start: Any = None,
    ):
        self._moves, self._score, self._player, self._start = moves, score, player, start
        if evaluate is not None:
            self.evaluate = lambda state, player: evaluate(state.state) if player == 0 else -evaluate(state.state)

    def as_state(self, state: Any) -> Turn:
        if isinstance(state, Turn):
            return state
        return Turn(state, 0 if self._player is None else self._player(state))

    def initial_state(self) -> Turn:
        if self._start is None:
            raise InputError("this game has no start: give a state, or start= to Game.from_functions")
        return self.as_state(self._start)

    def current_player(self, state: Turn) -> int:
        return state.player

    def successors(self, state: Turn) -> Sequence[Any]:
        successors = self._moves(state.state)
        if successors is None:
            raise RulesError(
                "moves returned None: return the list of successor states", hook="moves", state=state.state
            )
        return successors if isinstance(successors, (list, tuple)) else list(successors)

    def legal_moves(self, state: Turn) -> range:
        return range(len(self.successors(state)))

    def next_state(self, state: Turn, move: int) -> Turn:
        successor = self.successors(state)[move]
        return Turn(successor, 1 - state.player if self._player is None else self._player(successor))

    def is_terminal(self, state: Turn) -> bool:
        return not self.successors(state)

    def utility(self, state: Turn, player: int) -> float:
        score = self._score(state.state)
        if score is None:
            raise RulesError("score returned None: return a number", hook="score", state=state.state)
        return score if player == 0 else -score
