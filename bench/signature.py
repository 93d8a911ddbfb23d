"""The signature of the search: one node count for each game, over a fixed bench in plain Python.

    python bench/signature.py            shows what has changed since signature.json was written
    python bench/signature.py --write    writes it anew

A count changes with anything that the search does: ordering, table, windows, pruning, and the game's own hooks. A
change that means to be one of speed or of form alone leaves all of them as they are; one that moves a count says so.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from zermelo.core.limits import Limits
from zermelo.engine.options import Options
from zermelo.engine.searcher import Searcher
from zermelo.games import load

FILE = Path(__file__).with_suffix(".json")

BENCH: dict[str, tuple[tuple[str, int], ...]] = {
    "coins": (("2,3,5,8", 8), ("7,1,8,2,8,1,8,2,8,4,5,9", 20)),
    "nim": (("3,4,5", 20), ("2,4,5 second misere", 20)),
    "tic-tac-toe": (("", 9), ("X../.O./...", 9)),
    "mnk": (("4,4,3", 5), ("3,4,3 ..../.X../....", 8)),
    "connect-four": (("", 8), ("4444", 7), ("32164625", 7)),
    "tree": (("[[3,12,8],[2,4,6],[14,5,2]]", 4), ("min [[[8,6],[9,1,3]],[[2,7],[5,4,0]],[3,[6,6]]]", 4)),
    "othello": (("", 5),),
}
"""The positions of each game and the depth to which each is searched."""


def nodes_of(name: str) -> int:
    """Nodes of all positions of a game, each searched with `exact=True` and with what the default allows."""
    total = 0
    for text, depth in BENCH[name]:
        game, state = load(name).from_text(text)
        for options in (Options(), Options(strength=True)):
            total += Searcher(game, options, compiled=False).search(state, Limits(depth=depth)).nodes
    return total


def main() -> None:
    found = {name: nodes_of(name) for name in BENCH}
    kept = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    for name, nodes in found.items():
        print(f"{name:14} {nodes:8}" + ("" if kept.get(name) == nodes else f"   was {kept.get(name)}"))
    if "--write" in sys.argv[1:]:
        FILE.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
