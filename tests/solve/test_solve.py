"""`solve`: every method gives what plain minimax gives, and an interval that is cut short is true."""

from __future__ import annotations

import functools
import threading
from itertools import pairwise
from typing import NamedTuple

import pytest

from graphs import GraphGame
from random_games import CyclicGame, FloatGame, HookedGame, LayeredGame
from zermelo import Game, InputError
from zermelo.api.solve import METHODS, solve
from zermelo.core.game import moves_of, player_of
from zermelo.core.repetition import unrolled
from zermelo.core.score import Score, final_score
from zermelo.games.coins import Coins
from zermelo.games.connect_four import ConnectFour
from zermelo.games.mnk import TicTacToe
from zermelo.games.nim import Nim
from zermelo.solve.verifier import verify_proof


def truth(game: Game, state) -> Score:
    """Plain minimax with distances, repetition written out."""
    game = unrolled(game)

    @functools.cache
    def value(state, ply):
        if game.is_terminal(state):
            return final_score(game, state, ply)
        scores = [value(game.next_state(state, move), ply + 1) for move in moves_of(game, state)]
        return max(scores) if player_of(game, state) == 0 else min(scores)

    return value(game.as_state(state), 0)


def check_line(game: Game, state, solved) -> None:
    """The line is made of legal moves and, if it comes to the end, gives the value after the distance."""
    for move in solved.line:
        assert move in moves_of(game, state)
        state = game.next_state(state, move)
    if game.is_terminal(state):
        assert game.utility(state, 0) == solved.value
        if solved.distance is not None:
            assert len(solved.line) == solved.distance


def check(game: Game, state, method, expected: Score, proof=None, **options) -> None:
    solved = solve(game, state, method=method, proof=proof, compiled=False, **options)
    assert solved.exact
    assert (solved.value, solved.outcome) == (expected.value, expected.outcome)
    assert solved.lower == solved.upper == solved.value
    assert solved.stopped_by == "proved"
    if solved.method != "proof-number":
        assert solved.distance == expected.distance
    if game.repetition is None:
        check_line(game, solved.state, solved)
    if proof is not None:
        assert solved.proof_positions is not None, solved.note
        found = verify_proof(proof, game, state)
        assert found.records == solved.proof_positions
        for bound in (found.low, found.high):
            assert bound in (None, expected[:2])
        assert expected.outcome or found.low == found.high


@pytest.mark.parametrize("method", [None, *METHODS])
@pytest.mark.parametrize(
    "game", [LayeredGame(), FloatGame(), HookedGame(plies=5)], ids=lambda game: type(game).__name__
)
def test_random_games(game, method, tmp_path):
    if method == "bisection" and isinstance(game, FloatGame):
        with pytest.raises(InputError, match="whole numbers"):
            solve(game, game.start(1), method=method, compiled=False)
        return
    for seed in range(12):
        state = game.start(seed)
        check(game, state, method, truth(game, state), tmp_path / "proof")


@pytest.mark.parametrize("method", [None, *METHODS])
@pytest.mark.parametrize("kind", ["draw", "loss", "forbidden"])
def test_random_games_with_cycles(kind, method, tmp_path):
    game = CyclicGame(repetition=kind)
    refused = 0
    for seed in range(20):
        state = game.start(seed)
        try:
            check(game, state, method, truth(game, state), tmp_path / "proof")
        except InputError:
            refused += 1
    assert (refused > 0) == (method == "bisection" or (method == "retrograde" and kind != "draw"))


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    ("game", "value", "distance"),
    [
        (TicTacToe(), 0, None),
        (Nim((1, 2, 2)), 1, 1),
        (Nim((2, 2)), -1, 4),
        (Nim((1, 1), misere=True), 1, 2),
        (Coins((2, 3, 5, 8)), 10, 3),
        (GraphGame("A(max)->B,C; B(min)->D,E; C(min)->F,G; D=3; E=5; F=2; G=9"), 3, 2),
        (GraphGame("A(max)->B,C; B=-1; C(max)->D,E; D=-1; E=win"), 1, 2),
    ],
)
def test_small_games(game, value, distance, method, tmp_path):
    expected = truth(game, game.initial_state())
    assert expected.value == value
    if method == "bisection" and isinstance(game, Coins):  # both players' coins count, and add up to what lay there
        with pytest.raises(InputError, match="negated"):
            solve(game, method=method, compiled=False)
        return
    check(game, None, method, expected, tmp_path / "proof")


GRAPHS = [
    "A(max)->B,W; B(min)->A,W; W(max)->A,L; L=loss",  # nobody need ever end it
    "A(max)->B,C; B(min)->A; C(min)->D; D(max)->B,E; E=win",  # two ways round, and one out
    "A(max)->B; B(min)->C,D; C(max)->B,E; D(max)->A; E=loss",  # MAX need never go to E
    "A(min)->B,C; B(max)->A,D; C(max)->A,E; D=win; E=win",  # MIN cannot avoid it
    "A(max)->B,C; B(max)->C,D; C(min)->A,B; D(min)->E,C; E=win",  # C is met above B and above D
]


@pytest.mark.parametrize("text", GRAPHS)
@pytest.mark.parametrize("method", [method for method in METHODS if method != "bisection"])
def test_graphs_where_positions_come_back(text, method, tmp_path):
    for game in (GraphGame(text, repetition="draw"), GraphGame(text, repetition="draw").negated()):
        check(game, None, method, truth(game, "A"), tmp_path / "proof")


def test_a_return_that_was_not_declared():
    """Retrograde analysis counts it as a draw and says so; the others ask what it means."""
    game = GraphGame("A(max)->B,C; B(min)->A,D; C=loss; D=win")
    solved = solve(game)
    assert (solved.method, solved.value) == ("retrograde", 0)
    assert "never ends" in solved.note
    with pytest.raises(InputError, match="method='retrograde'"):
        solve(game, method="proof-number")


def test_one_player():
    class Climb(Game):
        num_players = 1

        def initial_state(self):
            return 0

        def current_player(self, state):
            return 0

        def legal_moves(self, state):
            return [1, 2]

        def next_state(self, state, move):
            return state * 2 + move

        def is_terminal(self, state):
            return state > 20

        def utility(self, state, player):
            return state % 7

    for method in METHODS:
        assert solve(Climb(), method=method, compiled=False).value == truth(Climb(), 0).value


# ── intervals ────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("method", METHODS)
def test_what_is_proved_under_a_small_limit_is_true(method):
    game = LayeredGame(plies=7, width=8)
    open_ends = 0
    for seed in range(20):
        state = game.start(seed)
        value = truth(game, state).value
        for nodes in (1, 5, 20, 80):
            solved = solve(game, state, method=method, nodes=nodes, compiled=False)
            assert solved.lower <= value <= solved.upper
            assert solved.exact == (solved.value is not None) == (solved.lower == solved.upper)
            if not solved.exact:
                open_ends += 1
                assert solved.stopped_by == "nodes"
    assert open_ends > 20


@pytest.mark.parametrize("method", ["bisection", "alphabeta"])
def test_the_interval_shrinks_and_is_told(method):
    heard = []
    solved = solve(ConnectFour(4, 4), method=method, compiled=False, on_progress=heard.append, seconds=60)
    assert solved.exact
    assert all(one.lower <= 0 <= one.upper for one in heard)
    assert all(one.lower <= other.lower and other.upper <= one.upper for one, other in pairwise(heard))
    assert all(one.nodes <= other.nodes for one, other in pairwise(heard))
    assert str(heard[0]) == "value in [-1, +1]"
    assert heard[0].remaining[0] <= heard[0].remaining[1]


@pytest.mark.parametrize("method", METHODS)
def test_limits_of_nothing_and_stop(method):
    stop = threading.Event()
    stop.set()
    for given, reason in (({"nodes": 0}, "nodes"), ({"seconds": 0}, "seconds"), ({"stop": stop}, "stop")):
        solved = solve(TicTacToe(), method=method, **given)
        assert (solved.exact, solved.stopped_by, solved.line) == (False, reason, ())
        assert (solved.lower, solved.upper) == (-1, 1)


@pytest.mark.parametrize("method", METHODS)
def test_seconds_are_kept(method):
    solved = solve(ConnectFour(6, 6), method=method, seconds=0.5, compiled=False)
    assert solved.stopped_by == "seconds"
    assert solved.seconds < 4


@pytest.mark.parametrize("method", ["bisection", "alphabeta", "proof-number"])
def test_ctrl_c_gives_what_is_proved(method, monkeypatch):
    def interrupt(status):
        if status.nodes > 1000:
            raise KeyboardInterrupt

    solved = solve(ConnectFour(5, 5), method=method, compiled=False, on_progress=interrupt, seconds=60)
    assert solved.stopped_by == "stop"
    assert solved.lower <= 0 <= solved.upper


# ── the rest ─────────────────────────────────────────────────────────────────────────────────────


def test_a_finished_game(tmp_path):
    game, state = TicTacToe.from_text("XXX/OO./...")
    solved = solve(game, state, proof=tmp_path / "proof")
    assert (solved.value, solved.distance, solved.stopped_by, solved.line) == (1, 0, "over", ())
    assert verify_proof(tmp_path / "proof", game, state).low == (1, 1)


def test_the_figure_of_the_players():
    class Scored(TicTacToe):
        def score(self, state, value, distance):
            return (value, distance)

    game, state = Scored.from_text("XX.OO....")
    assert solve(game, state).score == (1, 1)
    assert solve(game).score == (0, None)
    assert solve(TicTacToe()).score is None


def test_threads_find_the_same():
    solved = solve(ConnectFour(4, 4), method="alphabeta", compiled=True, workers=2)
    assert (solved.value, solved.distance, solved.compiled) == (0, None, True)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"method": "minimax"}, "'alphabeta', 'proof-number', 'retrograde'"),
        ({"nodes": -1}, "nodes=-1"),
        ({"seconds": float("nan")}, "seconds=nan"),
        ({"workers": 0}, "workers=0"),
        ({"table_mb": 0}, "table_mb=0"),
        ({"proof_positions": 0}, "proof_positions=0"),
        ({"checkpoint": "/no/such/folder/file"}, "in a folder that exists"),
    ],
)
def test_wrong_arguments(given, message):
    with pytest.raises(InputError, match=message):
        solve(TicTacToe(), **given)


def test_games_with_chance_are_refused():
    class Dice(LayeredGame):
        def chance_outcomes(self, state):
            return [(0, 1.0)]

    with pytest.raises(InputError, match="chance"):
        solve(Dice())


class Spiral(Game):
    """Who cannot go on loses; a line of 600 plies, longer than the depth that the search is told first."""

    class State(NamedTuple):
        step: int

    def initial_state(self):
        return self.State(0)

    def current_player(self, state):
        return state.step & 1

    def legal_moves(self, state):
        yield 1
        if state.step % 50 == 0:
            yield 2

    def next_state(self, state, move):
        return self.State(state.step + 1 if move == 1 else 10_000 + state.step)

    def is_terminal(self, state):
        return state.step == 600 or state.step >= 10_000

    def utility(self, state, player):
        if state.step == 600:
            return 1 if player == 0 else -1
        return -1 if player == state.step % 2 else 1


def test_lines_that_are_longer_than_any_sampled_one():
    solved = solve(Spiral(), method="alphabeta", compiled=False)
    assert (solved.value, solved.distance, len(solved.line)) == (1, 600, 600)
