"""All that solving a game does inside, as two functions that do the operation that `work[OP]` names.

The first enumerates and is compiled around a game's rules. The second goes back over arrays and asks no rules: it is
compiled once, around a game without moves, and kept for all games.

| array | what | length |
|---|---|---|
| `work` | see `work` | |
| `reals` | outcome and value of each result, by its number | 2 a result |
| `results` | order, steps and seeds of results | 3 a result, and 2 |
| `keys` | packed identities (plain: states) | words a position |
| `rows` | with a `key`: states that are not expanded yet | words a state |
| `table` | where each identity is (plain: a dict) | two slots an int, a power of two |
| `starts`, `scores` | see `explore`, `work` | a position, and 1 |
| `edges` | indices of successors | half a move (plain: a move) |
| `firsts`, `before`, `queue` | predecessors and the queue: see `backward` | |
| `batch` | successors that wait | |
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Any, NamedTuple

from zermelo.core.game import Game
from zermelo.solve import work as w
from zermelo.solve.backward import build_backward
from zermelo.solve.explore import build_explore
from zermelo.solve.hashed import build_hashed
from zermelo.solve.remembered import build_remembered

OP, STOP, DONE = w.OP, w.STOP, w.DONE
START, EXPLORE, REBUILD, PREPARE, SWEEP, LINK = w.START, w.EXPLORE, w.REBUILD, w.PREPARE, w.SWEEP, w.LINK
ORDER, RESET, SPREAD, FINISH, VERIFY = w.ORDER, w.RESET, w.SPREAD, w.FINISH, w.VERIFY

FORWARD_ARRAYS = ("work", "reals", "results", "keys", "rows", "table", "starts", "scores", "edges", "batch")
FORWARD_SIGNATURE = ("bare ints", "bare floats", "bare ints", "bare ints", "bare words", *["bare ints"] * 5)
BACKWARD_ARRAYS = ("work", "results", "starts", "scores", "edges", "firsts", "before", "queue")
BACKWARD_SIGNATURE = ("bare ints",) * 8


class NoGame(Game):
    """What the passes over arrays are compiled around."""

    class State(NamedTuple):
        nothing: int

    def initial_state(self) -> State:
        return self.State(0)

    def current_player(self, state: State) -> int:  # noqa: ARG002
        return 0

    def legal_moves(self, state: State) -> Iterator[int]:  # noqa: ARG002
        yield 0

    def next_state(self, state: State, move: int) -> State:  # noqa: ARG002
        return state

    def is_terminal(self, state: State) -> bool:  # noqa: ARG002
        return True

    def utility(self, state: State, player: int) -> int:  # noqa: ARG002
        return 0


@functools.cache
def compiled_back() -> Any:
    """`build_back` compiled; the same for all games."""
    from zermelo.kernel import prefetch_compiled  # noqa: F401  (teaches Numba to prefetch)
    from zermelo.kernel.native import native

    return native(NoGame(), build_back, BACKWARD_SIGNATURE, options=(True,))


def build_forward(rules: Any, jit: Any, options: tuple[Any, ...]) -> Any:
    """The function `run(state, *FORWARD_ARRAYS)` for one game: START, EXPLORE, REBUILD.

    `options` is (the game writes `key`, the parts of an identity, words of a packed key, two players); the parts
    are None in plain Python.
    """
    use_key, parts, _, two_players = options
    in_words = parts is not None
    build_positions = build_hashed if in_words else build_remembered
    positions = build_positions(rules, jit, options)
    rebuild = positions[3]
    start, explore = build_explore(rules, jit, use_key, two_players, in_words, positions)

    @jit()
    def run(state, work, reals, results, keys, rows, table, starts, scores, edges, batch):
        work[STOP] = 0
        work[DONE] = 0
        op = work[OP]
        if op == START:
            start(state, work, reals, results, keys, rows, table, scores, edges, batch)
        elif op == EXPLORE:
            explore(work, reals, results, keys, rows, table, starts, scores, edges, batch)
        elif op == REBUILD:
            rebuild(work, keys, table, batch)
        return 0

    return run


def build_back(rules: Any, jit: Any, options: tuple[Any, ...]) -> Any:  # noqa: ARG001
    """The function `run(state, *BACKWARD_ARRAYS)`: PREPARE to VERIFY. `options` is (numbers lie two to an int,)."""
    (in_words,) = options
    prepare, sweep, link, order, reset, spread, finish, verify = build_backward(jit, in_words)

    @jit()
    def run(state, work, results, starts, scores, edges, firsts, before, queue):  # noqa: ARG001
        work[STOP] = 0
        work[DONE] = 0
        op = work[OP]
        if op == PREPARE:
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
