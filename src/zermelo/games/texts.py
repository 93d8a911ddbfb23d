"""Reading positions and moves that people typed: every fault is told with the place where it stands.

part        a piece of a text that remembers its place:   Part("3,x", 2, 3) is the "x" in column 2
fault       the error to raise: what is wrong, what would be right, and a mark under the column
"""

from __future__ import annotations

from typing import NamedTuple

from zermelo.core.errors import InputError

_SHOWN = 72  # the widest piece of a text that an error repeats
_DIGITS = frozenset("0123456789")  # str.isdigit and int() also take other scripts' digits and "²"


def fault(message: str, text: str, column: int) -> InputError:
    """An error with a mark under the column; of a very long text, only the neighbourhood is shown."""
    begin = max(0, min(column - _SHOWN // 2, len(text) - _SHOWN))
    shown = "".join(char if char.isprintable() else "?" for char in text[begin : begin + _SHOWN])
    left = "…" if begin else ""
    right = "…" if begin + _SHOWN < len(text) else ""
    error = InputError(message, text=left + shown + right, column=len(left) + column - begin)
    error.text, error.column = text, column  # programs get the true place, people the excerpt
    return error


class Part(NamedTuple):
    """The characters `whole[begin:end]`."""

    whole: str
    begin: int
    end: int

    @classmethod
    def all_of(cls, text: str) -> Part:
        """The whole text without the blanks around it."""
        return cls(text, 0, len(text)).stripped()

    @property
    def text(self) -> str:
        return self.whole[self.begin : self.end]

    @property
    def shown(self) -> str:
        """The text in quotes, cut if it is long, for messages."""
        return repr(self.text if len(self.text) <= 24 else self.text[:24] + "…")

    def stripped(self) -> Part:
        text = self.text
        begin = self.begin + len(text) - len(text.lstrip())
        return Part(self.whole, begin, max(begin, self.begin + len(text.rstrip())))

    def after(self, count: int) -> Part:
        """What follows the first `count` characters, without blanks around it."""
        return Part(self.whole, self.begin + count, self.end).stripped()

    def words(self) -> list[Part]:
        """The pieces between blanks."""
        found, begin = [], self.begin
        for word in self.text.split():
            begin = self.whole.index(word, begin)
            found.append(Part(self.whole, begin, begin + len(word)))
            begin += len(word)
        return found

    def split(self, separator: str) -> list[Part]:
        """The pieces between separators, each without blanks around it; there is always at least one."""
        found, begin = [], self.begin
        for piece in self.text.split(separator):
            found.append(Part(self.whole, begin, begin + len(piece)).stripped())
            begin += len(piece) + len(separator)
        return found

    def fault(self, message: str, at: int = 0) -> InputError:
        return fault(message, self.whole, self.begin + at)

    def number(self, what: str, lowest: int, highest: int) -> int:
        """The whole number that this part is, or an error: `what` names it, as in "a pile is …"."""
        meant = f"{what} is a whole number from {lowest} to {highest}"
        digits = self.text
        if not digits:
            raise self.fault(f"a number is missing here: {meant}")
        if any(char not in _DIGITS for char in digits):
            raise self.fault(f"{self.shown} is wrong: {meant}")
        # The length is asked first: converting a million digits would take minutes.
        if len(digits) > len(str(highest)) + 20 or not lowest <= int(digits) <= highest:
            raise self.fault(f"{self.shown} is out of range: {meant}")
        return int(digits)


def board_cells(part: Part, rows: int, columns: int, symbols: str) -> list[str]:
    """The cells of a board written row by row, with or without `/` between the rows, in capitals."""
    cells: list[str] = []
    total = rows * columns
    meant = f"{total} cells are meant, {rows} rows of {columns}"
    previous = ""
    for at, char in enumerate(part.text):
        symbol = char.upper()
        if char == "/":
            if len(cells) % columns or not cells or previous == "/" or len(cells) == total:
                raise part.fault(f"a row cannot end here, after {len(cells)} cells: {meant}", at)
        elif len(symbol) != 1 or symbol not in symbols:
            raise part.fault(f"{char!r} is not a cell: one of {' '.join(symbols)} is meant", at)
        elif len(cells) == total:
            raise part.fault(f"the board is too long: {meant}", at)
        else:
            cells.append(symbol)
        previous = char
    if len(cells) < total:
        raise part.fault(f"the board is too short, {len(cells)} cells: {meant}", len(part.text))
    return cells
