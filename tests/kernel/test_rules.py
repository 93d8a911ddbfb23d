"""Rules of any game, in plain Python, as a search sees them."""

from __future__ import annotations

import pytest

from kernel.toys import ConnectFour, Kitchen, Nim, Walk, build_perft
from zermelo import Game, RulesError
from zermelo.kernel.rules import hooks_of, plain_jit, plain_rules


def test_absent_hooks_are_no_attributes():
    rules = plain_rules(ConnectFour())
    assert rules.hooks == frozenset()
    assert not hasattr(rules, "evaluate")


def test_present_hooks_are_there():
    assert hooks_of(Kitchen()) == {"evaluate", "order_moves", "noisy_moves", "null_move", "symmetries"}
    rules, state = plain_rules(Kitchen()), Kitchen().initial_state()
    code = rules.encode_move(Kitchen.Move(2, 1))
    assert rules.order_moves(state, code) == 1
    assert rules.noisy_moves(state) == [rules.encode_move(Kitchen.Move(0, 1))]


def test_codes_go_in_and_out():
    rules = plain_rules(Nim(1, 2))
    state = Nim(1, 2).initial_state()
    codes = rules.legal_moves(state)
    assert [rules.decode_move(code) for code in codes] == [(0, 1), (1, 1), (1, 2)]
    assert rules.next_state(state, codes[2]) == Nim.State((1, 0), 1)


class Road(Game):
    """Moves and states that are neither ints nor tuples of ints."""

    def initial_state(self):
        return "start"

    def current_player(self, state):
        return 0

    def legal_moves(self, state):
        return ["left", 3, ("right", 2)]

    def next_state(self, state, move):
        return f"{state}-{move}"

    def is_terminal(self, state):
        return state.count("-") == 3

    def utility(self, state, player):
        return 0


def test_any_game_runs():
    run = build_perft(plain_rules(Road()), plain_jit, ())
    assert run("start", [2, 0, 0]) == 9
    rules = plain_rules(Road())
    after = [rules.next_state("start", code) for code in rules.legal_moves("start")]
    assert after == ["start-left", "start-3", "start-('right', 2)"]


def test_an_int_move_and_its_string_are_two():
    class Mixed(Road):
        def legal_moves(self, state):
            return [3, "3", 3.5]

    rules = plain_rules(Mixed())
    assert [rules.decode_move(code) for code in rules.legal_moves("start")] == [3, "3", 3.5]


def test_no_list_of_moves_is_an_error_that_shows_the_state():
    class Forgot(Walk):
        def legal_moves(self, state):
            return None

    rules = plain_rules(Forgot())
    with pytest.raises(RulesError, match="legal_moves returned None") as caught:
        rules.legal_moves(Walk.State(0, 1))
    assert caught.value.state == Walk.State(0, 1)
