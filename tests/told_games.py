"""Random games that know something of their results without a search, and now say it, now do not."""

from __future__ import annotations

import functools

from random_games import LayeredGame, mixed

HOOKS = ("known_result", "value_bounds", "soonest_wins", "most_plies", "relevant_moves", "order_moves")


class Told:
    """What is true of the states of a game, found by plain minimax: hooks that are right and say now more, now less."""

    def __init__(self, game):
        self.game = game
        self.best = functools.cache(self.best)
        self.soonest = functools.cache(self.soonest)
        self.longest = functools.cache(self.longest)

    def children(self, state):
        return [self.game.next_state(state, move) for move in self.game.legal_moves(state)]

    def best(self, state):
        """(outcome, value, haste) of MAX."""
        if self.game.is_terminal(state):
            value = self.game.utility(state, 0)
            return (value > 0) - (value < 0), value, 0
        choose = max if self.game.current_player(state) == 0 else min
        outcome, value, haste = choose(self.best(child) for child in self.children(state))
        return outcome, value, haste - outcome

    def soonest(self, state):
        if self.game.is_terminal(state):
            value = self.game.utility(state, 0)
            return (0 if value > 0 else 99), (0 if value < 0 else 99)
        found = [self.soonest(child) for child in self.children(state)]
        return min(first for first, _ in found) + 1, min(second for _, second in found) + 1

    def longest(self, state):
        return 0 if self.game.is_terminal(state) else 1 + max(map(self.longest, self.children(state)))


class Hooked(LayeredGame):
    """A random game with those of the hooks that `present` names."""

    def __init__(self, present, **sizes):
        super().__init__(**sizes)
        self.told = Told(LayeredGame(**sizes))
        for name in HOOKS:
            if name in present:
                setattr(self, name, getattr(self, f"tell_{name}"))

    def dice(self, state, number):
        return mixed(state.seed, state.layer, state.node, 700 + number)

    def tell_known_result(self, state):
        outcome, value, haste = self.told.best(state)
        # How long a draw lasts is nobody's concern.
        return (True, value, abs(haste) if outcome else 7) if self.dice(state, 1) % 3 == 0 else (False, 0, 0)

    def tell_value_bounds(self, state):
        _, value, _ = self.told.best(state)
        return value - self.dice(state, 2) % 3, value + self.dice(state, 3) % 3

    def tell_soonest_wins(self, state):
        first, second = self.told.soonest(state)
        return max(1, first - self.dice(state, 4) % 2), max(1, second - self.dice(state, 5) % 2)

    def tell_most_plies(self, state):
        return self.told.longest(state) + self.dice(state, 6) % 2

    def tell_relevant_moves(self, state):
        moves = list(self.legal_moves(state))
        enough = [move for move in moves if self.told.best(self.next_state(state, move)) == self.good(state)]
        return [move for move in moves if move == enough[-1] or self.dice(state, 10 + move) % 2]

    def good(self, state):
        choose = max if self.current_player(state) == 0 else min
        return choose(map(self.told.best, self.told.children(state)))

    def tell_order_moves(self, state, move):
        return self.dice(state, 20 + move) % 3

    def known(self, state):
        outcome, value, haste = self.told.best(state)
        return value, abs(haste) if outcome else None
