"""The set of positions in plain Python: a dictionary, for states of any hashable kind.

The same four functions as `hashed`, on other things: `table` is a dict from identities to indices, `keys` the list of
all states, `batch` a list of successors that wait, and `rows` is not used. For identities see `hashed`; values of two
classes are two values, even if they are equal as tuples.
"""

from __future__ import annotations

from typing import Any

from zermelo.core.errors import RulesError
from zermelo.core.game import has_hook
from zermelo.solve import work as w


def build_remembered(rules: Any, jit: Any, options: tuple[Any, ...]) -> Any:  # noqa: ARG001
    """The functions (state_at, stage, flush, rebuild) on the set of positions of one game."""
    game = rules.game
    use_key = has_hook(game, "key")

    def state_at(index, work, keys, rows):  # noqa: ARG001
        return keys[index]

    def stage(state, tag, parent, place, rows, batch):  # noqa: ARG001
        value = game.key(state) if use_key else state
        batch.append(((value.__class__, value, tag), state, parent, tag))
        return 0

    def flush(count, work, keys, rows, table, scores, edges, batch):  # noqa: ARG001
        for identity, state, parent, tag in batch:
            try:
                found = table.get(identity)
            except TypeError as error:
                raise RulesError(
                    f"the state is not hashable ({error}): use tuples instead of lists, frozensets instead of sets",
                    hook="next_state",
                    state=state,
                ) from error
            if found is None:
                found = table[identity] = work[w.COUNT]
                work[w.COUNT] += 1
                scores[found] = tag - 2 if use_key and tag >= 2 else -1
                keys.append(state)
            if parent >= 0:
                if found <= parent:
                    work[w.FORWARD] = 0
                edges[work[w.EDGES]] = found
                work[w.EDGES] += 1
        batch.clear()
        return True

    def rebuild(work, keys, table, batch):  # noqa: ARG001
        return 0

    return state_at, stage, flush, rebuild
