"""Kalah with so many pits a side and seeds a pit, for the tests: the last seed in the store means another move."""

from __future__ import annotations

from typing import NamedTuple

from zermelo import Game


class Kalah(Game):
    class State(NamedTuple):
        board: tuple[int, ...]  # pits of player 0, store 0, pits of player 1, store 1
        player: int

    def __init__(self, pits: int, seeds: int):
        self.pits, self.seeds = pits, seeds

    def initial_state(self):
        side = (self.seeds,) * self.pits + (0,)
        return self.State(side + side, 0)

    def current_player(self, state):
        return state.player

    def legal_moves(self, state):
        first = state.player * (self.pits + 1)
        return [pit for pit in range(self.pits) if state.board[first + pit]]

    def next_state(self, state, move):
        board, size = list(state.board), 2 * (self.pits + 1)
        mine, other = state.player * (self.pits + 1), (1 - state.player) * (self.pits + 1)
        store, their_store = mine + self.pits, other + self.pits
        place = mine + move
        seeds, board[place] = board[place], 0
        while seeds:
            place = (place + 1) % size
            if place != their_store:
                board[place] += 1
                seeds -= 1
        opposite = other + self.pits - 1 - (place - mine)
        if mine <= place < store and board[place] == 1 and board[opposite]:
            board[store] += board[opposite] + 1
            board[place] = board[opposite] = 0
        player = state.player if place == store else 1 - state.player
        for side in (0, self.pits + 1):
            if not any(board[side : side + self.pits]):  # the rest goes to the player who has it
                rest = (self.pits + 1) - side
                board[rest + self.pits] += sum(board[rest : rest + self.pits])
                board[rest : rest + self.pits] = [0] * self.pits
        return self.State(tuple(board), player)

    def is_terminal(self, state):
        return not any(state.board[: self.pits]) and not any(state.board[self.pits + 1 : -1])

    def utility(self, state, player):
        difference = state.board[self.pits] - state.board[-1]
        return difference if player == 0 else -difference
