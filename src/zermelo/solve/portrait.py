"""What game a file was made for: enough to refuse another game or another size, with words.

    {"class": "ConnectFour", "attributes": {"width": "5", "height": "4", …}, "given": ["width", "height"],
     "start": "State(…)", "repetition": "None", "players": "2"}

It tells games apart by their attributes and their start. Rules that were changed and left these as they are, are
found by `Solution.check`.
"""

from __future__ import annotations

import hashlib
import inspect
from typing import Any

from zermelo.core.game import Game

LONGEST = 60
"""A longer text is replaced by its hash."""


def portrait(game: Game) -> dict[str, Any]:
    attributes = {name: _text(value) for name, value in sorted(vars(game).items()) if _is_plain(value)}
    return {
        "class": type(game).__name__,
        "attributes": attributes,
        "given": [name for name in inspect.signature(type(game).__init__).parameters if name in attributes],
        "start": _text(game.initial_state()),
        "repetition": str(game.repetition),
        "players": str(game.num_players),
    }


def differences(stored: dict[str, Any], found: dict[str, Any]) -> list[str]:
    """What differs, in words."""
    if stored["class"] != found["class"]:
        return [f"class {stored['class']} in the file, {found['class']} here"]
    there, here = stored["attributes"], found["attributes"]
    given = stored["given"]  # what the game was made with says more than what it computed from that
    different = [
        f"{name} = {there.get(name, 'nothing')} in the file, {here.get(name, 'nothing')} here"
        for name in sorted({*there, *here}, key=lambda name: (name not in given, name))
        if there.get(name) != here.get(name)
    ]
    different += [
        f"{name} {stored[name]} in the file, {found[name]} here"
        for name in ("repetition", "players", "start")
        if stored[name] != found[name]
    ]
    return different[:3]


def _is_plain(value: Any) -> bool:
    if isinstance(value, tuple):
        return all(_is_plain(item) for item in value)
    return value is None or isinstance(value, (bool, int, float, str)) or hasattr(value, "tobytes")


def _text(value: Any) -> str:
    if hasattr(value, "tobytes"):
        return hashlib.sha256(value.tobytes()).hexdigest()[:16]
    text = repr(value)
    return text if len(text) <= LONGEST else hashlib.sha256(text.encode()).hexdigest()[:16]
