"""Small random games for property tests: ties, transpositions, early ends, a player who moves twice running.

    LayeredGame   ends after `seed`-dependent plies; positions are reached over several paths
    CyclicGame    positions come back; what that means is declared by a subclass or by `repetition`

The seed is part of the state and everything follows from it by integer arithmetic below 2**62, so that one
compiled program plays all seeds and plain Python gives the same game.
"""

from __future__ import annotations

from typing import NamedTuple

from zermelo import Game


def mixed(a: int, b: int, c: int, d: int) -> int:
    """A number from 0 to 2**31 - 1 that looks random and depends on all four."""
    x = (a * 69069 + b * 362437 + c * 521288 + d * 88675 + 12345) & 0x7FFFFFFF
    x = ((x ^ (x >> 15)) * 1103515245 + 12345) & 0x7FFFFFFF
    x = ((x ^ (x >> 13)) * 69069 + 1) & 0x7FFFFFFF
    x = ((x ^ (x >> 16)) * 1103515245 + 12345) & 0x7FFFFFFF
    return x >> 4


class LayeredGame(Game):
    """Layers of `width` positions; a move leads to some position of the next layer."""

    class State(NamedTuple):
        seed: int
        layer: int
        node: int

    def __init__(self, plies: int = 5, width: int = 6, branching: int = 3, spread: int = 2):
        self.plies, self.width, self.branching, self.spread = plies, width, branching, spread

    def initial_state(self):
        return self.State(0, 0, 0)

    def start(self, seed: int):
        return self.State(seed, 0, 0)

    def current_player(self, state):
        if mixed(state.seed, state.layer, state.node, 1) % 4 == 0:
            return mixed(state.seed, state.layer, state.node, 2) & 1
        return state.layer & 1

    def legal_moves(self, state):
        for move in range(1 + mixed(state.seed, state.layer, state.node, 3) % self.branching):
            yield move

    def next_state(self, state, move):
        node = mixed(state.seed, state.layer, state.node, 10 + move) % self.width
        return self.State(state.seed, state.layer + 1, node)

    def is_terminal(self, state):
        if state.layer >= self.plies:
            return True
        return state.layer > 0 and mixed(state.seed, state.layer, state.node, 4) % 6 == 0

    def utility(self, state, player):
        value = mixed(state.seed, state.layer, state.node, 5) % (2 * self.spread + 1) - self.spread
        return value if player == 0 else -value

    def evaluate(self, state, player):
        value = mixed(state.seed, state.layer, state.node, 6) % 21 - 10
        return value if player == 0 else -value


class FloatGame(LayeredGame):
    """The same with results and guesses that are floats, equal ones included."""

    def utility(self, state, player):
        value = (mixed(state.seed, state.layer, state.node, 5) % 7 - 3) / 7.0
        return value if player == 0 else -value

    def evaluate(self, state, player):
        value = (mixed(state.seed, state.layer, state.node, 6) % 21 - 10) / 30.0
        return value if player == 0 else -value


class CyclicGame(Game):
    """A graph of `width` positions in which lines of play can come back to where they were."""

    class State(NamedTuple):
        seed: int
        node: int

    def __init__(self, width: int = 7, repetition: str = "draw"):
        self.width, self.repetition = width, repetition

    def initial_state(self):
        return self.State(0, 0)

    def start(self, seed: int):
        return self.State(seed, 0)

    def current_player(self, state):
        return mixed(state.seed, state.node, 0, 1) & 1

    def legal_moves(self, state):
        for move in range(1 + mixed(state.seed, state.node, 0, 3) % 3):
            yield move

    def next_state(self, state, move):
        return self.State(state.seed, mixed(state.seed, state.node, 0, 10 + move) % self.width)

    def is_terminal(self, state):
        return state.node > 0 and mixed(state.seed, state.node, 0, 4) % 4 == 0

    def utility(self, state, player):
        value = mixed(state.seed, state.node, 0, 5) % 3 - 1
        return value if player == 0 else -value


class HookedGame(Game):
    """Layers with every hook: noisy moves, null moves, an order, and positions that have a mirror image.

    A mirrored position lists its moves the other way round; a flipped one has the other player to move (a pass).
    """

    class State(NamedTuple):
        seed: int
        layer: int
        node: int
        mirrored: int
        flipped: int

    def __init__(self, plies: int = 6, width: int = 5):
        self.plies, self.width = plies, width

    def initial_state(self):
        return self.State(0, 0, 0, 0, 0)

    def start(self, seed: int):
        return self.State(seed, 0, 0, 0, 0)

    def current_player(self, state):
        return (state.layer + state.flipped) & 1

    def count(self, state):
        return 1 + mixed(state.seed, state.layer, state.node, 3) % 4

    def legal_moves(self, state):
        for move in range(self.count(state)):
            yield move

    def unmirrored(self, state, move):
        if state.mirrored:
            return self.count(state) - 1 - move
        return move

    def next_state(self, state, move):
        move = self.unmirrored(state, move)
        child = mixed(state.seed, state.layer, state.node, 10 + move)
        return self.State(state.seed, state.layer + 1, child % self.width, (child >> 8) & 1, state.flipped)

    def is_terminal(self, state):
        if state.layer >= self.plies:
            return True
        return state.layer > 0 and mixed(state.seed, state.layer, state.node, 4) % 7 == 0

    def utility(self, state, player):
        value = mixed(state.seed, state.layer, state.node, 5) % 5 - 2
        return value if player == 0 else -value

    def evaluate(self, state, player):
        value = mixed(state.seed, state.layer, state.node, 6) % 41 - 20
        return value if player == 0 else -value

    def order_moves(self, state, move):
        return mixed(state.seed, state.node, self.unmirrored(state, move), 7) % 3

    def noisy_moves(self, state):
        for move in range(self.count(state)):
            if mixed(state.seed, state.node, self.unmirrored(state, move), 8) % 3 == 0:
                yield move

    def null_move(self, state):
        if mixed(state.seed, state.layer, state.node, 9) % 4 == 0:
            return state
        return self.State(state.seed, state.layer, state.node, state.mirrored, 1 - state.flipped)

    def symmetries(self, state):
        yield self.State(state.seed, state.layer, state.node, 1 - state.mirrored, state.flipped)
