"""The workspace of the solving search: one array of ints a thread, words by name and a stack of moves.

It is to the solver what `engine.workspace` is to the engine. `STOP` alone is written by other threads.
"""

from __future__ import annotations

# Words by name ------------------------------------------------------------------------------------
STOP = 0  # 0 while the search may run; else one of the reasons below
NODES = 1
NODE_LIMIT = 2
SYMMETRY_PLIES = 3  # up to this ply from the root a state and its images are one
SHIFT = 4  # the far part of the table has 2**SHIFT buckets
LOW, HIGH = 5, 6  # the interval of the score of the state that is being solved
FIRST, LAST = 7, 8  # which states of the batch are still to be solved
ONE_QUESTION = 9  # 1: LOW and HIGH are known, seen by MAX, and one question is asked between them
ASKED = 10  # the threshold of that question, seen by the player to move
MARKS = 11  # where in the table the marks of states under search begin; 0 if no other thread searches
NEAR = 12  # where in the table this thread's near part begins

# Why a search stopped -----------------------------------------------------------------------------
RUNNING = 0
STOPPED = 1  # by another thread: a deadline, an event, Ctrl-C
NODES_SPENT = 2
TOO_MANY_MOVES = 3
TOO_LONG = 4
BAD_MOVE = 5
NOT_WHOLE = 6  # a utility is no whole number, too large, or not the negated one of the other player
NO_MOVES = 8
BAD_PLAYER = 9

# Scores -------------------------------------------------------------------------------------------
STEP = 1 << 9  # one unit of value
MOST_PLIES = STEP // 2 - 2  # the longest line
LARGEST_VALUE = 1 << 30
BEYOND = 1 << 60  # above every score

# Areas --------------------------------------------------------------------------------------------
MOST_MOVES = 1 << 13  # of one position
STACK = 1 << 16
IMPOSSIBLE_MOVE = -(1 << 63)
KEYS = 16
CODES = KEYS + STACK
CHECKS = CODES + STACK
PUT_OFF = -(1 << 59)  # twice this is added to the key of a move that is put off
SIZE = CHECKS + STACK

# Table --------------------------------------------------------------------------------------------
NEAR_SHIFT = 16  # 1 MB: it stays in the processor's own cache, and that doubles the speed of a small search
NEAR_WORDS = 2 << NEAR_SHIFT
NUM_MARKS = 1 << 10  # behind the two parts; behind them the near parts of further threads
