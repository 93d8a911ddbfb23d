"""Printing: to a terminal with colour, into a pipe plainly, and every text as it is.

A text that a person gave is never read as markup, and characters that the output cannot show become ones that it can.
"""

from __future__ import annotations

import codecs
import json
import math
import operator
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from typing import TYPE_CHECKING, Any, TextIO

if TYPE_CHECKING:
    from rich.console import Console

_PIPE_WIDTH = 100_000  # nothing is wrapped or cut where nobody looks at a screen
_MOST_ROWS = 200  # of a picture that anybody looks at
_LONGEST_ROW = 1000
_LONGEST = 60  # of a text repeated in a message
_IN_ASCII = {"≥": ">=", "≤": "<=", "·": "|", "…": "...", "—": "-", "è": "e", "■": "*", "≈": "~"}


def _in_ascii(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    part = error.object[error.start : error.end]
    shown = (_IN_ASCII.get(char) or char.encode("ascii", "backslashreplace").decode() for char in part)
    return "".join(shown), error.end


def make_streams_tolerant() -> None:
    """From here on no character that is typed or printed can end the program."""
    codecs.register_error("zermelo.in_ascii", _in_ascii)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="zermelo.in_ascii")  # type: ignore[union-attr]
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")  # type: ignore[union-attr]


def console() -> Console:
    """Where results are printed."""
    from rich.console import Console

    width = None if sys.stdout.isatty() else _PIPE_WIDTH
    return Console(markup=False, emoji=False, highlight=False, width=width)


def live_console() -> Console | None:
    """Where a live line is shown: a terminal behind stderr, or nowhere."""
    if not sys.stderr.isatty():
        return None
    from rich.console import Console

    live = Console(stderr=True, markup=False, emoji=False, highlight=False)
    return live if live.is_terminal and not live.is_dumb_terminal else None


def printable(text: str) -> str:
    """The text with control characters shown instead of obeyed, one column each; line ends stay."""
    return "".join(char if char == "\n" else _visible(char) for char in text)


def one_line(text: str) -> str:
    """The same, line ends too: for texts that a person typed."""
    return "".join(_visible(char) for char in text)


def shortened(text: str, most: int = 300) -> str:
    """The text; of a very long one the beginning, and how much more there is."""
    return text if len(text) <= most else f"{text[:most]}… {len(text) - most:,} more characters"


def with_short_numbers(text: str) -> str:
    """The text, with the middle of numbers of many digits left out."""
    return re.sub(r"\b(0x[0-9a-f]{40,}|[0-9]{40,})\b", lambda found: f"{found[0][:10]}…{found[0][-4:]}", text)


def shown(text: str) -> str:
    """A text that a person typed, in quotes, for a message; cut if it is long."""
    text = one_line(text)
    return f"'{text if len(text) <= _LONGEST else text[:_LONGEST] + '…'}'"


def _visible(char: str) -> str:
    code = ord(char)
    if code < 0x20:
        return chr(0x2400 + code)
    if 0x7F <= code < 0xA0 or 0xD800 <= code < 0xE000 or code in (0x2028, 0x2029) or 0x202A <= code <= 0x202E:
        return "\ufffd"
    return char


def print_board(out: Console, board: str) -> None:
    """Rows of a picture: never wrapped; where the terminal is too narrow, they end in an ellipsis."""
    from rich.text import Text

    rows = board.splitlines()
    if len(rows) > _MOST_ROWS:
        out.print(Text(f"(the position is not shown: its picture has {len(rows):,} lines)", style="dim"))
        return
    for row in rows:
        out.print(Text(printable(shortened(row, _LONGEST_ROW))), no_wrap=True, overflow="ellipsis")


_for_results: list[TextIO] = []  # where JSON goes while everything else that is printed goes to the error stream


@contextmanager
def only_json() -> Iterator[None]:
    """What a user's file or rules print in the block goes to the error stream; the result alone to the output."""
    _for_results.append(sys.stdout)
    try:
        with redirect_stdout(sys.stderr):
            yield
    finally:
        _for_results.pop()


def print_json(record: dict[str, Any]) -> None:
    """One object on one line, in numbers that every JSON reader takes."""
    text = json.dumps({name: for_json(value) for name, value in record.items()}, allow_nan=False)
    print(text, file=_for_results[-1] if _for_results else sys.stdout)


def for_json(value: Any) -> Any:
    """Plain ints and floats, whatever kind of number a game uses; an infinite one is the text "inf" or "-inf"."""
    if value is None or isinstance(value, (bool, str)):
        return value
    if isinstance(value, dict):
        return {key: for_json(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [for_json(item) for item in value]
    try:
        return operator.index(value)
    except TypeError:
        number = float(value)
        return number if math.isfinite(number) else str(number)
