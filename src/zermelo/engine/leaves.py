"""Scores of positions that are not searched: finished games, guesses at the horizon, repetitions.

Every score is seen by `player`; `ply` is the position's distance from the root.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from zermelo.engine.scores import DECIDED, LARGEST_VALUE, LONGEST_LINE, LOWEST_PACKED, STEP, WON
from zermelo.engine.workspace import NOT_A_NUMBER, NOT_PACKED, STOP
from zermelo.kernel.wide import wide


class Leaves(NamedTuple):
    """The functions of one game and one kind of score; `final` and `guess` set `work[STOP]` for what is no number."""

    lowest: Any  # () below every score
    final: Any  # (state, player, ply, work) a finished game
    guess: Any  # (state, player, work) a position where the search stops
    decided: Any  # (outcome, ply) a game that repetition has decided; outcome 0 is a draw
    reached: Any  # (value, player, ply, work) a result of player 0 that is known to come at that ply
    outcome_of: Any  # (score) +1 won, -1 lost, 0 a draw or a guess


def build_leaves(rules: Any, jit: Any, use_wide: bool, has_evaluate: bool, two_players: bool) -> Leaves:
    """The leaf scores of one game, packed or wide."""
    if use_wide:

        @jit()
        def lowest():
            """Below every score."""
            return wide(-2, 0, 0)

        @jit()
        def final(state, player, ply, work):
            """The score of a finished game."""
            value = rules.utility(state, 0)
            other = -value
            if two_players:
                other = rules.utility(state, 1)
            if value != value or other != other:  # noqa: PLR0124
                work[STOP] = NOT_A_NUMBER
            outcome = (value > other) - (value < other)
            score = wide(outcome, value, -outcome * ply)
            if player == 0:
                return score
            return -score

        @jit()
        def decided(outcome, ply):
            return wide(outcome, outcome, -outcome * ply)

        @jit()
        def reached(value, player, ply, work):
            if value != value:  # noqa: PLR0124
                work[STOP] = NOT_A_NUMBER
            outcome = (value > 0) - (value < 0)
            score = wide(outcome, value, -outcome * ply)
            if player == 0:
                return score
            return -score

        @jit()
        def outcome_of(score):
            return score[0]

        @jit()
        def guess(state, player, work):
            """The score of a position where the search stops."""
            if has_evaluate:
                value = rules.evaluate(state, 0)
                if value != value:  # noqa: PLR0124
                    work[STOP] = NOT_A_NUMBER
                if player == 0:
                    return wide(0, value, 0)
                return wide(0, -value, 0)
            return wide(0, 0, 0)

    else:

        @jit()
        def lowest():
            """Below every score."""
            return LOWEST_PACKED

        @jit()
        def final(state, player, ply, work):
            """The score of a finished game."""
            value = rules.utility(state, 0)
            other = -value
            if two_players:
                other = rules.utility(state, 1)
            if value >= LARGEST_VALUE or value <= -LARGEST_VALUE or value != int(value):
                work[STOP] = NOT_PACKED
                return 0
            outcome = (value > other) - (value < other)
            score = outcome * WON + int(value) * STEP - outcome * ply
            if player == 0:
                return score
            return -score

        @jit()
        def decided(outcome, ply):
            return outcome * WON + outcome * STEP - outcome * ply

        @jit()
        def reached(value, player, ply, work):
            if value >= LARGEST_VALUE or value <= -LARGEST_VALUE or value != int(value):
                work[STOP] = NOT_PACKED
                return 0
            outcome = (value > 0) - (value < 0)
            score = outcome * WON + int(value) * STEP - outcome * ply
            if player == 0:
                return score
            return -score

        @jit()
        def outcome_of(score):
            if score > DECIDED:
                return 1
            if score < -DECIDED:
                return -1
            return 0

        @jit()
        def guess(state, player, work):
            """The score of a position where the search stops."""
            if has_evaluate:
                value = rules.evaluate(state, 0)
                if value >= LARGEST_VALUE or value <= -LARGEST_VALUE or value != int(value):
                    work[STOP] = NOT_PACKED
                    return 0
                if player == 0:
                    return int(value) * STEP
                return int(value) * -STEP
            return 0

    return Leaves(lowest, final, guess, decided, reached, outcome_of)


def build_bounds(rules: Any, jit: Any, reached: Any) -> Any:
    """`score_bounds` for a game with `value_bounds`."""
    has_soonest = "soonest_wins" in rules.hooks
    has_most_plies = "most_plies" in rules.hooks

    @jit()
    def score_bounds(state, player, ply, work):
        """The lowest and the highest score that a state without a known result can have."""
        low, high = rules.value_bounds(state)
        first = 1
        second = 1
        if has_soonest:
            first, second = rules.soonest_wins(state)
        last = LONGEST_LINE - 1 - ply
        if has_most_plies:
            last = rules.most_plies(state)
        worst = reached(low, player, ply + (second if low < 0 else last), work)
        best = reached(high, player, ply + (first if high > 0 else last), work)
        if player == 0:
            return worst, best
        return best, worst

    return score_bounds
