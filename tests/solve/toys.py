"""Games for these tests: small boards with known results, with and without cycles."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from random_games import CyclicGame, mixed
from zermelo import Bits, Game
from zermelo.kernel.available import numba_available

NEEDS_NUMBA = pytest.mark.skipif(not numba_available(), reason="Numba is not to be had here")
COMPILED = pytest.param(True, marks=NEEDS_NUMBA, id="compiled")
COMPILED_SLOWLY = pytest.param(True, marks=[NEEDS_NUMBA, pytest.mark.slow], id="compiled")
PLAIN = pytest.param(False, id="plain")


class Hexapawn(Game):
    """Three pawns against three on 3 by 3 (Gardner 1962): who reaches the other side wins, who cannot move loses.

    cells   6 7 8    black, player 1, moves down
            3 4 5
            0 1 2    white, player 0, moves up
    """

    class State(NamedTuple):
        white: Bits
        black: Bits
        player: int

    def initial_state(self):
        return self.State(0b111, 0b111 << 6, 0)

    def current_player(self, state):
        return state.player

    def legal_moves(self, state):
        """from * 9 + to"""
        own = state.white if state.player == 0 else state.black
        other = state.black if state.player == 0 else state.white
        ahead = 3 if state.player == 0 else -3
        for cell in range(9):
            front = cell + ahead
            if own >> cell & 1 and 0 <= front < 9:
                if not (own | other) >> front & 1:
                    yield cell * 9 + front
                if cell % 3 > 0 and other >> (front - 1) & 1:
                    yield cell * 9 + front - 1
                if cell % 3 < 2 and other >> (front + 1) & 1:
                    yield cell * 9 + front + 1

    def next_state(self, state, move):
        step = 1 << move // 9 | 1 << move % 9
        taken = ~(1 << move % 9) & 0b111111111
        if state.player == 0:
            return self.State(state.white ^ step, state.black & taken, 1)
        return self.State(state.white & taken, state.black ^ step, 0)

    def is_terminal(self, state):
        if state.white >> 6 != 0 or state.black & 0b111 != 0:
            return True
        for _ in self.legal_moves(state):
            return False
        return True

    def utility(self, state, player):
        """Whoever has just moved has reached the other side or left no move."""
        return -1 if player == state.player else 1


class Dodgem(Game):
    """Dodgem on n by n (Vout; Berlekamp, Conway, Guy: Winning Ways, ch. 22), here 3 by 3 with two cars a side.

    cells       6 7 8      player 0 has cars on 3 and 6, drives to the right and leaves there;
                3 4 5      player 1 has cars on 1 and 2, drives upwards and leaves there.
                0 1 2      Forward or sideways, never back. Who has no car left wins,
                           and so does who is to move and cannot: leaving no move is not allowed.
    """

    class State(NamedTuple):
        right: Bits
        up: Bits
        player: int

    repetition = "draw"

    def initial_state(self):
        return self.State(1 << 3 | 1 << 6, 1 << 1 | 1 << 2, 0)

    def current_player(self, state):
        return state.player

    def legal_moves(self, state):
        """cell * 10 + the cell where it goes, 9 for off the board"""
        filled = state.right | state.up
        own = state.right if state.player == 0 else state.up
        for cell in range(9):
            if own >> cell & 1:
                column, row = cell % 3, cell // 3
                if state.player == 0:
                    ahead = cell + 1 if column < 2 else 9
                    one = cell + 3 if row < 2 else -1
                    two = cell - 3 if row > 0 else -1
                else:
                    ahead = cell + 3 if row < 2 else 9
                    one = cell + 1 if column < 2 else -1
                    two = cell - 1 if column > 0 else -1
                if ahead == 9 or not filled >> ahead & 1:
                    yield cell * 10 + ahead
                if one >= 0 and not filled >> one & 1:
                    yield cell * 10 + one
                if two >= 0 and not filled >> two & 1:
                    yield cell * 10 + two

    def next_state(self, state, move):
        start, end = move // 10, move % 10
        own = state.right if state.player == 0 else state.up
        own ^= 1 << start
        if end < 9:
            own |= 1 << end
        if state.player == 0:
            return self.State(own, state.up, 1)
        return self.State(state.right, own, 0)

    def is_terminal(self, state):
        if state.right == 0 or state.up == 0:
            return True
        for _ in self.legal_moves(state):
            return False
        return True

    def utility(self, state, player):
        winner = state.player  # the player who is left without a move
        if state.right == 0:
            winner = 0
        elif state.up == 0:
            winner = 1
        return 1 if player == winner else -1


class KingAndRook(Game):
    """King and rook (player 0) against king (player 1) on 8 by 8; squares 0 to 63, a1 is 0, h8 is 63.

    A rook that is taken stands on 64: a draw, as is stalemate. Any legal position is a start.
    """

    repetition = "draw"

    class State(NamedTuple):
        king: int
        rook: int
        other: int
        player: int

    def initial_state(self):
        return self.State(4, 7, 60, 0)  # Ke1, Rh1 against Ke8

    def current_player(self, state):
        return state.player

    def near(self, one, two):
        return abs(one // 8 - two // 8) <= 1 and abs(one % 8 - two % 8) <= 1

    def attacks(self, rook, target, between):
        """Whether the rook attacks the target on a board where only one other piece stands."""
        if rook == target:
            return False
        if rook // 8 == target // 8:
            return not (between // 8 == rook // 8 and min(rook, target) < between < max(rook, target))
        if rook % 8 == target % 8:
            return not (between % 8 == rook % 8 and min(rook, target) < between < max(rook, target))
        return False

    def flees_to(self, state, to):
        """Whether the lone king may go to this square."""
        if self.near(to, state.king):
            return False
        return not self.attacks(state.rook, to, state.king)

    def legal_moves(self, state):
        """A king's move is the square where it goes, a rook's is 64 more."""
        king = state.king if state.player == 0 else state.other
        for up in range(-1, 2):
            for right in range(-1, 2):
                row, column = king // 8 + up, king % 8 + right
                if (up != 0 or right != 0) and 0 <= row < 8 and 0 <= column < 8:
                    to = row * 8 + column
                    if state.player == 1:
                        if self.flees_to(state, to):
                            yield to
                    elif to != state.rook and not self.near(to, state.other):
                        yield to
        if state.player == 0:
            for direction in range(4):
                up = (direction == 0) - (direction == 1)
                right = (direction == 2) - (direction == 3)
                row, column = state.rook // 8 + up, state.rook % 8 + right
                while 0 <= row < 8 and 0 <= column < 8:
                    to = row * 8 + column
                    if to in (state.king, state.other):
                        break
                    yield 64 + to
                    row += up
                    column += right

    def next_state(self, state, move):
        if state.player == 1:
            return self.State(state.king, 64 if move == state.rook else state.rook, move, 0)
        if move >= 64:
            return self.State(state.king, move - 64, state.other, 1)
        return self.State(move, state.rook, state.other, 1)

    def is_terminal(self, state):
        if state.rook == 64:
            return True
        for _ in self.legal_moves(state):
            return False
        return True

    def utility(self, state, player):
        if state.rook == 64 or not self.attacks(state.rook, state.other, state.king):
            return 0
        return 1 if player == 0 else -1


class ManyValued(CyclicGame):
    """Positions that come back, and results from -3 to 3."""

    def utility(self, state, player):
        value = mixed(state.seed, state.node, 0, 5) % 7 - 3
        return value if player == 0 else -value


class Shares(CyclicGame):
    """Positions that come back; ten points are shared, so that 5 each is a draw that is not 0."""

    def utility(self, state, player):
        points = mixed(state.seed, state.node, 0, 5) % 11
        return points if player == 0 else 10 - points


class Halves(CyclicGame):
    """Positions that come back, and results that are floats."""

    def utility(self, state, player):
        value = (mixed(state.seed, state.node, 0, 5) % 5 - 2) / 3.0
        return value if player == 0 else -value


class Words(Game):
    """States that are no numbers: a word loses a letter from either end; who takes the last vowel wins."""

    def initial_state(self):
        return "retrograde"

    def current_player(self, state):
        return len(state) % 2

    def legal_moves(self, state):
        return ["first", "last"]

    def next_state(self, state, move):
        return state[1:] if move == "first" else state[:-1]

    def is_terminal(self, state):
        return not set(state) & set("aeiou")

    def utility(self, state, player):
        return -1 if player == len(state) % 2 else 1


class Clock(Game):
    """A walk on a ring with a counter in the state that the key leaves out: without the key it would never end."""

    repetition = "draw"

    class State(NamedTuple):
        place: int
        plies: int

    def initial_state(self):
        return self.State(0, 0)

    def current_player(self, state):
        return state.plies & 1

    def legal_moves(self, state):
        yield 1
        yield 2
        yield 3

    def next_state(self, state, move):
        return self.State((state.place + move * move + 1) % 12, state.plies + 1)

    def is_terminal(self, state):
        return state.place == 11

    def utility(self, state, player):
        return -1 if player == state.plies & 1 else 1

    def key(self, state):
        return state.place
