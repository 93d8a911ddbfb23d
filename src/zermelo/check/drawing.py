"""A problem as a reader gets it: with the moves as people write them, and the position as the game draws it."""

from __future__ import annotations

from typing import Any

from zermelo.check.asking import Broke, Rules
from zermelo.check.kinds import Problem
from zermelo.check.position import Position
from zermelo.check.report import Finding, repr_of


def finding_of(rules: Rules, problem: Problem, position: Position) -> Finding:
    return Finding(
        problem.check,
        problem.rule,
        problem.severity,
        problem.message,
        problem.remedy,
        tuple(position.path),
        tuple(written(rules, move) for move in position.path),
        position.state,
        "" if position.state is None else drawn(rules, position.state),
        problem.place,
    )


def written(rules: Rules, move: Any) -> str:
    try:
        return str(rules.ask("format_move", move))
    except Broke:
        return repr_of(move, 60)


def drawn(rules: Rules, state: Any) -> str:
    if rules.has("render"):
        try:
            drawing = rules.ask("render", state)
            if isinstance(drawing, str):
                return drawing
        except Broke:
            pass
    return repr_of(state)
