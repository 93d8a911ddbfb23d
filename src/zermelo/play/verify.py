"""`zermelo verify`: checks a proof by the rules of its game alone."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from zermelo.core.errors import InputError
from zermelo.core.game import Game
from zermelo.play import words
from zermelo.play.console import console, one_line, print_json, shown
from zermelo.play.faults import rules_of
from zermelo.play.loading import load_position
from zermelo.play.options import Json
from zermelo.play.running import live_line


def verify(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A proof, from `zermelo solve --proof FILE`.")],
    game: Annotated[
        str, typer.Argument(metavar="GAME", help="Needed where the game is a file of yours.", show_default=False)
    ] = "",
    position: Annotated[
        str, typer.Argument(metavar="POSITION", help="The position; else the proof's own.", show_default=False)
    ] = "",
    as_json: Json = False,
) -> None:
    """Check a proof: every step, by the rules alone, without searching."""
    from rich.text import Text

    from zermelo.solve.verifier import read_proof, verify_proof

    path = existing(file)
    header, records = read_proof(path)
    name = game or text_of(header, "game")
    if not game and (".py" in name or "/" in name or "\\" in name):
        raise InputError(
            f"the proof is of the game {shown(name)}, which is a file: say that you trust it, "
            f"with zermelo verify {file} {name}"
        )
    text = position or text_of(header, "position")
    rules, state = load_position(name, text)
    with rules_of(rules), live_line(lambda seconds: f"checking {len(records):,} positions  {words.duration(seconds)}"):
        found = verify_proof(path, rules, state)
    sides = {"lower": found.low, "upper": found.high}
    if as_json:
        print_json(
            {
                "game": name,
                "position": text,
                "proved": True,
                **{side: None if pair is None else pair[1] for side, pair in sides.items()},
                "positions": found.records,
                "endless": found.endless,
            }
        )
        return
    out = console()
    out.print(Text(one_line(f"{name} {text}".rstrip()), style="dim"))
    out.print(Text(one_line(claim_text(rules, found)), style="bold green"))
    out.print(Text(f"{found.records:,} positions checked by the rules alone", style="dim"))
    if found.endless:
        out.print(Text("play that never ends counts as a draw", style="dim"))


def existing(file: str) -> Path:
    path = Path(file)
    try:
        with path.open("rb"):
            return path
    except OSError as error:
        raise InputError(f"the file {shown(file)} cannot be read: {error.strerror or error}") from None


def text_of(header: dict[str, Any], name: str) -> str:
    text = header.get(name) or ""
    if not isinstance(text, str):
        raise InputError(f"the proof does not say what {name} it is of")
    return text


def claim_text(game: Game, found: Any) -> str:
    """What is proved, in words."""
    first, second = words.player_name(game, 0), words.player_name(game, 1)
    low, high = found.low, found.high
    if low is not None and low == high:
        who = "a draw" if not low[0] else f"{first if low[0] > 0 else second} wins"
        return f"proved: {who}, value {words.number(low[1])}"
    if low is not None:
        who = f"{first} wins, " if low[0] > 0 else ""
        return f"proved: {who}value at least {words.number(low[1])}"
    who = f"{second} wins, " if high[0] < 0 else ""
    return f"proved: {who}value at most {words.number(high[1])}"
