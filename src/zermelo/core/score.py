"""Scores: how two results are compared.

A score is seen by MAX and compares as a tuple, first part first:

    outcome   +1 MAX has won, -1 MIN has won, 0 a draw, or a guess about a game that is not over
    value     the utility or the evaluation, MAX's
    haste     a win is better the sooner it comes, a loss the later: -plies of a win, +plies of a loss

    Score(1, 1, -3)   a win of MAX, three plies from the root
    Score(1, 1, -5)   the same win in five plies: smaller, so MAX prefers the first and MIN the second
    Score(0, 12, 0)   a guess, 12 points for MAX: never better than a proved win
"""

from __future__ import annotations

from typing import Any, NamedTuple

from zermelo.core.errors import RulesError
from zermelo.core.game import Game, has_hook


class Score(NamedTuple):
    outcome: int
    value: float
    haste: int

    @property
    def distance(self) -> int | None:
        """Plies to the end of a decided game, from where the plies were counted; None for draws and guesses."""
        return abs(self.haste) if self.outcome else None


LOWEST = Score(-2, 0, 0)
"""Below every score: an open window, never a result."""

HIGHEST = Score(2, 0, 0)
"""Above every score: an open window, never a result."""


def checked_number(number: Any, hook: str, state: Any) -> Any:
    """The number, or an error that names the rule: None and NaN cannot be compared, so they are refused here."""
    if number is None:
        raise RulesError(f"{hook} returned None: return a number", hook=hook, state=state)
    try:
        ordered = bool(number == number)  # noqa: PLR0124  (NaN is the number that differs from itself)
    except Exception:
        ordered = False
    if not ordered or isinstance(number, (str, bytes, tuple, list)):
        raise RulesError(f"{hook} returned {number!r}: a number that can be compared is meant", hook=hook, state=state)
    return number


def final_score(game: Game, state: Any, ply: int, prefer_short: bool = True) -> Score:
    """The score of a finished game that ends `ply` plies from the root."""
    value = checked_number(game.utility(state, 0), "utility", state)
    other = checked_number(game.utility(state, 1), "utility", state) if game.num_players > 1 else -value
    outcome = (value > other) - (value < other)
    return Score(outcome, value, -outcome * ply if prefer_short else 0)


def guess_score(game: Game, state: Any) -> Score:
    """The score of a state where the search stops before the end: the game's evaluation, without one a draw (0)."""
    if not has_hook(game, "evaluate"):
        return Score(0, 0, 0)
    return Score(0, checked_number(game.evaluate(state, 0), "evaluate", state), 0)


def negated(score: Score) -> Score:
    """The same score seen by the other player."""
    return Score(-score.outcome, -score.value, -score.haste)


def one_ply_earlier(score: Score) -> Score:
    """The score seen from the state one ply before: the end is one ply further away."""
    return Score(score.outcome, score.value, score.haste - score.outcome)
