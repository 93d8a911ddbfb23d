"""What every kind of check looks like.

problem    a finding before it has been shrunk and drawn; `kind` is the same for the same fault at other positions
at         what is wrong in one position, and can be seen from it alone
end        what can be seen only when many positions are known
again      whether a shorter line shows what `end` has found
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from zermelo.check.asking import Broke, Rules
from zermelo.check.position import Position
from zermelo.check.report import FAULT


class Problem(NamedTuple):
    check: int
    kind: str
    rule: str
    message: str
    remedy: str
    severity: str = FAULT
    place: str | None = None


class Check:
    """One kind of check. Subclasses set `number` and write `at`, `end`, or both."""

    number = 0

    def __init__(self, rules: Rules):
        self.rules = rules

    def at(self, position: Position) -> Iterator[Problem]:  # noqa: ARG002  (subclasses look at it)
        """What is wrong in this position."""
        yield from ()

    def end(self) -> Iterator[tuple[Problem, Position]]:
        """What is wrong in all positions taken together, each with the shortest example."""
        yield from ()

    def again(self, position: Position) -> Iterator[Problem]:  # noqa: ARG002
        """What `end` has told and could be told of this position too: for shrinking."""
        yield from ()

    def problem(self, kind: str, rule: str, message: str, remedy: str, severity: str = FAULT) -> Problem:
        return Problem(self.number, kind, rule, message, remedy, severity, self.rules.place(rule))


_CHECK_OF_HOOK = {
    "initial_state": 1,
    "next_state": 1,
    "hash": 2,
    "==": 2,
    "is_terminal": 3,
    "utility": 3,
    "current_player": 5,
    "chance_outcomes": 5,
    "legal_moves": 6,
    "format_move": 6,
    "parse_move": 6,
    "format_state": 6,
    "parse_state": 6,
    "render": 6,
    "key": 7,
    "symmetries": 8,
    "order_moves": 8,
    "noisy_moves": 8,
    "null_move": 8,
    "evaluate": 9,
    "relevant_moves": 13,
    "known_result": 13,
    "value_bounds": 13,
    "soonest_wins": 13,
    "most_plies": 13,
    "score": 13,
}


def problem_of(broke: Broke) -> Problem:
    """A rule that gave no usable answer, as a problem of the kind of check that the rule belongs to."""
    number = _CHECK_OF_HOOK.get(broke.hook, 1)
    return Problem(number, f"{broke.hook}: {broke.kind}", broke.hook, broke.message, broke.remedy, FAULT, broke.place)
