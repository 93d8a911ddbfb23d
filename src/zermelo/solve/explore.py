"""Enumeration of all positions that can be reached, breadth first; one source for both ways of running.

Each position gets an index when it is found. When it is expanded, its moves are written as edges:

    starts[i] >> 1, starts[i + 1] >> 1     where its edges begin and end; none if it is over
    starts[i] & 1                          the player to move
    scores[i]                              its result's number if it is over

A batch that does not fit the arrays is left undone; the caller makes room and calls again.
"""

from __future__ import annotations

from typing import Any

from zermelo.kernel.moves import BAD_MOVE
from zermelo.solve import work as w

STOP, BUDGET, COUNT, NEXT, EDGES, BASE, RESULTS, AT = (
    w.STOP, w.BUDGET, w.COUNT, w.NEXT, w.EDGES, w.BASE, w.RESULTS, w.AT,
)  # fmt: skip
POSITIONS_ROOM, EDGES_ROOM, ROWS_ROOM, RESULTS_ROOM = w.POSITIONS_ROOM, w.EDGES_ROOM, w.ROWS_ROOM, w.RESULTS_ROOM
ROOM, RESULTS_FULL, BAD_PLAYER, NO_MOVES, BAD_CODE = w.ROOM, w.RESULTS_FULL, w.BAD_PLAYER, w.NO_MOVES, w.BAD_CODE
NOT_A_NUMBER, TOO_MANY_MOVES, NOT_EXACT, DONE = w.NOT_A_NUMBER, w.TOO_MANY_MOVES, w.NOT_EXACT, w.DONE
BATCH, STAGE, LARGEST_RESULT = w.BATCH, w.STAGE, w.LARGEST_RESULT
IMPOSSIBLE_MOVE = BAD_MOVE


def build_explore(rules: Any, jit: Any, use_key: bool, two_players: bool, in_words: bool, positions: Any) -> Any:
    """The functions (start, explore) of one game on its set of positions."""
    state_at, stage, flush, _ = positions

    @jit()
    def result_of(state, work, reals, results):
        """The number of a finished game's result; -1 if there is none, with the reason in STOP.

        results[0..] are the numbers in the order of (outcome, value); reals[2k], reals[2k + 1] are those two of k.
        """
        value = rules.utility(state, 0)
        other = -value
        if two_players:
            other = rules.utility(state, 1)
        if value != value or other != other:  # noqa: PLR0124
            work[STOP] = NOT_A_NUMBER
            return -1
        if in_words and (value >= LARGEST_RESULT or value <= -LARGEST_RESULT):
            work[STOP] = NOT_EXACT
            return -1
        outcome = (value > other) - (value < other)
        low = 0
        high = work[RESULTS]
        while low < high:
            middle = (low + high) >> 1
            number = results[middle]
            if reals[2 * number] < outcome or (reals[2 * number] == outcome and reals[2 * number + 1] < value):
                low = middle + 1
            else:
                high = middle
        count = work[RESULTS]
        if low < count:
            number = results[low]
            if reals[2 * number] == outcome and reals[2 * number + 1] == value:
                return number
        if count >= work[RESULTS_ROOM]:
            work[STOP] = RESULTS_FULL
            return -1
        for place in range(count, low, -1):
            results[place] = results[place - 1]
        results[low] = count
        reals[2 * count] = outcome
        reals[2 * count + 1] = value
        work[RESULTS] = count + 1
        return count

    @jit()
    def tag_of(state, work, reals, results):
        """What identities need to know beside the key: 2 + the number of the result, or who moves; -1 to stop."""
        if rules.is_terminal(state):
            number = result_of(state, work, reals, results)
            return number + 2 if number >= 0 else -1
        player = rules.current_player(state)
        if player < 0 or player > 1:
            work[STOP] = BAD_PLAYER
            return -1
        return player

    @jit()
    def start(state, work, reals, results, keys, rows, table, scores, edges, batch):
        """Makes the root position 0."""
        tag = 0
        if use_key:
            tag = tag_of(state, work, reals, results)
        if tag >= 0:
            stage(state, tag, -1, 0, rows, batch)
            flush(1, work, keys, rows, table, scores, edges, batch)
        return 0

    @jit()
    def explore(work, reals, results, keys, rows, table, starts, scores, edges, batch):
        """Expands positions until all are, the budget is spent, or something stands in the way."""
        last = work[NEXT] + work[BUDGET]
        while work[NEXT] < work[COUNT] and work[NEXT] < last:
            # 1. A batch is begun only if all of it will fit.
            found = work[COUNT]
            if (
                found + STAGE > work[POSITIONS_ROOM]
                or work[EDGES] + STAGE > work[EDGES_ROOM]
                or found - work[BASE] + STAGE > work[ROWS_ROOM]
            ):
                work[STOP] = ROOM
                return 0
            # 2. The successors of some positions wait.
            count = 0
            index = work[NEXT]
            end = min(found, last)
            while index < end and count < BATCH:
                work[AT] = index
                state = state_at(index, work, keys, rows)
                edge = 2 * (work[EDGES] + count)
                over = False
                if use_key:
                    over = scores[index] >= 0
                elif rules.is_terminal(state):
                    over = True
                    scores[index] = result_of(state, work, reals, results)
                    if work[STOP] != 0:
                        return 0
                if over:
                    starts[index] = edge
                else:
                    player = rules.current_player(state)
                    if player < 0 or player > 1:
                        work[STOP] = BAD_PLAYER
                        return 0
                    before = count
                    for code in rules.legal_moves(state):
                        if count >= STAGE:
                            work[STOP] = TOO_MANY_MOVES
                            return 0
                        if code == IMPOSSIBLE_MOVE:
                            work[STOP] = BAD_CODE
                            return 0
                        child = rules.next_state(state, code)
                        tag = 0
                        if use_key:
                            tag = tag_of(child, work, reals, results)
                            if tag < 0:
                                return 0
                        stage(child, tag, index, count, rows, batch)
                        count += 1
                    if count == before:
                        work[STOP] = NO_MOVES
                        return 0
                    starts[index] = edge + player
                index += 1
            # 3. They are looked up together.
            if not flush(count, work, keys, rows, table, scores, edges, batch):
                return 0
            work[NEXT] = index
            starts[index] = 2 * work[EDGES]
        if work[NEXT] == work[COUNT]:
            work[DONE] = 1
        return 0

    return start, explore
