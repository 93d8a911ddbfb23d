"""`zermelo compile`: gets a game's rules compiled ahead of time, so that the first search begins at once."""

from __future__ import annotations

import time

from zermelo.core.limits import Limits
from zermelo.play import words
from zermelo.play.console import console, one_line
from zermelo.play.loading import load_position
from zermelo.play.options import GameName, Position
from zermelo.play.running import watched_search


def compile_game(game: GameName, position: Position = "") -> None:
    """Compile a game's rules ahead, and say whether that works and where the result is kept.

    The sizes of a game belong to its rules: where they stand in POSITION, it is this size that is compiled.
    """
    from rich.text import Text

    from zermelo.kernel.store import MAX_BYTES, usable_directory

    rules, state = load_position(game, position)
    begun = time.perf_counter()
    watched_search(rules, state, Limits(depth=0), compiled=True)
    out = console()
    out.print(Text(one_line(f"{game} is compiled, ready in {words.duration(time.perf_counter() - begun)}")))
    directory = usable_directory()
    kept = f"kept in {directory}, at most {MAX_BYTES >> 20} MB, free to delete" if directory else "but cannot be kept"
    out.print(Text(one_line(kept), style="dim"))
