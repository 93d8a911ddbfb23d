"""The algorithms of the textbooks: short, pure, generic, and the oracle of every other search."""

from zermelo.textbook.alphabeta import alphabeta
from zermelo.textbook.alphabeta_table import alphabeta_table
from zermelo.textbook.heuristic_minimax import heuristic_minimax
from zermelo.textbook.memoised_minimax import memoised_minimax
from zermelo.textbook.minimax import minimax
from zermelo.textbook.negamax import negamax
from zermelo.textbook.negamax_alphabeta import negamax_alphabeta

__all__ = [
    "alphabeta",
    "alphabeta_table",
    "heuristic_minimax",
    "memoised_minimax",
    "minimax",
    "negamax",
    "negamax_alphabeta",
]
