"""Why, and why not: every move with its value, its line and its sentence."""

from __future__ import annotations

import pytest

from random_games import CyclicGame, LayeredGame
from zermelo import Bound, textbook
from zermelo.api.explain import explain
from zermelo.games.coins import Coins
from zermelo.games.connect_four import ConnectFour
from zermelo.games.mnk import MNK
from zermelo.games.nim import Nim
from zermelo.games.tree import Tree


def sentences(explanation) -> list[str]:
    return [move.sentence for move in explanation.moves]


def test_a_mistake_is_told_with_the_answer_that_punishes_it():
    assert sentences(explain(*Nim.from_text("1,2"))) == [
        "1:1 is best: MAX wins in 3 plies (the best answer is 0:1).",
        "0:1 throws away the win: MIN answers 1:2 and wins in 2 plies.",
        "1:2 throws away the win: MIN answers 0:1 and wins in 2 plies.",
    ]


def test_a_forced_block_and_what_happens_without_it():
    found = explain(*MNK.from_text("XX./.O./..."))
    assert found.player == 1
    assert found.exact
    assert [move.text for move in found.moves if move.best] == ["0,2"]
    assert found["1,0"].line == ("1,0", "0,2")
    assert found["1,0"].sentence == "1,0 turns a draw into a loss: MAX answers 0,2 and wins in 2 plies."


def test_values_are_told_where_they_say_more_than_who_wins():
    assert sentences(explain(*Coins.from_text("2,3,5,8"))) == [
        "1 is best: it is worth 10 (the best answer is 2).",
        "2 is worse: MIN answers 2, and it is worth 5 instead of 10.",
    ]
    assert sentences(explain(Tree([[3, 5], [2, 9], [1, 6]])))[2] == (
        "2 is worse: MIN answers 0, and it is worth 1 instead of 3."
    )


def test_later_wins_and_sooner_losses():
    text = " ".join(sentences(explain(Tree([1, [[1]], [-1]]))))
    assert "1 wins too, but later: in 3 plies instead of 1 ply." in text
    assert "2 throws away the win" in text
    text = " ".join(sentences(explain(Tree([[-1], -1]))))
    assert "1 loses too, and sooner: in 1 ply instead of 2 plies." in text


def test_an_unknown_leaf_leaves_a_bound():
    found = explain(Tree([[3, 5], [1, None]]))
    assert (found["0"].value, found["0"].bound, found["1"].value, found["1"].bound) == (3, Bound.EXACT, 1, Bound.UPPER)
    assert found["1"].sentence == "1 is worse: MIN answers 0, and it is worth 1 or less instead of 3."
    assert explain(Tree([[3, 5], [3, None]]))["1"].sentence == (
        "1 is no better: MIN answers 0, and it is worth 3 or less."
    )


def test_a_guess_is_not_told_as_a_fact():
    found = explain(*ConnectFour.from_text("4453"), depth=3)
    assert (found.exact, found.depth) == (False, 3)
    assert all("judged" in move.sentence and move.distance is None for move in found.moves)
    assert "guesses below" in str(found)


@pytest.mark.parametrize("game", [LayeredGame(), CyclicGame(width=5)], ids=["layered", "cyclic"])
def test_values_are_those_of_minimax_and_lines_lead_there(game):
    for seed in range(60):
        root = game.start(seed)
        if game.is_terminal(root):
            continue
        found = explain(game, root)
        assert found.exact
        assert found.moves[0].value == textbook.minimax(game, root).value
        for move in found.moves:
            after = game.next_state(root, move.move)
            if game.repetition is None:
                answer = textbook.minimax(game, after)
                assert move.value == answer.value
                assert move.line[0] == move.text
                state = root
                for text in move.line:
                    state = game.next_state(state, int(text))
                assert game.is_terminal(state)
                assert game.utility(state, 0) == move.value


def test_limits_end_the_search_with_what_was_found():
    found = explain(*ConnectFour.from_text(""), nodes=300)
    assert not found.exact
    assert 1 <= found.depth <= 3
    assert len(found.moves) == 7


def test_a_finished_game_has_nothing_to_explain():
    found = explain(Tree(3))
    assert (found.moves, str(found)) == ((), "Tree 3: the game is over, worth 3")


def test_notebooks_get_a_table():
    assert "<td><b>1:1</b></td>" in explain(*Nim.from_text("1,2"))._repr_html_()


def test_control_characters_in_a_move_are_shown_and_not_obeyed():
    class Loud(Nim):
        def format_move(self, move):
            return "\x1b[31mtake\x07 " + super().format_move(move)

    told = str(explain(Loud()))
    assert "␛[31mtake" in told
    assert "\x1b" not in told
    assert "\x07" not in told
