"""The root: its moves, and one iteration over them.

Scores here are seen by the player to move at the root. A root move's score promises what its bound says; only a
strictly better score displaces the best move, so a sibling that was cut at the same number never does.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from zermelo.core.game import identity_of, moves_of, player_of
from zermelo.core.repetition import repetition_of
from zermelo.core.result import Bound
from zermelo.engine import workspace as w
from zermelo.engine.options import WHOLE_LINE, Options
from zermelo.engine.program import Program, Worker
from zermelo.engine.scores import (
    HIGHEST_PACKED,
    HIGHEST_WIDE,
    LONGEST_LINE,
    LOWEST_PACKED,
    LOWEST_WIDE,
    STEP,
    WON,
    to_score,
    wide,
)  # fmt: skip
from zermelo.engine.table import LOWER, UPPER


class Interrupted(Exception):  # noqa: N818  (not an error: the iteration is discarded)
    """The workspace's STOP word says why."""


@dataclass
class RootMove:
    """A move at the root and what the last iteration found of it."""

    index: int
    move: Any
    code: int
    child: Any
    over: bool
    mover: int  # who moves in `child`; the root's player if the game is over there
    score: Any = None
    bound: Bound = Bound.EXACT
    complete: bool = False
    nodes: int = 0
    line: list[int] = field(default_factory=list)


class Root:
    """A state that is not over, and its moves in the order to search them."""

    def __init__(self, program: Program, options: Options, state: Any):
        self.program, self.options, self.state = program, options, state
        game = program.game
        self.player = player_of(game, state)
        self.lowest = LOWEST_WIDE if program.use_wide else LOWEST_PACKED
        self.highest = HIGHEST_WIDE if program.use_wide else HIGHEST_PACKED
        kind = repetition_of(game)
        self.moves: list[RootMove] = []
        for index, move in enumerate(moves_of(game, state)):
            child = game.next_state(state, move)
            over = bool(game.is_terminal(child))
            mover = self.player if over else player_of(game, child)
            if kind == "forbidden" and not over and identity_of(game, child) == identity_of(game, state):
                continue
            self.moves.append(RootMove(index, move, program.rules.encode_move(move), child, over, mover))
        if not options.lean:
            self.moves.sort(key=self._promise, reverse=True)

    def _promise(self, root: RootMove) -> Any:
        if self.options.order_hook and "order_moves" in self.program.rules.hooks:
            return self.program.game.order_moves(self.state, root.move)
        return 0

    def prepare(self, worker: Worker) -> None:
        """Tells the workspace what the line so far is: the root itself."""
        if repetition_of(self.program.game) is not None:
            _, check = self.program.rules.hash_state(self.state)
            worker.work[w.PATH] = check
            worker.work[w.PATH_SET] = check

    def iteration(self, worker: Worker, depth: int, lines: int, alpha: Any, beta: Any) -> list[RootMove]:
        """Searches every move to `depth` plies; returns the moves, best first, without touching the root's own.

        The first `lines` scores are exact if they lie inside the window. Raises `Interrupted` where a limit is met.
        """
        found: list[RootMove] = []
        best: list[Any] = []  # the highest exact scores so far, at most `lines`
        if worker.crew is not None and worker is worker.crew.leader:
            worker.crew.share(self.moves, depth, lines, alpha, beta)
        worker.work[w.ROOT_DEPTH] = depth
        worker.work[w.NODES] += 1
        reporter = self.program.reporter
        if reporter is not None:
            reporter.enter(self.state, self.player, False, None, 0, alpha, beta)
        for place, root in enumerate(self.moves, start=1):
            low = best[lines - 1] if len(best) >= lines else alpha
            result = self._search_move(worker, root, depth, low, beta, narrow=len(best) >= lines)
            found.append(result)
            if result.score > low:
                best = sorted([*best, result.score], reverse=True)[:lines]
                if reporter is not None and len(best) >= lines:
                    reporter.window(self.player, best[lines - 1], beta)
                if result.score >= beta:
                    if reporter is not None and place < len(self.moves):
                        reporter.cut(self.player, [move.code for move in self.moves[place:]])
                    break
        if reporter is not None:
            top = max(result.score for result in found)
            reporter.leave(self.player, top, LOWER if top >= beta else UPPER if top <= alpha else 0, "searched")
        searched = {result.index for result in found}
        found.extend(root for root in self.moves if root.index not in searched)
        return found

    def _search_move(self, worker: Worker, root: RootMove, depth: int, alpha: Any, beta: Any, narrow: bool) -> RootMove:
        program, work = self.program, worker.work
        result = RootMove(root.index, root.move, root.code, root.child, root.over, root.mover, line=[root.code])
        before, guesses = int(work[w.NODES]), int(work[w.GUESSES])
        repeated = self._repetition(root)
        work[w.LINE] = root.code
        work[w.TAINT] = w.NO_TAINT
        if root.over or repeated is not None or (depth <= 1 and not program.has_noisy):
            work[w.NODES] += 1
            if repeated is not None:
                result.score = repeated
            elif root.over:
                result.score = program.final(root.child, self.player, 1)
            else:
                result.score = program.guess(root.child, self.player)
                work[w.GUESSES] += 1
            if program.reporter is not None:
                over = root.over or repeated is not None
                program.reporter.leaf(root.child, self.player, over, root.code, 1, (alpha, beta), result.score)
        else:
            high = alpha + 1 if narrow and self.options.null_windows else beta
            while True:
                a, b = (alpha, high) if root.mover == self.player else (-high, -alpha)
                score = worker.search(root.child, depth - 1, a, b, 1)
                if work[w.STOP]:
                    raise Interrupted
                score = score if root.mover == self.player else -score
                if score <= alpha or score >= beta or high == beta:
                    break
                high = beta
            result.score = score
            if alpha < score < beta:
                result.line = [root.code, *worker.line(1)]
        if result.score <= alpha and (narrow or alpha != self.lowest):
            result.bound = Bound.UPPER
        elif result.score >= beta:
            result.bound = Bound.LOWER
        result.nodes = int(work[w.NODES]) - before
        result.complete = int(work[w.GUESSES]) == guesses
        return result

    def complete_line(self, worker: Worker, depth: int, budget_nodes: int) -> None:
        """Searches the best move once more, for its line alone: answers from the table have cut it short.

        What the table knows makes this cheap; where it is not, the line stays as it was. The nodes are not counted:
        they found nothing new.
        """
        best, work = self.moves[0], worker.work
        # What the rules know has cut the line too, and it is asked in a search to the end of the game.
        cut = best.complete and not {"known_result", "value_bounds"}.isdisjoint(self.program.rules.hooks)
        if cut:
            depth = to_score(best.score).distance or depth
        if best.over or len(best.line) >= depth or depth <= 1:
            return
        work[w.STOP] = w.RUNNING
        nodes = work[w.NODES]
        work[w.NODE_LIMIT] = nodes + budget_nodes
        work[w.FLAGS] |= WHOLE_LINE
        work[w.LINE] = best.code
        score = best.score if best.mover == self.player else -best.score
        again = worker.search(best.child, LONGEST_LINE - 9 if cut else depth - 1, score - 1, score + 1, 1)
        work[w.NODES] = nodes
        if not work[w.STOP] and again == score:
            best.line = [best.code, *worker.line(1)]

    def _repetition(self, root: RootMove) -> Any:
        """The score of a move back to the root itself, if the game declares what that means; else None."""
        kind = repetition_of(self.program.game)
        if kind is None or root.over:
            return None
        if identity_of(self.program.game, root.child) != identity_of(self.program.game, self.state):
            return None
        if kind == "draw":
            return wide(0, 0, 0) if self.program.use_wide else 0
        return wide(-1, -1, 1) if self.program.use_wide else -WON - STEP + 1


def ordered(found: list[RootMove]) -> list[RootMove]:
    """The moves for the next iteration: exact scores first, best first; then those that took most work to refute."""
    exact = [root for root in found if root.bound is Bound.EXACT]
    others = [root for root in found if root.bound is not Bound.EXACT]
    exact.sort(key=lambda root: root.score, reverse=True)
    others.sort(key=lambda root: root.nodes, reverse=True)
    return exact + others
