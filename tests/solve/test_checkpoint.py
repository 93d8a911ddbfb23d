"""Checkpoints: a run that was killed goes on, and no file can make it wrong."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest

from zermelo import InputError
from zermelo.api import solve_run
from zermelo.api.solve import solve
from zermelo.games.connect_four import ConnectFour
from zermelo.games.mnk import TicTacToe
from zermelo.games.nim import Nim
from zermelo.solve.checkpoint import Checkpoint, WrongCheckpointError, content_of, digest, read_checkpoint

METHODS = ["bisection", "alphabeta", "proof-number"]


@pytest.mark.parametrize("method", METHODS)
def test_short_runs_come_to_the_end_together(method, tmp_path):
    """Each run takes up what the one before has proved; together they need little more than one that is not stopped."""
    game, path = ConnectFour(4, 4), tmp_path / "checkpoint"
    whole = solve(game, method=method, compiled=False)
    nodes, runs, last = max(2000, whole.nodes // 6), 0, None
    while last is None or not last.exact or last.stopped_by != "proved":
        last = solve(game, method=method, compiled=False, nodes=nodes, checkpoint=path)
        assert last.lower <= 0 <= last.upper
        runs += 1
        assert runs < 30
    assert runs > 2
    assert (last.value, last.nodes < 3 * whole.nodes) == (0, True)


def test_saving_while_it_runs(tmp_path, monkeypatch):
    """Pauses for saving change nothing."""
    monkeypatch.setattr(solve_run, "SAVE_SECONDS", 0.15)
    path = tmp_path / "checkpoint"
    solved = solve(ConnectFour(4, 4), method="alphabeta", compiled=False, checkpoint=path)
    assert (solved.value, solved.exact) == (0, True)
    found = read_checkpoint(path, ConnectFour(4, 4), ConnectFour(4, 4).initial_state())
    assert found is not None
    assert (found.low, found.high) == ((0, 0), (0, 0))
    again = solve(ConnectFour(4, 4), method="alphabeta", compiled=False, checkpoint=path)
    assert again.nodes - solved.nodes < solved.nodes / 5
    assert again.seconds > solved.seconds


@pytest.mark.parametrize("method", METHODS)
def test_files_that_cannot_be_used(method, tmp_path):
    game, path = Nim((1, 3, 4)), tmp_path / "checkpoint"
    solve(game, method=method, checkpoint=path)
    for other in (Nim((1, 3, 5)), Nim((1, 3, 4), misere=True)):
        with pytest.raises(WrongCheckpointError, match="another game"):
            solve(other, method=method, checkpoint=path)
    with pytest.raises(WrongCheckpointError, match="another position"):
        solve(game, game.next_state(game.initial_state(), game.Move(0, 1)), method=method, checkpoint=path)
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)
    solved = solve(game, method=method, checkpoint=path)
    assert "damaged" in solved.note
    assert solved.value == 1
    assert solve(game, method=method, checkpoint=path).note is None
    path.write_bytes(content[:40])
    assert "damaged" in solve(game, method=method, checkpoint=path).note


def test_a_file_of_something_else_is_not_overwritten(tmp_path):
    path = tmp_path / "thesis.txt"
    path.write_text("three years of work")
    with pytest.raises(InputError, match="not overwritten"):
        solve(TicTacToe(), checkpoint=path)
    assert path.read_text() == "three years of work"


def test_a_checkpoint_of_one_method_tells_another_its_interval(tmp_path):
    path = tmp_path / "checkpoint"
    for method in [*METHODS, "retrograde"]:
        assert solve(TicTacToe(), method=method, compiled=False, checkpoint=path).value == 0


def test_digests_tell_values_apart():
    values = [
        0,
        1,
        -1,
        0.5,
        "1",
        b"1",
        (1,),
        (1, 2),
        ((1, 2),),
        (1, (2,)),
        None,
        frozenset({1, 2}),
        ("ab", "c"),
        ("a", "bc"),
    ]
    assert len({digest(value) for value in values}) == len(values)
    assert digest(1) == digest(1.0) == digest(True)
    with pytest.raises(InputError, match="cannot be kept in a file"):
        digest(object())


def test_rules_that_differ_are_told_apart():
    class Other(TicTacToe):
        def utility(self, state, player):
            return 2 * super().utility(state, player)

    assert content_of(TicTacToe()) == content_of(TicTacToe())
    assert len({content_of(game) for game in (TicTacToe(), Other(), Nim((1, 2)), Nim((2, 1)))}) == 4
    assert Checkpoint("", "", "").low is None


SIZES = {"bisection": (6, 6), "alphabeta": (5, 5), "proof-number": (5, 5)}
"""Boards that take some seconds."""

KILLED = """
import sys
from zermelo.api import solve_run
from zermelo.api.solve import solve
from zermelo.games.connect_four import ConnectFour
solve_run.SAVE_SECONDS = 0.5
game = ConnectFour(int(sys.argv[4]), int(sys.argv[5]))
solved = solve(game, method=sys.argv[2], compiled=sys.argv[2] != "proof-number",
               checkpoint=sys.argv[1], table_mb=16, seconds=float(sys.argv[3]),
               on_progress=lambda status: print(status.nodes, flush=True))
print("end", solved.value, solved.lower, solved.upper, solved.nodes, solved.stopped_by)
"""


@pytest.mark.slow
@pytest.mark.parametrize("method", METHODS)
def test_a_killed_run_goes_on(method, tmp_path):
    """SIGKILL after the first checkpoint; the next run knows what was found until then."""
    path = tmp_path / "checkpoint"
    width, height = SIZES[method]

    def command(seconds: int) -> list[str]:
        return [sys.executable, "-c", KILLED, str(path), method, str(seconds), str(width), str(height)]

    killed = subprocess.Popen(command(200), stdout=subprocess.DEVNULL)
    deadline = time.monotonic() + 90
    game, before = ConnectFour(width, height), None
    while (before is None or before.nodes < 1000) and time.monotonic() < deadline:
        time.sleep(0.1)
        assert killed.poll() is None
        before = read_checkpoint(path, game, game.initial_state())
    os.kill(killed.pid, signal.SIGKILL)
    killed.wait()
    before = read_checkpoint(path, game, game.initial_state())
    assert before is not None
    assert before.nodes > 1000
    assert before.low is None or before.low != before.high  # there is something left to do
    value = -1 if method == "bisection" else 0
    after = subprocess.run(
        command(5 if method == "proof-number" else 200), capture_output=True, text=True, check=True
    ).stdout.splitlines()
    end = after[-1].split()
    assert int(end[4]) > before.nodes
    assert float(end[2]) <= value <= float(end[3])
    if method != "proof-number":
        assert int(end[1]) == value
    assert [file.name for file in tmp_path.iterdir() if not file.name.endswith(".part")] == ["checkpoint"]
