"""The first moves are searched in plain Python, and meanwhile another process compiles the rules."""

from __future__ import annotations

import random

import pytest

from zermelo.core.limits import Limits
from zermelo.games import load
from zermelo.play import opponent


@pytest.fixture
def searches(monkeypatch):
    """How each search was asked to run."""
    seen = []
    search = opponent.watched_search

    def listening(game, state, limits, **options):
        seen.append(options.get("compiled"))
        return search(game, state, limits, **options | {"compiled": False})

    monkeypatch.setattr(opponent, "watched_search", listening)
    return seen


def test_compiled_once_another_process_is_ready(searches, monkeypatch):
    started = []

    class Process:
        done = None

        def __init__(self, command, **options):
            started.append(command[-3:])

        def poll(self):
            return Process.done

        def kill(self):
            started.append("killed")

        def wait(self):
            return 0

    monkeypatch.setattr(opponent.subprocess, "Popen", Process)
    game, state = load("connect-four").from_text("4")
    computer = opponent.Computer(("connect-four", "4"), Limits(seconds=0.05), opponent.Level.HARD, random.Random(1))
    with computer.at_the_table():
        computer.choose(game, state)
        computer.choose(game, state)
        Process.done = 0
        computer.choose(game, state)
    assert searches == [False, False, True]
    assert started == [["--", "connect-four", "4"], "killed"]


def test_a_small_game_is_not_compiled(searches, monkeypatch):
    monkeypatch.setattr(opponent.subprocess, "Popen", lambda *_, **__: pytest.fail("nothing is to be compiled"))
    game, state = load("tic-tac-toe").from_text("X...O....")
    computer = opponent.Computer(("tic-tac-toe", ""), Limits(), opponent.Level.HARD, random.Random(1))
    with computer.at_the_table():
        move, result = computer.choose(game, state)
    assert result.exact
    assert move == result.move
