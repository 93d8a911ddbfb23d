"""Small games and a small search, to see the kernel at work."""

from __future__ import annotations

import enum
import functools
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from zermelo import Bits, Game, with_item
from zermelo.kernel.native import Native, native
from zermelo.kernel.rules import plain_jit, plain_rules

WORD = (1 << 64) - 1
FULL = 0xFFFF_FFFF_FFFF_FFFF


def signed(number: int) -> int:
    """The number as an int of 64 bits, as compiled code has it."""
    return (int(number) + (1 << 63)) % (1 << 64) - (1 << 63)


# ── searches ─────────────────────────────────────────────────────────────────────────────────────


def build_perft(rules: Any, jit: Callable[..., Any], options: tuple[Any, ...]) -> Any:
    """Counts the lines of log[0] plies; log[1:3] gets the hash of the state it starts from."""

    @jit("int", "state", "int")
    def perft(state, depth):
        if depth == 0:
            return 1
        if rules.is_terminal(state):
            return 0
        total = 0
        for code in rules.legal_moves(state):
            total += perft(rules.next_state(state, code), depth - 1)
        return total

    @jit()
    def run(state, log):
        log[1], log[2] = rules.hash_state(state)
        return perft(state, log[0])

    return run


def build_walk(rules: Any, jit: Callable[..., Any], options: tuple[Any, ...]) -> Any:
    """Mixes everything that the rules say about the states of log[0] plies into one number."""
    wrapped = jit()(options[0])
    has_hooks = len(rules.hooks) == 5

    @jit("int", "state", "int")
    def walk(state, depth):
        if depth == 0 or rules.is_terminal(state):
            return int(rules.utility(state, 0)) & 0xFFFF
        index, check = rules.hash_state(state)
        total = wrapped(index ^ check)
        for code in rules.legal_moves(state):
            total = wrapped(total * 31 + code)
            total = wrapped(total ^ walk(rules.next_state(state, code), depth - 1))
            if has_hooks:
                total = wrapped(total + int(rules.order_moves(state, code)) + int(rules.evaluate(state, 1)))
        if has_hooks:
            for code in rules.noisy_moves(state):
                total = wrapped(total ^ code)
            for other in rules.symmetries(state):
                total = wrapped(total + rules.hash_state(other)[0])
            total = wrapped(total ^ rules.hash_state(rules.null_move(state))[1])
        return total

    @jit()
    def run(state, log):
        return walk(state, log[0])

    return run


def same(number):
    return number


def compiled_perft(game: Game) -> Native:
    return native(game, build_perft, ("ints",))


def perft_both_ways(game: Game, depth: int, state: Any = None) -> tuple[tuple[int, int, int], tuple[int, int, int]]:
    """(count, index, check) in plain Python and compiled."""
    state = game.initial_state() if state is None else state
    plain_log, log = [depth, 0, 0], np.array([depth, 0, 0])
    plain = build_perft(plain_rules(game), plain_jit, ())(state, plain_log)
    compiled = compiled_perft(game)(state, log)
    return (plain, plain_log[1], plain_log[2]), (compiled, int(log[1]), int(log[2]))


def walk_both_ways(game: Game, depth: int) -> tuple[int, int]:
    run = native(game, build_walk, ("ints",), options=(same,))
    plain = build_walk(plain_rules(game), plain_jit, (signed,))(game.initial_state(), [depth])
    return signed(plain), run(game.initial_state(), np.array([depth]))


# ── games ────────────────────────────────────────────────────────────────────────────────────────


class ConnectFour(Game):
    class State(NamedTuple):
        mover: Bits
        filled: Bits
        plies: int

    def __init__(self, width: int = 7, height: int = 6):
        self.width, self.height = width, height

    def initial_state(self):
        return self.State(0, 0, 0)

    def current_player(self, state):
        return state.plies & 1

    def legal_moves(self, state):
        for column in range(self.width):
            if not state.filled >> (column * (self.height + 1) + self.height - 1) & 1:
                yield column

    def next_state(self, state, move):
        lowest = 1 << move * (self.height + 1)
        return self.State(state.mover ^ state.filled, state.filled | (state.filled + lowest), state.plies + 1)

    def four(self, discs):
        for step in (1, self.height, self.height + 1, self.height + 2):
            pairs = discs & discs >> step
            if pairs & pairs >> 2 * step:
                return True
        return False

    def is_terminal(self, state):
        return state.plies == self.width * self.height or self.four(state.mover ^ state.filled)

    def utility(self, state, player):
        if not self.four(state.mover ^ state.filled):
            return 0
        return -1 if player == state.plies & 1 else 1


class Nim(Game):
    class State(NamedTuple):
        piles: tuple[int, ...]
        player: int

    class Move(NamedTuple):
        pile: int
        count: int

    def __init__(self, *piles: int):
        self.piles = piles

    def initial_state(self):
        return self.State(self.piles, 0)

    def current_player(self, state):
        return state.player

    def legal_moves(self, state):
        for pile in range(len(state.piles)):
            for count in range(1, state.piles[pile] + 1):
                yield self.Move(pile, count=count)

    def next_state(self, state, move):
        left = state.piles[move.pile] - move.count
        return self.State(with_item(state.piles, move.pile, left), 1 - state.player)

    def is_terminal(self, state):
        return sum(state.piles) == 0

    def utility(self, state, player):
        return 1 if player != state.player else -1


class Walk(Game):
    """A counter that goes up by 1 or 2: the base of games that differ in one rule."""

    class State(NamedTuple):
        board: Bits
        n: int

    def initial_state(self):
        return self.State(0, 0)

    def current_player(self, state):
        return state.n & 1

    def legal_moves(self, state):
        yield 1
        yield 2

    def next_state(self, state, move):
        return self.State(state.board | move, state.n + move)

    def is_terminal(self, state):
        return state.n >= 5

    def utility(self, state, player):
        return 0


class Fruit(enum.IntEnum):
    APPLE = 1
    PEAR = 2


def plus(x, by=3):
    return x + by


@functools.cache
def twice(x):
    return x * 2


class Cupboard(Game):
    BIAS = 5

    def weight(self, state, k):
        return state.total + k

    @staticmethod
    def tripled(x):
        return x * 3

    @classmethod
    def biased(cls, x):
        return x + cls.BIAS


class Kitchen(Cupboard):
    """A game with no sense that uses everything that may be used."""

    class State(NamedTuple):
        board: Bits
        total: int
        flag: bool = False
        cells: tuple[int, ...] = ()
        words: tuple[Bits, Bits] = (0, 0)
        rate: float = 0.5

    class Move(NamedTuple):
        a: int
        b: int = 0

    LINES = tuple(1 << i | 1 << (63 - i) for i in range(40))

    def __init__(self) -> None:
        self.n = 3
        self.full = FULL
        self.ragged = ((1, 2), (0,), (0, 1, 2, 3))
        self.pairs = ((0, 1), (1, 2), (2, 3), (3, 0))
        self.grid = np.arange(12).reshape(3, 4)
        self.masks = np.array([FULL, 1], np.uint64)
        self.factor = 0.25
        self.deep = (((0, 1), (2, 3)), ((4, 5), (6, 7)))
        self.start = self.State(1 << 63, 0, cells=(1, 2, 3, 4))

    def initial_state(self):
        return self.start

    def current_player(self, state):
        return state.flag

    def legal_moves(self, state) -> Iterator[Move]:
        for i in range(self.n):
            if not state.board >> i & 1 or i == 0:
                yield self.Move(i, b=-i)
        if state.total == 99:
            yield Kitchen.Move(2)

    def next_state(self, state, move):
        total = super().weight(state, move.a) + Cupboard.weight(self, state, move.b) + Fruit.PEAR
        total += plus(move.a) + plus(move.b, by=2) + self.tripled(move.a) + self.biased(move.a) + twice(2)
        for item in self.ragged[move.a]:
            total += item
        for x, y in self.pairs:
            total += x * y
        total += len(self.ragged) + len(self.LINES) + int(self.grid[1, 2]) + int(self.grid[2][move.a])
        total += self.deep[1][move.a % 2][0] + self.power(move.a)
        hits = 0
        for line in self.LINES:
            if line & state.board == line:
                hits += 1
            elif line & state.board:
                hits += 2
        board = state.board ^ (self.LINES[move.a] & self.full) ^ FULL ^ int(self.masks[1])
        cells = with_item(state.cells, move.a, state.cells[move.a] + 1)
        total = total % 1000 + hits
        words = (board >> 60, state.words[0])
        return self.State(board, total, not state.flag, cells, words, state.rate * self.factor + total)

    def power(self, n):
        """2 to the n, by calling itself."""
        if n == 0:
            return 1
        return 2 * self.power(n - 1)

    def is_terminal(self, state):
        return state.total > 5000

    def utility(self, state, player):
        return state.rate

    def evaluate(self, state, player):
        return state.total if player == 0 else -state.total

    def order_moves(self, state, move):
        return move.a - move.b

    def noisy_moves(self, state):
        return [self.Move(0, 1)]

    def symmetries(self, state):
        yield state
        yield self.State(state.board, state.total, state.flag, state.cells, state.words, state.rate)

    def null_move(self, state):
        if state.total == 77:
            return self.start
        return self.State(state.board, state.total, not state.flag, state.cells, state.words, state.rate)
