"""Exact solving. Strong solutions, every position of a game with its value:

    strong        from the game to its `Solution`
    solution      asking it: value, distance, best move; saving and checking
    exploration   one run over all positions, by the machine's operations
    machine       all that runs inside, plain or compiled: explore, hashed / remembered, backward
    layout, identity, entries, storage    positions as few bits, in memory and in a file

The call for people is `zermelo.solve_all`; `open_solution(path, game)` reads what `Solution.save` wrote.
"""

from zermelo.solve.failure import TooManyPositionsError, WrongSolutionError
from zermelo.solve.solution import Solution
from zermelo.solve.storage import open_solution

__all__ = ["Solution", "TooManyPositionsError", "WrongSolutionError", "open_solution"]
