"""A rule that cannot be called as it is meant to be: the message is about that rule, never about zermelo."""

from __future__ import annotations

import re

import pytest

from zermelo import Game
from zermelo.play.signatures import ARGUMENTS


def complaint(ran) -> str:
    assert ran.code == 2
    assert ran.err.startswith("error: ")
    assert "Traceback" not in ran.err
    assert "zermelo itself" not in ran.err
    return ran.err


def test_the_arguments_are_those_of_the_docstring_of_game():
    written = re.findall(r"`(\w+)\(([\w, ]*)\)`", (Game.__doc__ or "").split("To be compiled")[0])
    said = {name: tuple(filter(None, arguments.split(", "))) for name, arguments in written}
    said["from_text"] = ("text",)  # the command line's own question
    assert said == ARGUMENTS


@pytest.mark.parametrize(
    ("command", "rule", "said"),
    [
        ("best", "def utility(self, state): return 1", "def utility(self, state, player)"),
        ("best", "def legal_moves(self): return [1]", "def legal_moves(self, state)"),
        ("best", "def next_state(self, step): return step", "def next_state(self, state, move)"),
        ("best", "def initial_state(): return (1, 0)", "def initial_state(self)"),
        ("best", "is_terminal = False", "def is_terminal(self, state)"),
        ("best", "def format_move(self, state, move): return 'x'", "def format_move(self, move)"),
        ("best", "def render(self): return 'x'", "def render(self, state)"),
        ("best", "def key(self): return 0", "def key(self, state)"),
        ("best", "def order_moves(self, moves): return moves", "def order_moves(self, state, move)"),
        ("best", "def from_text(self, text): return self", "@classmethod, def from_text(cls, text)"),
        ("best", "async def utility(self, state, player): return 1", "is async"),
        ("best --depth 2", "def evaluate(self, state): return 0", "def evaluate(self, state, player)"),
        ("count", "def utility(self, state): return 1", "def utility(self, state, player)"),
        ("tree", "def is_terminal(self): return True", "def is_terminal(self, state)"),
        ("check", "def initial_state(): return (1, 0)", "def initial_state(self)"),
        ("play --second human", "def current_player(): return 0", "def current_player(self, state)"),
    ],
)
@pytest.mark.filterwarnings("ignore:coroutine")
def test_a_rule_with_a_wrong_signature_is_named_with_its_line_and_the_right_one(
    zermelo, typed, game_file, command, rule, said
):
    typed()
    path = game_file(f"class Wrong(Take):\n    {rule}\n")
    name, *options = command.split()
    message = complaint(zermelo(name, f"{path}:Wrong", *options))
    for part in [f"{path}, line", rule, said, " of Wrong "]:
        assert part in message


def test_a_rule_that_an_attribute_of_the_object_hides(zermelo, game_file):
    path = game_file("class Wrong(Take):\n    def __init__(self):\n        self.heap, self.is_terminal = 5, False\n")
    message = complaint(zermelo("best", f"{path}:Wrong", "--plain"))
    assert "is_terminal of Wrong is False, not a method" in message
    path = game_file("class Wrong(Take):\n    @property\n    def is_terminal(self): return False\n", "other.py")
    message = complaint(zermelo("best", f"{path}:Wrong", "--plain"))
    assert "is_terminal of Wrong is a property" in message
    assert "def is_terminal(self): return False" in message


def test_functions_with_wrong_arguments(zermelo, game_file):
    path = game_file("game = Game.from_functions(moves=lambda: [], score=lambda state: 1, start=3)\n")
    message = complaint(zermelo("best", f"{path}:game", "--plain"))
    assert "moves of Game.from_functions takes other arguments" in message
    assert "moves=lambda: []" in message


def test_a_complex_utility_is_told_as_the_rules_fault(zermelo, game_file):
    path = game_file("class Wrong(Take):\n    def utility(self, state, player): return 1j\n")
    message = complaint(zermelo("best", f"{path}:Wrong", "--plain"))
    assert "utility returned 1j" in message


def test_a_missing_rule_shows_the_class(zermelo, game_file):
    path = game_file("class Empty(Game):\n    def initial_state(self): return 0\n")
    message = complaint(zermelo("best", f"{path}:Empty", "--plain"))
    assert "class Empty(Game):" in message
    assert f"{path}, line" in message
