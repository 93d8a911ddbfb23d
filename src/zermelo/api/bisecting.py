"""What is asked of positions below the one that is being solved: which move keeps a score, and where a helper looks."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from zermelo.core.game import Game, has_hook, moves_of, player_of
from zermelo.solve.interval import pair_of
from zermelo.solve.questions import Asker, Interrupted, score_of_pair

FIRST_BUDGET, GROWTH = {True: 500, False: 50}, 8
"""Nodes for each move when one is sought that keeps a score; the next time around so many times as many."""


def move_that_keeps(game: Game, asker: Asker, state: Any, score: int, plies: int) -> tuple[Any, Any] | None:
    """A move, and the state after it, where the player to move has this score or a better one; None if there is none.

    The score is MAX's and counted from the state after the move. One is known to be there: so the last move that is
    left need not be asked about. Little work is spent on every move before much is spent on one.
    """
    player = player_of(game, state)
    sign = 1 if player == 0 else -1
    open_moves = []
    for move in promising(game, state):
        child = game.next_state(state, move)
        if not game.is_terminal(child):
            open_moves.append((move, child))
        elif sign * (score_of_pair(pair_of(game, child)) - score) >= 0:
            return move, child
    budget = FIRST_BUDGET[asker.solver.compiled]
    while len(open_moves) > 1:
        left = []
        for move, child in open_moves:
            answer = asker.answer_within(budget, child, score + player, plies + 1)
            if answer is None:
                left.append((move, child))
            elif answer == (player == 0):
                return move, child
        open_moves, budget = left, budget * GROWTH
    return open_moves[0] if open_moves else None


def promising(game: Game, state: Any) -> list[Any]:
    """The moves that suffice for the value, the most promising first."""
    moves = list(game.relevant_moves(state)) if has_hook(game, "relevant_moves") else moves_of(game, state)
    if has_hook(game, "order_moves"):
        moves.sort(key=lambda move: -game.order_moves(state, move))
    return moves


def help_with(game: Game, root: Any, main: Asker, own: Asker, over: Callable[[], bool]) -> None:
    """Answers each question that the main thread is at, too, for the common table.

    What one of them is searching the other puts off, to find the answer in the table later: see `bisection_core`.
    """
    player, last = player_of(game, root), None
    while not over():
        asked = main.threshold
        if asked is None or asked == last:
            time.sleep(0.0005)
            continue
        last = asked
        own.begin(None)
        if main.threshold == asked:
            with suppress(Interrupted):
                own.is_at_least(root, asked if player == 0 else 1 - asked)
