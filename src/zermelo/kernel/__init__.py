"""The only room that knows Numba: one definition of a game, run as plain Python or compiled.

    rules      a game's rules as a search sees them: moves are int codes, states can be hashed
    native     a search and a game's rules, compiled into one function
    available  whether there is a compiler here, and why not

Nothing here imports Numba or NumPy before something is compiled.
"""
