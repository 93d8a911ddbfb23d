from __future__ import annotations

import pytest

from zermelo import games
from zermelo.play.program import COMMANDS, texts_protected


def test_every_command_has_an_example_of_its_own():
    for name, (_, example) in COMMANDS.items():
        assert example.startswith(f"zermelo {name} ")


def test_no_command_shows_the_help(zermelo):
    ran = zermelo()
    assert ran.code == 0
    for name in COMMANDS:
        assert name in ran.out


@pytest.mark.parametrize(
    ("arguments", "protected"),
    [
        (["best", "nim", "3"], ["best", "nim", "3"]),
        (["best", "nim", "-1,3", "--json"], ["best", "nim", "--json", "--", "-1,3"]),
        (["best", "nim", "--depth", "-1"], ["best", "nim", "--depth", "-1"]),
        (["best", "nim", "--", "-1"], ["best", "nim", "--", "-1"]),
        (["best", "nim", "--json", "-h"], ["best", "nim", "--json", "-h"]),
    ],
)
def test_positions_that_look_like_options(arguments, protected):
    assert texts_protected(arguments) == protected


def test_the_list_of_games(zermelo):
    ran = zermelo("games")
    assert ran.code == 0
    for name in games.names():
        assert name in ran.out


@pytest.mark.parametrize("name", games.names())
def test_one_game_in_full(zermelo, name):
    """The picture, the words and the texts stand at the head of the game's file; here they are printed."""
    ran = zermelo("games", name)
    assert ran.code == 0
    assert "Texts: " in ran.out
