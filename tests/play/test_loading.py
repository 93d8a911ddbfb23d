"""GAME as path/to/file.py:ClassName: whatever is wrong with it is told with the user's own line."""

from __future__ import annotations

import sys

import pytest

from zermelo import Game, InputError
from zermelo.play.loading import load_game, load_position


def complaint(ran) -> str:
    assert ran.code == 2
    assert ran.out == ""
    assert ran.err.startswith("error: ")
    assert "Traceback" not in ran.err
    return ran.err


def test_names_and_files(game_file):
    assert load_game("nim").__name__ == "Nim"
    assert load_game(game_file() + ":Take").__name__ == "Take"
    game, state = load_position(game_file() + ":Take")
    assert isinstance(game, Game)
    assert state == (5, 0)


def test_a_ready_made_game(zermelo, game_file):
    path = game_file("small = Take(2)\n")
    record = zermelo("best", f"{path}:small", "--plain", "--json").record
    assert (record["move"], record["index"]) == ("2", 1)
    message = complaint(zermelo("best", f"{path}:small", "3"))
    assert "cannot read the position '3'" in message


def test_a_game_of_two_functions(zermelo, game_file):
    path = game_file(
        "halves = Game.from_functions(\n"
        "    moves=lambda n: [n - 1, n // 2] if n > 1 else [],\n"
        "    score=lambda n: 1, start=6)\n"
    )
    assert zermelo("best", f"{path}:halves", "--plain", "--json").record["value"] == 1


def test_the_file_leaves_nothing_behind(zermelo, game_file, tmp_path):
    zermelo("best", game_file() + ":Take", "--plain")
    assert [file.name for file in tmp_path.iterdir()] == ["mine.py"]


def test_a_file_finds_its_neighbours_but_does_not_hide_modules(zermelo, game_file, tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "path", list(sys.path))
    (tmp_path / "zermelo_test_neighbour.py").write_text("HEAP = 2\n")
    (tmp_path / "json.py").write_text("raise RuntimeError('hidden')\n")
    path = game_file("import json\nfrom zermelo_test_neighbour import HEAP\ngame = Take(HEAP)\n")
    assert zermelo("best", f"{path}:game", "--plain", "--json").record["move"] == "2"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("{}:Tkae", "did you mean Take?"),
        ("{}:Chess", "the file has Take"),
        ("{}", "which class"),
        ("{}:", "which class"),
        ("{}:sys", "is not a game"),
        ("{}:Game", "is not a game"),
        ("{}:__import__('os').abort()", "there is no class"),
        ("no/such/file.py:Take", "is not there"),
        ("mine.txt/x:Take", "not a Python file"),
        ("/tmp:Take", "not a Python file"),
    ],
)
def test_wrong_names(zermelo, game_file, name, said):
    path = game_file("import sys\n")
    assert said in complaint(zermelo("best", name.format(path)))


def test_a_folder_is_not_a_file(zermelo, tmp_path):
    (tmp_path / "dir.py").mkdir()
    assert "is a folder" in complaint(zermelo("best", f"{tmp_path}/dir.py:Take"))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("raise RuntimeError('boom [/x]')", ["line 1", "raise RuntimeError('boom [/x]')", "RuntimeError: boom [/x]"]),
        ("import sys\nsys.exit(0)", ["line 2", "sys.exit(0)", "SystemExit: 0"]),
        ("def f(:\n    pass", ["not valid Python", "line 1", "def f(:\n", "^"]),
        ("import no_such_module_at_all", ["line 1", "ModuleNotFoundError", "no_such_module_at_all"]),
        ("x = 1\0", ["null bytes"]),
    ],
)
def test_a_file_that_cannot_be_imported_shows_its_line(zermelo, tmp_path, text, said):
    file = tmp_path / "broken.py"
    file.write_text(text)
    message = complaint(zermelo("best", f"{file}:Take"))
    for part in [str(file), *said]:
        assert part in message


def test_a_file_that_is_not_text(zermelo, tmp_path):
    file = tmp_path / "bytes.py"
    file.write_bytes(b"\xff\xfe\x00")
    assert str(file) in complaint(zermelo("best", f"{file}:Take"))


def test_a_class_that_needs_arguments(zermelo, game_file):
    path = game_file("class Sized(Take):\n    def __init__(self, width, height): pass\n")
    assert "needs arguments (width, height)" in complaint(zermelo("best", f"{path}:Sized"))


def test_a_class_with_from_text_may_need_arguments(zermelo, game_file):
    path = game_file(
        "class Sized(Take):\n"
        "    def __init__(self, heap): self.heap = heap\n"
        "    @classmethod\n"
        "    def from_text(cls, text):\n"
        "        game = cls(int(text or 2))\n"
        "        return game, game.initial_state()\n"
    )
    assert zermelo("best", f"{path}:Sized", "4", "--plain", "--json").record["move"] == "1"


@pytest.mark.parametrize("command", [["best", "--plain"], ["count"], ["perft"]])
@pytest.mark.parametrize(
    ("rule", "said"),
    [
        ("def next_state(self, state, move):\n        return helper(state)", ["return state[7]", "IndexError"]),
        ("def is_terminal(self, state):\n        raise SystemExit(0)", ["raise SystemExit(0)", "in is_terminal"]),
        ("def legal_moves(self, state):\n        raise BrokenPipeError('x')", ["raise BrokenPipeError('x')"]),
        ("def legal_moves(self, state):\n        return None", ["legal_moves returned None", "def legal_moves"]),
    ],
)
def test_a_rule_that_fails_shows_the_users_line(zermelo, game_file, command, rule, said):
    path = game_file(f"def helper(state):\n    return state[7]\n\nclass Faulty(Take):\n    {rule}\n")
    name, *options = command
    depth = ["2"] if name == "perft" else []
    message = complaint(zermelo(name, f"{path}:Faulty", *depth, *options))
    for part in [path, "line ", *said]:
        assert part in message


def test_a_rule_that_is_missing_is_named(zermelo, game_file):
    path = game_file("class Empty(Game):\n    def initial_state(self): return 0\n")
    assert "write " in complaint(zermelo("best", f"{path}:Empty", "--plain"))


def test_nothing_typed_is_evaluated(tmp_path):
    marker = tmp_path / "ran"
    with pytest.raises(InputError):
        load_position("coins", f"open({str(marker)!r}, 'w')")
    with pytest.raises(InputError):
        load_position(f"open({str(marker)!r}, 'w').py:X")
    assert not marker.exists()
