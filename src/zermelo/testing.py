"""For the tests of your own game: every kind of check of its rules as a test of pytest.

    from zermelo.testing import game_tests

    test_rules_of_hexapawn = game_tests(Hexapawn)

gives thirteen tests, `test_rules_of_hexapawn[purity]` to `test_rules_of_hexapawn[knowledge]`.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from zermelo.check import Report, check
from zermelo.check.report import KINDS

if TYPE_CHECKING:
    from zermelo.core.game import Game

__all__ = ["game_tests"]


def game_tests(
    game: Game | type[Game] | Callable[[], Game],
    state: Any = None,
    *,
    seed: int = 0,
    games: int = 200,
    seconds: float = 5.0,
    compiled: bool | None = None,
    warnings: bool = True,
    allow: tuple[str, ...] = (),
) -> Callable[[str], None]:
    """One test function, parametrised by the thirteen kinds of check; see `zermelo.check` for the other arguments.

    `game` may be a game, its class, or a function that makes one (called when the first test runs). Warnings fail
    a test as faults do, unless `warnings=False`; findings about a rule that is named in `allow` are let pass. A kind
    of check that cannot be made here (no compiler) is skipped, with the reason.
    """
    import pytest  # noqa: PLC0415  (only tests need it)

    @functools.cache
    def report() -> Report:
        from zermelo.core.game import Game  # noqa: PLC0415

        is_game = isinstance(game, Game) or (isinstance(game, type) and issubclass(game, Game))
        made: Any = game if is_game else game()  # type: ignore[operator]
        return check(made, state, seed=seed, games=games, seconds=seconds, compiled=compiled)

    @pytest.mark.parametrize("kind", KINDS.values())
    def test_rules(kind: str) -> None:
        found = [
            finding
            for finding in report().of_kind(kind)
            if finding.rule not in allow and (warnings or finding.severity == "fault")
        ]
        if found:
            pytest.fail("\n\n".join(map(str, found)), pytrace=False)
        why = next((why for number, why in report().skipped.items() if KINDS[number] == kind), None)
        if why is not None:
            pytest.skip(why)

    return test_rules
