"""Literal trees: the examples of books, values and counts of leaves, unknown leaves, and faults in JSON."""

import math
from fractions import Fraction

import pytest

from data_files import rows
from zermelo import InputError, RulesError
from zermelo.games.tree import Tree


class Reader:
    """Plain minimax and alpha-beta, in a few lines, that note the leaves they ask for."""

    def __init__(self, game):
        self.game, self.leaves = game, []

    def value(self, state, alpha=-math.inf, beta=math.inf, cuts=True):
        game = self.game
        if game.is_terminal(state):
            self.leaves.append(game.format_path(state.node))
            return game.utility(state, 0)
        best = None
        for move in game.legal_moves(state):
            value = self.value(game.next_state(state, move), alpha, beta, cuts)
            if game.current_player(state) == 0:
                best = value if best is None else max(best, value)
                alpha = max(alpha, best) if cuts else alpha
            else:
                best = value if best is None else min(best, value)
                beta = min(beta, best) if cuts else beta
            if cuts and alpha >= beta:
                break
        return best


@pytest.mark.parametrize("line", rows("trees/minimax_trees.txt"), ids=range(101))
def test_explicit_trees(line):
    player, tree, value, best, num_leaves, visited = line
    game, start = Tree.from_text(f"{player} {tree}")
    plain, pruned = Reader(game), Reader(game)
    assert plain.value(start, cuts=False) == pruned.value(start) == float(value)
    assert len(plain.leaves) == int(num_leaves)
    assert len(pruned.leaves) == int(visited)
    if not game.is_terminal(start):
        reached = [
            move
            for move in game.legal_moves(start)
            if Reader(game).value(game.next_state(start, move), cuts=False) == float(value)
        ]
        assert reached == [int(move) for move in best.replace(",", " ").split()]


@pytest.mark.parametrize("line", [r for r in rows("trees/knuth_moore.txt", None) if int(r[2]) <= 4096], ids="-".join)
def test_the_smallest_number_of_leaves(line):
    """With the best child first everywhere, alpha-beta visits exactly the leaves that Knuth and Moore say."""
    branching, depth, num_leaves, smallest = map(int, line)

    def perfect(depth, value, sign):
        """A tree whose first child is the best one for the player to move, all others worse."""
        if depth == 0:
            return value
        return [perfect(depth - 1, value - sign * child, -sign) for child in range(branching)]

    game = Tree(perfect(depth, 0, 1))
    plain, pruned = Reader(game), Reader(game)
    assert plain.value(game.initial_state(), cuts=False) == pruned.value(game.initial_state()) == 0
    assert len(plain.leaves) == num_leaves
    assert len(pruned.leaves) == smallest


def test_the_examples_of_the_issue():
    game, start = Tree.from_text("[[3,5],[1,null]]")
    reader = Reader(game)
    assert reader.value(start) == 3
    assert reader.leaves == ["[0][0]", "[0][1]", "[1][0]"]  # the unknown one is never asked for
    game, start = Tree.from_text("min [[8,6],[9,null]]")
    reader = Reader(game)
    assert reader.value(start) == 8
    assert reader.leaves == ["[0][0]", "[0][1]", "[1][0]"]
    game, start = Tree.from_text("max [[3,5],[2,9],[1,6]]")
    assert Reader(game).value(start) == 3


def test_an_unknown_leaf_is_never_guessed():
    game, start = Tree.from_text("[[3,5],[4,null]]")
    with pytest.raises(RulesError, match=r"unknown leaf \[1\]\[1\]"):
        Reader(game).value(start)
    with pytest.raises(RulesError, match="the root"):
        Reader(Tree(None)).value(Tree(None).initial_state())


@pytest.mark.parametrize(
    ("tree", "value"),
    [
        ([[-5000, -7000], [-6000, -6500]], -6500),
        ([[math.inf, 5], [7, 8]], 7),
        ([[-math.inf], [-math.inf]], -math.inf),
        ([[10**12, 10**12 + 1], [3]], 10**12),
        ([[Fraction(1, 3)], [Fraction(1, 2)]], Fraction(1, 2)),
        (7.5, 7.5),
    ],
)
def test_leaves_of_any_size(tree, value):
    game = Tree(tree)
    assert Reader(game).value(game.initial_state()) == value


def test_the_players_alternate():
    game, state = Tree.from_text("min [[[1]],2]")
    assert game.current_player(state) == 1
    state = game.next_state(state, 0)
    assert game.current_player(state) == 0
    state = game.next_state(game.next_state(state, 0), 0)
    assert game.is_terminal(state)
    assert (game.utility(state, 0), game.utility(state, 1)) == (1, -1)


@pytest.mark.parametrize(
    ("tree", "where"),
    [
        ([], "at the root"),
        ([[3, 5], []], r"node \[1\] "),
        ([[3, "5"]], r"leaf \[0\]\[1\] is '5'"),
        ([math.nan], r"leaf \[0\] is nan"),
        ([True], r"leaf \[0\] is True"),
        ({1: 2}, "at the root"),
        ([[1, [2, [3, [1j]]]]], r"leaf \[0\]\[1\]\[1\]\[1\]\[0\]"),
    ],
)
def test_bad_trees(tree, where):
    with pytest.raises(InputError, match=where):
        Tree(tree)


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("[[3,5],[]]", 8, r"node \[1\] has no children"),
        ("[]", 1, "node at the root has no children"),
        ("[", 1, "not finished: 1 times"),
        ("[[1,2", 5, "not finished: 2 times"),
        ("[1,]", 3, "a number, null or"),
        ("[1 2]", 3, "a comma or"),
        ("[1] 2", 4, "ended before"),
        ("1 2", 2, "ended before"),
        ("]", 0, "a number, null or"),
        ("[,1]", 1, "a number, null or"),
        ("[NaN]", 1, "a number, null or"),
        ("[-Infinity]", 1, "a number, null or"),
        ("[true]", 1, "a number, null or"),
        ('["a"]', 1, "a number, null or"),
        ('{"a":1}', 0, "a number, null or"),
        ("[01]", 1, "a number, null or"),
        ("[1.]", 1, "a number, null or"),
        ("[+1]", 1, "a number, null or"),
        ("[nullify]", 1, "a number, null or"),
        ("[٣]", 1, "a number, null or"),
        ("[1e999]", 1, "too large"),
        ("[" + "9" * 400 + "]", 1, "too long"),
        ("min", 0, "the tree is missing"),
        ("minimum [1]", 0, "a number, null or"),
        ("[1]@[0]@[0]", 7, "second @"),
        ("[1]@[1]", 5, "from 0 to 0"),
        ("[1]@[0][0]", 7, "below a leaf"),
        ("[1]@0", 4, "in brackets"),
        ("[1]@[", 4, "in brackets"),
        ("@[0]", 0, "the tree is missing"),
    ],
)
def test_bad_texts(text, column, message):
    with pytest.raises(InputError, match=message) as error:
        Tree.from_text(text)
    assert error.value.column == column


def test_trees_may_be_deep():
    deep = "[" * 15_000 + "1" + "]" * 15_000
    game, state = Tree.from_text(deep)
    assert game.format_state(state) == deep
    while not game.is_terminal(state):
        state = game.next_state(state, 0)
    assert game.utility(state, 0) == 1
    with pytest.raises(InputError, match="15000 times"):
        Tree.from_text(deep[:15_001])


def test_texts():
    game, state = Tree.from_text(" min[ [8, 6.50] , [ 9,null ] ] @ [1] ")
    assert game.format_state(state) == "min [[8,6.5],[9,null]] @[1]"
    assert game.parse_state("@[1]") == state
    assert game.parse_state("") == game.parse_state("min [[8,6.5],[9,null]]") == game.initial_state()
    with pytest.raises(InputError, match="not the tree of this game"):
        game.parse_state("[[8,6.5],[9,null]]")
    assert Tree.from_text("MAX [1e3, -0.5]")[0].leaf == [None, 1000.0, -0.5]
    over, state = Tree.from_text("3")
    assert over.is_terminal(state)
    assert over.utility(state, 0) == 3


@pytest.mark.parametrize("text", ["", "2", "-1", "a", "0,1"])
def test_bad_moves(text):
    with pytest.raises(InputError):
        Tree([[1, 2], 3]).parse_move(text)


def test_picture():
    game, state = Tree.from_text("[[3,null],2]@[0]")
    assert game.render(state) == "MAX\n  0: MIN  <- here\n    0: 3\n    1: null\n  1: 2"
