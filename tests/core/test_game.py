"""The base class, games from two functions, and the small words of `core.game`."""

from __future__ import annotations

import pytest

import zermelo
from zermelo import Game, InputError, RulesError, with_item
from zermelo.core.functions import Turn
from zermelo.core.game import identity_of, moves_of, player_of, root_state


def heap(n=None):
    return Game.from_functions(
        moves=lambda state: [state - k for k in (1, 2) if k <= state], score=lambda state: 1, start=n
    )


def test_with_item_changes_a_copy():
    values = (1, 2, 3)
    assert with_item(values, 1, 9) == (1, 9, 3)
    assert values == (1, 2, 3)
    for index in (-1, 3):
        with pytest.raises(IndexError, match=f"index {index}"):
            with_item(values, index, 0)


@pytest.mark.parametrize(
    "hook", ["initial_state", "current_player", "legal_moves", "next_state", "is_terminal", "utility"]
)
def test_a_rule_that_is_not_written_says_what_to_write(hook):
    arguments = {"initial_state": (), "next_state": (0, 0), "utility": (0, 0)}.get(hook, (0,))
    with pytest.raises(NotImplementedError, match=rf"write {hook}\(self"):
        getattr(Game(), hook)(*arguments)


def test_a_game_from_functions_alternates_and_starts_with_max():
    game = heap(5)
    state = game.initial_state()
    assert state == Turn(5, 0)
    assert game.next_state(state, 1) == Turn(3, 1)
    assert list(game.legal_moves(state)) == [0, 1]
    assert game.is_terminal(Turn(0, 1))
    assert (game.utility(Turn(0, 1), 0), game.utility(Turn(0, 1), 1)) == (1, -1)
    assert root_state(game, 3) == Turn(3, 0)
    assert root_state(game, Turn(3, 1)) == Turn(3, 1)


def test_a_game_from_functions_may_say_who_moves_and_guess():
    game = Game.from_functions(
        moves=lambda state: [(state[0] - 1, state[1])] if state[0] else [],
        score=lambda state: 7,
        player=lambda state: state[1],
        evaluate=lambda state: state[0],
        start=(2, 1),
    )
    state = game.next_state(game.initial_state(), 0)
    assert game.current_player(state) == 1
    assert (game.evaluate(state, 0), game.evaluate(state, 1)) == (1, -1)


def test_a_game_from_functions_without_a_start_asks_for_a_state():
    with pytest.raises(InputError, match="start="):
        heap().initial_state()
    assert zermelo.search(heap(), 4).move is not None


@pytest.mark.parametrize("broken", ["moves", "score"])
def test_a_function_that_returns_none_is_named(broken):
    functions = {"moves": lambda state: [], "score": lambda state: 1, broken: lambda state: None}
    with pytest.raises(RulesError, match=f"{broken} returned None"):
        zermelo.search(Game.from_functions(**functions, start=1))


def test_positions_are_told_apart_by_the_player_whatever_the_key_says():
    class Keyed(Game):
        def current_player(self, state):
            return state & 1

        def key(self, state):
            return "the same"

    assert identity_of(Keyed(), 2) == identity_of(Keyed(), 4) != identity_of(Keyed(), 3)


def test_no_moves_and_no_player_are_errors_that_show_the_state():
    class Broken(Game):
        def legal_moves(self, state):
            return None if state == "none" else []

        def current_player(self, state):
            return 5

    with pytest.raises(RulesError, match=r"returned None.*\n.*\n.*'none'"):
        moves_of(Broken(), "none")
    with pytest.raises(RulesError, match=r"no legal move.*\n.*\n.*'empty'"):
        moves_of(Broken(), "empty")
    with pytest.raises(RulesError, match="current_player returned 5"):
        player_of(Broken(), "x")


def test_texts_are_read_by_default_as_whole_numbers_and_no_positions():
    assert Game().parse_move("12") == 12
    assert Game().format_move(12) == "12"
    with pytest.raises(InputError, match="'x' is not a move"):
        Game().parse_move("x")
    with pytest.raises(InputError, match="parse_state"):
        Game.from_text("abc")


def test_an_input_error_marks_the_column():
    error = InputError("wrong here", text="abc", column=1)
    assert str(error) == "wrong here\n  abc\n   ^"


def test_a_class_or_a_text_in_place_of_a_game_or_a_state_is_told_with_the_remedy():
    from zermelo.games import ConnectFour

    for wrong, words in ((ConnectFour, r"ConnectFour\(\)"), (5, "subclass of zermelo.Game"), (None, "subclass")):
        with pytest.raises(InputError, match=words):
            zermelo.search(wrong)
    with pytest.raises(InputError, match=r"game.parse_state\('4453'\)"):
        zermelo.search(ConnectFour(), "4453")


@pytest.mark.parametrize("wrong", [{"stop": 5}, {"on_progress": 5}, {"on_note": "x"}, {"compiled": "yes"}], ids=str)
def test_an_argument_of_the_wrong_kind_is_named(wrong):
    from zermelo.games import Nim

    ((name, value),) = wrong.items()
    with pytest.raises(InputError, match=f"{name}={value!r}"):
        zermelo.search(Nim(), **wrong)


def test_a_missing_rule_is_an_error_of_the_library():
    with pytest.raises(RulesError, match="write initial_state"):
        zermelo.search(Game())


def test_a_list_of_moves_that_never_ends_is_told():
    class Endless(Game):
        def initial_state(self):
            return 0

        def current_player(self, state):
            return state & 1

        def legal_moves(self, state):
            move = 0
            while True:
                yield move
                move += 1

        def next_state(self, state, move):
            return state + 1

        def is_terminal(self, state):
            return state > 3

        def utility(self, state, player):
            return 0

    with pytest.raises(RulesError, match="more than 100000 moves"):
        zermelo.search(Endless())


def test_a_state_that_a_rule_may_change_in_place_is_refused_at_once():
    class Listed(Game):
        def initial_state(self):
            return [0, 0]

        def is_terminal(self, state):
            return False

    with pytest.raises(RulesError, match=r"not hashable.*\n.*\n.*\[0, 0\]"):
        zermelo.search(Listed())


def test_a_parse_state_without_return_is_told():
    class Forgetful(Game):
        def parse_state(self, text):
            pass

    with pytest.raises(RulesError, match="parse_state returned None for 'abc'"):
        Forgetful.from_text("abc")
