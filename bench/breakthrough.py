"""A game with every hook, for the time that compiling a new game takes: Breakthrough, eight by eight.

Pieces step one row forward, straight or diagonally, and capture diagonally; who reaches the last row wins.

    bit index    8 * row + column, row 0 is player 0's own
    forward      +8 for player 0, -8 for player 1
    move         16 * from-square + step, the step's column change + 1: 0, 1 or 2
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from zermelo.core.game import Bits, Game

LEFT_EDGE = 0x0101_0101_0101_0101
FULL = 0xFFFF_FFFF_FFFF_FFFF


class Breakthrough(Game):
    """First to the other side wins."""

    class State(NamedTuple):
        mover: Bits
        other: Bits
        player: int

    def initial_state(self) -> State:
        return self.State(0xFFFF, 0xFFFF << 48, 0)

    def current_player(self, state: State) -> int:
        return state.player

    def legal_moves(self, state: State) -> Iterator[int]:
        pieces = state.mover
        while pieces:
            square = (pieces & -pieces).bit_length() - 1
            pieces &= pieces - 1
            for step in range(3):
                if self.may_step(state, square, step):
                    yield 16 * square + step

    def target(self, state: State, square: int, step: int) -> int:
        return square + step + 7 if state.player == 0 else square + step - 9

    def may_step(self, state: State, square: int, step: int) -> bool:
        column = square % 8 + step - 1
        if column < 0 or column > 7:
            return False
        there = 1 << self.target(state, square, step)
        if step == 1:
            return not (state.mover | state.other) & there
        return not state.mover & there

    def next_state(self, state: State, move: int) -> State:
        square, step = move // 16, move % 16
        there = 1 << self.target(state, square, step)
        moved = state.mover & ~(1 << square) | there
        return self.State(state.other & ~there, moved & FULL, 1 - state.player)

    def is_terminal(self, state: State) -> bool:
        return not state.mover or self.has_arrived(state)

    def has_arrived(self, state: State) -> bool:
        """Whether the player who has just moved stands on the last row."""
        goal = 0xFF if state.player == 0 else 0xFF << 56
        return state.other & goal != 0

    def utility(self, state: State, player: int) -> int:
        return -1 if player == state.player else 1

    # ── hooks ────────────────────────────────────────────────────────────────────────────────────

    def key(self, state: State) -> tuple[int, int]:
        return state.mover, state.other

    def symmetries(self, state: State) -> Iterator[State]:
        yield self.State(mirrored(state.mover), mirrored(state.other), state.player)

    def evaluate(self, state: State, player: int) -> int:
        balance = 0
        for row in range(8):
            own_rows, other_rows = (row, 7 - row) if state.player == 0 else (7 - row, row)
            balance += (10 + own_rows) * (state.mover >> 8 * row & 0xFF).bit_count()
            balance -= (10 + other_rows) * (state.other >> 8 * row & 0xFF).bit_count()
        return balance if player == state.player else -balance

    def order_moves(self, state: State, move: int) -> int:
        square, step = move // 16, move % 16
        captures = 8 if state.other & 1 << self.target(state, square, step) else 0
        return captures + (square // 8 if state.player == 0 else 7 - square // 8)

    def noisy_moves(self, state: State) -> Iterator[int]:
        for move in self.legal_moves(state):
            if state.other & 1 << self.target(state, move // 16, move % 16):
                yield move

    def null_move(self, state: State) -> State:
        return self.State(state.other, state.mover, 1 - state.player)

    def value_bounds(self, state: State) -> tuple[int, int]:  # noqa: ARG002
        return -1, 1


def mirrored(pieces: Bits) -> Bits:
    """Left and right exchanged."""
    image = 0
    for column in range(8):
        image |= (pieces >> column & LEFT_EDGE) << 7 - column
    return image
