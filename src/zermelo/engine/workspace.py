"""The search's workspace: one array of ints a thread, so that no word of it can be kept in a register.

Owned by one thread; `STOP` alone is written by others. (The flag stands in the array that the node counter is
written to at every node: a compiler may lift the load of a flag that a loop only reads out of that loop.)

    0 … 31           words by name, below
    LINE             the move that leads from each ply of the line being searched to the next
    PATH             the hash of the position at each ply (for games that declare a repetition)
    KILLERS          two moves a ply that cut there before
    TALLY            how often a move caused a cut, a player and a move code (its low bits)
    HISTORY          the tally as it stood when the iteration began
    COUNTERS         the move that refuted a move
    LINES            the principal line of each of the first `LINE_ROWS` plies, a triangle; LINE_LENGTHS its lengths
    KEYS, CODES      the moves of all open nodes, a stack: sort keys, and codes in the game's order
"""

from __future__ import annotations

from zermelo.engine.scores import LONGEST_LINE
from zermelo.kernel.moves import BAD_MOVE as IMPOSSIBLE_MOVE

# Words by name ------------------------------------------------------------------------------------
STOP = 0  # 0 while the search may run; else one of the reasons below
NODES = 1
NODE_LIMIT = 2
GUESSES = 3  # answers that were not proved: guesses, and entries of the table that rest on guesses
TAINT = 4  # the least ply that a repetition below referred to; NO_TAINT if none
PATH_SET = 5  # the hashes of the line's positions, combined
STORES = 6  # new entries in the table
TABLE_MASK = 7  # buckets of the table - 1
GENERATION = 8
STRENGTH = 9  # 1: techniques that may change the value are allowed
MARGIN = 10  # how much an evaluation may change in one ply, a packed score
DEPTH = 11  # of the subtree to search
ALPHA, BETA = 12, 13  # its window; packed scores
SCORE = 14  # its score; packed, or outcome and haste of a wide one
HASTE = 15
DEEPEST = 16  # the longest line, in plies
FLAGS = 17  # what is switched on; see `options`
PLY = 18  # the ply of the subtree's root
ALPHA_HASTE, BETA_HASTE = 19, 20  # of wide scores
ROOT_DEPTH = 21  # of the whole iteration
MARKS = 22  # where in the table the marks of moves under search begin; 0 if no other thread searches
ORDER = 23  # TALLY or HISTORY: what the moves are ordered by
MOST_PLIES = 24  # a line that reaches this ply is too long

# Reals: the values of wide scores. Three by name, then one for each entry of the table.
ALPHA_REAL, BETA_REAL, SCORE_REAL = 0, 1, 2
FIRST_REAL = 4

# Why a search stopped -----------------------------------------------------------------------------
RUNNING = 0
STOPPED = 1  # by another thread: a deadline, an event, Ctrl-C
NODES_SPENT = 2
TOO_MANY_MOVES = 3
TOO_LONG = 4
BAD_MOVE = 5
NOT_PACKED = 6  # a value does not fit a packed score: search again with wide ones
NOT_A_NUMBER = 7
NO_MOVES = 8
BAD_PLAYER = 9

# Areas --------------------------------------------------------------------------------------------
NO_TAINT = 1 << 30
MOVE_BITS = 12
MOVE_SLOTS = 1 << MOVE_BITS  # tally, history and counters know a move by these low bits of its code and the player
MOST_MOVES = 1 << 13  # of one position
LINE_ROWS = 128
KILLER_PLIES = 256
STACK = 1 << 17
NO_KILLER = IMPOSSIBLE_MOVE

LINE = 32
PATH = LINE + LONGEST_LINE + 8
KILLERS = PATH + LONGEST_LINE + 8
TALLY = KILLERS + 2 * KILLER_PLIES
HISTORY = TALLY + 2 * MOVE_SLOTS
COUNTERS = HISTORY + 2 * MOVE_SLOTS
LINES = COUNTERS + 2 * MOVE_SLOTS
LINE_LENGTHS = LINES + LINE_ROWS * LINE_ROWS
KEYS = LINE_LENGTHS + LINE_ROWS + 8
CODES = KEYS + STACK
SIZE = CODES + STACK
