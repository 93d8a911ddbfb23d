"""Iterative deepening: depth by depth until the value is proved or a limit is met (Slate and Atkin 1977)."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from zermelo.core.game import has_hook
from zermelo.core.result import Bound
from zermelo.engine import workspace as w
from zermelo.engine.options import Options
from zermelo.engine.program import Worker
from zermelo.engine.root import Interrupted, Root, RootMove, ordered
from zermelo.engine.scores import DECIDED, LONGEST_LINE, STEP, to_score

MOST_DEPTH = LONGEST_LINE - 8
FIRST_WINDOW = 4 * STEP
TRY_ALL_NODES, TRY_ALL_NODES_A_PLY = 4096, 16


@dataclass
class Iteration:
    """What the deepest finished iteration found; `moves` best first."""

    depth: int
    moves: list[RootMove]
    proved: bool
    distance_sure: bool = True  # False where a win was found by a search that may have missed a shorter one


def deepen(
    root: Root,
    worker: Worker,
    options: Options,
    *,
    depth: int | None,
    lines: int,
    finished: Callable[[Iteration], None],
) -> str:
    """Searches deeper and deeper; `finished` hears of every finished iteration. Returns why it stopped."""
    last = MOST_DEPTH if depth is None else min(depth, MOST_DEPTH)
    now = min(1, last) if options.deepening else last
    if options.deepening:
        worker.work[w.ORDER] = w.HISTORY
    while now <= last:
        try:
            found = _with_aspiration(root, worker, options, now, lines)
        except Interrupted:
            return "nodes" if worker.work[w.STOP] == w.NODES_SPENT else "stop"
        root.moves = ordered(found)
        iteration = Iteration(now, root.moves, _proved(root, now, lines))
        sure = all(move.complete for move in root.moves)
        if iteration.proved and not sure and worker.work[w.STRENGTH] and _decided(root.moves[0].score):
            iteration = _shortest(root, worker, iteration, lines)
        finished(iteration)
        if iteration.proved:
            return "proved"
        worker.age_history()
        worker.table.make_room(int(worker.work[w.STORES]) * (1 if worker.crew is None else worker.crew.size))
        worker.use_table_as_it_is()
        now += max(1, now // 8) if now >= 64 else 1
        if now > last and iteration.depth < last:
            now = last
    return "depth"


def solve_small(root: Root, worker: Worker, lines: int) -> Iteration | None:
    """The solved game, if a search to its end takes no more than a few thousand nodes (more where lines are long)."""
    work = worker.work
    limit, strength = work[w.NODE_LIMIT], work[w.STRENGTH]
    work[w.STRENGTH] = 0
    found = None
    budget = TRY_ALL_NODES
    while found is None and budget < limit:
        work[w.NODE_LIMIT] = budget
        try:
            found = ordered(root.iteration(worker, MOST_DEPTH, lines, root.lowest, root.highest))
        except Interrupted:
            if work[w.STOP] in (w.NODES_SPENT, w.TOO_LONG, w.TOO_MANY_MOVES):
                work[w.STOP] = w.RUNNING  # what ails the whole tree need not ail the plies that deepening reaches
            if budget > TRY_ALL_NODES or TRY_ALL_NODES_A_PLY * int(work[w.DEEPEST]) < budget:
                break
            budget = TRY_ALL_NODES_A_PLY * int(work[w.DEEPEST])
    work[w.NODE_LIMIT], work[w.STRENGTH] = limit, strength
    if found is None:
        return None
    if not all(move.complete for move in found):
        return None  # lines longer than the engine follows were cut
    root.moves = found
    return Iteration(max(len(found[0].line), int(work[w.DEEPEST]) + 1), found, proved=True)


def _with_aspiration(root: Root, worker: Worker, options: Options, depth: int, lines: int) -> list[RootMove]:
    """One iteration, first with a narrow window around the last score, then with wider ones until it is exact."""
    low, high = root.lowest, root.highest
    last = root.moves[0].score
    narrow = options.aspiration and lines == 1 and depth >= 4 and not root.program.use_wide
    if narrow and last is not None and not _decided(last):
        width = max(FIRST_WINDOW, int(worker.work[w.MARGIN]))
        low, high = last - width, last + width
        while True:
            found = root.iteration(worker, depth, lines, low, high)
            best = max(found, key=lambda move: move.score)
            width *= 4
            if best.score >= high:
                high = root.highest if width > 64 * STEP or _decided(best.score) else best.score + width
                root.moves = [best, *(move for move in root.moves if move.index != best.index)]
            elif best.score <= low:
                low = root.lowest if width > 64 * STEP or _decided(best.score) else best.score - width
            else:
                return found
    return root.iteration(worker, depth, lines, low, high)


def _decided(score: Any) -> bool:
    return score[0] != 0 if isinstance(score, tuple) else abs(score) > DECIDED


def _proved(root: Root, depth: int, lines: int) -> bool:
    """Whether the iteration's value is the game's: no guess had a part in it, or no better result is possible.

    A win that lies beyond the depth (the table knew it) may not be the shortest: deeper iterations will tell.
    """
    if all(move.complete for move in root.moves):
        return True
    best = root.moves[0]
    game = root.program.game
    if lines > 1 or not _decided(best.score) or best.bound is not Bound.EXACT or not has_hook(game, "value_bounds"):
        return False
    lowest, highest = game.value_bounds(root.state)
    score = to_score(best.score if root.player == 0 else -best.score)
    return (score.distance or 0) <= depth and score.value == (highest if score.outcome > 0 else lowest)


def _shortest(root: Root, worker: Worker, iteration: Iteration, lines: int) -> Iteration:
    """The same decided result with its distance made sure: reductions may have hidden a shorter win."""
    expected = to_score(iteration.moves[0].score)
    worker.work[w.STRENGTH] = 0
    worker.table.forget()
    worker.work[w.GENERATION] = worker.table.generation
    try:
        found = ordered(root.iteration(worker, (expected.distance or 0) + 1, lines, root.lowest, root.highest))
    except Interrupted:
        return dataclasses.replace(iteration, distance_sure=False)
    finally:
        worker.work[w.STRENGTH] = 1
    if to_score(found[0].score)[:2] != expected[:2]:
        return dataclasses.replace(iteration, distance_sure=False)
    # The other moves keep what the deeper search proved of them.
    root.moves = [found[0], *(move for move in iteration.moves if move.index != found[0].index)]
    return Iteration(iteration.depth, root.moves, iteration.proved)
