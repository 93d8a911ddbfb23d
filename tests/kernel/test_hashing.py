"""Identity of states: the same numbers plain and compiled, and no two states alike."""

from __future__ import annotations

import random
from typing import Any, NamedTuple

import numpy as np
import pytest

from kernel.toys import ConnectFour, Kitchen, Nim, Walk
from zermelo import RulesError
from zermelo.kernel import hashing
from zermelo.kernel.native import native
from zermelo.kernel.rules import plain_rules


def build_hash(rules: Any, jit: Any, options: Any) -> Any:
    @jit()
    def run(state, log):
        log[0], log[1] = rules.hash_state(state)
        return 0

    return run


def compiled_hash(game):
    run = native(game, build_hash, ("ints",))

    def call(state):
        log = np.zeros(2, np.int64)
        run(state, log)
        return int(log[0]), int(log[1])

    return call


def any_int(rng: random.Random) -> int:
    return rng.choice([0, 1, -1, (1 << 63) - 1, -(1 << 63), rng.getrandbits(63), -rng.getrandbits(10)])


def any_word(rng: random.Random) -> int:
    return rng.choice([0, 1, (1 << 64) - 1, 1 << 63, rng.getrandbits(64), rng.getrandbits(8)])


def kitchen_state(rng: random.Random) -> Any:
    cells = tuple(any_int(rng) for _ in range(4))
    words = (any_word(rng), any_word(rng))
    rate = rng.choice([0.0, -0.0, 1.5, -3e300, rng.random()])
    return Kitchen.State(any_word(rng), any_int(rng), rng.random() < 0.5, cells, words, rate)


def test_fields_of_every_kind_hash_alike():
    game, rng = Kitchen(), random.Random(5)
    plain, compiled = plain_rules(game).hash_state, compiled_hash(game)
    states = [kitchen_state(rng) for _ in range(300)]
    assert [plain(state) for state in states] == [compiled(state) for state in states]
    assert len({plain(state) for state in states}) == len(set(states))


def test_numpy_numbers_hash_like_pythons():
    """A state that took a number out of an array is the same state."""
    hash_state = plain_rules(ConnectFour()).hash_state
    state = ConnectFour.State(3, 1 << 63, 2)
    assert hash_state(ConnectFour.State(np.uint64(3), np.uint64(1 << 63), np.int64(2))) == hash_state(state)


class Keyed(Walk):
    """The key is chosen by `kind`."""

    def __init__(self, kind: int):
        self.kind = kind

    def key(self, state):
        return state.board + state.n


class KeyedInt(Walk):
    def key(self, state):
        return state.n - 3


class KeyedTuple(Walk):
    def key(self, state):
        return (state.n, (state.board, -state.n))


@pytest.mark.parametrize("make", [lambda: Keyed(1), KeyedInt, KeyedTuple])
def test_keys_hash_alike(make):
    game, rng = make(), random.Random(6)
    plain, compiled = plain_rules(game).hash_state, compiled_hash(game)
    states = [game.State(rng.getrandbits(62), rng.randint(0, 1 << 40)) for _ in range(200)]
    assert [plain(state) for state in states] == [compiled(state) for state in states]


def test_one_word_never_collides_in_the_check_alone():
    hash_state = plain_rules(KeyedInt()).hash_state
    checks = {hash_state(Walk.State(0, n))[1] for n in range(0, 20000, 2)}
    assert len(checks) == 10000


def test_the_index_spreads():
    """Neighbouring keys fall all over a small table: at most a few in one place, most places used."""
    hash_state = plain_rules(KeyedInt()).hash_state
    places = [hash_state(Walk.State(0, n))[0] & 1023 for n in range(0, 2048, 2)]
    assert len(set(places)) > 550
    assert max(places.count(place) for place in set(places)) < 9
    hash_state = plain_rules(Keyed(1)).hash_state
    high = [hash_state(Keyed.State(n << 52, 0))[0] & 1023 for n in range(1024)]
    assert len(set(high)) > 550


def test_numbers_are_signed_words():
    rng = random.Random(8)
    for hash_state in (plain_rules(Kitchen()).hash_state, plain_rules(Texts()).hash_state):
        for _ in range(50):
            state = kitchen_state(rng)
            assert all(-(1 << 63) <= number < 1 << 63 for number in hash_state(state))


class Texts(Walk):
    """States of any hashable kind."""

    def initial_state(self):
        return "start"

    def current_player(self, state):
        return 0


def test_states_of_any_kind_are_numbered():
    hash_state = plain_rules(Texts()).hash_state
    states = ["a", "b", ("a",), frozenset("a"), None, -1, -2, 1.5]
    assert len({hash_state(state) for state in states}) == len(states)
    assert [hash_state(state) for state in states] == [hash_state(state) for state in states]


def test_pythons_hash_is_not_identity():
    """hash(-1) == hash(-2) in Python; these are two states."""

    class Signed(NamedTuple):
        n: object

    hash_state = plain_rules(Texts()).hash_state
    assert hash_state(Signed(-1)) != hash_state(Signed(-2))


def test_equal_tuples_of_two_classes_are_two_states():
    class Moving(NamedTuple):
        n: int

    class Placing(NamedTuple):
        n: int

    assert Moving(1) == Placing(1)
    hash_state = plain_rules(Texts()).hash_state
    assert hash_state(Moving(1)) != hash_state(Placing(1))


@pytest.mark.parametrize("wrong", [(1 << 64, 0), (-1, 0), (0, 1 << 63), ("x", 0), (None, 0), (1.5, 0)])
def test_states_that_do_not_fit_their_annotations_still_have_identity(wrong):
    hash_state = plain_rules(ConnectFour()).hash_state
    odd = ConnectFour.State(wrong[0], wrong[1], 0)
    fitting = [ConnectFour.State(n, m, 0) for n in (0, 1, (1 << 64) - 1) for m in (0, 1, (1 << 64) - 1)]
    assert hash_state(odd) not in [hash_state(state) for state in fitting]
    assert hash_state(odd) == hash_state(ConnectFour.State(wrong[0], wrong[1], 0))


def test_tuples_of_changing_length_keep_their_identity():
    hash_state = plain_rules(Nim(1, 2)).hash_state
    states = [Nim.State(piles, 0) for piles in [(1, 2), (1, 2, 0), (1,), (0, 1, 2), ()]]
    assert len({hash_state(state) for state in states}) == len(states)


def test_a_state_that_is_not_hashable_is_an_error_with_the_remedy():
    with pytest.raises(RulesError, match=r"not hashable.*use tuples instead of lists"):
        plain_rules(Texts()).hash_state([1, 2])


def test_forgetting_never_gives_a_number_again(monkeypatch):
    monkeypatch.setattr(hashing, "MAX_REMEMBERED", 10)
    numbering = hashing.Numbering("next_state")
    seen = {numbering(str(n), 0) for n in range(100)}
    assert len(seen) == 100


def test_the_player_to_move_is_part_of_it():
    class Players(Texts):
        player = 0

        def current_player(self, state):
            return self.player

    game = Players()
    hash_state = plain_rules(game).hash_state
    first = hash_state("a")
    game.player = 1
    assert hash_state("a") != first
