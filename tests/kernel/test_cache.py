"""Compiled code on disk: found by content, never stale, never trusted blindly."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from pathlib import Path

import numpy as np
import pytest

from kernel.toys import ConnectFour, Walk, build_perft, compiled_perft
from zermelo.kernel import program, store
from zermelo.kernel.fingerprint import Search, program_key

GAME = """
    from typing import NamedTuple
    from zermelo import Bits, Game
    BONUS = 5
    def helper(x):
        return deeper(x) + 1
    def deeper(x):
        return x + BONUS
    class Counter(Game):
        class State(NamedTuple):
            n: int
        def initial_state(self): return self.State(0)
        def current_player(self, state): return 0
        def legal_moves(self, state):
            yield 1
        def next_state(self, state, move): return self.State(state.n + move)
        def is_terminal(self, state): return state.n > 10
        def utility(self, state, player): return helper(state.n)
"""

BUILD = """
    import time
    import numpy as np
    import numba, zermelo.kernel.program
    from zermelo.kernel.native import native

    def build(rules, jit, options):
        @jit("int", "state", "int")
        def last(state, depth):
            if depth == 0 or rules.is_terminal(state):
                return int(rules.utility(state, 0))
            best = 0
            for code in rules.legal_moves(state):
                best = max(best, last(rules.next_state(state, code), depth - 1))
            return best
        @jit()
        def run(state, log):
            return last(state, log[0])
        return run
"""

RUN = """
    started = time.process_time()
    game = Counter()
    run = native(game, build, ("ints",))
    ready = time.process_time() - started
    print(run(game.initial_state(), np.array([4])), run.from_cache, round(ready, 3))
"""


def text(*parts: str) -> str:
    return "\n".join(textwrap.dedent(part) for part in parts)


def start(source: str, directory: Path) -> subprocess.Popen[str]:
    environment = {**os.environ, "ZERMELO_CACHE_DIR": str(directory), "PYTHONWARNINGS": "error"}
    return subprocess.Popen(
        [sys.executable, "-c", source], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def finished(process: subprocess.Popen[str]) -> list[str]:
    out, err = process.communicate(timeout=120)
    assert process.returncode == 0, err
    return out.split()


def in_a_process(source: str, directory: Path) -> list[str]:
    return finished(start(source, directory))


@pytest.fixture(scope="module")
def filled(tmp_path_factory):
    """A cache that one process has filled."""
    directory = tmp_path_factory.mktemp("cache")
    assert in_a_process(text(GAME, BUILD, RUN), directory)[:2] == ["10", "False"]
    return directory


def files(directory: Path) -> list[Path]:
    return sorted((directory / "compiled").glob("*.code"))


def test_the_next_process_is_ready_at_once(filled):
    value, from_cache, seconds = in_a_process(text(GAME, BUILD, RUN), filled)
    assert (value, from_cache) == ("10", "True")
    assert float(seconds) <= 0.5


def test_moved_lines_and_comments_change_nothing(filled):
    moved = text(GAME, BUILD, "\n\n# a comment\n", RUN)
    assert in_a_process(moved, filled)[:2] == ["10", "True"]


@pytest.mark.parametrize(
    ("old", "new", "value"),
    [
        ("BONUS = 5", "BONUS = 7", "12"),
        ("return x + BONUS", "return x - BONUS", "0"),
        ("return deeper(x) + 1", "return deeper(x) + 2", "11"),
    ],
)
def test_a_changed_helper_is_never_served_stale(filled, old, new, value):
    """A number that a helper's helper reads, or a line of it, is part of the key."""
    assert in_a_process(text(GAME.replace(old, new), BUILD, RUN), filled)[:2] == [value, "False"]


def test_a_game_in_a_module_is_found_too(filled, tmp_path):
    (tmp_path / "counter_game.py").write_text(textwrap.dedent(GAME), encoding="utf-8")
    source = f"import sys; sys.path.insert(0, {str(tmp_path)!r})\nfrom counter_game import Counter\n"
    first = in_a_process(source + text(BUILD, RUN), filled)
    second = in_a_process(source + text(BUILD, RUN), filled)
    assert (first[0], second[:2]) == ("10", ["10", "True"])


def test_two_processes_at_once(tmp_path):
    source = text(GAME, BUILD, RUN)
    both = [start(source, tmp_path), start(source, tmp_path)]
    assert [finished(process)[0] for process in both] == ["10", "10"]
    assert len(files(tmp_path)) == 1
    assert in_a_process(source, tmp_path)[:2] == ["10", "True"]


# ── in this process ──────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def own_cache(tmp_path, monkeypatch):
    """An empty cache on disk and nothing in memory."""
    monkeypatch.setenv("ZERMELO_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(program, "_programs", type(program._programs)())
    monkeypatch.setattr(store, "_told", set())
    return tmp_path


def forget() -> None:
    program._programs.clear()


def counted(game: Walk) -> tuple[int, bool]:
    run = compiled_perft(game)
    return run(game.initial_state(), np.array([2, 0, 0])), run.from_cache


def damaged(data: bytes) -> dict[str, bytes]:
    return {
        "cut": data[: len(data) // 2],
        "empty": b"",
        "foreign": b"cos\nsystem\n(S'exit 1'\ntR.",
        "one bit": data[:-100] + bytes([data[-100] ^ 1]) + data[-99:],
        "other magic": b"zermelo code 0\n" + data[15:],
    }


def test_damaged_files_are_built_anew_and_told_once(own_cache, caplog):
    assert counted(Walk()) == (4, False)
    forget()
    assert counted(Walk()) == (4, True)
    (path,) = files(own_cache)
    good = path.read_bytes()
    caplog.set_level("INFO", logger="zermelo")
    for name, data in damaged(good).items():
        path.write_bytes(data)
        forget()
        assert counted(Walk()) == (4, False), name
    told = [record.message for record in caplog.records]
    assert any("damaged and is built anew" in message for message in told)
    assert len(told) == len(set(told))
    forget()
    assert counted(Walk()) == (4, True)


def test_a_file_of_another_key_is_not_taken(own_cache):
    class Other(Walk):
        def legal_moves(self, state):
            yield 1

    assert counted(Other()) == (1, False)
    (other,) = files(own_cache)
    data = other.read_bytes()
    assert counted(Walk()) == (4, False)
    mine = next(path for path in files(own_cache) if path != other)
    mine.write_bytes(data)
    forget()
    assert counted(Walk()) == (4, False)


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="owners are a matter of POSIX")
def test_a_directory_that_others_may_write_to_is_not_used(own_cache, caplog):
    (own_cache / "compiled").mkdir()
    (own_cache / "compiled").chmod(0o777)
    caplog.set_level("INFO", logger="zermelo")
    assert counted(Walk()) == (4, False)
    assert files(own_cache) == []
    assert "others may write to it" in caplog.text


def test_a_directory_that_cannot_be_made_is_no_error(own_cache, monkeypatch):
    (own_cache / "file").write_text("")
    monkeypatch.setenv("ZERMELO_CACHE_DIR", str(own_cache / "file"))
    assert counted(Walk()) == (4, False)


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="modes are a matter of POSIX")
def test_the_directory_is_private(own_cache):
    counted(Walk())
    assert (own_cache / "compiled").stat().st_mode & 0o777 == 0o700


def test_the_oldest_files_go_when_there_are_too_many(tmp_path, monkeypatch):
    monkeypatch.setattr(store, "MAX_BYTES", 250)
    for age, name in enumerate(["newest", "middle", "oldest"]):
        path = tmp_path / f"{name}.code"
        path.write_bytes(b"x" * 100)
        os.utime(path, (1e9 - age, 1e9 - age))
    store.keep_small(tmp_path)
    assert sorted(path.stem for path in tmp_path.iterdir()) == ["middle", "newest"]


class LargeTable(Walk):
    def __init__(self):
        self.table = np.arange(200_000)

    def is_terminal(self, state):
        return self.table[state.n] > 100


class Circle(Walk):
    def even(self, n):
        if n == 0:
            return 1
        return self.odd(n - 1)

    def odd(self, n):
        if n == 0:
            return 0
        return self.even(n - 1)

    def is_terminal(self, state):
        return state.n >= 5 and self.even(4) == 1


@pytest.mark.parametrize("game", [LargeTable, Circle])
def test_code_that_does_not_stand_on_its_own_is_not_kept(own_cache, game):
    """Addresses of this process, and calls that are linked while it runs, would crash the next one."""
    assert counted(game()) == (4, False)
    assert files(own_cache) == []


def test_the_key_is_the_content_not_the_instance():
    search = Search(build_perft, ("ints",), (), "int")
    assert program_key(ConnectFour(4, 3), search) == program_key(ConnectFour(4, 3), search)
    keys = {
        program_key(ConnectFour(4, 3), search),
        program_key(ConnectFour(3, 4), search),
        program_key(ConnectFour(4, 3), Search(build_perft, ("ints",), (1,), "int")),
        program_key(ConnectFour(4, 3), Search(build_perft, ("ints", "ints"), (), "int")),
    }
    assert len(keys) == 4


def test_an_array_that_changes_in_place_is_other_content():
    game = LargeTable()
    search = Search(build_perft, ("ints",), (), "int")
    before = program_key(game, search)
    game.table[7] = -1
    assert program_key(game, search) != before
