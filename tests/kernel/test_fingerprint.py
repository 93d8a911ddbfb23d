"""The content of a game: what changes compiled code changes the key, and nothing else does."""

from __future__ import annotations

import sys
import textwrap
import types

import pytest

from zermelo.kernel.fingerprint import Content, Search, program_key

BASE = textwrap.dedent("""
    import enum, functools, helpers
    from typing import NamedTuple
    import numpy as np
    from zermelo import Bits, Game
    LIMIT = 10
    TABLE = np.array([1, 2, 3])
    class Fruit(enum.IntEnum):
        APPLE = 1
        PEAR = 2
    class Tools:
        STEP = 1
        @staticmethod
        def step(x): return x + 1
    @functools.cache
    def cached(x): return x + 2
    def outer(n):
        def inner(x): return x + n
        return inner
    added = outer(4)
    def defaulted(x, by=5): return x + by
    def compared(x): return (lambda y: y > 6)(x)
    class Base(Game):
        SHARED = 7
        def bonus(self, state): return 8
        @property
        def computed(self): return 9
    class G(Base):
        class State(NamedTuple):
            n: int
            board: Bits = 0
        def __init__(self, size=11):
            self.size = size
            self.rule = lambda x: x + size
        def initial_state(self): return self.State(0, 0)
        def current_player(self, state): return 0
        def legal_moves(self, state): return range(self.size)
        def next_state(self, state, move): return self.State(state.n + Tools.step(move) + Tools.STEP)
        def is_terminal(self, state): return state.n > LIMIT or compared(state.n)
        def utility(self, state, player):
            return (super().bonus(state) + Fruit.PEAR + cached(1) + added(1) + defaulted(1) + self.SHARED
                    + self.computed + TABLE[0] + helpers.first(1) + self.rule(1))
        def evaluate(self, state, player): return helpers.SECOND + 12345
        def render(self, state): return "board"
""")
HELPERS = "def first(x): return third(x)\ndef third(x): return x + 77\nSECOND = 88\n"


def search_a(rules, jit, options):
    def run(state, size):
        return size

    return run


def search_b(rules, jit, options):
    def run(state, size):
        return size + 1

    return run


def key(source: str = BASE, helpers: str = HELPERS, build=search_a, options=(), change=None) -> str:
    module = types.ModuleType("helpers")
    exec(helpers, vars(module))
    sys.modules["helpers"] = module
    try:
        names: dict = {"__name__": "somewhere"}
        exec(compile(source, "somewhere.py", "exec"), names)
        game = names["G"]()
        if change is not None:
            change(game)
        return program_key(game, Search(build, ("ints",), options, "int"))
    finally:
        del sys.modules["helpers"]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("LIMIT = 10", "LIMIT = 11"),
        ("[1, 2, 3]", "[1, 2, 4]"),
        ("PEAR = 2", "PEAR = 3"),
        ("STEP = 1", "STEP = 2"),
        ("def step(x): return x + 1", "def step(x): return x - 1"),
        ("def cached(x): return x + 2", "def cached(x): return x + 3"),
        ("added = outer(4)", "added = outer(5)"),
        ("def inner(x): return x + n", "def inner(x): return x - n"),
        ("by=5", "by=6"),
        ("y > 6", "y > 7"),
        ("SHARED = 7", "SHARED = 8"),
        ("def bonus(self, state): return 8", "def bonus(self, state): return 9"),
        ("def computed(self): return 9", "def computed(self): return 10"),
        ("size=11", "size=12"),
        ("lambda x: x + size", "lambda x: x - size"),
        ("board: Bits", "board: int"),
        ("board: Bits = 0", "board: Bits = 1"),
        ("n: int", "n: float"),
        ("state.n + Tools", "state.n - Tools"),
        ("12345", "12346"),
        ("        def evaluate(self", "        def unused(self"),
    ],
)
def test_what_rules_lead_to_changes_the_key(old, new):
    changed = BASE.replace(old.strip(), new.strip())
    assert changed != BASE
    assert key(changed) != key()


@pytest.mark.parametrize(
    ("old", "new"),
    [("x + 77", "x + 78"), ("return third(x)", "return -third(x)"), ("SECOND = 88", "SECOND = 89")],
)
def test_helpers_in_another_module_change_the_key(old, new):
    """Also the second name that is read from the same module."""
    assert key(helpers=HELPERS.replace(old, new)) != key()


def test_a_class_that_says_it_is_a_builtin():
    """A class from a string without a module name is one of the user's, not of Python's."""

    def keyed(source: str) -> str:
        names: dict = {}
        exec(source, names)
        return program_key(names["H"](), Search(search_a, (), (), "int"))

    plain = BASE.replace("helpers.", "").replace(", helpers", "") + textwrap.dedent("""
        class H(G):
            def __init__(self): self.size = 3
            def utility(self, state, player): return Tools.step(1)
            def evaluate(self, state, player): return 0
    """)
    assert keyed(plain) != keyed(plain.replace("def step(x): return x + 1", "def step(x): return x + 2"))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("LIMIT = 10", "# a comment\n\n\nLIMIT = 10"),
        ('return "board"', 'return "another board"'),
        ("import enum", "import sys, enum"),
        ("class Tools:", "class Unused: pass\nclass Tools:"),
    ],
)
def test_what_rules_do_not_read_does_not(old, new):
    changed = BASE.replace(old, new)
    assert changed != BASE
    assert key(changed) == key()


def test_the_search_and_its_options_are_part_of_it():
    assert key(build=search_b) != key()
    assert key(options=(1,)) != key()
    assert key(options=(1,)) != key(options=(True,))
    assert key() == key()


def test_names_in_a_search_are_not_attributes_of_the_game():
    """`size` is a variable in the search, and `jit` an attribute of the game that no rule reads."""

    def unrelated(game):
        game.jit, game.run = object(), 5

    assert key(change=unrelated) == key()


def test_classes_and_modules_that_refer_to_each_other_end():
    first, second = types.ModuleType("first"), types.ModuleType("second")
    first.second, second.first = second, first
    content = Content(None)  # type: ignore[arg-type]
    content.value(first, ("first", "second"))
    assert content.digest()
