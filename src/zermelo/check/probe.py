"""Compiled rules, asked one question at a time: the other side of the comparison with plain Python.

question    TERMINAL, PLAYER, …: what `ask[0]` says; `ask[1]` is a move's code, a player, or a count
answer      in `ints` and `floats`; the function returns how many moves or images there are
"""

from __future__ import annotations

from typing import Any

from zermelo.kernel.words import Group, Shape

TERMINAL, PLAYER, UTILITY, EVALUATE, MOVES, NOISY, ORDER, NEXT, NULL, IMAGE, HASH, PLAY = range(12)
RELEVANT, KNOWN, BOUNDS, SOONEST, MOST = range(12, 17)

ROOM = 1 << 13
"""Moves for which there is room; more are counted and not kept."""

ENDLESS = 1 << 20


def writer_source(shape: Group) -> str:
    """The function that writes the fields of a state, in their order, into the two arrays."""
    lines = ["def write(state, ints, floats):"]
    lines += _assignments(shape, "state", [0])
    return "\n".join(lines) + "\n    return 0"


def _assignments(shape: Shape, place: str, count: list[int]) -> list[str]:
    if isinstance(shape, Group):
        return [line for i, item in enumerate(shape.items) for line in _assignments(item, f"{place}[{i}]", count)]
    index = count[0]
    count[0] += 1
    if shape.kind == "float":
        return [f"    floats[{index}] = float({place})"]
    return [f"    ints[{index}] = int({place})"]


def build_probe(rules: Any, jit: Any, options: tuple[Any, ...]) -> Any:
    """Everything that a game's rules can be asked, as one function; `options` is the text of `writer_source`."""
    names: dict[str, Any] = {}
    exec(options[0], names)
    write = jit()(names["write"])
    has_evaluate, has_order = "evaluate" in rules.hooks, "order_moves" in rules.hooks
    has_noisy, has_null = "noisy_moves" in rules.hooks, "null_move" in rules.hooks
    has_images = "symmetries" in rules.hooks
    knows = build_knowledge(rules, jit)

    @jit()
    def play(state, ask, ints):
        """Plays `ask[1]` moves at random, from the state again after each end."""
        at, chance, played = state, 1, 0
        for _ in range(ask[1]):
            if rules.is_terminal(at):
                at = state
            count = 0
            for code in rules.legal_moves(at):
                if count < ROOM:
                    ints[count] = code
                count += 1
            if count == 0 or count > ROOM:
                return played
            chance = (chance * 1103515245 + 12345) & 0x7FFFFFFF
            at = rules.next_state(at, ints[(chance >> 8) % count])
            played += 1
        return played

    @jit()
    def hooks(state, ask, ints, floats):
        question, count = ask[0], 0
        if has_evaluate:  # noqa: SIM102  (the outer test is known when it is compiled, and its block goes)
            if question == EVALUATE:
                floats[0] = rules.evaluate(state, ask[1])
        if has_order:  # noqa: SIM102
            if question == ORDER:
                floats[0] = rules.order_moves(state, ask[1])
        if question >= RELEVANT:
            count = knows(state, question, ints, floats)
        if has_noisy:  # noqa: SIM102
            if question == NOISY:
                for code in rules.noisy_moves(state):
                    if count < ROOM:
                        ints[count] = code
                    count += 1
                    if count > ENDLESS:
                        break
        if has_null:  # noqa: SIM102
            if question == NULL:
                write(rules.null_move(state), ints, floats)
        if has_images:  # noqa: SIM102
            if question == IMAGE:
                for image in rules.symmetries(state):
                    if count == ask[1]:
                        write(image, ints, floats)
                    count += 1
                    if count > ENDLESS:
                        break
        return count

    @jit()
    def answer(state, ask, ints, floats):
        question, count = ask[0], 0
        if question == TERMINAL:
            ints[0] = rules.is_terminal(state)
        elif question == PLAYER:
            ints[0] = rules.current_player(state)
        elif question == UTILITY:
            floats[0] = rules.utility(state, ask[1])
        elif question == HASH:
            ints[0], ints[1] = rules.hash_state(state)
        elif question == NEXT:
            write(rules.next_state(state, ask[1]), ints, floats)
        elif question == PLAY:
            count = play(state, ask, ints)
        elif question == MOVES:
            for code in rules.legal_moves(state):
                if count < ROOM:
                    ints[count] = code
                count += 1
                if count > ENDLESS:
                    break
        else:
            count = hooks(state, ask, ints, floats)
        return count

    return answer


def build_knowledge(rules: Any, jit: Any) -> Any:
    """The hooks that tell a search what the rules know."""
    has_relevant, has_known = "relevant_moves" in rules.hooks, "known_result" in rules.hooks
    has_bounds, has_soonest = "value_bounds" in rules.hooks, "soonest_wins" in rules.hooks
    has_most = "most_plies" in rules.hooks

    @jit()
    def knows(state, question, ints, floats):
        count = 0
        if has_relevant:  # noqa: SIM102
            if question == RELEVANT:
                for code in rules.relevant_moves(state):
                    if count < ROOM:
                        ints[count] = code
                    count += 1
                    if count > ENDLESS:
                        break
        if has_known:  # noqa: SIM102
            if question == KNOWN:
                known, value, plies = rules.known_result(state)
                ints[0] = known
                floats[0], floats[1] = value, plies
        if has_bounds:  # noqa: SIM102
            if question == BOUNDS:
                low, high = rules.value_bounds(state)
                floats[0], floats[1] = low, high
        if has_soonest:  # noqa: SIM102
            if question == SOONEST:
                first, second = rules.soonest_wins(state)
                floats[0], floats[1] = first, second
        if has_most:  # noqa: SIM102
            if question == MOST:
                floats[0] = rules.most_plies(state)
        return count

    return knows
