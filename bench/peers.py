"""The other libraries: each as a function that searches, and a count of the nodes that it visits.

A node is a position that the search looks at, the root and the leaves too, once for each visit; so zermelo counts.
Counting is done in a run of its own, so that it does not slow what is timed.
"""

from __future__ import annotations

import shutil
from typing import Any

from figures import Times, fresh_process, steady, timed, version


def has_easyai() -> bool:
    return version("easyAI") is not None


def has_openspiel() -> bool:
    return version("open-spiel") is not None


def why_no_native() -> str | None:
    """Why OpenSpiel's C++ search cannot be called, None if it can."""
    if not has_openspiel():
        return "open-spiel is not installed"
    return None if shutil.which("g++") else "no C++ compiler (g++)"


def easyai(game: str, depth: int, repeat: int) -> tuple[Times, int]:
    """The negamax of easyAI with alpha-beta, no table, on its own game; the root and each `make_move` are nodes."""
    from easyAI import AI_Player, Negamax

    if game == "connect-four":
        from easyAI.games.ConnectFour import ConnectFour as Rules
    else:
        from easyAI.games.TicTacToe import TicTacToe as Rules
    count = 1  # the root

    class Counted(Rules):
        def make_move(self, move: Any) -> None:
            nonlocal count
            count += 1
            super().make_move(move)

    def search(rules: Any) -> None:
        Negamax(depth)(rules([AI_Player(None), AI_Player(None)]))

    times = timed(lambda: search(Rules), repeat)
    search(Counted)
    return times, count


def openspiel_python(game: str, depth: int, repeat: int) -> tuple[Times, int]:
    """OpenSpiel's alpha-beta in Python over its C++ game; calls of the recursion are its nodes."""
    import pyspiel
    from open_spiel.python.algorithms import minimax

    loaded = pyspiel.load_game(game)

    def search() -> None:
        minimax.alpha_beta_search(loaded, value_function=lambda _: 0, maximum_depth=depth, maximizing_player_id=0)

    times = steady(search, repeat)
    original, count = minimax._alpha_beta, 0

    def counted(*arguments: Any, **named: Any) -> Any:
        nonlocal count
        count += 1
        return original(*arguments, **named)

    minimax._alpha_beta = counted
    try:
        search()
    finally:
        minimax._alpha_beta = original
    return times, count


def openspiel_native(game: str, depth: int, undo: bool = False) -> Times:
    """The same algorithm in C++, line by line, so with the same nodes."""
    return Times(tuple(fresh_process("openspiel_native.py", game, str(depth), *["undo"] * undo)["seconds"]))
