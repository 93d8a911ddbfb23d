"""m,n,k: marks on a board of m rows and n columns; k in a row wins. 3,3,3 is tic-tac-toe.

    cell index                 the four directions of a line, as steps from cell to cell
           column
          0   1   2                  across   1        . → falling  n+1
        +---+---+---+                down     n        ↓ ↘
    r 0 | 0 | 1 | 2 |                                ↙
    o 1 | 3 | 4 | 5 |                rising   n-1  (down and to the left)
    w 2 | 6 | 7 | 8 |
        +---+---+---+          a line is counted at its first cell, the one with the lowest index

    crosses, noughts   the cells of X (player 0) and O (player 1), one bit a cell:   0b000010001
    plies              marks on the board; X moves when it is even:                  3
    move               a cell's index, row * n + column, written row,column:         5 is 1,2
    starts             the first cells of all lines of one direction
    line               the cells of a line that starts at cell 0:                    0b001001001
    misère             the other way round: k in a row loses

Texts: the cells `X O .` row by row, with or without `/` between the rows; whose turn it is follows from the
counts: `X.O/.X./..O`. Where the sizes are not fixed, they stand in front: `3,4,3 ..../.X../....`, and alone they
mean the empty board: `4,4,4`; the word `misere` may follow them: `4,4,4 misere`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from zermelo.core.errors import InputError
from zermelo.core.game import Bits, Game
from zermelo.games.texts import Part, board_cells

LONGEST_SIDE = 50


class MNK(Game):
    """Marks on a board of m rows and n columns; k or more in a row win (misère: lose)."""

    player_names = ("X", "O")

    class State(NamedTuple):
        crosses: Bits
        noughts: Bits
        plies: int

    def __init__(self, m: int = 3, n: int = 3, k: int = 3, misere: bool = False):
        for name, size in (("m", m), ("n", n), ("k", k)):
            if not isinstance(size, int) or not 1 <= size <= LONGEST_SIDE:
                raise InputError(f"{name}={size!r} is wrong: a whole number from 1 to {LONGEST_SIDE} is meant")
        self.m, self.n, self.k, self.misere = m, n, k, bool(misere)
        self.cells = m * n
        self.across_starts = cells_of(m, n, range(m), range(n - k + 1))
        self.down_starts = cells_of(m, n, range(m - k + 1), range(n))
        self.falling_starts = cells_of(m, n, range(m - k + 1), range(n - k + 1))
        self.rising_starts = cells_of(m, n, range(m - k + 1), range(k - 1, n))
        self.across_line, self.down_line = line_of(k, 1), line_of(k, n)
        self.falling_line, self.rising_line = line_of(k, n + 1), line_of(k, n - 1)

    # ── the rules ────────────────────────────────────────────────────────────────────────────────

    def initial_state(self) -> State:
        return self.State(0, 0, 0)

    def current_player(self, state: State) -> int:
        return state.plies & 1

    def legal_moves(self, state: State) -> Iterator[int]:
        filled = state.crosses | state.noughts
        for cell in range(self.cells):
            if not filled >> cell & 1:
                yield cell

    def next_state(self, state: State, move: int) -> State:
        if state.plies & 1:
            return self.State(state.crosses, state.noughts | 1 << move, state.plies + 1)
        return self.State(state.crosses | 1 << move, state.noughts, state.plies + 1)

    def is_terminal(self, state: State) -> bool:
        # Only the player who has just moved can have made a line.
        last = state.crosses if state.plies & 1 else state.noughts
        return state.plies == self.cells or self.has_line(last)

    def utility(self, state: State, player: int) -> int:
        last = state.crosses if state.plies & 1 else state.noughts
        if not self.has_line(last):
            return 0
        made_it = player != state.plies & 1
        return 1 if made_it != self.misere else -1

    def has_line(self, marks: Bits) -> bool:
        return (
            self.has_line_by(marks, self.across_starts, 1)
            or self.has_line_by(marks, self.down_starts, self.n)
            or self.has_line_by(marks, self.falling_starts, self.n + 1)
            or self.has_line_by(marks, self.rising_starts, self.n - 1)
        )

    def has_line_by(self, marks: Bits, starts: int, step: int) -> bool:
        lines = marks & starts  # the lines whose cells so far are all marked
        for place in range(1, self.k):
            lines &= marks >> place * step
        return lines != 0

    def value_bounds(self, state: State) -> tuple[int, int]:  # noqa: ARG002
        return -1, 1

    def order_moves(self, state: State, move: int) -> int:  # noqa: ARG002
        """The centre first: most lines go through it."""
        return -abs(2 * (move // self.n) - self.m + 1) - abs(2 * (move % self.n) - self.n + 1)

    def evaluate(self, state: State, player: int) -> int:
        """Open lines, own minus the opponent's: 1 for a line with one mark, 10 with two, 100 with three, …"""
        crosses = self.open_lines(state.crosses, state.noughts)
        noughts = self.open_lines(state.noughts, state.crosses)
        balance = crosses - noughts if player == 0 else noughts - crosses
        return -balance if self.misere else balance

    def open_lines(self, own: Bits, other: Bits) -> int:
        return (
            self.open_lines_by(own, other, self.across_starts, self.across_line)
            + self.open_lines_by(own, other, self.down_starts, self.down_line)
            + self.open_lines_by(own, other, self.falling_starts, self.falling_line)
            + self.open_lines_by(own, other, self.rising_starts, self.rising_line)
        )

    def open_lines_by(self, own: Bits, other: Bits, starts: int, line: int) -> int:
        worth = 0
        for start in range(self.cells):
            if starts >> start & 1 and not other >> start & line:
                marks = (own >> start & line).bit_count()
                if marks > 0:
                    worth += 10 ** min(marks - 1, 9)  # ten marks in an open line are as good as more
        return worth

    # ── how people write it ──────────────────────────────────────────────────────────────────────

    def format_move(self, move: int) -> str:
        return f"{move // self.n},{move % self.n}"

    def parse_move(self, text: str) -> int:
        whole = Part.all_of(text)
        parts = whole.split(",")
        if len(parts) != 2:
            raise whole.fault(f"{whole.shown} is not a move: row,column is meant, counted from 0, like 0,2")
        row = parts[0].number("a row", 0, self.m - 1)
        return row * self.n + parts[1].number("a column", 0, self.n - 1)

    @classmethod
    def from_text(cls, text: str) -> tuple[MNK, State]:
        sizes, misere, _ = parse_sizes(text)
        game = cls(*sizes, misere=misere) if sizes else cls(misere=misere)
        return game, game.parse_state(text)

    def format_state(self, state: State) -> str:
        return f"{self.m},{self.n},{self.k}{' misere' * self.misere} {self.format_board(state)}"

    def format_board(self, state: State) -> str:
        return "/".join("".join(self.row_of(state, row)) for row in range(self.m))

    def row_of(self, state: State, row: int) -> list[str]:
        cells = range(row * self.n, (row + 1) * self.n)
        return ["X" if state.crosses >> cell & 1 else "O" if state.noughts >> cell & 1 else "." for cell in cells]

    def parse_state(self, text: str) -> State:
        """The cells of this game's board; the sizes may stand before them if they are this game's."""
        sizes, misere, board = parse_sizes(text)
        if sizes and sizes != (self.m, self.n, self.k):
            raise Part.all_of(text).fault(f"these are not the sizes of this game: {self.m},{self.n},{self.k} are meant")
        if misere and not self.misere:
            raise Part.all_of(text).fault("this game is not misère: leave that word out")
        return self.parse_board(board) if board.text else self.initial_state()

    def parse_board(self, board: Part) -> State:
        cells = board_cells(board, self.m, self.n, "XO.")
        crosses, noughts = marks_of(cells, "X"), marks_of(cells, "O")
        num_x, num_o = crosses.bit_count(), noughts.bit_count()
        if num_x - num_o not in (0, 1):
            raise board.fault(f"{num_x} X and {num_o} O cannot be: X begins, so there are as many X as O or one more")
        x_line, o_line = self.has_line(crosses), self.has_line(noughts)
        if x_line and o_line:
            raise board.fault(f"both X and O have {self.k} in a row: the game ended with the first of the two lines")
        if x_line and num_x == num_o:
            raise board.fault(f"X has {self.k} in a row, but O has moved after that: one O too many")
        if o_line and num_x > num_o:
            raise board.fault(f"O has {self.k} in a row, but X has moved after that: one X too many")
        winner = crosses if x_line else noughts
        if (x_line or o_line) and not any(
            winner >> cell & 1 and not self.has_line(winner ^ 1 << cell) for cell in range(self.cells)
        ):
            raise board.fault(f"{'X' if x_line else 'O'} has lines that no single last mark can have made")
        return self.State(crosses, noughts, num_x + num_o)

    def render(self, state: State) -> str:
        """The board with row and column numbers."""
        width = len(str(max(self.m, self.n) - 1))
        lines = [" " * width + "".join(f" {column:>{width}}" for column in range(self.n))]
        for row in range(self.m):
            cells = "".join(f" {cell:>{width}}" for cell in self.row_of(state, row))
            lines.append(f"{row:>{width}}{cells}")
        if not self.is_terminal(state):
            lines.append(f"{'XO'[state.plies & 1]} to move")
        return "\n".join(lines)


class TicTacToe(MNK):
    """Three in a row on a board of three by three."""

    def __init__(self, misere: bool = False):
        super().__init__(3, 3, 3, misere)

    @classmethod
    def from_text(cls, text: str) -> tuple[TicTacToe, MNK.State]:
        game = cls()
        return game, game.parse_state(text)

    def format_state(self, state: MNK.State) -> str:
        return self.format_board(state)

    def parse_state(self, text: str) -> MNK.State:
        board = Part.all_of(text)
        return self.parse_board(board) if board.text else self.initial_state()


def cells_of(m: int, n: int, rows: range, columns: range) -> int:
    """The bits of all cells in these rows and columns of a board of m by n."""
    bits = 0
    for row in range(m):
        for column in range(n):
            if row in rows and column in columns:
                bits |= 1 << row * n + column
    return bits


def line_of(k: int, step: int) -> int:
    """The bits of k cells, this far apart, the first of them bit 0."""
    bits = 0
    for place in range(k):
        bits |= 1 << place * step
    return bits


def marks_of(cells: list[str], symbol: str) -> int:
    return sum(1 << cell for cell, found in enumerate(cells) if found == symbol)


def parse_sizes(text: str) -> tuple[tuple[int, ...], bool, Part]:
    """The sizes in front, if any; whether the word misère follows; and the rest, the board."""
    rest = Part.all_of(text)
    sizes: tuple[int, ...] = ()
    misere = False
    words = rest.words()
    if words and ("," in words[0].text or words[0].text[0] in "0123456789"):
        parts = words[0].split(",")
        if len(parts) != 3:
            raise words[0].fault(f"{words[0].shown} are not the sizes: rows, columns and marks in a row, like 3,4,3")
        sizes = tuple(part.number("a size", 1, LONGEST_SIDE) for part in parts)
        rest = Part(text, words[0].end, rest.end).stripped()
        words = words[1:]
    if words and words[0].text.lower() in ("misere", "misère"):
        misere = True
        rest = Part(text, words[0].end, rest.end).stripped()
    return sizes, misere, rest
