"""`zermelo check`: what it prints, and its exit code."""

from __future__ import annotations

import json

import pytest

from zermelo.play import command_line

BROKEN = '''
from zermelo import Game


class Heap(Game):
    """Take one or two; the last counter wins. Whoever stands at one counter is forgotten."""

    def initial_state(self):
        return (4, 0)

    def current_player(self, state):
        return state[1]

    def legal_moves(self, state):
        return [count for count in (1, 2) if count < state[0]]

    def next_state(self, state, move):
        return (state[0] - move, 1 - state[1])

    def is_terminal(self, state):
        return state[0] == 0

    def utility(self, state, player):
        return 1
'''


@pytest.fixture
def broken(tmp_path):
    path = tmp_path / "heap.py"
    path.write_text(BROKEN)
    return f"{path}:Heap"


def test_a_fault_is_shown_and_the_exit_code_is_1(broken, capsys):
    assert command_line.main(["check", broken, "--seconds", "0.5", "--plain"]) == 1
    out = capsys.readouterr().out
    for part in ("fault", "legal_moves", "no legal move", "after 2 moves: 1 2", "(1, 0)", "remedy", "1 fault"):
        assert part in out
    assert "Traceback" not in out
    assert all(line == line.rstrip() or len(line) < 120 for line in out.splitlines())


def test_json_has_the_same_and_nothing_else(broken, capsys):
    assert command_line.main(["check", broken, "--seconds", "0.5", "--plain", "--json"]) == 1
    record = json.loads(capsys.readouterr().out)
    assert record["game"] == broken
    assert record["findings"][0]["rule"] == "legal_moves"
    assert record["findings"][0]["place"].count("heap.py") == 1


def test_a_right_game_has_exit_code_0_and_figures(capsys):
    assert command_line.main(["check", "coins", "--seconds", "0.5", "--plain"]) == 0
    out = capsys.readouterr().out
    assert "no fault was found" in out
    assert "12 (all of them)" in out


def test_a_position_to_start_from(capsys):
    assert command_line.main(["check", "tic-tac-toe", "X.X/O.O/...", "--seconds", "0.5", "--plain", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["facts"]["plies_min"] == 1


@pytest.mark.parametrize("arguments", [["no-such-game"], ["coins", "--seconds", "0"], ["coins", "--games", "x"]])
def test_what_is_wrong_with_the_arguments_is_told(arguments, capsys):
    assert command_line.main(["check", *arguments]) == 2
    assert "error" in capsys.readouterr().err
