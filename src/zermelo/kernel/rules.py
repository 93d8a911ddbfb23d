"""A game's rules as a search sees them, in plain Python.

Inside a search a move is an int code and a state can be hashed; everything else is as the game says it. The same
attributes exist compiled (`zermelo.kernel.native`), so that one source of a search runs both ways.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable
from typing import Any

from zermelo.core.errors import CompileError, RulesError
from zermelo.core.game import Game, has_hook
from zermelo.kernel.folding import folded
from zermelo.kernel.hashing import hasher, key_shape
from zermelo.kernel.moves import BAD_MOVE, HIGHEST_INT, LOWEST_INT, MoveCodes, packing_of
from zermelo.kernel.words import state_shape

__all__ = ["BAD_MOVE", "OPTIONAL_HOOKS", "Rules", "hooks_of", "inlines_rules", "plain_jit", "plain_rules"]

OPTIONAL_HOOKS = (
    "evaluate",
    "order_moves",
    "noisy_moves",
    "null_move",
    "symmetries",
    "relevant_moves",
    "known_result",
    "value_bounds",
    "soonest_wins",
    "most_plies",
)
"""The hooks that a search may use. One that the game lacks is no attribute of its rules."""

AS_THEY_ARE = {
    "evaluate", "null_move", "symmetries", "known_result", "value_bounds", "soonest_wins", "most_plies"
}  # fmt: skip
"""Those of them that neither take nor give a move."""


class Rules:
    """Rules with moves as codes; made by `plain_rules`.

    | attribute | meaning |
    |---|---|
    | `legal_moves(state)`, `noisy_moves(state)`, `relevant_moves(state)` | the codes of moves |
    | `next_state(state, code)` | the state after the move |
    | `is_terminal(state)`, `utility(state, player)`, `current_player(state)` | as the game says |
    | `hash_state(state)` | (index, check): identity of the state and the player to move, two signed 64-bit ints |
    | `evaluate(state, player)`, `order_moves(state, code)`, `null_move(state)`, `symmetries(state)` | if in `hooks` |
    | `known_result(state)`, `value_bounds(state)`, `soonest_wins(state)`, `most_plies(state)` | if in `hooks` |
    | `state_at(states, index)` | one of a batch: a list of states; compiled, their words one after another |
    | `encode_move(move)`, `decode_move(code)` | between moves and codes |
    | `is_compiled` | whether they are machine code: then the search around them is compiled, too |
    """

    is_compiled = False

    legal_moves: Callable[[Any], Iterable[int]]
    next_state: Callable[[Any, int], Any]
    is_terminal: Callable[[Any], bool]
    utility: Callable[[Any, int], Any]
    current_player: Callable[[Any], int]
    hash_state: Callable[[Any], tuple[int, int]]
    encode_move: Callable[[Any], int]
    decode_move: Callable[[int], Any]
    evaluate: Callable[[Any, int], Any]
    order_moves: Callable[[Any, int], Any]
    noisy_moves: Callable[[Any], Iterable[int]]
    null_move: Callable[[Any], Any]
    symmetries: Callable[[Any], Iterable[Any]]
    relevant_moves: Callable[[Any], Iterable[int]]
    known_result: Callable[[Any], tuple[bool, Any, int]]
    value_bounds: Callable[[Any], tuple[Any, Any]]
    soonest_wins: Callable[[Any], tuple[int, int]]
    most_plies: Callable[[Any], int]
    state_at: Callable[[Any, int], Any]

    def __init__(self, game: Game, hooks: frozenset[str]):
        self.game, self.hooks = game, hooks


def hooks_of(game: Game) -> frozenset[str]:
    """The optional hooks that this game writes."""
    return frozenset(name for name in OPTIONAL_HOOKS if has_hook(game, name))


def plain_rules(game: Game) -> Rules:
    """The rules of any game with hashable states and moves, in plain Python."""
    rules = Rules(game, hooks_of(game))
    codes = MoveCodes(packing_of(game))
    rules.encode_move, rules.decode_move = codes.encode, codes.decode
    rules.is_terminal, rules.utility, rules.current_player = game.is_terminal, game.utility, game.current_player
    for hook in rules.hooks & AS_THEY_ARE:
        setattr(rules, hook, getattr(game, hook))
    rules.legal_moves = _coded(game.legal_moves, codes)
    for hook in rules.hooks & {"noisy_moves", "relevant_moves"}:
        setattr(rules, hook, _coded(getattr(game, hook), codes))
    rules.next_state = _decoding(game.next_state, codes)
    if "order_moves" in rules.hooks:
        rules.order_moves = _decoding(game.order_moves, codes)
    rules.hash_state = _hash_state(game)
    rules.state_at = operator.getitem
    return rules


def inlines_rules(build: Callable[..., Any]) -> Callable[..., Any]:
    """Marks the maker of a search whose rules are compiled as part of it, instead of being called: see `inlining`."""
    vars(build)["inline"] = True
    return build


def plain_jit(*_signature: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """What takes the place of the compiler's decorator in plain Python."""
    return folded


def _coded(hook: Callable[[Any], Iterable[Any]], codes: MoveCodes) -> Callable[[Any], list[int]]:
    encode = codes.encode

    def int_moves(state: Any) -> list[int]:
        moves = hook(state)
        if moves is None:
            raise _no_moves(hook, state)
        return [move if move.__class__ is int and LOWEST_INT <= move <= HIGHEST_INT else encode(move) for move in moves]

    def other_moves(state: Any) -> list[int]:
        moves = hook(state)
        if moves is None:
            raise _no_moves(hook, state)
        return [encode(move) for move in moves]

    return int_moves if codes.packing is None else other_moves


def _no_moves(hook: Callable[[Any], Iterable[Any]], state: Any) -> RulesError:
    name = getattr(hook, "__name__", "legal_moves")
    return RulesError(f"{name} returned None: return a list, or yield the moves", hook=name, state=state)


def _decoding(hook: Callable[[Any, Any], Any], codes: MoveCodes) -> Callable[[Any, int], Any]:
    decode = codes.decode
    if codes.packing is None:
        return lambda state, code: hook(state, code if code >= LOWEST_INT else decode(code))
    return lambda state, code: hook(state, decode(code))


def _hash_state(game: Game) -> Callable[[Any], tuple[int, int]]:
    if has_hook(game, "key"):
        try:
            shape = key_shape(game.key(game.initial_state()))
        except Exception:  # there is no start, or it has no key: number the keys
            shape = None
        return hasher(game.current_player, game.key, shape)
    try:
        return hasher(game.current_player, None, state_shape(game))
    except CompileError:  # states of another kind: number them
        return hasher(game.current_player, None, None)
