"""What game a file was made for: enough to refuse another game or another size, with words.

    {"class": "ConnectFour", "attributes": {"width": "5", "height": "4", …}, "start": "State(…)", "repetition": "None"}

It tells games apart by their attributes and their start. Rules that were changed and left these as they are, are
found by `Solution.check`.
"""

from __future__ import annotations

import hashlib
from typing import Any

from zermelo.core.game import Game

LONGEST = 60
"""A longer text is replaced by its hash."""


def portrait(game: Game) -> dict[str, Any]:
    attributes = {name: _text(value) for name, value in sorted(vars(game).items()) if _is_plain(value)}
    return {
        "class": type(game).__name__,
        "attributes": attributes,
        "start": _text(game.initial_state()),
        "repetition": str(game.repetition),
        "players": str(game.num_players),
    }


def differences(stored: dict[str, Any], found: dict[str, Any]) -> list[str]:
    """What differs, in words."""
    different = []
    for name in ("class", "repetition", "players", "start"):
        if stored[name] != found[name]:
            different.append(f"{name} {stored[name]} in the file, {found[name]} here")
    there, here = stored["attributes"], found["attributes"]
    for name in sorted({*there, *here}):
        if there.get(name) != here.get(name):
            different.append(f"{name} = {there.get(name, 'nothing')} in the file, {here.get(name, 'nothing')} here")
    return different[:4]


def _is_plain(value: Any) -> bool:
    if isinstance(value, tuple):
        return all(_is_plain(item) for item in value)
    return value is None or isinstance(value, (bool, int, float, str)) or hasattr(value, "tobytes")


def _text(value: Any) -> str:
    if hasattr(value, "tobytes"):
        return hashlib.sha256(value.tobytes()).hexdigest()[:16]
    text = repr(value)
    return text if len(text) <= LONGEST else hashlib.sha256(text.encode()).hexdigest()[:16]
