"""The alpha-beta method of `solve`: in plain Python first, then compiled; and its proofs."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

from zermelo.api.proving import KnowingTable, Proving
from zermelo.api.search import borrowed_searchers, searcher_for
from zermelo.api.solve_methods import prove, prove_with_history
from zermelo.api.two_ways import plain_then_compiled
from zermelo.engine import workspace as w
from zermelo.engine.options import Options
from zermelo.engine.root import Interrupted
from zermelo.engine.sampling import values_are_wide
from zermelo.engine.scores import NeedsWide
from zermelo.engine.searcher import Searcher
from zermelo.solve.interval import Claim

if TYPE_CHECKING:
    from zermelo.api.solve_run import Found, Run

PLAIN_TABLE_MB = 8
"""In plain Python a table is never the limit, and takes its time to be made."""


def alphabeta(run: Run) -> Found:
    """The engine's exact search: first in plain Python, then compiled, as `search` does."""
    goes_on = run.saved is not None and run.saved.kind.startswith("alphabeta compiled")
    with borrowed_searchers() as searchers:

        def searcher(compiled: bool) -> Searcher:
            return searcher_for(searchers, run.game, _options(run, compiled), compiled)

        return plain_then_compiled(
            run,
            lambda: searcher(True),
            lambda compiled, first_seconds: _search(run, searcher(compiled), first_seconds),
            goes_on=goes_on,
        )


def _options(run: Run, compiled: bool) -> Options:
    return Options(table_mb=run.table_mb if compiled else min(run.table_mb, PLAIN_TABLE_MB), deepening=False)


def _search(run: Run, searcher: Searcher, first_seconds: float | None) -> Found | None:
    """One search in one of the two ways; None if `first_seconds` were not enough."""
    from zermelo.api.solve_run import Found, Stopped

    if not searcher._wide:
        searcher._wide = values_are_wide(run.game, run.root)
    before, run.compiled = run.nodes, searcher.compiled
    left = run.seconds_left()
    is_first = first_seconds is not None and (left is None or left > first_seconds)
    limits = dataclasses.replace(run.limits, seconds=first_seconds if is_first else left, nodes=run.nodes_left())
    while True:
        try:
            search = Proving(run, searcher, limits)
            result = search.result()
            break
        except NeedsWide:
            searcher._wide = True
    run.nodes = before + result.nodes
    if result.stopped_by == "over":  # every move is forbidden: lost for the mover
        pair = (-1, -1) if search.root.player == 0 else (1, 1)
        run.interval.at_least(pair)
        run.interval.at_most(pair)
        if run.proof is not None:
            prove_with_history(run)
        return Found(0)
    if result.stopped_by != "proved":
        if is_first and result.stopped_by == "seconds":
            return None
        search.save()
        raise Stopped(result.stopped_by)
    search.save()
    found = Found(result.distance, result.line)
    if run.proof is not None:
        _prove_by_search(run, search)
    return found


def _prove_by_search(run: Run, search: Proving) -> None:
    """The proof, written in a thread of the engine: its searches need the room there, and its deadline."""
    from zermelo.api.solve_run import Stopped

    if run.game.repetition in ("loss", "forbidden"):
        prove_with_history(run)
        return
    table = search.table
    if isinstance(table, KnowingTable):
        table.forget_nothing()
    limits = dataclasses.replace(run.limits, seconds=run.seconds_left(), nodes=None)
    writing = Proving(run, search.searcher, limits, table)
    nodes = run.nodes

    def job(writing: Proving, worker: Any) -> None:
        def choose(claim: Claim, state: Any) -> int:
            if worker.work[w.STOP]:
                raise Interrupted
            return writing.choose(worker, claim, state)

        prove(run, choose, endless=False)

    writing.job = job
    try:
        result = writing.result()
        if result.stopped_by != "proved":
            run.notes.append(f"no proof was written: it was stopped ({result.stopped_by})")
    except Stopped as stopped:
        run.notes.append(f"no proof was written: it was stopped ({stopped.reason})")
    run.nodes = nodes
