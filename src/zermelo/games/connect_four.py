"""Connect Four: discs fall into columns; four in a row wins. Any width and height.

    bit index of every cell, 7 wide and 6 high      steps of the four directions
     6 13 20 27 34 41 48   a row that stays          up        1
     5 12 19 26 33 40 47   empty, so that no         across    height + 1
     4 11 18 25 32 39 46   line runs from one        falling   height
     3 10 17 24 31 38 45   column into the next      rising    height + 2
     2  9 16 23 30 37 44
     1  8 15 22 29 36 43
     0  7 14 21 28 35 42
    ---------------------
     1  2  3  4  5  6  7   columns, as people write them

    mover      the discs of the player to move, one bit a cell
    filled     the discs of both
    plies      discs on the board; player 0 (X) moves when it is even
    move       a column, 0 to 6; people write it 1 to 7
    window     four cells in a row that lie on the board

Texts: the columns played so far, `4453`; an empty text is the start. Any position, however it came about, is also
written as its rows from the top, `X O .` with `/` between them, player to move by count. Other sizes stand in front:
`5x4:1234` is 5 wide and 4 high. Columns above 9 are separated by commas: `12x4:1,12,3`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from zermelo.core.errors import InputError
from zermelo.core.game import Bits, Game
from zermelo.games.texts import Part, board_cells

LONGEST_SIDE = 50


class ConnectFour(Game):
    """Discs fall into columns; four in a row, up, across or diagonally, wins."""

    player_names = ("X", "O")

    class State(NamedTuple):
        mover: Bits
        filled: Bits
        plies: int

    def __init__(self, width: int = 7, height: int = 6):
        for name, size in (("width", width), ("height", height)):
            if not isinstance(size, int) or not 1 <= size <= LONGEST_SIDE:
                raise InputError(f"{name}={size!r} is wrong: a whole number from 1 to {LONGEST_SIDE} is meant")
        self.width, self.height = width, height
        self.stride = height + 1  # bits of a column, with the empty row above it
        self.cells = width * height
        self.column = (1 << height) - 1  # the cells of the leftmost column
        self.board = columns_of(self.column, range(width), self.stride)
        self.bottom = columns_of(1, range(width), self.stride)
        # An even board has two columns in the middle.
        self.centre = columns_of(self.column, range((width - 1) // 2, width // 2 + 1), self.stride)

    # ── the rules ────────────────────────────────────────────────────────────────────────────────

    def initial_state(self) -> State:
        return self.State(0, 0, 0)

    def current_player(self, state: State) -> int:
        return state.plies & 1

    def legal_moves(self, state: State) -> Iterator[int]:
        for column in range(self.width):
            if not state.filled >> (column * self.stride + self.height - 1) & 1:
                yield column

    def next_state(self, state: State, move: int) -> State:
        # Adding to the lowest cell carries through the discs of the column to the first free cell.
        filled = state.filled | state.filled + (1 << move * self.stride)
        return self.State(state.mover ^ state.filled, filled, state.plies + 1)

    def is_terminal(self, state: State) -> bool:
        # Only the player who has just moved can have made four in a row.
        return state.plies == self.cells or self.has_four(state.mover ^ state.filled)

    def utility(self, state: State, player: int) -> int:
        if not self.has_four(state.mover ^ state.filled):
            return 0
        return -1 if player == state.plies & 1 else 1

    def has_four(self, discs: Bits) -> bool:
        up, across = fours(discs, 1), fours(discs, self.stride)
        falling, rising = fours(discs, self.stride - 1), fours(discs, self.stride + 1)
        return (up | across | falling | rising) != 0

    # ── for the search ───────────────────────────────────────────────────────────────────────────

    def value_bounds(self, state: State) -> tuple[int, int]:  # noqa: ARG002
        return -1, 1

    def known_result(self, state: State) -> tuple[bool, int, int]:
        """A win at once, a loss with the next ply whatever the mover does, or a board that fills up before any four."""
        other = state.mover ^ state.filled
        landing = self.landing(state.filled)
        winner = 1 - 2 * (state.plies & 1)
        if self.completing(state.mover, state.filled) & landing:
            return True, winner, 1
        left = self.cells - state.plies
        if left == 1:
            return True, 0, 1
        if self.safe(landing, self.completing(other, state.filled)) == 0:
            return True, -winner, 2
        if left == 2:
            return True, 0, 2
        return False, 0, 0

    def soonest_wins(self, state: State) -> tuple[int, int]:
        """Where no result is known, the mover does not win with the next ply, nor the other with the one after."""
        return 3 + (state.plies & 1), 4 - (state.plies & 1)

    def most_plies(self, state: State) -> int:
        return self.cells - state.plies

    def relevant_moves(self, state: State) -> Iterator[int]:
        """A win at once; else the moves after which the other player cannot win at once."""
        landing = self.landing(state.filled)
        wins = self.completing(state.mover, state.filled) & landing
        cells = wins if wins else self.safe(landing, self.completing(state.mover ^ state.filled, state.filled))
        if not cells:
            cells = landing
        while cells:
            yield (cells & -cells).bit_length() // self.stride
            cells &= cells - 1

    def landing(self, filled: Bits) -> Bits:
        """The cells where a disc can land."""
        return filled + self.bottom & self.board

    def completing(self, own: Bits, filled: Bits) -> Bits:
        """The empty cells, in reach or not, where a disc would complete four of these."""
        up, across = completing(own, 1), completing(own, self.stride)
        falling, rising = completing(own, self.stride - 1), completing(own, self.stride + 1)
        return (up | across | falling | rising) & self.board & ~filled

    def safe(self, landing: Bits, threats: Bits) -> Bits:
        """The cells where a disc can land so that the other player, whose threats these are, does not win at once."""
        forced = landing & threats
        if forced:
            if forced & forced - 1:
                return 0  # two at once cannot be stopped
            landing = forced
        return landing & ~(threats >> 1)  # never just below a threat

    def key(self, state: State) -> int:
        """One number a position: a column with h discs adds 2**h - 1 to the mover's bits, below 2**h, in it."""
        return state.mover + state.filled

    def symmetries(self, state: State) -> Iterator[State]:
        """The mirror image."""
        yield self.State(self.mirrored(state.mover), self.mirrored(state.filled), state.plies)

    def mirrored(self, discs: Bits) -> Bits:
        image = 0
        for column in range(self.width):
            cells = discs >> column * self.stride & self.column
            image |= cells << (self.width - 1 - column) * self.stride
        return image

    def order_moves(self, state: State, move: int) -> int:
        """Threats first; among equals the centre, for most windows go through it."""
        filled = state.filled | state.filled + (1 << move * self.stride)
        own = state.mover | filled ^ state.filled
        return self.completing(own, filled).bit_count() * 64 - abs(2 * move - self.width + 1)

    def score(self, state: State, value: float, distance: int | None) -> int:
        """The published scale: the winner's discs left when it wins, one more counted; positive if the mover wins."""
        if value == 0 or distance is None:
            return 0
        points = (self.cells - state.plies - distance) // 2 + 1
        return points if (value > 0) == (state.plies & 1 == 0) else -points

    def evaluate(self, state: State, player: int) -> int:
        """Own minus the opponent's: 3 a disc in the centre column, and for every window without a disc of the
        other player 5 if it holds three discs, 2 if it holds two.
        """
        other = state.mover ^ state.filled
        balance = self.worth(state.mover, other) - self.worth(other, state.mover)
        return balance if player == state.plies & 1 else -balance

    def worth(self, own: Bits, other: Bits) -> int:
        free = self.board & ~other  # cells that may still become part of an own four
        return (
            3 * (own & self.centre).bit_count()
            + windows(own, free, 1)
            + windows(own, free, self.stride)
            + windows(own, free, self.stride - 1)
            + windows(own, free, self.stride + 1)
        )

    # ── how people write it ──────────────────────────────────────────────────────────────────────

    def format_move(self, move: int) -> str:
        return str(move + 1)

    def parse_move(self, text: str) -> int:
        return Part.all_of(text).number("a column", 1, self.width) - 1

    @classmethod
    def from_text(cls, text: str) -> tuple[ConnectFour, State]:
        size, _ = parse_size(text)
        game = cls(*size) if size else cls()
        return game, game.parse_state(text)

    def parse_state(self, text: str) -> State:
        """The columns played so far, or the rows of the board; the size may stand in front if it is this game's."""
        size, rest = parse_size(text)
        if size and size != (self.width, self.height):
            raise Part.all_of(text).fault(
                f"this game is {self.width}x{self.height}: {size[0]}x{size[1]} cannot be read"
            )
        if set(rest.text) & set("XxOo./"):
            return self.parse_board(rest)
        return self.parse_columns(rest)

    def parse_columns(self, played: Part) -> State:
        if "," in played.text:
            columns = played.split(",")
        else:
            columns = [Part(played.whole, at, at + 1) for at in range(played.begin, played.end)]
        state = self.initial_state()
        for number, part in enumerate(columns, start=1):
            column = part.number("a column", 1, self.width) - 1
            if self.is_terminal(state):
                raise part.fault(f"the game was over before move {number}: leave out the moves from here on")
            if column not in self.legal_moves(state):
                raise part.fault(f"move {number} is impossible: column {column + 1} is full")
            state = self.next_state(state, column)
        return state

    def parse_board(self, rows: Part) -> State:
        cells = board_cells(rows, self.height, self.width, "XO.")
        crosses, noughts = self.discs_of(cells, "X"), self.discs_of(cells, "O")
        num_x, num_o = crosses.bit_count(), noughts.bit_count()
        if num_x - num_o not in (0, 1):
            raise rows.fault(f"{num_x} X and {num_o} O cannot be: X begins, so there are as many X as O or one more")
        for cell, found in enumerate(cells[: -self.width]):
            if found != "." and cells[cell + self.width] == ".":
                row, column = self.height - cell // self.width, cell % self.width + 1
                raise rows.fault(f"the disc in column {column}, row {row} from below, hangs over an empty cell")
        x_four, o_four = self.has_four(crosses), self.has_four(noughts)
        if x_four and o_four:
            raise rows.fault("both X and O have four in a row: the game ended with the first of the two")
        if x_four and num_x == num_o:
            raise rows.fault("X has four in a row, but O has moved after that: one O too many")
        if o_four and num_x > num_o:
            raise rows.fault("O has four in a row, but X has moved after that: one X too many")
        filled, winner = crosses | noughts, crosses if x_four else noughts
        # The last disc lies on top of its column, and without it there is no four yet.
        tops = filled & ~(filled >> 1)
        last = [1 << bit for bit in range(tops.bit_length()) if (tops & winner) >> bit & 1]
        if (x_four or o_four) and all(self.has_four(winner ^ disc) for disc in last):
            raise rows.fault(f"{'X' if x_four else 'O'} has fours that no single last disc can have made")
        plies = num_x + num_o
        return self.State(noughts if plies & 1 else crosses, filled, plies)

    def discs_of(self, cells: list[str], symbol: str) -> int:
        discs = 0
        for cell, found in enumerate(cells):
            if found == symbol:
                row, column = divmod(cell, self.width)
                discs |= 1 << column * self.stride + self.height - 1 - row
        return discs

    def rows_of(self, state: State) -> list[str]:
        """The rows from the top, X for player 0."""
        other = state.mover ^ state.filled
        crosses, noughts = (other, state.mover) if state.plies & 1 else (state.mover, other)
        rows = []
        for row in reversed(range(self.height)):
            bits = [column * self.stride + row for column in range(self.width)]
            rows.append("".join("X" if crosses >> bit & 1 else "O" if noughts >> bit & 1 else "." for bit in bits))
        return rows

    def format_state(self, state: State) -> str:
        size = "" if (self.width, self.height) == (7, 6) else f"{self.width}x{self.height}:"
        return size + "/".join(self.rows_of(state))

    def render(self, state: State) -> str:
        """The board over its column numbers."""
        width = len(str(self.width))
        lines = ["".join(f" {cell:>{width}}" for cell in row) for row in self.rows_of(state)]
        lines += [" " + "-" * (self.width * (width + 1) - 1)]
        lines += ["".join(f" {column:>{width}}" for column in range(1, self.width + 1))]
        if not self.is_terminal(state):
            lines.append(f"{'XO'[state.plies & 1]} to move")
        return "\n".join(lines)


def completing(own: Bits, step: int) -> Bits:
    """The cells that make four in one direction with three of these, whatever stands there now."""
    above, below = own << step & own << 2 * step, own >> step & own >> 2 * step
    return above & (own << 3 * step | own >> step) | below & (own >> 3 * step | own << step)


def fours(discs: Bits, step: int) -> Bits:
    """The first cells of the fours in one direction."""
    pairs = discs & discs >> step
    return pairs & pairs >> 2 * step


def windows(own: Bits, free: Bits, step: int) -> int:
    """What the windows of one direction are worth: 5 with three own discs, 2 with two, if all four cells are free.

    All windows are counted at once, each at the bit of its first cell. Its first two cells hold `one` or `both`
    own discs, its last two likewise, two steps further on.
    """
    open_pairs = free & free >> step
    open_windows = open_pairs & open_pairs >> 2 * step
    one, both = own ^ own >> step, own & own >> step
    last_one, last_both = one >> 2 * step, both >> 2 * step
    three = both & last_one | one & last_both
    two = one & last_one | (both ^ last_both) & ~(one | last_one)
    return 5 * (open_windows & three).bit_count() + 2 * (open_windows & two).bit_count()


def columns_of(column: int, columns: range, stride: int) -> int:
    """The cells of these columns, given those of the leftmost one."""
    bits = 0
    for index in columns:
        bits |= column << index * stride
    return bits


def parse_size(text: str) -> tuple[tuple[int, ...], Part]:
    """The size that stands in front, like 5x4:, if any, and the rest."""
    whole = Part.all_of(text)
    if ":" not in whole.text:
        return (), whole
    front = whole.split(":")[0]
    sides = re.split("[xX]", front.text)
    if len(sides) != 2:
        raise front.fault(f"{front.shown} is not a size: width x height is meant, like 5x4:")
    width = Part(text, front.begin, front.begin + len(sides[0])).stripped().number("a width", 1, LONGEST_SIDE)
    height = Part(text, front.end - len(sides[1]), front.end).stripped().number("a height", 1, LONGEST_SIDE)
    return (width, height), Part(text, text.index(":", front.end) + 1, whole.end).stripped()
