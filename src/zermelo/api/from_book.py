"""What a book knows of a position, as the result of a search."""

from __future__ import annotations

import time
from typing import Any

from zermelo.core.game import Game, player_of
from zermelo.core.result import Bound, RootMove, SearchResult
from zermelo.core.score import Score
from zermelo.solve.book import Book


def found_in_book(book: Book, game: Game, state: Any, lines: int = 1) -> SearchResult | None:
    """The move and its exact value; None where the book does not know enough for that.

    It does if it has what every move leads to, or the position itself and one move that keeps its value. The values
    of several `lines` need the first of the two.
    """
    begun = time.perf_counter()
    if game.is_terminal(state):
        return None
    scores = book.scores(state)
    known = [score for _, score in scores if score is not None]
    score = book.find(state)
    if len(known) == len(scores):
        score = max(known) if player_of(game, state) == 0 else min(known)
    elif score not in known or lines > 1:
        return None
    assert score is not None
    move = next(move for move, found in scores if found == score)
    line = book.line(state) or (move, *book.line(game.next_state(state, move)))
    return SearchResult(
        state=state,
        move=move,
        value=score.value,
        bound=Bound.EXACT,
        distance=score.distance,
        line=line,
        moves=tuple(_root_move(one, found, line if one == move else (one,)) for one, found in scores),
        nodes=0,
        depth=0,
        seconds=time.perf_counter() - begun,
        exact=True,
        compiled=False,
        stopped_by="book",
    )


def _root_move(move: Any, score: Score | None, line: tuple[Any, ...]) -> RootMove:
    if score is None:
        return RootMove(move, None, None)
    return RootMove(move, score.value, Bound.EXACT, score.distance, line)
