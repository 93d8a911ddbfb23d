"""zermelo: adversarial search for games written once, in plain Python."""

# Rooms that have the name of their function are imported first: importing them later would put the room in its place.
import zermelo.check
import zermelo.solve  # noqa: F401
from zermelo.api.chart import bar_chart
from zermelo.api.compare import Comparison, compare
from zermelo.api.exercise import Exercise, exercise, grade
from zermelo.api.explain import Explanation, explain
from zermelo.api.perft import perft
from zermelo.api.record import record
from zermelo.api.search import search
from zermelo.api.solve import build_book, open_book, solve, verify_proof
from zermelo.api.solve_all import open_solution, solve_all
from zermelo.api.solve_many import solve_many
from zermelo.check import check
from zermelo.core.errors import CompileError, InputError, RulesError, TooLongError, ZermeloError
from zermelo.core.game import CHANCE, Bits, Game, with_item
from zermelo.core.limits import Limits
from zermelo.core.observer import Counts, Observer
from zermelo.core.result import Answer, Bound, Progress, RootMove, SearchResult
from zermelo.trees import Recorder, SearchTree, diff

__all__ = [
    "CHANCE",
    "Answer",
    "Bits",
    "Bound",
    "Comparison",
    "CompileError",
    "Counts",
    "Exercise",
    "Explanation",
    "Game",
    "InputError",
    "Limits",
    "Observer",
    "Progress",
    "Recorder",
    "RootMove",
    "RulesError",
    "SearchResult",
    "SearchTree",
    "TooLongError",
    "ZermeloError",
    "bar_chart",
    "build_book",
    "check",
    "compare",
    "diff",
    "exercise",
    "explain",
    "grade",
    "open_book",
    "open_solution",
    "perft",
    "record",
    "search",
    "solve",
    "solve_all",
    "solve_many",
    "verify_proof",
    "with_item",
]
