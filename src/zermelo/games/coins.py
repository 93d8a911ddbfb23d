"""Coins: take one or two coins from the left end of a row, and keep them.

    the row       2  3  5  8          still on the table after "take 1":   .  3  5  8
                  ↑  ↑                                                        ↑  ↑
                  what the player to move may take: one coin, or both

    row           the coins at the start, left to right:    (2, 3, 5, 8)
    taken         how many coins are gone, from the left:   1
    total         what a player has collected:              2
    move          how many coins to take:                   1 or 2

Both players together collect the whole row (the game is constant-sum), so more for one is less for the other.

Texts: `2,3,5,8` is a whole row with the first player to move. In the middle of a game the totals and the player
to move follow the coins that are left: `3,5,8 2:0 second`; `-` stands for an empty table: `- 10:8 first`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from zermelo.core.errors import InputError
from zermelo.core.game import Game
from zermelo.games.texts import Part

MOST_COINS = 10_000
HIGHEST_COIN = 10**12  # the totals of the longest row stay far inside 64 bits


class Coins(Game):
    """Take one or two coins from the left end of a row; each player keeps what they take."""

    class State(NamedTuple):
        taken: int
        first_total: int
        second_total: int
        player: int

    def __init__(self, row: Sequence[int] = (2, 3, 5, 8)):
        self.row = tuple(row)
        self.length = len(self.row)
        if self.length > MOST_COINS:
            raise InputError(f"a row of {self.length} coins is too long: at most {MOST_COINS} are meant")
        for place, coin in enumerate(self.row):
            if not isinstance(coin, int) or isinstance(coin, bool) or not 0 <= coin <= HIGHEST_COIN:
                raise InputError(
                    f"coin {place} of the row is {coin!r}: a whole number from 0 to {HIGHEST_COIN} is meant"
                )
        self.sum_from = sums_from(self.row)  # [taken]: what the coins still on the table are worth

    # ── the rules ────────────────────────────────────────────────────────────────────────────────

    def initial_state(self) -> State:
        return self.State(0, 0, 0, 0)

    def current_player(self, state: State) -> int:
        return state.player

    def legal_moves(self, state: State) -> Iterator[int]:
        if state.taken < self.length:
            yield 1
        if state.taken + 1 < self.length:
            yield 2

    def next_state(self, state: State, move: int) -> State:
        gain = self.row[state.taken]
        if move == 2:
            gain += self.row[state.taken + 1]
        if state.player == 0:
            return self.State(state.taken + move, state.first_total + gain, state.second_total, 1)
        return self.State(state.taken + move, state.first_total, state.second_total + gain, 0)

    def is_terminal(self, state: State) -> bool:
        return state.taken == self.length

    def utility(self, state: State, player: int) -> int:
        return state.first_total if player == 0 else state.second_total

    def value_bounds(self, state: State) -> tuple[int, int]:
        """The first player keeps what they have, and gets at most all that is left."""
        return state.first_total, state.first_total + self.sum_from[state.taken]

    # ── how people write it ──────────────────────────────────────────────────────────────────────

    def format_move(self, move: int) -> str:
        return str(move)

    def parse_move(self, text: str) -> int:
        return Part.all_of(text).number("the number of coins to take", 1, 2)

    @classmethod
    def from_text(cls, text: str) -> tuple[Coins, State]:
        words = Part.all_of(text).words()
        game = cls(parse_row(words[0])) if words else cls()
        return game, game.parse_state(text)

    def format_state(self, state: State) -> str:
        left = ",".join(str(coin) for coin in self.row[state.taken :]) or "-"
        if state.first_total == state.second_total == state.player == 0:
            return left
        return f"{left} {state.first_total}:{state.second_total} {('first', 'second')[state.player]}"

    def parse_state(self, text: str) -> State:
        """The coins that are left (they must be the right end of this game's row), totals, player to move."""
        words = Part.all_of(text).words()
        if not words:
            return self.initial_state()
        left = parse_row(words[0])
        taken = self.length - len(left)
        if taken < 0 or self.row[taken:] != left:
            raise words[0].fault("these coins are not the right end of the row that this game is played with")
        first_total = second_total = player = 0
        for word in words[1:]:
            if word.text.lower() in ("first", "second"):
                player = int(word.text.lower() == "second")
            elif len(totals := word.split(":")) == 2:
                first_total = totals[0].number("a total", 0, MOST_COINS * HIGHEST_COIN)
                second_total = totals[1].number("a total", 0, MOST_COINS * HIGHEST_COIN)
            else:
                raise word.fault(
                    f"{word.shown} is not understood: the totals, like 2:0, and first or second may follow the coins"
                )
        return self.State(taken, first_total, second_total, player)

    def render(self, state: State) -> str:
        """The row with its coins, taken ones as dots, and what both have."""
        cells = ["." if place < state.taken else str(coin) for place, coin in enumerate(self.row)]
        names = ["first ", "second"]
        totals = [state.first_total, state.second_total]
        lines = ["  ".join(cells)]
        for player, name in enumerate(names):
            mark = "  <- to move" if player == state.player and not self.is_terminal(state) else ""
            lines.append(f"{name}  {totals[player]}{mark}")
        return "\n".join(lines)


def sums_from(row: tuple[int, ...]) -> tuple[int, ...]:
    """For every number of taken coins, what the others are worth together; the last one is 0."""
    sums = [0]
    for coin in reversed(row):
        sums.append(sums[-1] + coin)
    return tuple(reversed(sums))


def parse_row(part: Part) -> tuple[int, ...]:
    if part.text == "-":
        return ()
    coins = tuple(coin.number("a coin", 0, HIGHEST_COIN) for coin in part.split(","))
    if len(coins) > MOST_COINS:
        raise part.fault(f"a row of {len(coins)} coins is too long: at most {MOST_COINS} are meant")
    return coins
