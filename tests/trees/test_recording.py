"""A recording says what the search did, and changes nothing that it does."""

from __future__ import annotations

from collections import Counter

import pytest

from random_games import CyclicGame, FloatGame, LayeredGame
from zermelo import Game, InputError, RulesError, textbook
from zermelo.api.record import ALGORITHMS, record
from zermelo.core.observer import Counts
from zermelo.core.result import Answer, Bound
from zermelo.core.score import HIGHEST, LOWEST, Score
from zermelo.games.connect_four import ConnectFour
from zermelo.games.nim import Nim
from zermelo.games.tree import Tree
from zermelo.trees.diff import diff
from zermelo.trees.recording import Recorder
from zermelo.trees.tree import SearchTree

ALL = [name for name in ALGORITHMS if name not in ("heuristic_minimax", "engine")]
every_algorithm = pytest.mark.parametrize("algorithm", ALL)


@every_algorithm
@pytest.mark.parametrize("game", [LayeredGame(plies=6), FloatGame()], ids=["layered", "floats"])
def test_value_move_and_counts_are_those_of_the_search_alone(algorithm, game):
    for seed in range(60):
        state, counts = game.start(seed), Counts()
        answer = getattr(textbook, algorithm)(game, state, observer=counts)
        for limits in ({}, {"nodes": 8}, {"plies": 1}):
            tree = record(game, state, algorithm, **limits)
            assert (tree.value, tree.move) == (answer.value, None if answer.move is None else str(answer.move))
            seen = (tree.visited, tree.leaves, tree.cuts, tree.table_hits)
            assert seen == (counts.nodes, counts.leaves, counts.cuts, counts.table_hits)
            assert kept_and_folded(tree) == counts.nodes


@every_algorithm
def test_games_that_come_back_to_a_position_are_recorded_without_their_history(algorithm):
    game = CyclicGame(width=4)
    for seed in range(20):
        state = game.start(seed)
        tree = record(game, state, algorithm)
        assert tree.value == textbook.minimax(game, state).value
        assert tree.root.position == repr(state)


@pytest.mark.parametrize(("nodes", "depth"), [(10, None), (40, None), (None, 2), (25, 3), (1, None)])
def test_what_is_folded_is_counted(nodes, depth):
    game = LayeredGame(plies=7, branching=4)
    for seed in range(40):
        tree = record(game, game.start(seed))
        small = tree.folded(nodes, depth)
        assert kept_and_folded(small) == tree.visited == small.visited
        assert depth is None or all(node.ply <= depth + 1 for node in small.nodes)
        assert nodes is None or len(small.nodes) <= 1.5 * nodes + 3
        assert small.principal()[0] == 0
        for node in small.nodes:
            assert node.parent is None or node.index in small.nodes[node.parent].children
        assert all(event[1] < len(small.nodes) for event in small.events)
        assert small.folded(nodes, depth).visited == tree.visited  # folding twice is folding


def kept_and_folded(tree) -> int:
    return sum(1 for _ in tree) + sum(node.count for node in tree.nodes if node.kind == "folded")


def failing(_self, _value):
    raise ValueError("no words")


@pytest.mark.parametrize("hook", ["format_move", "format_state", "render", "render_svg"])
def test_a_text_of_the_game_that_raises_is_told_with_its_place(hook):
    game = type("Mute", (Nim,), {hook: failing})((1, 2))
    with pytest.raises(RulesError, match="raised ValueError: no words") as error:
        record(game, boards=hook.startswith("render"))
    assert error.value.hook == hook.removesuffix("_svg")
    assert "test_recording.py" in str(error.value)


@pytest.mark.parametrize("hook", ["format_move", "render"])
def test_a_text_of_the_game_that_is_none_is_told(hook):
    game = type("Mute", (Nim,), {hook: lambda *_: None})((1, 2))
    with pytest.raises(RulesError, match="returned None, which is not a text"):
        record(game, boards=hook == "render")


def test_a_small_tree_is_not_folded():
    tree = record(Tree([[3, 5], [2, 9]]))
    assert tree.folded(500) is tree


def test_every_event_is_there_in_order():
    tree = record(Tree([[3, 5], [1, 9]]))
    assert [(name, tree.nodes[index].visit) for name, index, *_ in tree.events] == [
        *[("enter", 1), ("enter", 2), ("enter", 3), ("leave", 3), ("window", 2), ("enter", 4), ("leave", 4)],
        *[("leave", 2), ("window", 1), ("enter", 5), ("enter", 6), ("leave", 6), ("window", 5), ("cut", 5)],
        *[("leave", 5), ("leave", 1)],
    ]  # fmt: skip


def test_a_cut_is_laid_to_the_ancestor_whose_bound_caused_it():
    """
    MAX at the root has 5; two plies below another MAX has only 2, so the cut at MIN below it is the root's doing.

        MAX ── 5
          └─── MIN ── MAX ── MIN (4, ?)
    """
    tree = record(Tree([5, [[2, [4, None]]]]))
    node = tree.at("1", "0", "1")
    assert node.player == 1
    assert node.cut.by == "alpha"
    assert node.cut.cause == 0
    assert node.cut.through == tree.at("0").index
    # and if the nearer MAX has more, it is the nearer one's
    tree = record(Tree([5, [[8, [7, None]]]]))
    assert tree.at("1", "0", "1").cut.cause == tree.at("1", "0").index


def test_windows_and_bounds_are_kept():
    tree = record(Tree([[3, 5], [1, None]]))
    second = tree.at("1")
    assert [window.alpha.value for window in second.windows] == [3, 3]
    assert [window.beta.value for window in second.windows][1:] == [1]
    assert (second.value, second.bound) == (1, Bound.UPPER)
    assert (tree.root.value, tree.root.bound, tree.root.alpha) == (3, Bound.EXACT, LOWEST)
    assert [tree.nodes[i].visit for i in tree.principal()] == [1, 2, 3]


def test_answers_from_the_table_are_marked():
    tree = record(*Nim.from_text("1,1,1"), algorithm="alphabeta_table")
    assert Counter(node.kind for node in tree)["table"] == tree.table_hits > 0


def test_distances_are_counted_from_the_root_whatever_the_algorithm_counts():
    state = LayeredGame(plies=6).start(3)
    for algorithm in ("minimax", "memoised_minimax"):
        tree = record(LayeredGame(plies=6), state, algorithm)
        for node in tree:
            if node.kind == "final" and node.score.outcome:
                assert abs(node.score.haste) == node.ply


def test_depth_goes_to_the_algorithm_and_makes_guesses():
    game, state = ConnectFour.from_text("44")
    tree = record(game, state, "minimax", depth=2)
    assert (tree.algorithm, tree.visited) == ("heuristic_minimax", 57)
    assert {node.kind for node in tree if node.ply == 2} == {"guess"}


def test_boards_stand_in_the_nodes():
    game, state = ConnectFour.from_text("")
    tree = record(game, state, depth=1, boards=True)
    assert all(node.board for node in tree)
    with pytest.raises(InputError, match="draws no boards"):
        record(LayeredGame(), LayeredGame().start(0), boards=True)


def test_a_function_of_the_readers_own_is_recorded():
    def first_move_only(game, state, *, observer):
        return textbook.alphabeta(game, state, observer=observer, order=lambda game, state, moves: moves[:1])

    assert record(Tree([[3, 5], [1, 9]]), algorithm=first_move_only).visited == 3


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"algorithm": "alphabta"}, "did you mean 'alphabeta'"),
        ({"algorithm": "negamax", "depth": 2}, "negamax takes no depth"),
        ({"algorithm": "heuristic_minimax"}, "needs a depth"),
        ({"algorithm": lambda game, state: 0}, "takes no observer"),
        ({"stop_at": 3}, "more than 3 nodes: give it a depth"),
    ],
)
def test_what_cannot_be_recorded_is_said(options, message):
    with pytest.raises(InputError, match=message):
        record(Tree([[3, 5], [1, 9]]), **options)


def test_an_unknown_leaf_that_the_search_needs_is_told_as_ever():
    with pytest.raises(RulesError, match="unknown leaf"):
        record(Tree([[3, None], [1, 9]]))


def test_a_move_that_is_searched_again_counts_with_its_last_value():
    """A null window asks whether move 1 beats 3; it does, and is searched again with an open one.

    MAX ── MIN (3, 5)
      └─── MIN (7, 6)
    """

    def scouting(game, state, *, observer):
        def leaf(value, move, alpha, beta):
            observer.enter(state, None, move, 2, alpha, beta)
            observer.leave(Score(1, value, 0), Bound.EXACT, "final")

        three, four = Score(1, 3, 0), Score(1, 4, 0)
        observer.enter(state, 0, None, 0, LOWEST, HIGHEST)
        for move, alpha, beta, values in [
            (0, LOWEST, HIGHEST, [3, 5]),
            (1, three, four, [7, 6]),
            (1, three, HIGHEST, [7, 6]),
        ]:
            observer.enter(state, 1, move, 1, alpha, beta)
            for number, value in enumerate(values):
                leaf(value, number, alpha, beta)
            bound = Bound.LOWER if beta == four else Bound.EXACT
            observer.leave(Score(1, min(values), 0), bound, "searched")
            if bound is Bound.EXACT:
                observer.window(Score(1, min(values), 0), HIGHEST)
        observer.leave(Score(1, 6, 0), Bound.EXACT, "searched")
        return Answer(6, 1)

    tree = record(Tree([[3, 5], [7, 6]]), algorithm=scouting)
    asked, again = (tree.nodes[child] for child in tree.root.children[1:])
    assert tree.root.best == again.index
    assert (asked.bound, again.bound) == (Bound.LOWER, Bound.EXACT)
    assert tree.at("1") is again
    text = " ".join(step.sentence for step in tree.steps())
    assert "tries move 1 again, with a wider window: MIN is to move" in text
    assert not diff(tree, SearchTree.from_json(tree.to_json()))


def test_a_recorder_keeps_one_tree_a_search():
    recorder = Recorder()
    with pytest.raises(InputError, match="nothing was recorded"):
        _ = recorder.tree
    for depth in (1, 2):
        textbook.alphabeta(Tree([[3, 5], [1, 9]]), depth=depth, observer=recorder)
    assert [tree.visited for tree in recorder.trees] == [3, 6]


def test_a_long_line_of_play_is_no_harder_than_a_short_one():
    game = Game.from_functions(moves=lambda n: [n - 1] if n else [], score=lambda n: 1, start=3000)
    tree = record(game)
    assert len(tree) == 3001
    assert len(tree.principal()) == 3001
    for text in (tree.to_svg(), tree.to_text(), tree.to_json(), tree.to_dot(), tree.to_html()):
        assert text
    assert tree.to_svg(nodes=None)


def test_moves_lead_to_nodes_and_a_wrong_one_is_told():
    tree = record(Tree([[3, 5], [1, 9]]))
    assert tree.path(tree.at("1", "0").index) == ("1", "0")
    with pytest.raises(InputError, match="no move '7' is recorded at \\[1\\]: there are 0, 1"):
        tree.at("7")
