"""The process in which compiled rules are compared with plain ones; whatever they do there harms nobody.

What it says to the process that started it:

    ("plain",)                                 the plain rules are being asked now
    ("at", hook, path)                         the compiled rule is being asked now; the path is indices of branches
    ("cannot", message, hook)                  the rules cannot be compiled
    ("ready", seconds)                         they have been compiled, in so many seconds
    ("differs", hook, path, plain, compiled)   two answers, in words
    ("done", positions, positions a second)
    ("broken",)                                a plain rule raised
"""

from __future__ import annotations

import os
import random
import time
from collections import deque
from typing import Any

from zermelo.check.probe import (
    BOUNDS,
    EVALUATE,
    HASH,
    IMAGE,
    KNOWN,
    MOST,
    MOVES,
    NEXT,
    NOISY,
    NULL,
    ORDER,
    PLAY,
    PLAYER,
    RELEVANT,
    ROOM,
    SOONEST,
    TERMINAL,
    UTILITY,
    build_probe,
    writer_source,
)
from zermelo.check.report import repr_of
from zermelo.core.errors import CompileError, ZermeloError
from zermelo.core.game import CHANCE, Game, has_hook
from zermelo.kernel.native import native
from zermelo.kernel.rules import plain_rules
from zermelo.kernel.words import WORD, Leaf, Shape, state_shape, to_words, word_of_float

_BREADTH_FIRST = 400
_MOST_PLIES = 300
_MOST_DIFFERENCES = 6
_BRANCHES = 12


class _EnoughError(Exception):
    """Enough has been found."""


def work(pipe: Any, game: Game, root: Any, seed: int, seconds: float) -> None:
    """Everything that the process does."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)  # what a crash in compiled code prints
    try:
        _Comparison(pipe, game, root).run(seed, seconds)
    except CompileError as error:
        pipe.send(("cannot", str(error), error.hook or "next_state"))
    except (_EnoughError, BrokenPipeError, KeyboardInterrupt):
        pass
    except Exception:  # a rule broke in plain Python; the other checks tell that
        pipe.send(("broken",))
    finally:
        pipe.close()


class _Comparison:
    def __init__(self, pipe: Any, game: Game, root: Any):
        import numpy as np  # noqa: PLC0415  (only where something is compiled)

        self.pipe, self.game = pipe, game
        self.root = game.initial_state() if root is None else root
        self.shape = state_shape(game)
        self.plain = plain_rules(game)
        self.probe = native(game, build_probe, ("ints", "ints", "floats"), options=(writer_source(self.shape),))
        self.ask, self.ints = np.zeros(2, np.int64), np.zeros(ROOM, np.int64)
        self.floats = np.zeros(ROOM, np.float64)
        self.kinds = list(_leaves(self.shape))
        self.told: set[str] = set()
        self.positions = 0
        pipe.send(("ready", self.probe.compile_seconds))

    def run(self, seed: int, seconds: float) -> None:
        ends, chance = time.monotonic() + seconds, random.Random(seed)
        waiting: deque[tuple[Any, tuple[int, ...]]] = deque([(self.root, ())])
        while waiting and self.positions < _BREADTH_FIRST and time.monotonic() < ends - seconds / 2:
            state, path = waiting.popleft()
            for index, branch in enumerate(self.compare(state, path)):
                after = self.game.next_state(state, branch)
                if self._fits(after):
                    waiting.append((after, (*path, index)))
        while time.monotonic() < ends:
            self._random_game(chance, ends)
        self.pipe.send(("done", self.positions, self._speed()))

    def _random_game(self, chance: random.Random, ends: float) -> None:
        state, path = self.root, ()
        while len(path) < _MOST_PLIES and time.monotonic() < ends:
            branches = self.compare(state, path)
            if not branches:
                return
            index = chance.randrange(len(branches))
            state, path = self.game.next_state(state, branches[index]), (*path, index)
            if not self._fits(state):
                return

    def _fits(self, state: Any) -> bool:
        """Whether compiled rules can take this state at all; if not, the move that led to it has been told."""
        try:
            to_words(self.shape, state)
        except CompileError:
            return False
        return True

    # ── one position ─────────────────────────────────────────────────────────────────────────────

    def compare(self, state: Any, path: tuple[int, ...]) -> list[Any]:
        """Every rule, both ways; returns what can happen next in plain Python."""
        self.positions += 1
        self.pipe.send(("plain",))
        game, same = self.game, self._same
        terminal = bool(game.is_terminal(state))
        same("is_terminal", path, terminal, lambda: bool(self._first(state, path, "is_terminal", TERMINAL)))
        if terminal:
            for player in range(game.num_players):
                self._same_number("utility", path, state, UTILITY, player, game.utility(state, player))
            return []
        mover = game.current_player(state)
        same("current_player", path, int(mover), lambda: self._first(state, path, "current_player", PLAYER))
        self._same_hash(state, path)
        if mover == CHANCE:
            branches = [outcome for outcome, _ in game.chance_outcomes(state)]
        else:
            branches = list(game.legal_moves(state))
            same("legal_moves", path, branches, lambda: self._moves(state, path, "legal_moves", MOVES))
            self._optional(state, path)
            self._knowledge(state, path)
        step = -(-len(branches) // _BRANCHES) or 1
        for move in branches[::step]:
            code = self.plain.encode_move(move)
            self._same_state("next_state", path, state, NEXT, code, game.next_state(state, move))
            if has_hook(game, "order_moves") and mover != CHANCE:
                self._same_number("order_moves", path, state, ORDER, code, game.order_moves(state, move))
        return branches

    def _optional(self, state: Any, path: tuple[int, ...]) -> None:
        game = self.game
        if has_hook(game, "evaluate"):
            for player in range(game.num_players):
                self._same_number("evaluate", path, state, EVALUATE, player, game.evaluate(state, player))
        if has_hook(game, "noisy_moves"):
            noisy = list(game.noisy_moves(state))
            self._same("noisy_moves", path, noisy, lambda: self._moves(state, path, "noisy_moves", NOISY))
        if has_hook(game, "null_move"):
            self._same_state("null_move", path, state, NULL, 0, game.null_move(state))
        if has_hook(game, "symmetries"):
            for index, image in enumerate(game.symmetries(state)):
                self._same_state("symmetries", path, state, IMAGE, index, image)

    def _knowledge(self, state: Any, path: tuple[int, ...]) -> None:
        """What the rules tell a search without its asking further; of an unknown result only that it is unknown."""
        game = self.game
        if has_hook(game, "relevant_moves"):
            relevant = list(game.relevant_moves(state))
            self._same("relevant_moves", path, relevant, lambda: self._moves(state, path, "relevant_moves", RELEVANT))
        if has_hook(game, "known_result"):
            known, value, plies = game.known_result(state)
            plain = (True, value, plies) if known else (False,)
            self._same("known_result", path, plain, lambda: self._known(state, path))
        for hook, question in (("value_bounds", BOUNDS), ("soonest_wins", SOONEST)):
            if has_hook(game, hook):
                pair = getattr(game, hook)(state)
                self._same(hook, path, tuple(pair), lambda h=hook, q=question: self._numbers(state, path, h, q))
        if has_hook(game, "most_plies"):
            self._same_number("most_plies", path, state, MOST, 0, game.most_plies(state))

    # ── asking the compiled rules ────────────────────────────────────────────────────────────────

    def _asked(self, state: Any, path: tuple[int, ...], hook: str, question: int, detail: int = 0) -> int:
        self.pipe.send(("at", hook, path))
        self.ask[0], self.ask[1] = question, detail
        return self.probe(state, self.ask, self.ints, self.floats)

    def _first(self, state: Any, path: tuple[int, ...], hook: str, question: int) -> int:
        self._asked(state, path, hook, question)
        return int(self.ints[0])

    def _numbers(self, state: Any, path: tuple[int, ...], hook: str, question: int) -> tuple[float, float]:
        self._asked(state, path, hook, question)
        return float(self.floats[0]), float(self.floats[1])

    def _known(self, state: Any, path: tuple[int, ...]) -> Any:
        value, plies = self._numbers(state, path, "known_result", KNOWN)
        return (True, value, int(plies)) if self.ints[0] else (False,)

    def _moves(self, state: Any, path: tuple[int, ...], hook: str, question: int) -> Any:
        count = self._asked(state, path, hook, question)
        if count > ROOM:
            return f"{count:,} moves" if count < 1 << 20 else "moves without end"
        return [self.plain.decode_move(int(code)) for code in self.ints[:count]]

    def _same(self, hook: str, path: tuple[int, ...], plain: Any, compiled: Any) -> None:
        try:
            answer = compiled()
        except ZermeloError as error:
            answer = f"an error: {error}"
        except Exception as error:
            answer = f"{type(error).__name__}: {error}"
        if answer != plain:
            self._tell(hook, path, plain, answer)

    def _tell(self, hook: str, path: tuple[int, ...], plain: Any, compiled: Any) -> None:
        if hook not in self.told:
            self.told.add(hook)
            texts = [value if isinstance(value, str) else repr_of(value, 200) for value in (plain, compiled)]
            self.pipe.send(("differs", hook, path, *texts))
            if len(self.told) >= _MOST_DIFFERENCES:
                raise _EnoughError

    def _same_number(self, hook: str, path: Any, state: Any, question: int, detail: int, plain: Any) -> None:
        def compiled() -> Any:
            self._asked(state, path, hook, question, detail)
            number = float(self.floats[0])
            close = abs(number - plain) <= 1e-12 * max(1.0, abs(plain))
            return plain if close else number

        self._same(hook, path, plain, compiled)

    def _same_state(self, hook: str, path: Any, state: Any, question: int, detail: int, plain: Any) -> None:
        def compiled() -> Any:
            self._asked(state, path, hook, question, detail)
            words = to_words(self.shape, plain)
            for index, (name, kind) in enumerate(self.kinds):
                found = word_of_float(self.floats[index]) if kind == "float" else int(self.ints[index]) & WORD
                if found != words[index]:
                    value = float(self.floats[index]) if kind == "float" else _signed(found, kind)
                    return f"a state with {name} = {value}"
            return plain

        self._same(hook, path, plain, compiled)

    def _same_hash(self, state: Any, path: tuple[int, ...]) -> None:
        def compiled() -> Any:
            self._asked(state, path, "key", HASH)
            return int(self.ints[0]), int(self.ints[1])

        self._same("key", path, self.plain.hash_state(state), compiled)

    def _speed(self) -> int:
        """Positions a second of the compiled rules."""
        self.probe(self.root, _two(self.ask, PLAY, 100), self.ints, self.floats)
        begun, played = time.perf_counter(), 0
        while time.perf_counter() - begun < 0.1:
            count = self.probe(self.root, _two(self.ask, PLAY, 20_000), self.ints, self.floats)
            if not count:
                return 0
            played += count
        return int(played / (time.perf_counter() - begun))


def _two(ask: Any, question: int, detail: int) -> Any:
    ask[0], ask[1] = question, detail
    return ask


def _leaves(shape: Shape, name: str = "") -> Any:
    """Name and kind of every number in a state, in order."""
    if isinstance(shape, Leaf):
        yield name, shape.kind
        return
    for index, item in enumerate(shape.items):
        inner = shape.names[index] if shape.names else f"[{index}]"
        yield from _leaves(item, f"{name}.{inner}" if name and shape.names else f"{name}{inner}")


def _signed(word: int, kind: str) -> int:
    return word - (1 << 64) if kind == "int" and word >> 63 else word
