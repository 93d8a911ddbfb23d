"""Recording a search: an algorithm, a game, and the tree of what happened."""

from __future__ import annotations

import difflib
import inspect
from collections.abc import Callable
from typing import Any

from zermelo.core.errors import InputError
from zermelo.core.functions import Turn
from zermelo.core.game import Game, check_game, has_hook, root_state
from zermelo.core.limits import Limits
from zermelo.core.observer import Observer
from zermelo.core.repetition import Remembered, WithHistory
from zermelo.core.result import Answer
from zermelo.trees.recording import KEPT_NODES, Recorder
from zermelo.trees.tree import SearchTree

STOP_AT = 2_000_000
"""A recorded search gives up beyond this many nodes, with an error that says what to do."""

ALGORITHMS = (
    "minimax",
    "heuristic_minimax",
    "memoised_minimax",
    "negamax",
    "alphabeta",
    "negamax_alphabeta",
    "alphabeta_table",
    "engine",
)


def record(
    game: Game,
    state: Any = None,
    algorithm: str | Callable[..., Any] = "alphabeta",
    *,
    depth: int | None = None,
    order: Callable[[Game, Any, list[Any]], list[Any]] | None = None,
    prefer_short: bool = True,
    nodes: int | None = KEPT_NODES,
    plies: int | None = None,
    boards: bool = False,
    stop_at: int | None = STOP_AT,
) -> SearchTree:
    """Runs the algorithm and returns everything it did as a `SearchTree`. Recording changes nothing that it does.

    `algorithm` is a name of `zermelo.textbook` ("minimax" with a depth is "heuristic_minimax"), "engine" for the fast
    search in plain Python (to this one depth, without null windows), or a function of the same form,
    `function(game, state, observer=…)`. `depth`, `order` and `prefer_short` go to the algorithm. At most `nodes` nodes,
    `plies` plies deep, are kept; the others are counted. With `boards` the positions are drawn in the nodes
    (`game.render_svg` or `game.render`). A search beyond `stop_at` nodes ends with an error.
    """
    check_game(game)
    Limits(depth=depth)  # refuses what is no depth
    name, function = algorithm_named(algorithm, depth)
    recorder = Recorder(
        describe=describer(game),
        format_move=written(game).format_move,
        draw=drawer(game) if boards else None,
        nodes=nodes,
        plies=plies,
        stop_at=stop_at,
        from_node=name == "memoised_minimax" and prefer_short,
    )
    options = chosen_options(name, function, depth=depth, order=order, prefer_short=prefer_short)
    answer = function(game, root_state(game, state), observer=recorder, **options)
    tree = recorder.tree
    tree.game, tree.algorithm, tree.depth = game_name(game), name, depth
    if isinstance(answer, Answer):
        tree.value = answer.value
        tree.move = None if answer.move is None else written(game).format_move(answer.move)
    return tree


def algorithm_named(algorithm: str | Callable[..., Any], depth: int | None = None) -> tuple[str, Callable[..., Any]]:
    """The name and the function; an error with the names that exist."""
    if callable(algorithm):
        return getattr(algorithm, "__name__", "search"), algorithm
    from zermelo import textbook

    name = str(algorithm).lower().replace("-", "_").replace(" ", "_").replace("alpha_beta", "alphabeta")
    if name == "minimax" and depth is not None:
        name = "heuristic_minimax"
    if name not in ALGORITHMS:
        near = difflib.get_close_matches(name, ALGORITHMS, 1)
        hint = f"did you mean {near[0]!r}? " if near else ""
        raise InputError(f"there is no algorithm {algorithm!r}: {hint}the names are {', '.join(ALGORITHMS)}")
    return name, engine if name == "engine" else getattr(textbook, name)


def engine(game: Game, state: Any = None, *, depth: int | None = None, observer: Observer) -> Answer:
    """The engine's sound search to one depth (None: to the end), in plain Python, observed.

    With table and move ordering, without deepening, and without null windows: each limit of a window is then one that
    an ancestor has set, and no move is visited twice.
    """
    from zermelo.engine.options import Options
    from zermelo.engine.searcher import Searcher

    result = Searcher(game, Options(deepening=False, null_windows=False), observer=observer).search(
        state, Limits(depth=depth)
    )
    return Answer(result.value, result.move, result.distance)


def chosen_options(name: str, function: Callable[..., Any], **options: Any) -> dict[str, Any]:
    """The options that were asked for; an error for one that this algorithm does not have."""
    known = inspect.signature(function).parameters
    takes_all = any(parameter.kind is parameter.VAR_KEYWORD for parameter in known.values())
    if "observer" not in known and not takes_all:
        raise InputError(f"{name} cannot be recorded: it takes no observer=, which it reports its steps to")
    if "depth" in known and known["depth"].default is inspect.Parameter.empty and options["depth"] is None:
        raise InputError(f"{name} needs a depth: give depth=…, the number of plies to search")
    wanted = {key: value for key, value in options.items() if value is not None}
    if wanted.get("prefer_short") is True:
        del wanted["prefer_short"]  # the default of them all
    for key in wanted:
        if key not in known and not takes_all:
            raise InputError(f"{name} takes no {key}: leave it out, or record alphabeta")
    return wanted


# ── positions in words and pictures ──────────────────────────────────────────────────────────────


def written(game: Game) -> Game:
    """The game as its author wrote it, without the history that a repetition rule adds."""
    return game.game if isinstance(game, WithHistory) else game


def bare(state: Any) -> Any:
    """The game's own state, without the history that a repetition rule adds."""
    return state.state if isinstance(state, Remembered) else state


def describer(game: Game) -> Callable[[Any], str]:
    game = written(game)
    if has_hook(game, "format_state"):
        return lambda state: str(game.format_state(bare(state)))

    def described(state: Any) -> str:
        state = bare(state)
        return repr(state.state if isinstance(state, Turn) else state)

    return described


def drawer(game: Game) -> Callable[[Any], str | None]:
    game = written(game)
    if has_hook(game, "render_svg"):
        return lambda state: game.render_svg(bare(state))
    if has_hook(game, "render"):
        return lambda state: game.render(bare(state))
    raise InputError(f"{game_name(game)} draws no boards: write render(self, state) or render_svg(self, state)")


def game_name(game: Game) -> str:
    name = type(written(game)).__name__
    return "" if name == "FunctionGame" else name
