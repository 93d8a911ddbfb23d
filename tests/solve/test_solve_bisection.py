"""The bisection method of `solve`: minimax's value, distance and line, an interval that is true, proofs, threads."""

from __future__ import annotations

import mmap
import threading
from itertools import pairwise

import pytest

from data_files import rows
from random_games import HookedGame, LayeredGame
from solve.test_solve import check, check_line, truth
from told_games import HOOKS, Hooked
from zermelo import Game, InputError
from zermelo.api import solve_bisection, solve_run
from zermelo.api.solve import solve
from zermelo.core.score import Score
from zermelo.games.connect_four import ConnectFour
from zermelo.kernel.available import numba_available
from zermelo.solve.verifier import verify_proof

compiled_only = pytest.mark.skipif(not numba_available(), reason="Numba is not to be had here")

GAME = ConnectFour()


def set_of(name, count):
    return [(columns, int(score)) for kind, columns, score in rows("connect4/pons300.txt") if kind == name][:count]


# ── the right answers ────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("spread", [1, 4])
def test_random_games_with_all_their_hooks(spread, tmp_path):
    game = Hooked(HOOKS, plies=8, width=7, branching=4, spread=spread)
    for seed in range(25):
        state = game.start(seed)
        check(game, state, "bisection", truth(LayeredGame(8, 7, 4, spread), state), tmp_path / "proof")


def test_a_mirrored_position_is_the_same(tmp_path):
    game = HookedGame(plies=6)
    for seed in range(40, 60):
        check(game, game.start(seed), "bisection", truth(game, game.start(seed)), tmp_path / "proof")


@pytest.mark.parametrize(("name", "count"), [("L3_R1", 50), ("L2_R1", 6)])
def test_published_scores_in_plain_python(name, count):
    for columns, score in set_of(name, count):
        state = GAME.parse_state(columns)
        solved = solve(GAME, state, method="bisection", compiled=False)
        assert solved.score == score, columns
        check_line(GAME, state, solved)
        assert solved.distance is not None or solved.value == 0


@compiled_only
@pytest.mark.slow
@pytest.mark.parametrize(("name", "count"), [("L3_R1", 50), ("L2_R1", 50), ("L1_R1", 20), ("L2_R2", 20), ("L1_R2", 4)])
def test_published_scores(name, count):
    for columns, score in set_of(name, count):
        state = GAME.parse_state(columns)
        solved = solve(GAME, state)
        assert (solved.score, solved.exact, solved.stopped_by) == (score, True, "proved"), columns
        assert solved.method == "bisection"
        check_line(GAME, state, solved)
        assert len(solved.line) == (solved.distance or GAME.cells - state.plies)


# ── the choice ───────────────────────────────────────────────────────────────────────────────────


@compiled_only
def test_it_is_chosen_for_games_that_say_their_bounds():
    assert solve(GAME, nodes=20).method == "bisection"
    assert solve(GAME, nodes=20, compiled=False).method == "alphabeta"
    assert solve(GAME, nodes=20, method="alphabeta").method == "alphabeta"


class Uneven(ConnectFour):
    """O gets a consolation for a full board, so that the results are not each other's negation."""

    known_result = None

    def utility(self, state, player):
        return super().utility(state, player) + (0.5 if state.plies == self.cells and player == 1 else 0)


@compiled_only
@pytest.mark.slow
def test_another_method_is_taken_where_it_turns_out_not_to_fit():
    """What the game says of itself does not show it, and a first look may miss it."""
    game = Uneven(4, 5)
    solved = solve(game, game.parse_state("4x5:12344321"), seconds=60)
    assert solved.method == "alphabeta"
    assert "not by bisection" in solved.note
    assert solved.exact
    with pytest.raises(InputError, match="whole numbers"):
        solve(game, method="bisection")


def test_a_game_that_goes_on_for_ever_is_none_for_it():
    class Endless(LayeredGame):
        def is_terminal(self, state):
            return False

    with pytest.raises(Exception, match="longer than"):
        solve(Endless(), method="bisection", compiled=False)


def test_an_error_in_the_rules_is_told():
    class Broken(LayeredGame):
        def utility(self, state, player):
            return None

    game = Broken(plies=1, branching=1)
    with pytest.raises(Exception, match="utility returned None"):
        solve(game, game.start(1), method="bisection", compiled=False)


@compiled_only
def test_a_table_that_no_memory_is_there_for(monkeypatch):
    def full(*arguments, **options):
        raise OSError(12, "Cannot allocate memory")

    monkeypatch.setattr(mmap, "mmap", full)
    with pytest.raises(InputError, match="table_mb smaller"):
        solve(GAME, method="bisection", compiled=True)


# ── on the way ───────────────────────────────────────────────────────────────────────────────────


@compiled_only
def test_the_interval_shrinks_is_true_and_is_told():
    """A draw: first it is found that X does not lose, or that X does not win."""
    heard = []
    state = GAME.parse_state("274552224131661")
    solved = solve(GAME, state, method="bisection", compiled=True, on_progress=heard.append)
    assert (solved.value, solved.score, solved.lower, solved.upper) == (0, 0, 0, 0)
    assert (heard[0].lower, heard[0].upper) == (-1, 1)
    assert (heard[-1].lower, heard[-1].upper) == (0, 0)
    assert all(one.lower <= 0 <= one.upper for one in heard)
    assert all(one.lower <= other.lower and other.upper <= one.upper for one, other in pairwise(heard))
    assert all(one.nodes <= other.nodes for one, other in pairwise(heard))
    assert all(one.method == "bisection" for one in heard)


@compiled_only
@pytest.mark.parametrize(
    ("given", "reason"), [({"seconds": 0.3}, "seconds"), ({"nodes": 200_000}, "nodes"), ({"seconds": 0.2}, "seconds")]
)
def test_a_limit_ends_compiled_code(given, reason):
    for workers in (1, 2):
        solved = solve(GAME, method="bisection", compiled=True, workers=workers, **given)
        assert (solved.exact, solved.stopped_by, solved.value, solved.line) == (False, reason, None, ())
        assert -1 <= solved.lower <= 1 == solved.upper
        if "nodes" in given and workers == 1:
            assert solved.nodes == 200_001  # the one that was one too many


@compiled_only
def test_an_event_ends_compiled_code():
    stop = threading.Event()
    solved = solve(GAME, method="bisection", compiled=True, on_progress=lambda status: stop.set(), stop=stop)
    assert (solved.exact, solved.stopped_by) == (False, "stop")


@compiled_only
def test_ctrl_c_ends_compiled_code_and_the_checkpoint_is_written(tmp_path):
    def interrupt(status):
        if status.nodes:
            raise KeyboardInterrupt

    path = tmp_path / "checkpoint"
    solved = solve(GAME, method="bisection", compiled=True, checkpoint=path, table_mb=1, on_progress=interrupt)
    assert (solved.exact, solved.stopped_by) == (False, "stop")
    again = solve(GAME, method="bisection", compiled=True, checkpoint=path, table_mb=1, nodes=1)
    assert again.nodes > solved.nodes > 0


def test_what_is_proved_stands_where_the_line_is_stopped(monkeypatch):
    """The value and its distance are proved with the last question; then only moves are missing."""

    def stopped(*arguments):
        raise KeyboardInterrupt

    monkeypatch.setattr(solve_bisection, "move_that_keeps", stopped)
    solved = solve(GAME, GAME.parse_state("2252576253462244111563365343671351441"), method="bisection", compiled=False)
    assert (solved.value, solved.distance, solved.score, solved.line) == (1, 4, -1, ())
    assert "the line is not complete" in solved.note


# ── threads, proofs, checkpoints ─────────────────────────────────────────────────────────────────


@compiled_only
def test_threads_find_the_same():
    for columns in ("274552224131661", "2252576253462244111563"):
        state = GAME.parse_state(columns)
        one, two, three = (
            solve(GAME, state, method="bisection", compiled=True, workers=workers) for workers in (1, 2, 3)
        )
        assert one.exact
        assert (one.value, one.distance, one.score) == (two.value, two.distance, two.score)
        assert (one.value, one.distance, one.score) == (three.value, three.distance, three.score)
        check_line(GAME, state, two)


@compiled_only
def test_one_thread_finds_the_same_node_for_node():
    state = GAME.parse_state("274552224131661")
    first, second = (solve(GAME, state, method="bisection", compiled=True) for _ in range(2))
    assert (first.nodes, first.line) == (second.nodes, second.line)


@compiled_only
def test_proofs_of_a_win_and_of_a_draw(tmp_path):
    path = tmp_path / "proof"
    for columns, score in set_of("L3_R1", 12):
        state = GAME.parse_state(columns)
        solved = solve(GAME, state, method="bisection", compiled=True, proof=path)
        assert solved.proof_positions is not None, solved.note
        found = verify_proof(path, GAME, state)
        assert solved.score == score
        if solved.value == 0:
            assert (found.low, found.high) == ((0, 0), (0, 0))
        else:
            assert (solved.value, solved.value) in (found.low, found.high)


def test_a_proof_that_is_too_large_or_is_stopped_leaves_the_value(tmp_path):
    game = ConnectFour(4, 4)
    solved = solve(game, method="bisection", compiled=False, proof=tmp_path / "proof", proof_positions=50)
    assert (solved.value, solved.proof_positions) == (0, None)
    assert "more than 50 positions" in solved.note


def test_pauses_for_saving_change_nothing(tmp_path, monkeypatch):
    game, path = ConnectFour(4, 4), tmp_path / "checkpoint"
    whole = solve(game, method="bisection", compiled=False)
    monkeypatch.setattr(solve_run, "SAVE_SECONDS", 0.1)
    solved = solve(game, method="bisection", compiled=False, checkpoint=path)
    assert (solved.value, solved.distance, len(solved.line)) == (whole.value, whole.distance, len(whole.line))
    again = solve(game, method="bisection", compiled=False, checkpoint=path)
    assert again.nodes - solved.nodes < solved.nodes / 5


def test_states_that_were_numbered_are_not_kept(tmp_path):
    """Their numbers are others in the next process: only the interval is taken over."""

    class Words(Game):
        def initial_state(self):
            return ""

        def current_player(self, state):
            return len(state) & 1

        def legal_moves(self, state):
            return ["a", "b"]

        def next_state(self, state, move):
            return state + move

        def is_terminal(self, state):
            return len(state) == 12

        def utility(self, state, player):
            value = hash_of(state) % 3 - 1
            return value if player == 0 else -value

    def hash_of(text):
        number = 7
        for letter in text:
            number = (number * 31 + ord(letter)) % 10_007
        return number

    expected = truth(Words(), "")
    for method in ("bisection", "alphabeta"):
        path = tmp_path / method
        solved = solve(Words(), method=method, checkpoint=path, compiled=False)
        assert Score(solved.outcome, solved.value, -solved.outcome * (solved.distance or 0)) == expected
        assert path.stat().st_size < 2000
