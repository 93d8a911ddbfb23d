"""All that solving a game does inside, as one function: `run` does the operation that `work[OP]` names.

| array | what | length |
|---|---|---|
| `work` | see `work` | |
| `reals` | outcome and value of each result, by its number | 2 a result |
| `results` | order, steps and seeds of results | 3 a result, and 2 |
| `keys` | packed identities (plain: states) | words a position |
| `rows` | states that are not expanded yet | words a state |
| `table` | where each identity is (plain: a dict) | a power of two |
| `starts`, `scores` | see `explore`, `work` | a position, and 1 |
| `edges` | indices of successors | half a move (plain: a move) |
| `firsts`, `before`, `queue` | predecessors and the queue: see `backward` | |
| `batch` | successors that wait | |
"""

from __future__ import annotations

from typing import Any

from zermelo.solve import work as w
from zermelo.solve.backward import build_backward
from zermelo.solve.explore import build_explore
from zermelo.solve.hashed import build_hashed
from zermelo.solve.remembered import build_remembered

OP, STOP, DONE = w.OP, w.STOP, w.DONE
START, EXPLORE, REBUILD, PREPARE, SWEEP, LINK = w.START, w.EXPLORE, w.REBUILD, w.PREPARE, w.SWEEP, w.LINK
ORDER, RESET, SPREAD, FINISH, VERIFY = w.ORDER, w.RESET, w.SPREAD, w.FINISH, w.VERIFY

ARRAYS = (
    "work", "reals", "results", "keys", "rows", "table", "starts", "scores", "edges", "firsts", "before", "queue",
    "batch",
)  # fmt: skip
SIGNATURE = ("ints", "floats", "ints", "ints", "words", *["ints"] * 8)


def build_machine(rules: Any, jit: Any, options: tuple[Any, ...]) -> Any:
    """The function `run(state, *ARRAYS)` for one game.

    `options` is (the game writes `key`, the parts of an identity, words of a packed key, two players); the parts
    are None in plain Python.
    """
    use_key, parts, _, two_players = options
    in_words = parts is not None
    build_positions = build_hashed if in_words else build_remembered
    positions = build_positions(rules, jit, options)
    rebuild = positions[3]
    start, explore = build_explore(rules, jit, use_key, two_players, in_words, positions)
    prepare, sweep, link, order, reset, spread, finish, verify = build_backward(jit, in_words)

    @jit()
    def run(
        state, work, reals, results, keys, rows, table, starts, scores, edges, firsts, before, queue, batch
    ):  # fmt: skip
        work[STOP] = 0
        work[DONE] = 0
        op = work[OP]
        if op == START:
            start(state, work, reals, results, keys, rows, table, scores, edges, batch)
        elif op == EXPLORE:
            explore(work, reals, results, keys, rows, table, starts, scores, edges, batch)
        elif op == REBUILD:
            rebuild(work, keys, table)
        elif op == PREPARE:
            prepare(work, starts, scores, results)
        elif op == SWEEP:
            sweep(work, starts, scores, edges, results)
        elif op == LINK:
            link(work, starts, edges, firsts, before)
        elif op == ORDER:
            order(work, starts, scores, edges, results, firsts, before, queue)
        elif op == RESET:
            reset(work, starts, scores, results, queue)
        elif op == SPREAD:
            spread(work, scores, results, firsts, before, queue)
        elif op == FINISH:
            finish(work, scores)
        elif op == VERIFY:
            verify(work, starts, scores, edges, results, queue)
        return 0

    return run
