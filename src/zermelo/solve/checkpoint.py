"""What was proved, kept in a file, so that a run that was killed goes on from there.

    offset   bytes
    0        18       MAGIC
    18       4        version, most significant byte first, like all numbers here
    22       4        length of the header
    26       length   the header: JSON; which game, position and method, the interval, sizes of the parts
    ...      n        the parts: tables, as the method keeps them
    ...      32       SHA-256 of all of the above

A file appears under its name when it is complete, by renaming. Nothing in it is ever executed.
"""

from __future__ import annotations

import hashlib
import inspect
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from zermelo.core.errors import InputError, ZermeloError
from zermelo.core.game import Game, has_hook, identity_of
from zermelo.solve.files import replace_file
from zermelo.solve.interval import Interval, Pair

MAGIC = b"zermelo:checkpoint"
VERSION = 1
LARGEST_HEADER = 1 << 20


class WrongCheckpointError(ZermeloError):
    """A file cannot be used to go on: damaged, of another version, game or position."""


@dataclass
class Checkpoint:
    """`kind` says whose parts these are: the method and what its tables depend on."""

    game: str
    root: str
    kind: str
    low: Pair | None = None
    high: Pair | None = None
    nodes: int = 0
    seconds: float = 0.0
    about: list[Any] = field(default_factory=list)  # a description of each part
    parts: list[bytes] = field(default_factory=list)

    def tell(self, interval: Interval) -> None:
        """Gives the interval what was proved before."""
        if self.low is not None:
            interval.at_least(self.low)
        if self.high is not None:
            interval.at_most(self.high)


def write_checkpoint(path: str | Path, checkpoint: Checkpoint) -> None:
    header = {name: value for name, value in vars(checkpoint).items() if name != "parts"}
    header["sizes"] = [len(part) for part in checkpoint.parts]
    text = json.dumps(header).encode()
    begin = MAGIC + VERSION.to_bytes(4, "big") + len(text).to_bytes(4, "big") + text
    digest = hashlib.sha256(begin)
    for part in checkpoint.parts:
        digest.update(part)
    replace_file(Path(path), begin, *checkpoint.parts, digest.digest())


def read_checkpoint(path: str | Path, game: Game, root: Any) -> Checkpoint | None:
    """What the file holds; None if there is none. `WrongCheckpointError` says why a file cannot be used."""
    path = Path(path)
    if not path.exists():
        return None
    content = path.read_bytes()
    length = int.from_bytes(content[22:26], "big")
    if content[:18] != MAGIC:
        raise WrongCheckpointError(f"{path}: this is no checkpoint")
    version = int.from_bytes(content[18:22], "big")
    if version != VERSION:
        raise WrongCheckpointError(f"{path}: it has version {version}, and this zermelo reads version {VERSION}")
    if length > LARGEST_HEADER or hashlib.sha256(content[:-32]).digest() != content[-32:]:
        raise WrongCheckpointError(f"{path}: it is damaged or incomplete (its checksum is wrong)")
    try:
        header = json.loads(content[26 : 26 + length])
        at, parts = 26 + length, []
        for size in header.pop("sizes"):
            parts.append(content[at : at + size])
            at += size
        for name in ("low", "high"):
            header[name] = None if header[name] is None else tuple(header[name])
        found = Checkpoint(**header, parts=parts)
    except (ValueError, KeyError, TypeError) as error:
        raise WrongCheckpointError(f"{path}: its header is not understood ({error})") from None
    if found.game != content_of(game):
        raise WrongCheckpointError(f"{path}: it is of another game, or the rules have changed since")
    if found.root != digest_text(game, root):
        raise WrongCheckpointError(f"{path}: it is of another position")
    return found


# ── what a game and a position are ───────────────────────────────────────────────────────────────


def content_of(game: Game) -> str:
    """A hash of the rules and of the game's attributes, the same in every process."""
    from zermelo.kernel.fingerprint import fingerprint

    told = [type(game).__qualname__, str(game.repetition), str(game.num_players)]
    told += [f"{name} = {_plain(value)}" for name, value in sorted(vars(game).items())]
    try:
        told.append(fingerprint(game, _no_search, ()))
    except Exception:  # rules that cannot be read like this: their source, as far as there is one
        for kind in type(game).__mro__[:-1]:
            try:
                told.append(inspect.getsource(kind))
            except (OSError, TypeError):
                told.append(kind.__qualname__)
    return hashlib.sha256("\n".join(told).encode("utf-8", "surrogatepass")).hexdigest()


def _no_search() -> None:
    """What the rules are built into: nothing."""


def _plain(value: Any) -> str:
    """A text for an attribute: its content, or only its kind where another process would write it otherwise."""
    if isinstance(value, dict):
        return "{" + ", ".join(sorted(f"{_plain(key)}: {_plain(item)}" for key, item in value.items())) + "}"
    if isinstance(value, (list, tuple)):
        return f"{type(value).__name__}({', '.join(map(_plain, value))})"
    if isinstance(value, (set, frozenset)):
        return "{" + ", ".join(sorted(map(_plain, value))) + "}"
    if value is None or isinstance(value, (bool, int, float, str, bytes)):
        return repr(value)
    if hasattr(value, "tobytes"):
        return hashlib.sha256(value.tobytes()).hexdigest()
    return type(value).__name__


def digest_text(game: Game, state: Any) -> str:
    return digest(("over", state) if game.is_terminal(state) else identity_of(game, state)).hex()


def digest_of(game: Game, state: Any) -> bytes:
    """The identity of a position in 16 bytes, the same in every process."""
    return digest(identity_of(game, state))


def digest(value: Any) -> bytes:
    """16 bytes for a value made of numbers, texts, tuples, sets and named fields; `InputError` for others."""
    return hashlib.blake2b(_written(value), digest_size=16).digest()


def _written(value: Any) -> bytes:
    if value is None or isinstance(value, (bool, int)):
        return b"%d;" % value if value is not None else b"n;"
    if isinstance(value, float):
        return b"%d;" % int(value) if value.is_integer() else f"f{value!r};".encode()
    if isinstance(value, (str, bytes)):
        text = value.encode("utf-8", "surrogatepass") if isinstance(value, str) else value
        return b"%s%d:%s;" % (b"s" if isinstance(value, str) else b"b", len(text), text)
    if isinstance(value, tuple):
        return b"(" + b"".join(map(_written, value)) + b")"
    if isinstance(value, frozenset):
        return b"{" + b"".join(sorted(map(_written, value))) + b"}"
    fields = getattr(type(value), "__dataclass_fields__", None)
    if fields is not None:
        return (
            b"["
            + type(value).__qualname__.encode()
            + b"".join(_written(getattr(value, name)) for name in fields)
            + b"]"
        )
    raise InputError(
        f"positions of this game cannot be kept in a file: {value!r:.100} is not made of numbers, texts and tuples; "
        f"write key(state) that is"
    )


def can_digest(game: Game, state: Any) -> bool:
    """Whether positions of this game can be kept in a file."""
    try:
        digest_text(game, state)
    except InputError:
        return False
    return True


def images_of(game: Game, state: Any) -> list[Any]:
    """The state and its symmetric images."""
    return [state, *game.symmetries(state)] if has_hook(game, "symmetries") else [state]
