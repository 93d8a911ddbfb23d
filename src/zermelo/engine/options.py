"""What can be switched on and off. In exact mode each switch changes nothing but speed."""

from __future__ import annotations

from dataclasses import dataclass

# Flags of the workspace's FLAGS word: read at run time, so that they cost no compilation.
NULL_WINDOWS = 1
KILLERS_ON = 2
HISTORY_ON = 4
COUNTERS_ON = 8
HOOK_ORDER_ON = 16
TABLE_ON = 32
WHOLE_LINE = 64  # no answers from the table, and none from the rules, on the principal line
HOOK_CUTS_ON = 128


@dataclass(frozen=True)
class Options:
    """Techniques of the search; the defaults are what `zermelo.search` uses.

    `strength` allows what may change the value: null move, reductions, futility, extensions, deeper entries of
    the table. The other switches are sound. `table_mb` is the most that the table may take.
    """

    strength: bool = False
    table: bool = True
    table_mb: float = 64
    symmetries: bool = True
    null_windows: bool = True
    aspiration: bool = True
    deepening: bool = True
    killers: bool = True
    history: bool = True
    counters: bool = True
    order_hook: bool = True
    hook_cuts: bool = True
    """What the rules know without a search (`known_result`, `value_bounds`, `relevant_moves`). Not in a sound search
    to a limited depth, whose value is the minimax value of that depth."""
    lean: bool = False
    """Bare alpha-beta in the game's order, compiled without a table and without ordering: for measurements."""

    @property
    def flags(self) -> int:
        """The switches that the search core reads."""
        return (
            NULL_WINDOWS * self.null_windows
            | KILLERS_ON * self.killers
            | HISTORY_ON * self.history
            | COUNTERS_ON * self.counters
            | HOOK_ORDER_ON * self.order_hook
            | TABLE_ON * self.table
            | HOOK_CUTS_ON * self.hook_cuts
        )
