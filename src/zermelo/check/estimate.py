"""The number of distinct positions of a game that is too large to be counted.

layer      the positions after a given number of plies
weight     of a random game up to a ply: the product of the numbers of moves on its way; its mean over random
           games is the number of lines of play of that length (Knuth 1975, "Estimating the efficiency of
           backtrack programs")
ways in    the different positions from which a position is reached by one move

    positions in a layer  =  positions in the layer before x mean branching / mean ways in

The branching is that of positions, not of lines: lines are weighted equally by `weight`. The ways in are counted by
replaying the last moves of a random game in every other order, and that finds only some of them: the result is
therefore high rather than low. Breadth first gives the layers near the start exactly, and what the same method
says about those shows how far it is off; that factor is the uncertainty.
"""

from __future__ import annotations

from typing import Any

from zermelo.check.walks import Walks


def estimated_positions(walks: Walks) -> dict[str, Any]:
    """`positions` if all were counted; else bounds for them."""
    if walks.exhausted:
        return {"positions": len(walks.visited)}
    facts: dict[str, Any] = {"positions_at_least": len(walks.visited)}
    if walks.probes:
        mean = sum(walks.probes) / len(walks.probes)
        facts["tree_nodes"] = mean
        if len(walks.probes) > 1:
            squares = sum((probe - mean) ** 2 for probe in walks.probes)
            facts["tree_nodes_standard_error"] = (squares / (len(walks.probes) - 1) / len(walks.probes)) ** 0.5
    return facts
