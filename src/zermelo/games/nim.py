"""Nim: take any number of counters from one pile; the last player able to move wins.

    pile 0   o o o
    pile 1   o o o o            the move 1:3 takes three counters from pile 1
    pile 2   o o o o o

    piles    how many counters each pile has left:          (3, 4, 5)
    move     a pile, counted from 0, and how many to take:  (1, 3), written 1:3
    misère   the other way round: the last player able to move loses

Texts: `3,4,5` are the piles, the first player to move. The words `second` (the second player is to move) and
`misere` may follow: `1,2 second`, `3,4,5 misere`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from zermelo.core.errors import InputError
from zermelo.core.game import Game, with_item
from zermelo.games.texts import Part

MOST_PILES = 64
HIGHEST_PILE = 1000  # every counter is a move: larger piles would only make lists of moves too long to search


class Nim(Game):
    """Take any number of counters from one pile; the last player able to move wins (misère: loses)."""

    class State(NamedTuple):
        piles: tuple[int, ...]
        player: int

    class Move(NamedTuple):
        pile: int
        counters: int

    def __init__(self, piles: Sequence[int] = (3, 4, 5), misere: bool = False):
        self.piles = tuple(piles)
        self.num_piles = len(self.piles)
        self.misere = bool(misere)
        if not 1 <= self.num_piles <= MOST_PILES:
            raise InputError(f"there are {self.num_piles} piles: 1 to {MOST_PILES} are meant")
        for place, pile in enumerate(self.piles):
            if not isinstance(pile, int) or isinstance(pile, bool) or not 0 <= pile <= HIGHEST_PILE:
                raise InputError(f"pile {place} is {pile!r}: a whole number from 0 to {HIGHEST_PILE} is meant")

    # ── the rules ────────────────────────────────────────────────────────────────────────────────

    def initial_state(self) -> State:
        return self.State(self.piles, 0)

    def current_player(self, state: State) -> int:
        return state.player

    def legal_moves(self, state: State) -> Iterator[Move]:
        for pile in range(self.num_piles):
            for counters in range(1, state.piles[pile] + 1):
                yield self.Move(pile, counters)

    def next_state(self, state: State, move: Move) -> State:
        left = state.piles[move.pile] - move.counters
        return self.State(with_item(state.piles, move.pile, left), 1 - state.player)

    def is_terminal(self, state: State) -> bool:
        for pile in state.piles:  # noqa: SIM110  (`any` with a generator is not compiled)
            if pile > 0:
                return False
        return True

    def utility(self, state: State, player: int) -> int:
        """The player to move finds nothing: lost, in misère won."""
        won = (player == state.player) == self.misere
        return 1 if won else -1

    def value_bounds(self, state: State) -> tuple[int, int]:  # noqa: ARG002
        return -1, 1

    # ── how people write it ──────────────────────────────────────────────────────────────────────

    def format_move(self, move: Move) -> str:
        return f"{move.pile}:{move.counters}"

    def parse_move(self, text: str) -> Move:
        whole = Part.all_of(text)
        parts = whole.split(":")
        if len(parts) != 2:
            raise whole.fault(f"{whole.shown} is not a move: pile:count is meant, like 1:3, piles counted from 0")
        pile = parts[0].number("a pile", 0, self.num_piles - 1)
        return self.Move(pile, parts[1].number("how many to take", 1, HIGHEST_PILE))

    @classmethod
    def from_text(cls, text: str) -> tuple[Nim, State]:
        if not text.strip():
            game = cls()
            return game, game.initial_state()
        piles, _, misere = parse_words(text)
        game = cls(piles, misere=misere)
        return game, game.parse_state(text)

    def format_state(self, state: State) -> str:
        piles = ",".join(str(pile) for pile in state.piles)
        return piles + " second" * (state.player == 1) + " misere" * self.misere

    def parse_state(self, text: str) -> State:
        """The piles of a position of this game; `misere` may stand there only if this game is misère."""
        if not text.strip():
            return self.initial_state()
        piles, player, misere = parse_words(text)
        if len(piles) != self.num_piles:
            raise Part.all_of(text).fault(f"there are {len(piles)} piles: {self.num_piles} are meant")
        if misere and not self.misere:
            raise Part.all_of(text).fault("this game is not misère: leave that word out")
        return self.State(piles, player)

    def render(self, state: State) -> str:
        lines = [f"pile {place}  {'o ' * min(pile, 40)}({pile})" for place, pile in enumerate(state.piles)]
        if not self.is_terminal(state):
            lines.append(f"{('first', 'second')[state.player]} player to move{', misère' * self.misere}")
        return "\n".join(lines)


def parse_words(text: str) -> tuple[tuple[int, ...], int, bool]:
    """The piles, the player to move, and whether the word misère is there."""
    words = Part.all_of(text).words()
    piles = tuple(pile.number("a pile", 0, HIGHEST_PILE) for pile in words[0].split(","))
    if len(piles) > MOST_PILES:
        raise words[0].fault(f"there are {len(piles)} piles: 1 to {MOST_PILES} are meant")
    player, misere = 0, False
    for word in words[1:]:
        match word.text.lower():
            case "first" | "second" as name:
                player = int(name == "second")
            case "misere" | "misère":
                misere = True
            case _:
                raise word.fault(f"{word.shown} is not understood: first, second or misere may follow the piles")
    return piles, player, misere
