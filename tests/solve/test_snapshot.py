"""Explorations that are kept in a checkpoint and taken up again, also after SIGKILL."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from typing import NamedTuple

import pytest

from random_games import CyclicGame
from solve.toys import NEEDS_NUMBA, Clock, Dodgem
from zermelo import Game
from zermelo.api import solve_run
from zermelo.api.solve import solve
from zermelo.games.connect_four import ConnectFour
from zermelo.solve.checkpoint import read_checkpoint
from zermelo.solve.entries import Records, entries_of
from zermelo.solve.exploration import Exploration
from zermelo.solve.snapshot import restore, snapshot

pytestmark = NEEDS_NUMBA


class Stairs(Game):
    """Two numbers that grow by 1 to 3 up to a top; the key is one of their sums, so that states must be kept."""

    class State(NamedTuple):
        left: int
        right: int

    def initial_state(self):
        return self.State(0, 0)

    def current_player(self, state):
        return (state.left + state.right) & 1

    def legal_moves(self, state):
        yield 1
        yield 3
        yield 11
        yield 13

    def next_state(self, state, move):
        if move > 10:
            return self.State(state.left, state.right + move - 10)
        return self.State(state.left + move, state.right)

    def is_terminal(self, state):
        return state.left + state.right >= 120

    def utility(self, state, player):
        return (state.left * 7 + state.right) % 5 - 2 if player == 0 else 2 - (state.left * 7 + state.right) % 5

    def key(self, state):
        return state.left * 1000 + state.right


def finished(run):
    run.enumerate()
    run.find_cycles()
    run.score()
    run.arrays.forget_moves()
    entries = entries_of(run)
    assert isinstance(entries, Records)
    return run.count, run.cyclic, run.results(), bytes(entries.data)


@pytest.mark.parametrize("game", [Dodgem(), Clock(), Stairs(), ConnectFour(4, 3)], ids=lambda game: type(game).__name__)
def test_an_exploration_goes_on_from_any_pause(game):
    """Each pause is taken up by a new run: the positions, their order and their scores are as without it."""
    root, pauses = game.initial_state(), []
    whole = Exploration(game, root, compiled=True)
    whole.budget = 300
    whole.on_pause = lambda: pauses.append([snapshot(whole)[0], [bytes(part) for part in snapshot(whole)[1]]])
    right = finished(whole)
    assert len(pauses) > 3
    for about, parts in pauses[:: max(1, len(pauses) // 6)]:
        run = Exploration(game, root, compiled=True)
        restore(run, about, parts)
        assert run.count == about[0]["work"][0]
        assert finished(run) == right
        assert run.levels.sizes == whole.levels.sizes


def test_short_runs_come_to_the_end_together(tmp_path):
    game, path = ConnectFour(4, 4), tmp_path / "checkpoint"
    runs, last = 0, None
    while last is None or last.stopped_by != "proved":
        last = solve(game, method="retrograde", compiled=True, nodes=50_000, checkpoint=path)
        runs += 1
        assert runs < 8
    assert runs > 2
    assert (last.value, last.exact, last.nodes) == (0, True, 161_029)


def test_a_finished_run_leaves_a_small_file(tmp_path, monkeypatch):
    monkeypatch.setattr(solve_run, "SAVE_SECONDS", 0.0)
    game, path = CyclicGame(width=8), tmp_path / "checkpoint"
    solved = solve(game, game.start(3), method="retrograde", compiled=True, checkpoint=path)
    found = read_checkpoint(path, game, game.start(3))
    assert found is not None
    assert found.parts == []
    assert found.low == found.high
    assert solved.exact


KILLED = """
import sys
from zermelo.api import solve_run
from zermelo.api.solve import solve
from zermelo.games.connect_four import ConnectFour
solve_run.SAVE_SECONDS = 0.3
solved = solve(ConnectFour(4, 6), method="retrograde", compiled=True, checkpoint=sys.argv[1])
print("end", solved.value, solved.nodes, solved.stopped_by)
"""


@pytest.mark.slow
def test_a_killed_run_goes_on(tmp_path):
    """SIGKILL after a checkpoint; the next run begins with the positions that were found until then."""
    path, game = tmp_path / "checkpoint", ConnectFour(4, 6)
    killed = subprocess.Popen([sys.executable, "-c", KILLED, str(path)], stdout=subprocess.DEVNULL)
    deadline = time.monotonic() + 120
    while not path.exists() and time.monotonic() < deadline:
        time.sleep(0.02)
        assert killed.poll() is None
    os.kill(killed.pid, signal.SIGKILL)
    killed.wait()
    before = read_checkpoint(path, game, game.initial_state())
    assert before is not None
    assert before.kind == "retrograde"
    assert 0 < before.about[0]["work"][0] < 15_835_683
    after = subprocess.run([sys.executable, "-c", KILLED, str(path)], capture_output=True, text=True, check=True)
    assert after.stdout.split() == ["end", "0", "15835683", "proved"]
