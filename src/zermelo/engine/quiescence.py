"""Quiescence: below the horizon only the noisy moves are searched, until a guess can be trusted (Harris 1975)."""

from __future__ import annotations

from typing import Any

from zermelo.engine.leaves import Leaves
from zermelo.engine.ordering import IMPOSSIBLE_MOVE
from zermelo.engine.scores import LONGEST_LINE
from zermelo.engine.workspace import BAD_MOVE, CODES, GUESSES, LINE, NODES, STACK, STOP, TOO_LONG, TOO_MANY_MOVES


def build_quiescence(rules: Any, jit: Any, score_type: Any, leaves: Leaves) -> Any:
    """The function `quiesce` for a game that has noisy moves."""
    final, guess = leaves.final, leaves.guess

    @jit(score_type, "state", score_type, score_type, "int", "int", "int", "bare ints")
    def quiesce(state, alpha, beta, player, ply, top, work):
        """The score with the noisy moves played out, as `player` sees it; the mover may stand pat."""
        work[NODES] += 1
        if work[STOP] != 0:
            return alpha
        if ply >= LONGEST_LINE - 2:
            work[STOP] = TOO_LONG
            return alpha
        work[GUESSES] += 1
        best = guess(state, player, work)
        if best >= beta:
            return best
        if best > alpha:  # noqa: PLR1730  (wide scores have no max when compiled)
            alpha = best
        count = 0
        for code in rules.noisy_moves(state):
            if top + count >= STACK:
                work[STOP] = TOO_MANY_MOVES
                return best
            if code == IMPOSSIBLE_MOVE:
                work[STOP] = BAD_MOVE
                return best
            work[CODES + top + count] = code
            count += 1
        for i in range(count):
            code = work[CODES + top + i]
            work[LINE + ply] = code
            child = rules.next_state(state, code)
            if rules.is_terminal(child):
                work[NODES] += 1
                score = final(child, player, ply + 1, work)
            else:
                mover = rules.current_player(child)
                low = alpha
                high = beta
                if mover != player:
                    low = -beta
                    high = -alpha
                score = quiesce(child, low, high, mover, ply + 1, top + count, work)
                if mover != player:
                    score = -score
            if work[STOP] != 0:
                return best
            if score > best:
                best = score
                if score > alpha:
                    alpha = score
                    if score >= beta:
                        return best
        return best

    return quiesce
