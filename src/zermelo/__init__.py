"""zermelo: adversarial search for games written once, in plain Python."""

from zermelo.api.perft import perft
from zermelo.api.search import search
from zermelo.core.errors import CompileError, InputError, RulesError, TooLongError, ZermeloError
from zermelo.core.game import CHANCE, Bits, Game, with_item
from zermelo.core.limits import Limits
from zermelo.core.observer import Counts, Observer
from zermelo.core.result import Answer, Bound, Progress, RootMove, SearchResult

__all__ = [
    "CHANCE",
    "Answer",
    "Bits",
    "Bound",
    "CompileError",
    "Counts",
    "Game",
    "InputError",
    "Limits",
    "Observer",
    "Progress",
    "RootMove",
    "RulesError",
    "SearchResult",
    "TooLongError",
    "ZermeloError",
    "perft",
    "search",
    "with_item",
]
