"""How large a game is, and how fast its rules are: what a user needs to judge what can be solved.

branching     legal moves in a position, over the positions of random games
plies         length of random games
speed         positions a second: moves listed, one played, end and player asked; in plain Python
positions     distinct positions: counted where the walk saw them all, else estimated, see `estimate`
"""

from __future__ import annotations

import contextlib
import random
import statistics
import time
from typing import Any

from zermelo.check.asking import Broke, Rules
from zermelo.check.cycles import Cycles
from zermelo.check.estimate import estimated_positions
from zermelo.check.evaluation import Evaluation
from zermelo.check.utilities import Utilities
from zermelo.check.walks import Walks
from zermelo.core.game import CHANCE

_SECONDS = 0.15


def game_facts(
    facts: dict[str, Any],
    walks: Walks,
    rules: Rules,
    utilities: Utilities,
    evaluation: Evaluation,
    cycles: Cycles,
    seed: int,
    *,
    sound: bool,
) -> None:
    """Fills in the figures, each with a name that a JSON reader can use. What is not known is left out.

    Speed and size are measured for sound rules only: those that change their states, or stop, mean nothing here.
    """
    facts["players"], facts["repetition"] = rules.game.num_players, rules.game.repetition
    if walks.branching:
        facts["branching_mean"] = round(statistics.fmean(walks.branching), 2)
        facts["branching_max"] = max(walks.branching)
    plies = walks.plies_of_games or cycles.lengths
    if plies:
        facts["plies_mean"] = round(statistics.fmean(plies), 1)
        facts["plies_min"], facts["plies_max"] = min(plies), max(plies)
    if utilities.results:
        facts["utility_min"], facts["utility_max"] = utilities.lowest, utilities.highest
    if utilities.constant is not None:
        facts["utility_sum"] = utilities.constant
    if evaluation.lowest <= evaluation.highest:
        facts["evaluation_min"], facts["evaluation_max"] = evaluation.lowest, evaluation.highest
    if cycles.length is not None:
        facts["shortest_cycle"] = cycles.length
    if not sound:
        return
    speed = positions_per_second(rules, walks)
    if speed:
        facts["positions_per_second_plain"] = speed
    with contextlib.suppress(Exception):  # rules that are broken may have no size at all
        facts |= estimated_positions(walks, seed, cycles.length is not None)


def positions_per_second(rules: Rules, walks: Walks) -> int | None:
    """The speed of the rules as they are, without any check around them."""
    try:
        first = walks.start().state
        return rules.guarded("legal_moves", _race, rules.game, first)
    except Broke:
        return None  # told elsewhere


def _race(game: Any, first: Any) -> int | None:
    chance, begun, count = random.Random(0), time.perf_counter(), 0
    while time.perf_counter() - begun < _SECONDS:
        state = first
        for _ in range(1000):
            if game.is_terminal(state):
                break
            if game.current_player(state) == CHANCE:
                branches = [outcome for outcome, _ in game.chance_outcomes(state)]
            else:
                branches = list(game.legal_moves(state))
            if not branches:
                return None
            state = game.next_state(state, chance.choice(branches))
            count += 1
            if time.perf_counter() - begun > _SECONDS:
                break
        if count == 0:
            return None
    return int(count / (time.perf_counter() - begun))
