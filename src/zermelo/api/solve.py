"""`solve`: the value of a position, proved, with its distance and an optimal line; or the interval proved so far.

`build_book` solves every opening of a few plies.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from zermelo.core.errors import InputError
from zermelo.core.game import Game, root_state
from zermelo.core.limits import Limits
from zermelo.core.repetition import repetition_of

if TYPE_CHECKING:
    from zermelo.core.score import Score
    from zermelo.solve.book import Book
    from zermelo.solve.solved import Solved, SolveStatus
    from zermelo.solve.verifier import Verified

METHODS = ("bisection", "alphabeta", "proof-number", "retrograde")

MOST_WORKERS = 256


def solve(
    game: Game,
    state: Any = None,
    *,
    method: str | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
    checkpoint: str | Path | None = None,
    proof: str | Path | None = None,
    proof_positions: int | None = None,
    proof_source: tuple[str, str] | None = None,
    book: Book | None = None,
    table_mb: float = 64,
    compiled: bool | None = None,
    workers: int = 1,
    on_progress: Callable[[SolveStatus], None] | None = None,
    on_note: Callable[[str], None] | None = None,
    stop: Any = None,
) -> Solved:
    """The game-theoretic value of `state` (the game's start if None), proved, for one or two players without chance.

    There is no limit unless one is given: `seconds`, `nodes` (positions visited), `stop` (a `threading.Event`), or
    Ctrl-C; then the interval proved so far is returned. It assumes, as every search does, that what MAX gains MIN
    loses: a better result for one is a worse one for the other.

    `method` is chosen from a first look at the game, or given; `workers` are threads (compiled only, and not for
    the last two methods):

    - "bisection": null windows halve the interval of the value and of the distance together; the fastest, for games
      that end by themselves, whose results are whole numbers, the one player's the negated ones of the other's. It
      is chosen if the game has `value_bounds` and can be compiled, without a look at it if it has `most_plies` too.
    - "alphabeta": the engine's exact search, compiled where that is worth it; asks with null windows who wins, then
      for the value, then for the distance. Any declared repetition.
    - "proof-number": df-pn, in plain Python, for games with few results and much varying numbers of moves; it finds
      no distance. Any declared repetition; undeclared, `InputError` when a position comes back.
    - "retrograde": every position is solved (`solve_all`), for small games and those whose lines come back. What
      never ends is a draw there. Not for repetition "loss" or "forbidden" where lines come back. It has no
      checkpoint.

    `checkpoint` names a file that is written some twice a minute; a run with the same arguments goes on from it.
    `proof` names a file for the proof, which `verify_proof` and `zermelo verify` check; at most `proof_positions`
    (2 million) positions are written; `proof_source` is the game and the position as the command line names them.
    `book` answers what it knows. `on_progress` hears some ten times a second, and of each change of the interval.
    """
    from zermelo.api.solve_run import Proof, Run
    from zermelo.solve.book import refuse_other_books
    from zermelo.solve.files import PROOF, refuse_other_file
    from zermelo.solve.interval import refuse_other_games

    if method is not None and method not in METHODS:
        raise InputError(f"method={method!r} is not known: {', '.join(map(repr, METHODS))} or None is meant")
    if isinstance(workers, bool) or not isinstance(workers, int) or not 1 <= workers <= MOST_WORKERS:
        raise InputError(f"workers={workers!r}: a whole number from 1 to {MOST_WORKERS} is meant")
    if isinstance(table_mb, bool) or not isinstance(table_mb, (int, float)) or not 0 < table_mb <= 1 << 20:
        raise InputError(f"table_mb={table_mb!r} is not a size: a number of megabytes above 0 is meant")
    if proof_positions is not None and (
        isinstance(proof_positions, bool) or not isinstance(proof_positions, int) or proof_positions < 1
    ):
        raise InputError(f"proof_positions={proof_positions!r}: a whole number from 1 is meant")
    refuse_other_games(game, "solve")
    repetition_of(game)
    limits = Limits(None, nodes, seconds)
    if stop is not None:
        limits = dataclasses.replace(limits, stop=stop)
    root = root_state(game, state)
    run = Run(game, root, limits, table_mb, compiled, workers, on_progress, on_note)
    if proof is not None:
        refuse_other_file(proof, "proof", PROOF)
        if checkpoint is not None and Path(proof).resolve() == Path(checkpoint).resolve():
            raise InputError(f"{proof} cannot be both the proof and the checkpoint: give two names")
        run.proof = Proof(Path(proof), proof_positions, proof_source)
    if book is not None:
        refuse_other_books(book, game)
        run.book = book
    if checkpoint is not None and not game.is_terminal(root):
        run.open_checkpoint(checkpoint)
    return run.solved(method)


def build_book(
    game: Game,
    plies: int,
    *,
    state: Any = None,
    table_mb: float = 64,
    compiled: bool | None = None,
    on_progress: Callable[[int], None] | None = None,
) -> Book:
    """Every position up to `plies` from `state` (the game's start if None), solved: value and distance of each.

    `book.save(path)` writes it into one file and `open_book(path, game)` reads it; `solve(..., book=book)` answers
    from it, `book.find(state)` and `book.best(state)` tell what it knows, `book.verify()` compares it with the
    rules. `on_progress` hears how many positions were solved by search. Not for repetition "loss" or "forbidden".
    """
    from zermelo.api.book_solver import book_solver
    from zermelo.solve.book import enumerate_book
    from zermelo.solve.interval import refuse_other_games

    refuse_other_games(game, "build_book")
    root = root_state(game, state)
    solver = book_solver(game, root, table_mb, compiled)
    solved = 0

    def count(position: Any) -> Score:
        nonlocal solved
        score = solver(position)
        solved += 1
        if on_progress is not None:
            on_progress(solved)
        return score

    book = enumerate_book(game, root, plies, count)
    book.solver = solver
    return book


def open_book(path: str | Path, game: Game, state: Any = None) -> Book:
    """The book in this file, for this game; `WrongBookError` says why a file is refused."""
    from zermelo.api.book_solver import book_solver
    from zermelo.solve import book

    if not Path(path).is_file():
        raise InputError(f"{path} cannot be read: there is no such file")
    return book.open_book(path, game, state, solver=book_solver(game, root_state(game, state), 64, None))


def verify_proof(path: str | Path, game: Game, state: Any = None) -> Verified:
    """What the proof in this file proves for this state of the game, by the rules alone; see `solve(..., proof=path)`.

    `WrongProofError` says where it fails.
    """
    from zermelo.solve import verifier

    return verifier.verify_proof(path, game, state)
