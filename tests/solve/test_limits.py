"""What ends a run: limits, memory, rules that break their promise, Ctrl-C; and what is told meanwhile."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

import pytest

from random_games import CyclicGame
from solve.toys import COMPILED, NEEDS_NUMBA, PLAIN
from zermelo import Bits, CompileError, Game, InputError, RulesError
from zermelo.api.solve_all import solve_all
from zermelo.games.connect_four import ConnectFour
from zermelo.games.mnk import TicTacToe
from zermelo.solve import TooManyPositionsError
from zermelo.solve.exploration import Exploration


@pytest.mark.parametrize("compiled", [PLAIN, COMPILED, None])
def test_too_many_positions_are_an_error_with_the_remedy(compiled):
    with pytest.raises(TooManyPositionsError, match=r"more than max_positions = 3,000(.|\n)*remedy: ") as caught:
        solve_all(ConnectFour(4, 4), compiled=compiled, max_positions=3000)
    assert 3000 < caught.value.found < 161_029


def test_a_game_that_never_ends_is_stopped():
    class Counter(Game):
        def initial_state(self):
            return 0

        def current_player(self, state):
            return state % 2

        def legal_moves(self, state):
            return [1, 2]

        def next_state(self, state, move):
            return state + move

        def is_terminal(self, state):
            return False

    with pytest.raises(TooManyPositionsError):
        solve_all(Counter(), max_positions=10_000)


@NEEDS_NUMBA
def test_the_run_ends_before_the_memory_does():
    run = Exploration(ConnectFour(4, 4), ConnectFour(4, 4).initial_state(), compiled=True)
    run.max_bytes = 7_000_000
    with pytest.raises(TooManyPositionsError, match=r"GB may be used(.|\n)*remedy"):
        run.enumerate()
    assert run.arrays.peak_bytes < 7_000_000


@NEEDS_NUMBA
def test_progress_is_told_and_the_memory_reported():
    heard = []
    solution = solve_all(ConnectFour(4, 4), compiled=True, on_progress=heard.append)
    assert heard[0].phase == "finding"
    assert all(one.found <= other.found for one, other in pairwise(heard))
    assert 161_029 * 16 < solution.peak_bytes < 161_029 * 400
    assert solution.seconds > 0


@NEEDS_NUMBA
def test_ctrl_c_ends_the_run():
    def interrupt(progress):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solve_all(ConnectFour(4, 4), compiled=True, on_progress=interrupt)


@pytest.mark.parametrize("kind", ["loss", "forbidden"])
def test_repetitions_that_make_values_depend_on_the_path_are_refused(kind):
    game, drawn = CyclicGame(width=8, repetition=kind), CyclicGame(width=8)
    cyclic = [solve_all(drawn, drawn.start(seed), compiled=False).cyclic for seed in range(20)]
    assert 3 < sum(cyclic) < 20
    for seed in range(20):
        if cyclic[seed]:
            with pytest.raises(InputError, match="depends on the moves before it"):
                solve_all(game, game.start(seed), compiled=False)
        else:
            assert not solve_all(game, game.start(seed), compiled=False).cyclic


def test_arguments_that_are_wrong():
    for wrong in (0, -3, 2.5, True):
        with pytest.raises(InputError, match="max_positions"):
            solve_all(TicTacToe(), max_positions=wrong)
    game = TicTacToe()
    game.num_players = 3
    with pytest.raises(InputError, match="3 players"):
        solve_all(game)


PLAYER, MOVES, UTILITY = 1, 2, 3


class Broken(Game):
    """Ten plies with two moves each; one rule, which the state names, fails at the fifth."""

    class State(NamedTuple):
        fault: int
        plies: int
        sum: int

    def initial_state(self):
        return self.State(0, 0, 0)

    def current_player(self, state):
        return 7 if state.fault == PLAYER and state.plies == 5 else state.plies & 1

    def legal_moves(self, state):
        for move in range(2):
            if state.fault != MOVES or state.plies != 5:
                yield move

    def next_state(self, state, move):
        return self.State(state.fault, state.plies + 1, state.sum + move)

    def is_terminal(self, state):
        return state.plies == 10 or (state.fault == UTILITY and state.plies == 5)

    def utility(self, state, player):
        return float("nan") if state.plies == 5 else float(state.sum)


@pytest.mark.parametrize("compiled", [PLAIN, COMPILED])
@pytest.mark.parametrize(
    ("fault", "words"),
    [(PLAYER, "current_player returned 7"), (MOVES, "no legal move"), (UTILITY, "utility returned nan")],
)
def test_broken_rules_are_told_with_the_position(fault, words, compiled):
    with pytest.raises(RulesError, match=words) as caught:
        solve_all(Broken(), Broken.State(fault, 0, 0), compiled=compiled)
    assert caught.value.state.plies == 5


def test_states_that_are_not_hashable():
    class Lists(TicTacToe):
        def initial_state(self):
            return [0, 0]

        def is_terminal(self, state):
            return False

        def current_player(self, state):
            return 0

    with pytest.raises(RulesError, match="not hashable"):
        solve_all(Lists())


class Wanderer(Game):
    """Numbers that grow far beyond what a few random games show: the layout is widened on the way."""

    class State(NamedTuple):
        steps: int
        place: int
        marks: Bits

    def __init__(self, length: int = 110):
        self.length = length

    def initial_state(self):
        return self.State(0, 0, 0)

    def current_player(self, state):
        return state.steps & 1

    def legal_moves(self, state):
        yield -1000
        if state.place > -self.length * 980:
            yield 7
        if state.steps % 50 == 49:
            yield 0

    def next_state(self, state, move):
        return self.State(state.steps + 1, state.place + move, (state.marks << 1 | 1) if move == 0 else state.marks)

    def is_terminal(self, state):
        return state.steps >= self.length

    def utility(self, state, player):
        value = state.place + state.marks.bit_count()
        return value if player == 0 else -value


@pytest.mark.slow
@NEEDS_NUMBA
def test_a_layout_that_is_too_narrow_is_widened():
    game = Wanderer()
    plain, fast = (solve_all(game, compiled=compiled) for compiled in (False, True))
    assert plain.results == fast.results
    assert plain.best() == fast.best()
    assert plain.entries.data == fast.entries.data
    assert fast.check() == len(plain)


class Huge(TicTacToe):
    def utility(self, state, player):
        return super().utility(state, player) * (1 << 60)


@pytest.mark.slow
@NEEDS_NUMBA
def test_results_that_floats_cannot_hold_stay_in_plain_python():
    with pytest.raises(CompileError, match="64-bit floats"):
        solve_all(Huge(), compiled=True)
    assert solve_all(Huge(), compiled=False).results == ((-1, -(1 << 60)), (0, 0), (1, 1 << 60))
