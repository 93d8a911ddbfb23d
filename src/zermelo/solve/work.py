"""Words of the array `work` that Python and the solving functions share, and what they may say in it.

A position has an index, from 0 (the root), in the order in which it was found (breadth first). Its score is one int:

    code   rank << 32 | HALF - haste of its result      0 and above: known; a higher code is better for player 0
           where rank is the place of the result among all results of the game, worst for player 0 first,
           and haste is +distance for what player 0 forces, -distance for what player 1 forces
    todo   -1 - (player + 2 * moves left to refute)     below 0: not known yet

While positions are enumerated, the score of one that is over is the number of its result, in the order of discovery.
"""

from __future__ import annotations

(
    OP,  # what to do: one of the operations below
    STOP,  # why it returned early: one of the reasons below, 0 if it did not
    BUDGET,  # how many positions to do in one call
    COUNT,  # positions found
    NEXT,  # positions expanded: the next index
    EDGES,  # moves of all expanded positions
    BASE,  # index of the position whose state is the first row kept
    FORWARD,  # 1 as long as every move leads to a higher index
    RESULTS,  # different results found
    MASK,  # slots of the table - 1
    POSITIONS_ROOM,  # how many positions, moves and rows of states the arrays can hold
    EDGES_ROOM,
    ROWS_ROOM,
    RESULTS_ROOM,
    AT,  # the position that could not be dealt with; where a pass over all positions stands
    DONE,  # 1 when a pass is finished
    HEAD,  # of the queue
    TAIL,
    RANK,  # the result that is being spread
    SIDE,  # the player who forces it
    DRAW,  # the rank of endless play
    WRONG,  # entries found wrong by VERIFY, and the index of the first
    FIRST_WRONG,
    LAYOUT,  # from here on: for each field of the identity its lowest value, span, word, shift and mask
) = range(24)

FIELD = 5
"""Words of LAYOUT for one field."""

MOST_FIELDS = 600
SIZE = LAYOUT + FIELD * MOST_FIELDS

# ── operations ───────────────────────────────────────────────────────────────────────────────────

START, EXPLORE, REBUILD, PREPARE, SWEEP, LINK, ORDER, RESET, SPREAD, FINISH, VERIFY = range(11)

# ── reasons to stop ──────────────────────────────────────────────────────────────────────────────

ROOM = 1  # the arrays are full: give larger ones and go on
OUT_OF_RANGE = 2  # a field of a state has a value that the layout has no bits for: see RAWS in the batch
RESULTS_FULL = 3
BAD_PLAYER = 4  # these: a rule broke its promise at position AT
NO_MOVES = 5
BAD_CODE = 6
NOT_A_NUMBER = 7
TOO_MANY_MOVES = 8
NOT_EXACT = 9  # a result that 64-bit floats cannot hold

# ── sizes ────────────────────────────────────────────────────────────────────────────────────────

BATCH = 256
"""Successors are looked up in the table this many at a time, so that the waits for memory overlap."""

MOST_MOVES = 2048
STAGE = BATCH + MOST_MOVES
"""Successors that can wait to be looked up."""

HALF = 1 << 31
LOW = (1 << 32) - 1
LARGEST_RESULT = 1 << 53

SLOT_EXTRA = 4
"""Numbers of a waiting successor beside its key and its fields: see `hashed`."""
