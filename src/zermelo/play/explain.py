"""`zermelo explain`: every legal move with its value, the line that shows it, and why it is good or not."""

from __future__ import annotations

from zermelo.core.limits import Limits
from zermelo.play.best import position_text
from zermelo.play.console import console, one_line, print_json, shortened
from zermelo.play.faults import rules_of
from zermelo.play.loading import load_position
from zermelo.play.options import Depth, GameName, Json, Nodes, Position, Seconds
from zermelo.play.running import ctrl_c_sets, live_line
from zermelo.play.words import duration

_LONGEST_LINE = 600  # of moves, in characters


def explain(
    game: GameName,
    position: Position = "",
    depth: Depth = None,
    seconds: Seconds = None,
    nodes: Nodes = None,
    as_json: Json = False,
) -> None:
    """Why the best move is best, and what is wrong with the others.

    Without a limit the search goes on until the values are proved, at most 2 seconds. Ctrl-C ends it earlier.
    """
    from zermelo.api.explain import explain as explained

    limits = Limits.given(depth, nodes, seconds)
    rules, state = load_position(game, position)
    with rules_of(rules), ctrl_c_sets(limits.stop), live_line(lambda seconds: f"thinking  {duration(seconds)}"):
        found = explained(rules, state, limits=limits)
    if not as_json:
        out = console()
        for line in str(found).splitlines():
            out.print(one_line(shortened(line, _LONGEST_LINE)), soft_wrap=True)
        return
    print_json(
        {
            "game": game,
            "position": position_text(rules, state, position),
            "player": found.player,
            "depth": found.depth,
            "exact": found.exact,
            "nodes": found.nodes,
            "moves": [
                {
                    "move": move.text,
                    "value": move.value,
                    "bound": move.bound.value,
                    "distance": move.distance,
                    "line": list(move.line),
                    "best": move.best,
                    "why": move.sentence,
                }
                for move in found.moves
            ],
        }
    )
