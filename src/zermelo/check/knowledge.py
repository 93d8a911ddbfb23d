"""13 knowledge: what a game's own hooks tell a search is what a search finds out without them.

`at` looks at the form of the answers, and at games that were played; `end` searches from some of the positions, as
deep as there is time, and compares: near the end of the game all is known, elsewhere what the next plies decide.
"""

from __future__ import annotations

import math
import random
from collections.abc import Generator, Iterator
from itertools import zip_longest
from typing import Any

from zermelo.check.answers import HOOKS, Answers
from zermelo.check.asking import Broke, Rules
from zermelo.check.exact import ExactSearch, Proved, final_score, folded, score_of, told
from zermelo.check.figures import Figures
from zermelo.check.kinds import Check, Problem, problem_of
from zermelo.check.position import Position
from zermelo.check.report import WARNING, repr_of
from zermelo.check.utilities import Utilities
from zermelo.check.walks import Clock

_MOST_KEPT = 400
_NODES, _MANY_NODES = 150, 1000  # for a position; for one of five, the first among them
_LATE_GAMES, _LATE_POSITIONS, _LONGEST = 40, 6, 400
_CLOSE = 1e-9

_KNOWN = "answer only where the rules leave no doubt: player 0's utility, and the plies from here if both play best"
_BOUNDS = "promise only what must be: bounds that are too narrow cut off the best move"
_SOONEST = "promise only what must be: a win that comes sooner is never looked for"
_MOST = "count the plies of the longest line of play that is possible from here"


class EvenChoice:
    """Some of many positions, evenly spread over all that were given."""

    def __init__(self) -> None:
        self.kept: list[Position] = []
        self._seen, self._stride = 0, 1

    def add(self, position: Position) -> None:
        if self._seen % self._stride == 0:
            self.kept.append(position)
            if len(self.kept) > _MOST_KEPT:
                self.kept, self._stride = self.kept[::2], 2 * self._stride
        self._seen += 1


class Knowledge(Check):
    number = 13

    def __init__(self, rules: Rules, utilities: Utilities, root: Any = None):
        super().__init__(rules)
        self._utilities, self._root = utilities, root
        self.seconds = 0.5  # that `end` may take
        self.hooks = frozenset(hook for hook in HOOKS if rules.has(hook))
        self.answers = Answers(rules)
        self._figures = Figures(self, self.answers)
        self._start: Position | None = None
        self._met, self._telling = EvenChoice(), EvenChoice()
        self._trusted = True  # no fault of value_bounds is known
        self._search: ExactSearch | None = None

    # ── at once ──────────────────────────────────────────────────────────────────────────────────

    def at(self, position: Position) -> Iterator[Problem]:
        if not self.hooks:
            return
        if position.terminal:
            yield from self._games_that_end(position)
            if "score" in self.hooks:
                self.answers.score(position.state, final_score(self.rules, position.state, 0.0))
            return
        if self._start is None:
            self._start = position
        says_more = False
        for look in (self._bounds_in_order, self._moves_are_legal, self._answers):
            try:
                says_more |= yield from look(position)
            except Broke as broke:
                yield problem_of(broke)
        (self._telling if says_more else self._met).add(position)

    def _answers(self, position: Position) -> Generator[Problem, None, bool]:
        """Asks all that was not asked yet; whether a result is known."""
        yield from ()
        for hook in self.hooks & {"soonest_wins", "most_plies"}:
            getattr(self.answers, hook)(position.state)
        return "known_result" in self.hooks and self.answers.known_result(position.state) is not None

    def _bounds_in_order(self, position: Position) -> Generator[Problem, None, bool]:
        if "value_bounds" in self.hooks:
            low, high = self.answers.value_bounds(position.state)
            if low > high:
                message = f"value_bounds gives {low} as the lowest and {high} as the highest"
                yield self._fault("bounds crossed", "value_bounds", message, "return the lowest utility first")
        return False

    def _moves_are_legal(self, position: Position) -> Generator[Problem, None, bool]:
        """Whether moves are left out is what this returns."""
        if "relevant_moves" not in self.hooks or position.is_chance:
            return False
        places = self.answers.relevant_moves(position)
        if not places:
            message = "relevant_moves lists nothing, but is_terminal says that the game is not over"
            yield self._fault("relevant none", "relevant_moves", message, "list one move at least: the best one")
        if None in places:
            move = repr_of(self.rules.list_of("relevant_moves", position.state)[places.index(None)], 60)
            message = f"relevant_moves lists {move}, which is not among the legal moves"
            yield self._fault("relevant not legal", "relevant_moves", message, "list some of the legal moves only")
        elif len(set(places)) < len(places):
            remedy = "list it once: it is searched as often as it is listed"
            yield self.problem("relevant twice", "relevant_moves", "relevant_moves lists a move twice", remedy, WARNING)
        return len(set(places)) < len(position.moves)

    def _games_that_end(self, position: Position) -> Iterator[Problem]:
        """Result and length of a game against what was promised on the way to its end."""
        if not self.hooks & {"value_bounds", "most_plies"}:
            return
        state = self.rules.ask("initial_state") if self._root is None else self._root
        value, length = self.rules.number("utility", position.state, 0), len(position.path)
        for done, move in enumerate(position.path):
            here = f"here, but {done} moves into this game"
            if "value_bounds" in self.hooks:
                low, high = self.answers.value_bounds(state)
                if not low - _CLOSE <= value <= high + _CLOSE:
                    message = f"the utility of player 0 is {value} {here} value_bounds promised {low} to {high}"
                    yield self._fault("outside bounds", "value_bounds", message, _BOUNDS)
                    return
            if "most_plies" in self.hooks:
                most = self.answers.most_plies(state)
                if most < length - done:
                    message = f"the game is over after {length} plies {here} most_plies promised {most} more at most"
                    yield self._fault("longer", "most_plies", message, _MOST)
                    return
            state = self.rules.next(state, move)

    # ── against a search ─────────────────────────────────────────────────────────────────────────

    def end(self) -> Iterator[tuple[Problem, Position]]:
        if self._start is None or self.rules.game.num_players > 2:
            return
        clock, chance = Clock(self.seconds), random.Random(0)
        for number, position in enumerate(self._choice(self._start, chance)):
            if clock.out:
                break
            nodes = _NODES if number % 5 else _MANY_NODES
            try:
                for problem in self._compared(position, nodes):
                    yield problem, position
            except Broke:
                continue  # told where it broke
        yield from self._figures.end()

    def again(self, position: Position) -> Iterator[Problem]:
        if self.hooks and not position.terminal and self.rules.game.num_players <= 2:
            yield from self._compared(position, _NODES)

    def _choice(self, start: Position, chance: random.Random) -> Iterator[Position]:
        """The start; then by turns positions where the hooks say more than nothing, all others, and late ones."""
        yield start
        lists = [choice.kept for choice in (self._telling, self._met)]
        for kept in lists:
            chance.shuffle(kept)
        late = self._late(start, chance)
        for turn in zip_longest(*lists, late, late):  # two of these: they cost little
            yield from (position for position in turn if position is not None)

    def _late(self, start: Position, chance: random.Random) -> Iterator[Position]:
        """The last positions of games in which nobody ends the game who need not: there the search sees all."""
        for _ in range(_LATE_GAMES):
            line = [start]
            while len(line) < _LONGEST and line[-1].branches:
                order = list(range(len(line[-1].branches)))
                chance.shuffle(order)
                onward = next((i for i in order if not line[-1].child(i).terminal), None)
                if onward is None:
                    yield from reversed(line[-_LATE_POSITIONS:])
                    break
                line.append(line[-1].after(line[-1].branches[onward]))

    def _compared(self, position: Position, nodes: int) -> Iterator[Problem]:
        """Every hook's answer with what the search proves; the search goes on until one is found to be wrong."""
        if position.player not in (0, 1):
            return
        children: list[Proved] = []
        if self._search is None:
            self._search = ExactSearch(self.rules, self._bounds_of, self._utilities.constant or 0.0)
        for children in self._search.deepened(position, nodes):
            problems = list(self._contradicted(position, children))
            if problems:
                yield from problems
                return
        yield from self._figures.at(position, children)

    def _bounds_of(self, state: Any) -> tuple[float, float] | None:
        if "value_bounds" not in self.hooks or not self._trusted or self._utilities.constant is None:
            return None
        low, high = self.answers.value_bounds(state)
        return (low, high) if low <= high and math.isfinite(low) and math.isfinite(high) else None

    def _contradicted(self, position: Position, children: list[Proved]) -> Iterator[Problem]:
        proved = folded(position.player, children)
        known = None
        if "value_bounds" in self.hooks:
            yield from self._outside_bounds(position, proved)
        if "most_plies" in self.hooks:
            most = self.answers.most_plies(position.state)
            if most < proved.plies:
                message = f"most_plies is {most}, but there is a line of play from here of {proved.plies} plies or more"
                yield self._fault("longer", "most_plies", message, _MOST)
        if "known_result" in self.hooks:
            known = self.answers.known_result(position.state)
            if known is not None:
                yield from self._not_as_known(*known, proved)
        if "soonest_wins" in self.hooks and known is None:
            yield from self._sooner(position, proved)
        if "relevant_moves" in self.hooks:
            yield from self._left_out(position, children)

    def _outside_bounds(self, position: Position, proved: Proved) -> Iterator[Problem]:
        low, high = self.answers.value_bounds(position.state)
        for value in (proved.worst, proved.best):
            if math.isfinite(value) and not low - _CLOSE <= value <= high + _CLOSE:
                message = (
                    f"value_bounds promises a utility of player 0 from {low} to {high}, but a line of play from here "
                    f"ends with {value}"
                )
                yield self._fault("outside bounds", "value_bounds", message, _BOUNDS)
                return

    def _not_as_known(self, value: float, plies: int, proved: Proved) -> Iterator[Problem]:
        if proved.exact and abs(value - proved.low.value) < _CLOSE:
            value = proved.low.value  # two sums of the same fractions
        claimed = score_of(value, self._utilities.constant or 0.0)
        claimed = claimed._replace(haste=-claimed.outcome * plies)
        if proved.low <= claimed <= proved.high:
            return
        says = f"known_result says that player 0 gets {told(claimed)}, but a search without it finds"
        if proved.exact:
            message = f"{says} {told(proved.low)}"
        elif claimed < proved.low:
            message = f"{says} a better way: {told(proved.low)}, or better still"
        else:
            message = f"{says} that the other player can hold it down to {told(proved.high)}, or less"
        yield self._fault("known", "known_result", message, _KNOWN)

    def _sooner(self, position: Position, proved: Proved) -> Iterator[Problem]:
        """A win is sure to come at the proved distance where its value is sure, too."""
        outcome = proved.low.outcome
        if outcome == 0 or proved.low[:2] != proved.high[:2]:
            return
        winner = 0 if outcome > 0 else 1
        promised = self.answers.soonest_wins(position.state)[winner]
        latest = max(abs(proved.low.haste), abs(proved.high.haste))
        if latest < promised:
            message = (
                f"soonest_wins promises no win of player {winner} in less than {promised} plies, "
                f"but a search without it finds {told(proved.low if winner == 0 else proved.high)}"
            )
            yield self._fault("sooner", "soonest_wins", message, _SOONEST)

    def _left_out(self, position: Position, children: list[Proved]) -> Iterator[Problem]:
        places = self.answers.relevant_moves(position)
        listed = [children[place] for place in places if place is not None]
        if not listed or None in places:
            return
        first = position.player == 0
        best = folded(position.player, listed)
        for place, child in enumerate(children):
            if (child.low > best.high) if first else (child.high < best.low):
                move, of_move = repr_of(position.branches[place], 40), child.low if first else child.high
                reached = best.high if first else best.low
                more, less = ("or more", "at most") if first else ("or less", "at least")
                message = (
                    f"relevant_moves leaves out {move}, which gives player 0 {told(of_move)}"
                    f"{'' if child.exact else f' {more}'}; the moves that it lists give "
                    f"{'' if best.exact else f'{less} '}{told(reached)}"
                )
                remedy = "leave a move out only where another one is as good, in value and in plies"
                yield self._fault("left out", "relevant_moves", message, remedy)
                return

    def _fault(self, kind: str, rule: str, message: str, remedy: str) -> Problem:
        if rule == "value_bounds":
            self._trusted, self._search = False, None
        return self.problem(kind, rule, message, remedy)
