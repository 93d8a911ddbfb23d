"""Values and results in words, from MAX's point of view, with the player named.

the first player wins in 5 plies
value 10 for the first player, in 3 plies (proved)
draw (proved)
guess +12 for the first player
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
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


def short_line(game: Game, line: Sequence[Any], most: int = 100) -> str:
    """A line for people: of a very long one the beginning, and how much more there is."""
    more = f" … {len(line) - most:,} more" if len(line) > most else ""
    return line_text(game, line[:most]) + more


def plies(count: int) -> str:
    return "1 ply" if count == 1 else f"{count} plies"


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


def has_only_wins(game: Game, result: SearchResult) -> bool:
    """Whether results are wins, draws and losses only, as far as the game and the values found tell.

    Of any other number nobody but the game's author knows who has won with it.
    """
    if result.value not in (-1, 0, 1):
        return False
    if has_hook(game, "value_bounds"):
        lowest, highest = game.value_bounds(result.state)
        return lowest >= -1 and highest <= 1
    return all(root.value in (-1, 0, 1) for root in result.moves if root.value is not None)


def value_in_words(game: Game, result: SearchResult) -> str:
    """The value of a position for MAX, and how far it is promised."""
    if result.stopped_by == "over":
        return f"the game is over: {result_in_words(game, result.state)}"
    first = player_name(game, 0)
    value = result.value
    if result.bound is not Bound.EXACT:
        return f"value {SIGNS[result.bound]} {number(value)} for {first}"
    if not result.exact and result.distance is None:
        sign = "+" if value > 0 else ""
        return f"guess {sign}{number(value)} for {first}"
    way = "" if result.distance is None else f" in {plies(result.distance)}"
    if game.num_players <= 2 and has_only_wins(game, result) and (value == 0 or result.distance is not None):
        if value == 0:
            return "draw (proved)" if result.exact else "draw"
        proved = "" if result.exact or result.distance == 1 else " (not proved to be the shortest way)"
        winner = player_name(game, 0) if value > 0 else player_name(game, 1) if game.num_players == 2 else None
        return f"{winner} wins{way}{proved}" if winner else f"{first} loses{way}{proved}"
    if game.num_players == 1:
        return f"value {number(value)}{way}"
    promise = "proved" if result.exact else "not proved"
    return f"value {number(value)} for {first}{way and ',' + way} ({promise})"


def root_value(root: RootMove, proved: bool = True) -> str:
    """A root move's number with the sign of what it promises; `proved` is False where such numbers may be guesses."""
    if root.value is None or root.bound is None:
        return "?"
    sign = SIGNS[root.bound]
    if root.bound is Bound.EXACT and not proved and root.distance is None:
        sign = "≈"
    return f"{sign} {number(root.value)}"


STOPS = {
    "proved": "the value is proved",
    "over": "the game is over",
    "depth": "depth reached",
    "nodes": "nodes used up",
    "seconds": "time used up",
    "stop": "stopped by Ctrl-C",
    "book": "from the book",
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
