"""The program as a process: exit codes, pipes, terminals, Ctrl-C."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time

import pytest

PROGRAM = [sys.executable, "-m", "zermelo.play.command_line"]

SLOW = """
    def legal_moves(self, state):
        import os, pathlib, time
        pathlib.Path(os.environ["MARKER"]).touch()
        time.sleep(0.002)
        return super().legal_moves(state)
"""


def run(*arguments, **options):
    return subprocess.run(
        [*PROGRAM, *arguments], capture_output=True, text=True, timeout=120, check=False, encoding="utf-8", **options
    )


def test_the_import_is_light():
    """`import zermelo` is for programs: no compiler, no arrays, no user interface."""
    heavy = {"numba", "numpy", "typer", "rich", "click"}
    code = f"import sys, zermelo; print(sorted(set(sys.modules) & {heavy}))"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"


def test_help_and_version():
    ran = run("--version")
    assert (ran.returncode, ran.stdout.split()[0]) == (0, "zermelo")
    for command in ("best", "play", "games", "count", "perft", "compile"):
        ran = run(command, "--help")
        assert ran.returncode == 0
        assert f"zermelo {command}" in ran.stdout
        assert "Example:" in ran.stdout


def test_nothing_extra_in_a_pipe():
    """No live line, no colours: exactly one JSON object, and nothing on the other stream."""
    ran = run("best", "connect-four", "4453", "--seconds", "1", "--json")
    assert ran.returncode == 0
    assert ran.stderr == ""
    assert len(ran.stdout.splitlines()) == 1
    json.loads(ran.stdout)
    ran = run("best", "connect-four", "4453", "--depth", "4")
    assert "\x1b" not in ran.stdout
    assert ran.stderr == ""


def test_a_wrong_position_is_told_on_the_error_stream():
    ran = run("best", "connect-four", "44444444")
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.startswith("error: ")


@pytest.mark.skipif(os.name == "nt", reason="POSIX shells and bytes")
def test_a_reader_that_has_read_enough_is_no_error():
    for command in ("best coins", "perft tic-tac-toe 2 --divide", "games", "best coins --json"):
        program = f"{sys.executable} -m zermelo.play.command_line"
        ran = subprocess.run(["sh", "-c", f"{program} {command} | true"], capture_output=True, timeout=60, check=False)
        assert ran.stderr == b""


@pytest.mark.skipif(os.name == "nt", reason="bytes in arguments")
def test_any_bytes_and_a_terminal_without_unicode():
    environment = os.environ | {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    ran = subprocess.run(
        [*PROGRAM, "best", "coins", b"\xff\xfe3"], capture_output=True, timeout=60, check=False, env=environment
    )
    assert ran.returncode == 2
    assert b"Traceback" not in ran.stderr
    environment["PYTHONIOENCODING"] = "ascii"
    ran = subprocess.run(
        [*PROGRAM, "best", "connect-four", "--depth", "2"],
        capture_output=True,
        timeout=60,
        check=False,
        env=environment,
    )
    assert ran.returncode == 0
    assert ran.stdout.isascii()
    ran = subprocess.run(
        [*PROGRAM, "play", "coins", "--second", "human"],
        input=b"\xff\xfe\n1\n",
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert ran.returncode == 0
    assert ran.stderr == b""


def test_a_game_from_a_pipe():
    ran = run("play", "tic-tac-toe", "--second", "human", input="0,0\n0,1\n1,0\n1,1\n2,0\n")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.rstrip().endswith("X wins")
    ran = run("play", "tic-tac-toe", "--second", "human", input="0,0\n")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "unfinished" in ran.stdout


@pytest.fixture
def slow(game_file, tmp_path):
    """A long game with slow rules, and a way to start a command on it that has certainly begun its work."""
    path = game_file(f"class Slow(Take):\n{SLOW}\ngame = Slow(60)\n")
    marker = tmp_path / "searching"

    def start(command, *options):
        process = subprocess.Popen(
            [*PROGRAM, command, f"{path}:game", *options],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            env=os.environ | {"MARKER": str(marker)},
        )
        deadline = time.monotonic() + 60
        while not marker.exists():
            assert process.poll() is None, process.communicate()
            assert time.monotonic() < deadline
            time.sleep(0.02)
        time.sleep(0.4)
        return process

    return start


@pytest.mark.skipif(os.name == "nt", reason="signals")
@pytest.mark.parametrize(
    ("command", "options", "said"),
    [
        ("best", ["--plain", "--seconds", "100"], ["best  ", "stopped by Ctrl-C"]),
        ("count", [], ["minimax", "stopped by Ctrl-C"]),
        ("perft", ["30"], ["stopped by Ctrl-C: more than"]),
    ],
)
def test_ctrl_c_prints_the_best_so_far(slow, command, options, said):
    process = slow(command, *options)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (0, "")
    for part in said:
        assert part in out


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_ctrl_c_while_the_rules_are_compiled(tmp_path):
    """Whatever the compiler is doing: a result found without it, and no traceback of its callbacks."""
    process = subprocess.Popen(
        [*PROGRAM, "best", "connect-four", "4453"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env=os.environ | {"ZERMELO_CACHE_DIR": str(tmp_path)},
    )
    time.sleep(3)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (0, "")
    assert "best  4" in out
    assert "stopped by Ctrl-C" in out


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_a_second_ctrl_c_ends_the_program_at_once(slow):
    process = slow("perft", "300")
    process.send_signal(signal.SIGINT)
    time.sleep(0.1)
    if process.poll() is None:
        process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode in (0, 130, -signal.SIGINT)  # the last one: while Python itself was ending
    assert "Traceback" not in err


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_two_ctrl_c_end_a_game_between_computers():
    """One of them alone lets the computer move at once."""
    players = ["--first", "computer", "--second", "computer"]
    process = subprocess.Popen(
        [*PROGRAM, "play", "connect-four", *players, "--seconds", "100"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env=os.environ | {"PYTHONUNBUFFERED": "1"},
    )
    assert process.stdout is not None
    process.stdout.readline()
    process.stdout.readline()  # the board is there
    time.sleep(2)
    process.send_signal(signal.SIGINT)
    time.sleep(1.3)
    assert process.poll() is None
    process.send_signal(signal.SIGINT)
    time.sleep(0.3)
    assert process.poll() is None
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (130, "")
    assert out.count(" plays ") >= 1


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="a terminal")
def test_a_terminal_shows_a_live_line():
    master, slave = os.openpty()
    process = subprocess.Popen(
        [*PROGRAM, "best", "connect-four", "--seconds", "1.5"],
        stdout=subprocess.PIPE,
        stderr=slave,
        env=os.environ | {"TERM": "xterm", "COLUMNS": "100"},
    )
    os.close(slave)
    live = b""
    while True:
        try:
            read = os.read(master, 4096)
        except OSError:
            break
        if not read:
            break
        live += read
    out, _ = process.communicate(timeout=60)
    os.close(master)
    assert process.returncode == 0
    assert b"nodes" in live
    assert b"depth" in live
    assert b"Ctrl-C" not in out
