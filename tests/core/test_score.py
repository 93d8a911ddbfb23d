"""Scores compare as the results that people prefer."""

from __future__ import annotations

import math

import pytest

from random_games import LayeredGame
from zermelo import RulesError
from zermelo.core.score import (
    HIGHEST,
    LOWEST,
    Score,
    checked_number,
    final_score,
    guess_score,
    negated,
    one_ply_earlier,
)
from zermelo.engine.scores import STEP, NeedsWide, from_score, to_score

WIN_SOON, WIN_LATE = Score(1, 1, -3), Score(1, 1, -5)
LOSS_SOON, LOSS_LATE = Score(-1, -1, 3), Score(-1, -1, 5)
GUESS = Score(0, 999, 0)


def test_wins_before_guesses_before_losses_and_sooner_wins_before_later_ones():
    order = [LOWEST, LOSS_SOON, LOSS_LATE, Score(0, 0, 0), GUESS, WIN_LATE, WIN_SOON, HIGHEST]
    assert sorted(order) == order
    assert sorted(negated(score) for score in order) == [negated(score) for score in reversed(order)]


def test_distances_grow_by_one_a_ply():
    assert one_ply_earlier(WIN_SOON) == Score(1, 1, -4)
    assert one_ply_earlier(LOSS_SOON) == Score(-1, -1, 4)
    assert one_ply_earlier(GUESS) == GUESS
    assert (WIN_SOON.distance, LOSS_LATE.distance, GUESS.distance) == (3, 5, None)


class Sums(LayeredGame):
    """Both players' utilities are positive: who has more has won."""

    def utility(self, state, player):
        return 10 if player == 0 else 8


def test_who_has_more_has_won_in_a_game_of_constant_sum():
    game = Sums()
    assert final_score(game, game.start(1), 4) == Score(1, 10, -4)
    assert final_score(game, game.start(1), 4, prefer_short=False) == Score(1, 10, 0)


def test_a_game_without_evaluation_guesses_a_draw():
    class NoGuess(LayeredGame):
        evaluate = None

    assert guess_score(NoGuess(), NoGuess().start(1)) == Score(0, 0, 0)


@pytest.mark.parametrize("wrong", [None, math.nan, "1", b"1", (1,), [1]])
def test_what_is_no_number_is_refused_with_the_rule_and_the_state(wrong):
    with pytest.raises(RulesError, match=r"utility returned .*\n.*utility\n.*the-state"):
        checked_number(wrong, "utility", "the-state")


@pytest.mark.parametrize("number", [0, -3, 2.5, True, 10**40, math.inf])
def test_numbers_are_numbers(number):
    assert checked_number(number, "utility", None) is number


@pytest.mark.parametrize("score", [WIN_SOON, LOSS_LATE, GUESS, Score(1, -7, -2), Score(-1, 5, 9), Score(0, -4, 0)])
@pytest.mark.parametrize("wide", [False, True])
def test_the_engine_knows_the_same_scores(score, wide):
    assert to_score(from_score(score, wide)) == score
    assert to_score(-from_score(score, wide)) == negated(score)


def test_packed_scores_compare_as_scores_do():
    scores = [Score(o, v, -o * p) for o in (-1, 0, 1) for v in (-3, 0, 2) for p in (0, 1, 7)]
    assert sorted(scores) == [to_score(packed) for packed in sorted(from_score(score, False) for score in scores)]


@pytest.mark.parametrize("value", [0.5, 1 << 43, -(1 << 60), math.inf])
def test_values_that_do_not_fit_ask_for_wide_scores(value):
    with pytest.raises(NeedsWide):
        from_score(Score(0, value, 0), False)
    assert from_score(Score(0, 3.0, 0), False) == 3 * STEP
