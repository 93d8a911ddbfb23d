"""The principal line to its end: what the triangle of lines does not hold, the table still knows."""

from __future__ import annotations

from typing import Any

from zermelo.core.score import Score
from zermelo.engine.scores import to_score


def full_line(run: Any, root_move: Any) -> tuple[Any, ...]:
    """The line of a root move, continued by the table's moves where it was cut short by an entry of the table."""
    return tuple(run._line(root_move))


def _unused(score: Any) -> Score:
    return to_score(score)
