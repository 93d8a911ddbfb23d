"""Othello: enclose the opponent's discs between two of yours, and they turn over. Eight by eight.

    bit index of every square, as the board is printed     steps
       a  b  c  d  e  f  g  h                              across   1
    1  0  1  2  3  4  5  6  7                              down     8
    2  8  9 10 11 12 13 14 15                              falling  9
    …                                                      rising   7
    8 56 57 58 59 60 61 62 63

    mover      the discs of the player to move, one bit a square
    opponent   the discs of the other player
    moves      the squares where the mover may place a disc; kept in the state since every rule asks for them
    player     0 (X, black, who begins) or 1 (O, white)
    run        opponent's discs in an unbroken row, beside a disc of the mover
    move       a square's index, written d3; or PASS, written pass

A player who cannot place a disc passes; the pass is a move and counts as a ply. The game is over as soon as neither
player can place a disc (not after two passes). Its utility is the difference in discs, and the squares that are
still empty go to the winner, as in matches and in most published scores.

Texts: 64 squares `X O -` (or `.`), a1 to h1 first, then a2 to h2 …, with or without `/` between the rows, and the
player to move: `---------------------------OX------XO--------------------------- X`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from zermelo.core.game import Bits, Game
from zermelo.games.texts import Part, board_cells

PASS = 64
FULL = 0xFFFF_FFFF_FFFF_FFFF
INNER = 0x7E7E_7E7E_7E7E_7E7E  # columns b to g: a run that leaves them across would come in again on the other side
CORNERS = 0x8100_0000_0000_0081
EDGES = 0x3C00_8181_8181_003C  # without the corners and the squares beside them
BESIDE_CORNERS = 0x42C3_0000_0000_C342


class Othello(Game):
    """Enclosed discs turn over; most discs at the end win."""

    player_names = ("X", "O")

    class State(NamedTuple):
        mover: Bits
        opponent: Bits
        moves: Bits
        player: int

    # ── the rules ────────────────────────────────────────────────────────────────────────────────

    def initial_state(self) -> State:
        return self.position(0x0000_0008_1000_0000, 0x0000_0010_0800_0000, 0)

    def position(self, mover: Bits, opponent: Bits, player: int) -> State:
        """The state with these discs: fills in the moves."""
        return self.State(mover, opponent, self.places(mover, opponent), player)

    def current_player(self, state: State) -> int:
        return state.player

    def legal_moves(self, state: State) -> Iterator[int]:
        places = state.moves
        if not places:
            yield PASS
        while places:
            yield (places & -places).bit_length() - 1
            places &= places - 1

    def next_state(self, state: State, move: int) -> State:
        if move == PASS:
            return self.position(state.opponent, state.mover, 1 - state.player)
        placed = state.moves & 1 << move
        turned = self.enclosed(placed, state.mover, state.opponent)
        return self.position(state.opponent ^ turned, state.mover | placed | turned, 1 - state.player)

    def is_terminal(self, state: State) -> bool:
        return not state.moves and not self.places(state.opponent, state.mover)

    def utility(self, state: State, player: int) -> int:
        own, other = state.mover.bit_count(), state.opponent.bit_count()
        balance = own - other
        if own > other:
            balance = 64 - 2 * other
        if own < other:
            balance = 2 * own - 64
        return balance if player == state.player else -balance

    def places(self, mover: Bits, opponent: Bits) -> Bits:
        """The empty squares from which a run of the opponent leads to a disc of the mover."""
        inner = opponent & INNER
        found = run_up(mover, inner, 1) << 1 | run_down(mover, inner, 1) >> 1
        found |= run_up(mover, inner, 7) << 7 | run_down(mover, inner, 7) >> 7
        found |= run_up(mover, inner, 9) << 9 | run_down(mover, inner, 9) >> 9
        found |= run_up(mover, opponent, 8) << 8 | run_down(mover, opponent, 8) >> 8
        return found & ~(mover | opponent) & FULL

    def enclosed(self, placed: Bits, mover: Bits, opponent: Bits) -> Bits:
        """The discs that turn over: all runs from the placed disc that end at another disc of the mover."""
        inner = opponent & INNER
        turned = enclosed_by(placed, mover, inner, 1) | enclosed_by(placed, mover, inner, 7)
        return turned | enclosed_by(placed, mover, inner, 9) | enclosed_by(placed, mover, opponent, 8)

    # ── for the search ───────────────────────────────────────────────────────────────────────────

    def key(self, state: State) -> tuple[int, int]:
        return state.mover, state.opponent

    def value_bounds(self, state: State) -> tuple[int, int]:  # noqa: ARG002
        return -64, 64

    def order_moves(self, state: State, move: int) -> int:  # noqa: ARG002
        """Corners first, then edges; the squares beside corners last."""
        if move == PASS:  # the only move; and compiled, a shift by 64 is not what it is in Python
            return 0
        if CORNERS >> move & 1:
            return 3
        if EDGES >> move & 1:
            return 2
        if BESIDE_CORNERS >> move & 1:
            return 0
        return 1

    def evaluate(self, state: State, player: int) -> int:
        """Own minus the opponent's: 10 a corner, 2 for every square that may be taken now, 1 a disc.

        Held inside ±63: a guess never claims more than the game can give.
        """
        places = self.places(state.opponent, state.mover)
        corners = (state.mover & CORNERS).bit_count() - (state.opponent & CORNERS).bit_count()
        mobility = state.moves.bit_count() - places.bit_count()
        discs = state.mover.bit_count() - state.opponent.bit_count()
        balance = max(-63, min(63, 10 * corners + 2 * mobility + discs))
        return balance if player == state.player else -balance

    # ── how people write it ──────────────────────────────────────────────────────────────────────

    def format_move(self, move: int) -> str:
        return "pass" if move == PASS else "abcdefgh"[move % 8] + str(move // 8 + 1)

    def parse_move(self, text: str) -> int:
        part = Part.all_of(text)
        name = part.text.lower()
        if name == "pass":
            return PASS
        if len(name) != 2 or name[0] not in "abcdefgh" or name[1] not in "12345678":
            raise part.fault(f"{part.shown} is not a move: a square from a1 to h8, or pass, is meant")
        return "abcdefgh".index(name[0]) + 8 * (int(name[1]) - 1)

    def format_state(self, state: State) -> str:
        return f"{''.join(self.squares(state))} {'XO'[state.player]}"

    def parse_state(self, text: str) -> State:
        words = Part.all_of(text).words()
        if not words:
            return self.initial_state()
        squares = board_cells(words[0], 8, 8, "XO-.")
        if len(words) == 1:
            raise words[0].fault("who is to move? X or O is meant after the squares", len(words[0].text))
        if words[1].text.upper() not in ("X", "O"):
            raise words[1].fault(f"{words[1].shown} is not a player: X or O is meant")
        if len(words) > 2:
            raise words[2].fault("the position has ended before this: 64 squares and X or O are meant")
        black = sum(1 << square for square, found in enumerate(squares) if found == "X")
        white = sum(1 << square for square, found in enumerate(squares) if found == "O")
        return self.position(black, white, 0) if words[1].text.upper() == "X" else self.position(white, black, 1)

    def squares(self, state: State) -> list[str]:
        black, white = (state.mover, state.opponent) if state.player == 0 else (state.opponent, state.mover)
        return ["X" if black >> square & 1 else "O" if white >> square & 1 else "-" for square in range(64)]

    def render(self, state: State) -> str:
        """The board, `*` where the player to move may place a disc, and the count of discs."""
        squares = self.squares(state)
        lines = ["  a b c d e f g h"]
        for row in range(8):
            cells = ["*" if state.moves >> square & 1 else squares[square] for square in range(8 * row, 8 * row + 8)]
            lines.append(f"{row + 1} {' '.join(cells).replace('-', '.')}")
        to_move = "" if self.is_terminal(state) else f", {'XO'[state.player]} to move"
        return "\n".join([*lines, f"X {squares.count('X')}, O {squares.count('O')}{to_move}"])


def run_up(start: Bits, through: Bits, step: int) -> Bits:
    """All discs of `through` on runs of up to six that begin one step above (to higher bits) a disc of `start`.

    Two steps of one disc each and, over pairs of discs, two of two: 1, 2, 4, 6.
    """
    run = start << step & through
    run |= run << step & through
    pairs = through & through << step
    run |= run << 2 * step & pairs
    return run | run << 2 * step & pairs


def run_down(start: Bits, through: Bits, step: int) -> Bits:
    """The same to lower bits."""
    run = start >> step & through
    run |= run >> step & through
    pairs = through & through >> step
    run |= run >> 2 * step & pairs
    return run | run >> 2 * step & pairs


def enclosed_by(placed: Bits, mover: Bits, through: Bits, step: int) -> Bits:
    """The runs from the placed disc, up and down, that end at a disc of the mover."""
    up = run_up(placed, through, step)
    down = run_down(placed, through, step)
    if not up << step & mover:
        up &= 0
    if not down >> step & mover:
        down &= 0
    return up | down
