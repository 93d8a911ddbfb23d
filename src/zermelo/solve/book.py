"""A book: every position up to a number of plies from the start, solved, in one file.

    {"zermelo": "book", "version": 1, "game": …, "plies": 4, "positions": 57}
    1f0a… 1 1 9          identity, outcome, value, distance (- for draws)
    sha256 …

The identity is a digest of the position's key (or of the state) and the player to move; symmetric positions share one.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from zermelo.core.errors import InputError, ZermeloError
from zermelo.core.game import Game, moves_of, player_of, root_state
from zermelo.core.repetition import repetition_of
from zermelo.core.score import Score, final_score, one_ply_earlier
from zermelo.solve.checkpoint import content_of, digest_of, images_of
from zermelo.solve.files import BOOK, refuse_other_file, replace_file

VERSION = 1

Solver = Callable[[Any], Score]
"""The score of a state that is not over; its plies are counted from there."""


class WrongBookError(ZermeloError):
    """A book cannot be used, or does not agree with the rules."""


@dataclass
class Book:
    """`entries` maps identities to scores, seen by MAX, with plies counted from the position."""

    game: Game
    root: Any
    plies: int
    entries: dict[bytes, Score] = field(default_factory=dict)
    solver: Solver | None = None

    def __len__(self) -> int:
        return len(self.entries)

    def __repr__(self) -> str:
        return f"<Book of {type(self.game).__name__}: {len(self):,} positions, {self.plies} plies>"

    def identity(self, state: Any) -> bytes:
        return min(digest_of(self.game, image) for image in images_of(self.game, state))

    def find(self, state: Any) -> Score | None:
        """The score of a position of the book (value and distance are its parts), or None."""
        if self.game.is_terminal(state):
            return None
        return self.entries.get(self.identity(state))

    def best(self, state: Any) -> Any:
        """A best move of a position whose successors the book knows, else None."""
        best, best_move = None, None
        player = player_of(self.game, state)
        for move, score in self.scores(state):
            if score is None:
                return None
            if best is None or (score > best if player == 0 else score < best):
                best, best_move = score, move
        return best_move

    def scores(self, state: Any) -> list[tuple[Any, Score | None]]:
        """Every legal move with its score, seen from this position; None where the book does not know it."""
        return [(move, self._after(self.game.next_state(state, move))) for move in moves_of(self.game, state)]

    def line(self, state: Any) -> tuple[Any, ...]:
        """Best moves as far as the book knows them, or until they come back to a position."""
        line: list[Any] = []
        met = set()
        while not self.game.is_terminal(state) and state not in met:
            met.add(state)
            move = self.best(state)
            if move is None:
                break
            line.append(move)
            state = self.game.next_state(state, move)
        return tuple(line)

    def save(self, path: str | Path) -> None:
        """Writes the file; `open_book(path, game)` reads it. A file that is no book is not overwritten."""
        refuse_other_file(path, "book", BOOK)
        header = {
            "zermelo": "book",
            "version": VERSION,
            "game": content_of(self.game),
            "root": digest_of(self.game, self.root).hex(),
            "plies": self.plies,
            "positions": len(self),
        }
        lines = [json.dumps(header)]
        for who, score in sorted(self.entries.items()):
            distance = "-" if score.distance is None else score.distance
            lines.append(f"{who.hex()} {score.outcome} {json.dumps(score.value)} {distance}")
        body = "\n".join([*lines, ""]).encode("ascii")
        replace_file(Path(path), body, f"sha256 {hashlib.sha256(body).hexdigest()}\n".encode("ascii"))

    def verify(self, solver: Solver | None = None) -> int:
        """Compares every entry with the rules and gives their number; `WrongBookError` for the first wrong one.

        All positions are enumerated anew. One whose successors the book has must have what they make it; the last
        ones are solved again.
        """
        solver = solver or self.solver
        if solver is None:
            raise InputError("this book knows no way to solve positions: give verify(solver=…)")
        fresh = enumerate_book(self.game, self.root, self.plies, lambda state: self._checked(state, solver))
        for who, score in fresh.entries.items():
            if self.entries.get(who) != score:
                raise WrongBookError(f"the book has {self.entries.get(who)} where {score} is right")
        if len(fresh) != len(self):
            raise WrongBookError(f"the book has {len(self)} positions, {len(fresh)} are within {self.plies} plies")
        return len(self)

    def _checked(self, state: Any, solver: Solver) -> Score:
        score, stored = solver(state), self.find(state)
        if stored != score:
            raise WrongBookError(f"the book has {stored} where {score} is right\n  state: {state!r:.300}")
        return score

    def _after(self, state: Any) -> Score | None:
        """The score of a successor, one ply further away."""
        score = final_score(self.game, state, 0) if self.game.is_terminal(state) else self.find(state)
        return None if score is None else one_ply_earlier(score)


def refuse_other_books(book: Any, game: Game) -> None:
    """An error for what is no book, or one of another game."""
    if not isinstance(book, Book):
        raise InputError(f"book={book!r:.100}: a book is meant, from build_book or open_book")
    if book.game is not game and content_of(book.game) != content_of(game):
        raise WrongBookError(f"{book!r} is of another game, or the rules have changed since")


def enumerate_book(game: Game, root: Any, plies: int, solver: Solver) -> Book:
    """Every position within `plies` of the root; the last ones by the solver, the others by their successors."""
    if isinstance(plies, bool) or not isinstance(plies, int) or plies < 0:
        raise InputError(f"plies={plies!r}: a whole number from 0 is meant")
    if repetition_of(game) in ("loss", "forbidden"):
        raise InputError("values that depend on the moves before have no place in a book: see Game.repetition")
    book = Book(game, root, plies)
    layers: list[dict[bytes, Any]] = [{}]
    if not game.is_terminal(root):
        layers[0][book.identity(root)] = root
    earlier = dict(layers[0])
    for _ in range(plies):
        layer: dict[bytes, Any] = {}
        for state in layers[-1].values():
            for move in moves_of(game, state):
                after = game.next_state(state, move)
                if not game.is_terminal(after):
                    who = book.identity(after)
                    if who not in earlier:
                        layer[who] = earlier[who] = after
        layers.append(layer)
    returns = any(_leads_back(book, state, layers, ply) for ply, layer in enumerate(layers) for state in layer.values())
    for place, layer in reversed(list(enumerate(layers))):
        for who, state in layer.items():
            best = None
            if place < plies and not returns:
                player = player_of(game, state)
                for move in moves_of(game, state):
                    score = book._after(game.next_state(state, move))
                    assert score is not None
                    if best is None or (score > best if player == 0 else score < best):
                        best = score
            book.entries[who] = solver(state) if best is None else best
    return book


def _leads_back(book: Book, state: Any, layers: list[dict[bytes, Any]], ply: int) -> bool:
    """Whether a move of this state does not lead to a later layer: then every position is solved by itself."""
    game = book.game
    if ply + 1 >= len(layers):
        return False
    after = (game.next_state(state, move) for move in moves_of(game, state))
    return any(not game.is_terminal(one) and book.identity(one) not in layers[ply + 1] for one in after)


def open_book(path: str | Path, game: Game, state: Any = None, *, solver: Solver | None = None) -> Book:
    """The book in this file, for this game; `WrongBookError` says why a file is refused."""
    path = Path(path)
    try:
        text = path.read_bytes().decode("ascii")
        body, _, digest = text.rpartition("sha256 ")
        lines = body.split("\n")
        header = json.loads(lines[0])
        version = header["version"] if header["zermelo"] == "book" else None
    except (ValueError, KeyError, TypeError):
        raise WrongBookError(f"{path}: this is no book") from None
    if version != VERSION:
        raise WrongBookError(f"{path}: the book has version {version!r}, and this zermelo reads version {VERSION}")
    if digest != hashlib.sha256(body.encode("ascii")).hexdigest() + "\n":
        raise WrongBookError(f"{path}: the book is damaged or incomplete (its checksum is wrong)")
    if header["game"] != content_of(game):
        raise WrongBookError(f"{path}: it is of another game, or the rules have changed since")
    root = root_state(game, state)
    if header["root"] != digest_of(game, root).hex():
        raise WrongBookError(f"{path}: the book begins at another position")
    book = Book(game, root, header["plies"], solver=solver)
    for line in lines[1:-1]:
        parts = line.split(" ")
        if len(parts) != 4 or not re.fullmatch(r"[0-9a-f]{32}", parts[0]):
            raise WrongBookError(f"{path}: a line is not understood: {line:.80}")
        outcome = int(parts[1])
        distance = 0 if parts[3] == "-" else int(parts[3])
        book.entries[bytes.fromhex(parts[0])] = Score(outcome, json.loads(parts[2]), -outcome * distance)
    if len(book) != header["positions"]:
        raise WrongBookError(f"{path}: {header['positions']} positions are meant, {len(book)} are there")
    return book
