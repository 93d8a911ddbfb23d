"""Exercises with wanted properties, and the grader."""

from __future__ import annotations

import pytest

from zermelo import InputError, textbook
from zermelo.api.exercise import exercise, grade


def test_the_same_seed_gives_the_same_tree_and_another_seed_another():
    assert exercise(7).tree == exercise(7).tree != exercise(8).tree


@pytest.mark.parametrize("cuts", [0, 1, 2])
def test_as_many_cuts_as_wanted(cuts):
    made = exercise(1, cuts=cuts)
    assert len(made.cuts) == cuts
    assert made.value == textbook.minimax(made.game).value


def test_cuts_where_they_are_wanted():
    made = exercise(3, cut_plies={1}, branching=3)
    assert made.cuts
    assert all(len(path) == 1 for path in made.cuts)


def test_without_wishes_there_is_something_to_cut():
    assert all(exercise(seed).cuts for seed in range(20))
    assert exercise(0, depth=1).cuts == ()


def test_a_worksheet_gives_nothing_away():
    made = exercise(7, cuts=2)
    text = made.worksheet_text()
    assert text.startswith("MAX is to move at the root. Search with alpha-beta from left to right")
    assert "cut:" not in text
    assert "[1]" not in text
    assert text.count("___") == 7
    assert "principal" not in made.worksheet_svg().split("</style>")[1]
    assert "window to fill in" in made.worksheet_svg()
    assert "MIN is to move" in exercise(7, min_first=True, kind="minimax").task


def test_an_answer_key_says_value_move_leaves_and_cuts():
    made = exercise(7, cuts=2)
    key = made.answer_text()
    assert key.startswith(
        f"value {made.value}, best move {made.move}\n{len(made.leaves_visited)} leaves visited\ncut at"
    )
    assert key.count("cut at") == 2
    assert "≥" in made.answer_svg()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"cuts": 50}, "was found with 50 cuts"),
        ({"kind": "negamax"}, "'minimax' or 'alphabeta'"),
        ({"depth": 0}, "depth=0 makes no tree"),
        ({"depth": 30}, "more than 4,096 leaves"),
        ({"values": (3, 1)}, "is empty"),
    ],
)
def test_wishes_that_cannot_be_met(options, message):
    with pytest.raises(InputError, match=message):
        exercise(1, **options)


# ── grading ──────────────────────────────────────────────────────────────────────────────────────


def solved(algorithm):
    def function(game, state):
        answer = algorithm(game, state, prefer_short=False)
        return answer.value, answer.move

    return function


def students_alphabeta(game, state, alpha=-100, beta=100, *, strict=False, flipped=False):
    """As a student writes it; `strict` forgets that an equal value cuts, `flipped` mixes up the players."""
    if game.is_terminal(state):
        return game.utility(state, 0)
    maximizing = (game.current_player(state) == 0) != flipped
    best = -100 if maximizing else 100
    for move in game.legal_moves(state):
        score = students_alphabeta(game, game.next_state(state, move), alpha, beta, strict=strict, flipped=flipped)
        if maximizing:
            best = max(best, score)
            alpha = max(alpha, best)
        else:
            best = min(best, score)
            beta = min(beta, best)
        if alpha > beta or (alpha == beta and not strict):
            break
    return best


def test_right_functions_pass():
    assert grade(solved(textbook.alphabeta))
    assert grade(solved(textbook.minimax), "minimax")
    assert grade(students_alphabeta)
    assert str(grade(students_alphabeta, trees=5)) == "all 5 trees are right"


def test_a_missing_equals_sign_is_found_and_shown():
    found = grade(lambda game, state: students_alphabeta(game, state, strict=True))
    assert not found
    assert "which cannot matter ([5] is cut: β=−1 ≤ α=−1)" in found.difference
    assert "← yours looked at it" in str(found)
    assert ">yours looked at it</text>" in found.drawing.to_svg()
    assert "yours looked at it" in found._repr_html_()


def test_players_mixed_up_give_a_wrong_value():
    assert "the value is" in grade(lambda game, state: students_alphabeta(game, state, flipped=True)).difference


def test_minimax_that_cuts_is_not_minimax():
    assert "minimax looks at them all" in grade(solved(textbook.alphabeta), "minimax").difference


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (lambda game, state: None, "it returned None"),
        (lambda game, state: 1 / 0, "it raised ZeroDivisionError"),
        (lambda game, state: (textbook.alphabeta(game, state).value, 9), "it returned 9"),
        (lambda game, state: (textbook.alphabeta(game, state), textbook.alphabeta(game, state))[0].value, "again"),
        (lambda game, state: textbook.alphabeta(game, state, order=lambda g, s, m: m[::-1]).value, "to be looked at"),
    ],
)
def test_what_was_wrong_is_said(function, message):
    assert message in grade(function).difference


def test_functions_of_another_form_are_called_through_an_adapter():
    def minimax(children, score, node, maximizing):
        if not children(node):
            return score(node)
        return (max if maximizing else min)(minimax(children, score, child, not maximizing) for child in children(node))

    def call(function, game, state):
        return function(
            lambda s: [game.next_state(s, move) for move in game.legal_moves(s)],
            lambda s: game.utility(s, 0),
            state,
            game.current_player(state) == 0,
        )

    assert grade(minimax, "minimax", call=call)
