"""A solution in one file: checksummed, versioned, read through a memory map. Nothing in it is ever executed.

    offset   bytes
    0        16       MAGIC
    16       4        version, most significant byte first, like all numbers here
    20       4        length of the header
    24       length   the header: JSON; what game, what results, how records are packed
    ...      32       SHA-256 of all of the above
    ...      n * r    the records, sorted: see `entries`
    ...      32       SHA-256 of the records

A file appears under its name when it is complete, by renaming.
"""

from __future__ import annotations

import hashlib
import json
import mmap
import os
from pathlib import Path
from typing import Any

from zermelo.core.errors import CompileError, InputError
from zermelo.core.game import Game
from zermelo.kernel.words import from_words, state_shape, to_words
from zermelo.solve.entries import Records
from zermelo.solve.failure import WrongSolutionError
from zermelo.solve.identity import Identity
from zermelo.solve.layout import Layout
from zermelo.solve.portrait import differences, portrait
from zermelo.solve.solution import Solution

MAGIC = b"zermelo:solution"
VERSION = 1
LARGEST_HEADER = 1 << 24
CHUNK = 1 << 24


def save(solution: Solution, path: Path) -> None:
    """Writes the file; `InputError` for a solution whose positions are not made of numbers."""
    entries = solution.entries
    if not isinstance(entries, Records):
        raise InputError(
            f"the positions of {type(solution.game).__name__} cannot be saved, for they are not made of numbers: make "
            f"the state a NamedTuple of int, Bits and short tuples, or write key(state) that returns an int or a tuple"
        )
    if not all(isinstance(value, (int, float)) for _, value in solution.results):
        raise InputError("results that are neither ints nor floats cannot be saved")
    header = {
        "game": portrait(solution.game),
        "root": _root_words(solution),
        "results": [list(pair) for pair in solution.results],
        "draw": solution.draw,
        "cyclic": solution.cyclic,
        "compiled": solution.compiled,
        "notes": list(solution.notes),
        "seconds": solution.seconds,
        "peak_bytes": solution.peak_bytes,
        "count": len(entries),
        "parts": [list(part) for part in entries.identity.parts or ()],
        "fields": [list(field) for field in entries.layout.fields],
        "distance_bits": entries.distance_bits,
        "code_bytes": entries.code_bytes,
    }
    text = json.dumps(header).encode()
    begin = MAGIC + VERSION.to_bytes(4, "big") + len(text).to_bytes(4, "big") + text
    records = memoryview(entries.data)[entries.start : entries.start + len(entries) * entries.record_bytes]
    unfinished = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        with unfinished.open("wb") as file:
            file.write(begin + hashlib.sha256(begin).digest())
            file.write(records)
            file.write(hashlib.sha256(records).digest())
        os.replace(unfinished, path)
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise


def _root_words(solution: Solution) -> list[int] | None:
    """The words of the root, or None if it is the game's own start."""
    try:
        return to_words(state_shape(solution.game), solution.root)
    except CompileError:
        if solution.root == solution.game.initial_state():
            return None
        raise InputError("a solution from a state that is not made of numbers cannot be saved") from None


def open_solution(path: str | Path, game: Game, *, verify: bool = True) -> Solution:
    """The solution in this file, for this game; positions are read from disk when they are asked for.

    `WrongSolutionError` says why a file is refused: it is damaged or cut short, of another program or version, or
    of another game or size. `verify=False` leaves out the checksum of the records, for which all must be read.
    """
    path = Path(path)
    size = path.stat().st_size
    with path.open("rb") as file:
        header, start = _read_header(file, path, size)
        try:
            return _opened(file, path, size, header, start, game, verify)
        except (KeyError, TypeError, ValueError, AttributeError, CompileError) as error:
            raise WrongSolutionError(f"{path}: the header is not understood ({error!r})") from None


def _opened(file: Any, path: Path, size: int, header: dict[str, Any], start: int, game: Game, verify: bool) -> Solution:
    """The solution that a header describes."""
    identity, records_bytes, (layout, distance_bits, code_bytes) = _described(header, game)
    expected = start + records_bytes + 32
    if size != expected:
        raise WrongSolutionError(f"{path}: the file has {size:,} bytes, {expected:,} are meant: it is incomplete")
    data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    if verify and _digest(data, start, start + records_bytes) != data[start + records_bytes :]:
        raise WrongSolutionError(f"{path}: the records are damaged (their checksum is wrong): solve the game anew")
    words = header["root"]
    return Solution(
        game=game,
        root=game.initial_state() if words is None else from_words(state_shape(game), words),
        entries=Records(data, start, int(header["count"]), identity, layout, distance_bits, code_bytes),
        results=tuple((int(outcome), value) for outcome, value in header["results"]),
        draw=int(header["draw"]),
        cyclic=bool(header["cyclic"]),
        compiled=bool(header["compiled"]),
        notes=tuple(header["notes"]),
        seconds=float(header["seconds"]),
        peak_bytes=int(header["peak_bytes"]),
    )


def _read_header(file: Any, path: Path, size: int) -> tuple[dict[str, Any], int]:
    """The header and where the records begin."""
    begin = file.read(24)
    if len(begin) < 24 or begin[:16] != MAGIC:
        raise WrongSolutionError(f"{path}: this is no file of a solution")
    version, length = int.from_bytes(begin[16:20], "big"), int.from_bytes(begin[20:24], "big")
    if version != VERSION:
        raise WrongSolutionError(
            f"{path}: the file has version {version}, and this zermelo reads version {VERSION}: solve the game anew"
        )
    if length > LARGEST_HEADER or 24 + length + 32 > size:
        raise WrongSolutionError(f"{path}: the file is damaged or incomplete (its header)")
    text, digest = file.read(length), file.read(32)
    if hashlib.sha256(begin + text).digest() != digest:
        raise WrongSolutionError(f"{path}: the header is damaged (its checksum is wrong): solve the game anew")
    try:
        header = json.loads(text)
    except ValueError as error:
        raise WrongSolutionError(f"{path}: the header is not understood ({error})") from None
    return header, 24 + length + 32


def _described(header: dict[str, Any], game: Game) -> tuple[Identity, int, tuple[Layout, int, int]]:
    """How the records are packed; a `WrongSolutionError` if the file is of another game."""
    different = differences(header["game"], portrait(game))
    if different:
        raise WrongSolutionError("this solution is of another game: " + "; ".join(different))
    identity = Identity(game, game.initial_state(), sampled=False)
    parts = tuple((path, kind) for path, kind in header["parts"])
    if identity.parts is None or len(parts) != len(identity.parts):
        raise WrongSolutionError("this solution is of another game: its states are made of other numbers")
    identity.widen({path for path, kind in parts if kind == "wide"})
    if identity.parts != parts:
        raise WrongSolutionError("this solution is of another game: its states are made of other numbers")
    layout = Layout(tuple((int(lowest), int(highest)) for lowest, highest in header["fields"]))
    count, code_bytes = int(header["count"]), int(header["code_bytes"])
    return identity, count * (layout.size + code_bytes), (layout, int(header["distance_bits"]), code_bytes)


def _digest(data: Any, start: int, end: int) -> bytes:
    digest = hashlib.sha256()
    with memoryview(data) as view:
        for at in range(start, end, CHUNK):
            digest.update(view[at : min(end, at + CHUNK)])
    return digest.digest()
