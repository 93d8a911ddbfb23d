"""Why, and why not: every legal move with its value, the line that shows it, and one plain sentence."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from zermelo.api.record import describer, game_name, written
from zermelo.core.errors import RulesError
from zermelo.core.game import Game, moves_of, player_of, root_state
from zermelo.core.limits import Limits
from zermelo.core.observer import Observer
from zermelo.core.result import Bound
from zermelo.core.score import Score, final_score
from zermelo.trees.measure import shortened, visible
from zermelo.trees.words import number, player_name


@dataclass(frozen=True)
class MoveExplained:
    """One legal move. `value` is MAX's and promises what `bound` says; `line` begins with the move itself.

    `best` marks the moves that nothing beats. Texts are as the game writes moves; `move` is the move itself.
    """

    move: Any
    text: str
    value: Any
    bound: Bound
    distance: int | None
    line: tuple[str, ...]
    best: bool
    sentence: str


@dataclass(frozen=True)
class Explanation:
    """All legal moves, the best first. `exact` says that no guess and no limit had a part in the values."""

    title: str
    player: int | None
    moves: tuple[MoveExplained, ...]
    depth: int
    exact: bool
    nodes: int
    over: str = ""

    def __getitem__(self, text: str) -> MoveExplained:
        return next(move for move in self.moves if move.text == str(text))

    def __str__(self) -> str:
        if self.over:
            return f"{self.title}: {self.over}"
        searched = "searched to the end" if self.exact else f"searched {self.depth} plies deep, guesses below"
        lines = [f"{self.title}: {player_name(self.player)} to move, {searched}"]
        wide = max(len(move.text) for move in self.moves)
        for move in self.moves:
            lines.append(f"  {'*' if move.best else ' '} {move.text.ljust(wide)}  {move.sentence}")
            if len(move.line) > 1:
                lines.append(f"    {' ' * wide}  line: {' '.join(move.line)}")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        from html import escape

        rows = "".join(
            f"<tr><td><b>{escape(move.text)}</b></td><td>{escape(number(move.value))}</td>"
            f"<td style='text-align:left'>{escape(move.sentence)}</td>"
            f"<td style='text-align:left'>{escape(' '.join(move.line))}</td></tr>"
            for move in self.moves
        )
        heads = "<tr><th>move</th><th>value</th><th>why</th><th>line</th></tr>"
        return f"<table><caption>{escape(self.title)}</caption>{heads}{rows}</table>"


class Stopped(Exception):  # noqa: N818  (no error: the time is up)
    """The limits are met."""


class LineObserver(Observer):
    """Keeps the best line of every open node, and of every position for answers from the table."""

    def __init__(self, limits: Limits, deadline: float | None):
        self.limits, self.deadline = limits, deadline
        self.nodes = self.guesses = 0
        self.may_stop = False
        self.score: Score | None = None
        self.line: tuple[Any, ...] = ()
        self.guessed = False  # whether the line ends in a guess
        self.open: list[list[Any]] = []  # state, player, move, best score, best line, ends in a guess
        self.known: dict[Any, tuple[tuple[Any, ...], bool]] = {}
        self.children: list[Found] = []  # of the root, as they are closed

    def enter(self, state: Any, player: int | None, move: Any, ply: int, alpha: Score, beta: Score) -> None:
        super().enter(state, player, move, ply, alpha, beta)
        self.nodes += 1
        if self.may_stop and (
            self.limits.stop.is_set()
            or (self.limits.nodes is not None and self.nodes > self.limits.nodes)
            or (self.deadline is not None and self.nodes % 256 == 0 and time.perf_counter() > self.deadline)
        ):
            raise Stopped
        self.open.append([state, player, move, None, (), False])

    def leave(self, score: Score, bound: Bound, kind: str) -> None:
        state, _, move, _, line, guessed = self.open.pop()
        if kind == "guess":
            self.guesses += 1
            guessed = True
        elif kind == "table":
            line, guessed = self.known.get(state, ((), False))
        elif kind == "searched":
            self.known[state] = line, guessed
        self.score, self.line, self.guessed = score, line, guessed
        if len(self.open) == 1:
            self.children.append(Found(move, score, (move, *line), guessed, bound))
        if self.open:
            parent = self.open[-1]
            if parent[3] is None or (score > parent[3] if parent[1] == 0 else score < parent[3]):
                parent[3:] = [score, (move, *line), guessed]

    def forget(self) -> None:
        """Before the next search: lines of another depth are of no use."""
        self.known.clear()
        self.open.clear()
        self.children.clear()
        self.guesses = 0


@dataclass(frozen=True)
class Found:
    """What was found for one move: the score counts plies from the root."""

    move: Any
    score: Score
    line: tuple[Any, ...]
    guessed: bool
    bound: Bound = Bound.EXACT


def explain(
    game: Game,
    state: Any = None,
    *,
    depth: int | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
    limits: Limits | None = None,
) -> Explanation:
    """Every legal move, the best first, with its value, the line that shows it, and why it is good or not.

    Searched deeper and deeper until the values are proved or a limit is met; with no limit given, two seconds.
    `limits` may take the place of the three others; its `stop` ends the search early.
    """
    limits = limits or Limits.given(depth, nodes, seconds)
    root = root_state(game, state)
    title = f"{game_name(game)} {shortened(describer(game)(root), 60)}".strip()
    if game.is_terminal(root):
        value = number(final_score(game, root, 0).value)
        return Explanation(title, None, (), 0, True, 0, over=f"the game is over, worth {value}")
    player = player_of(game, root)
    found, reached, exact, visited = searched(game, root, limits)
    found.sort(key=lambda item: item.score, reverse=player == 0)  # stable: equal moves in the game's order
    found.sort(key=lambda item: item.bound is not Bound.EXACT)  # a bound is never shown as the best
    best, teller = found[0], Teller(game, root, player, found)
    explained = tuple(
        MoveExplained(
            move=item.move,
            text=_text(game, item.move),
            value=item.score.value,
            bound=item.bound,
            distance=item.score.distance if not item.guessed else None,
            line=tuple(_text(game, move) for move in item.line),
            best=item.score == best.score and item.bound is Bound.EXACT,
            sentence=teller.sentence(item),
        )
        for item in found
    )
    return Explanation(title, player, explained, reached, exact, visited)


def searched(game: Game, root: Any, limits: Limits) -> tuple[list[Found], int, bool, int]:
    """Every move searched by itself with an open window, deeper and deeper; the last depth that was finished."""
    from zermelo.textbook import alphabeta, alphabeta_table

    deadline = None if limits.seconds is None else time.perf_counter() + limits.seconds
    observer = LineObserver(limits, deadline)
    moves = moves_of(game, root)
    done: list[Found] = []
    limit, exact = 0, False
    while not exact and (limits.depth is None or limit < max(1, limits.depth)):
        latest: list[Found] = []
        guesses = 0
        try:
            for move in moves:
                observer.forget()
                alphabeta_table(game, game.next_state(root, move), depth=limit, observer=observer)
                score = observer.score
                assert score is not None
                score = score._replace(haste=score.haste - score.outcome)
                latest.append(Found(move, score, (move, *observer.line), observer.guessed))
                guesses += observer.guesses
        except Stopped:
            break
        except RulesError:  # a part of the game is not known: the search that cuts may do without it
            observer.forget()
            alphabeta(game, root, depth=limit + 1, observer=observer)
            latest, guesses = list(observer.children), observer.guesses
        done, exact = latest, guesses == 0
        limit += 1
        observer.may_stop = True
    return done, limit, exact, observer.nodes


# ── sentences ────────────────────────────────────────────────────────────────────────────────────


class Teller:
    """Says why a move is best, as good, or worse than the best.

    `only_wins` holds where the values say no more than who wins, as -1, 0 and 1 do; then they are told in words.
    """

    def __init__(self, game: Game, root: Any, player: int, found: list[Found]):
        self.game, self.root, self.player, self.best = game, root, player, found[0]
        self.only_wins = all(item.score.value == item.score.outcome for item in found if not item.guessed)

    def sentence(self, item: Found) -> str:
        best, move = self.best, _text(self.game, item.move)
        if item is best:
            return f"{move} is best: {self.result(item)}{self.reply(item)}."
        if item.score == best.score and item.bound is not Bound.EXACT:
            return f"{move} is no better: {self.answer(item, self.winner(item))}."
        if item.score == best.score:
            return f"{move} is just as good: {self.result(item)}{self.reply(item)}."
        wanted = best.score.outcome if self.player == 0 else -best.score.outcome
        if item.score[:2] == best.score[:2]:
            how = "reaches as much, but later" if wanted > 0 else "loses as much, but sooner"
            if self.only_wins:
                how = "wins too, but later" if wanted > 0 else "loses too, and sooner"
            return f"{move} {how}: in {plies(item)} instead of {plies(best)}."
        if self.only_wins and not item.guessed and not best.guessed:
            lost = "throws away the win" if wanted > 0 else "turns a draw into a loss"
            return f"{move} {lost}: {self.answer(item, self.winner(item))}."
        return f"{move} is worse: {self.answer(item, None)} instead of {self.amount(best)}."

    def winner(self, item: Found) -> int | None:
        """Who wins, where that is all the value says."""
        if not self.only_wins or item.guessed or not item.score.outcome:
            return None
        return 0 if item.score.outcome > 0 else 1

    def result(self, item: Found) -> str:
        winner = self.winner(item)
        if winner is not None:
            return f"{player_name(winner)} wins in {plies(item)}"
        if self.only_wins and not item.guessed:
            return "it is a draw"
        promise = {Bound.UPPER: " or less", Bound.LOWER: " or more"}.get(item.bound, "")
        return f"it is {'judged' if item.guessed else 'worth'} {number(item.score.value)}{promise}"

    def amount(self, item: Found) -> str:
        winner = self.winner(item)
        if winner is not None:
            return f"a win of {player_name(winner)}"
        return "a draw" if self.only_wins and not item.guessed else number(item.score.value)

    def reply(self, item: Found) -> str:
        """The move that the line foresees next."""
        if len(item.line) < 2:
            return ""
        who, move = self.replier(item), _text(self.game, item.line[1])
        return f" ({player_name(who)} goes on with {move})" if who == self.player else f" (the best answer is {move})"

    def answer(self, item: Found, winner: int | None) -> str:
        """What the other player does about it, and what comes of it."""
        if len(item.line) < 2:
            return self.result(item)
        who = self.replier(item)
        did = f"{player_name(who)} {'goes on with' if who == self.player else 'answers'} "
        did += _text(self.game, item.line[1])
        return f"{did} and wins in {plies(item)}" if winner == who else f"{did}, and {self.result(item)}"

    def replier(self, item: Found) -> int:
        return player_of(self.game, self.game.next_state(self.root, item.line[0]))


def plies(item: Found) -> str:
    count = abs(item.score.haste)
    return "1 ply" if count == 1 else f"{count} plies"


def _text(game: Game, move: Any) -> str:
    """A move as the game writes it, without what a terminal would obey."""
    return visible(written(game).format_move(move))
