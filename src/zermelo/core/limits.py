"""How long a search may take."""

from __future__ import annotations

import math
import threading
from dataclasses import dataclass, field

from zermelo.core.errors import InputError

DEFAULT_SECONDS = 2.0
"""Where no limit is given: until the value is proved, at most this long."""


@dataclass(frozen=True)
class Limits:
    """Any mix of limits; the search stops at the first one it meets.

    `depth` in plies, `nodes` in positions visited, `seconds` of wall time. `stop`, an event that another
    thread may set, ends the search at once. The best move so far is always returned.
    """

    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    stop: threading.Event = field(default_factory=threading.Event, compare=False)

    def __post_init__(self) -> None:
        for name in ("depth", "nodes"):
            number = getattr(self, name)
            if number is not None and (isinstance(number, bool) or not isinstance(number, int) or number < 0):
                raise InputError(f"{name}={number!r} is not a limit: a whole number from 0 is meant")
        seconds = self.seconds
        if seconds is not None:
            if isinstance(seconds, bool) or not isinstance(seconds, (int, float)) or math.isnan(seconds) or seconds < 0:
                raise InputError(f"seconds={seconds!r} is not a limit: a number from 0 is meant")
            if math.isinf(seconds):
                object.__setattr__(self, "seconds", None)

    @property
    def unlimited(self) -> bool:
        return self.depth is None and self.nodes is None and self.seconds is None

    @classmethod
    def given(cls, depth: int | None, nodes: int | None, seconds: float | None) -> Limits:
        """The limits that a caller gave; where none was given, `DEFAULT_SECONDS`."""
        limits = cls(depth, nodes, seconds)
        return cls(seconds=DEFAULT_SECONDS) if depth is None and nodes is None and seconds is None else limits
