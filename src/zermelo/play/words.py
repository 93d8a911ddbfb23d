"""Values and results in words, from MAX's point of view, with the player named.

the first player wins in 5 plies
value 10 for the first player, who wins in 3 plies
draw (proved)
guess +12 for the first player
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from zermelo.core.game import CHANCE, Game, has_hook
from zermelo.core.repetition import WithHistory
from zermelo.core.result import Bound, RootMove, SearchResult

SIGNS = {Bound.EXACT: "=", Bound.LOWER: "≥", Bound.UPPER: "≤"}


def player_name(game: Game, player: int) -> str:
    """How to speak of a player; a game may say so itself with `player_names`."""
    names = (game.game if isinstance(game, WithHistory) else game).player_names
    if names is not None and 0 <= player < len(names):
        return str(names[player])
    if player == CHANCE:
        return "chance"
    if game.num_players == 1:
        return "the player"
    if game.num_players == 2:
        return ("the first player", "the second player")[player]
    return f"player {player + 1}"


def number(value: Any) -> str:
    """A number as people write it: 3, -0.25, 1.5e+30, inf."""
    if value is None:
        return "—"
    if isinstance(value, float):
        return f"{value:.10g}"
    return str(value)


def move_text(game: Game, move: Any) -> str:
    """The move as people write it."""
    return str(game.format_move(move))


def line_text(game: Game, line: Iterable[Any]) -> str:
    return " ".join(move_text(game, move) for move in line)


def plies(count: int) -> str:
    return "1 ply" if count == 1 else f"{count} plies"


def is_over(game: Game, state: Any) -> bool:
    return bool(game.is_terminal(state))


def result_in_words(game: Game, state: Any) -> str:
    """How a finished game ended: who has won, and the points if they say more than that."""
    results = [game.utility(state, player) for player in range(game.num_players)]
    if game.num_players == 1:
        return f"the result is {number(results[0])}"
    best = max(results)
    winners = [player for player, result in enumerate(results) if result == best]
    if len(winners) == game.num_players:
        said = "draw"
    elif len(winners) == 1:
        said = f"{player_name(game, winners[0])} wins"
    else:
        said = f"{' and '.join(player_name(game, player) for player in winners)} share the win"
    if all(result in (-1, 0, 1) for result in results):
        return said
    if game.num_players == 2 and results[1] == -results[0]:
        return f"{said} by {number(abs(results[0]))}" if results[0] else said
    return f"{said}, {' : '.join(number(result) for result in results)}"


def outcome_of(game: Game, result: SearchResult) -> int | None:
    """+1 if MAX wins, -1 if MIN wins, 0 for a draw, None if it is not known.

    The line to the end tells; without one, a known distance says that the game is decided, by the value's sign.
    """
    state = result.state
    try:
        for move in result.line:
            state = game.next_state(state, move)
        over = is_over(game, state)
    except Exception:
        over = False
    if over and game.num_players <= 2:
        first = game.utility(state, 0)
        second = game.utility(state, 1) if game.num_players == 2 else -first
        if first == result.value:
            return (first > second) - (first < second)
    value = result.value
    if result.distance is not None:
        return (value > 0) - (value < 0) if sign_tells(game, result) else None
    return 0 if result.exact and value == 0 and has_only_wins(game, result) else None


def sign_tells(game: Game, result: SearchResult) -> bool:
    """Whether a positive value is a win: not where points are shared out and nobody ever has less than none."""
    if not has_hook(game, "value_bounds"):
        return True
    lowest, highest = game.value_bounds(result.state)
    return lowest < 0 < highest


def has_only_wins(game: Game, result: SearchResult) -> bool:
    """Whether results are wins, draws and losses only, as far as the game tells."""
    if not has_hook(game, "value_bounds"):
        return True
    lowest, highest = game.value_bounds(result.state)
    return lowest >= -1 and highest <= 1


def value_in_words(game: Game, result: SearchResult) -> str:
    """The value of a position for MAX, and how far it is promised."""
    if result.stopped_by == "over":
        return f"the game is over: {result_in_words(game, result.state)}"
    first = player_name(game, 0)
    value = result.value
    if result.bound is not Bound.EXACT:
        return f"value {SIGNS[result.bound]} {number(value)} for {first}"
    outcome = outcome_of(game, result)
    if not result.exact and result.distance is None:
        sign = "+" if value > 0 else ""
        return f"guess {sign}{number(value)} for {first}"
    proved = "" if result.exact or result.distance == 1 else " (not proved to be the shortest way)"
    way = "" if result.distance is None else f" in {plies(result.distance)}"
    if outcome is not None and outcome == value and has_only_wins(game, result):
        if outcome == 0:
            return "draw (proved)" if result.exact else "draw"
        return f"{player_name(game, 0 if outcome > 0 else 1)} wins{way}{proved}"
    if game.num_players == 1:
        return f"value {number(value)}{way}"
    if outcome is None:
        return f"value {number(value)} for {first}{way}" + (" (proved)" if result.exact else "")
    if outcome == 0:
        return f"value {number(value)} for {first}, a draw"
    if outcome > 0:
        return f"value {number(value)} for {first}, who wins{way}{proved}"
    return f"value {number(value)} for {first}; {player_name(game, 1)} wins{way}{proved}"


def root_value(root: RootMove) -> str:
    """A root move's number with the sign of what it promises."""
    if root.bound is None:
        return number(root.value)
    return f"{SIGNS[root.bound]} {number(root.value)}"


STOPS = {
    "proved": "the value is proved",
    "over": "the game is over",
    "depth": "depth reached",
    "nodes": "nodes used up",
    "seconds": "time used up",
    "stop": "stopped by Ctrl-C",
}


def stop_in_words(stopped_by: str) -> str:
    return STOPS.get(stopped_by, stopped_by)


def rate(nodes: float, seconds: float) -> str:
    """Nodes a second, in three digits."""
    if seconds <= 0:
        return "—"
    speed = nodes / seconds
    for limit, unit in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if speed >= limit:
            return f"{speed / limit:.3g} {unit}/s" if speed < 1000 * limit else f"{speed / limit:.0f} {unit}/s"
    return f"{speed:.0f}/s"


def duration(seconds: float) -> str:
    if seconds < 1:
        return f"{seconds * 1000:.3g} ms"
    return f"{seconds:.2f} s" if seconds < 100 else f"{seconds:.0f} s"
