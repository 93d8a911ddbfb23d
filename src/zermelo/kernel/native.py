"""A search and a game's rules, compiled into one function: the door to compiled code.

    fast = native(game, build, ("ints",), options=(8,))
    fast(game.initial_state(), numpy.zeros(4, numpy.int64))      runs without the GIL

`build(rules, jit, options)` makes the functions of a search around compiled rules and returns the one to run. What
was compiled once is kept, in memory for this process and on disk for the next one, under a key that is the content
of everything it was made from.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from zermelo.core.errors import CompileError
from zermelo.core.game import Game
from zermelo.kernel.available import why_unavailable
from zermelo.kernel.fingerprint import Search, names_read, still_read
from zermelo.kernel.moves import MoveCodes, check_move_type, packing_of
from zermelo.kernel.words import Group, from_words, state_shape, to_words, words_of_all

if TYPE_CHECKING:
    from zermelo.kernel.program import Program

Build = Callable[[Any, Callable[..., Any], tuple[Any, ...]], Callable[..., Any]]


class Native:
    """A compiled search for one game; call it with a state of the user's and arrays.

    `compile_seconds` is the CPU time that getting it ready took, `from_cache` whether it came from disk.
    """

    def __init__(self, program: Program, shape: Group, codes: MoveCodes, read: list[tuple[Any, str, Any]]):
        self._entry, self._shape, self._read = program.entry, shape, read
        self.from_cache, self.compile_seconds = program.from_cache, program.compile_seconds
        self.encode_move, self.decode_move = codes.encode, codes.decode

    def __call__(self, state: Any, *arrays: Any) -> Any:
        return self._entry(self.encode_state(state), *arrays)

    def is_current(self) -> bool:
        """Whether every name that the rules read still means what it meant when this was made."""
        return still_read(self._read)

    def encode_state(self, state: Any) -> Any:
        """The state as an array of words; a `CompileError` if it is not of the kind that was compiled for."""
        import numpy as np  # noqa: PLC0415  (plain Python does without)

        return np.array(to_words(self._shape, state), np.uint64)

    def encode_states(self, states: Sequence[Any]) -> Any:
        """The words of all states, one state after another, in one array."""
        import numpy as np  # noqa: PLC0415

        return np.frombuffer(words_of_all(self._shape, states), np.uint64)

    def decode_state(self, words: Any) -> Any:
        return from_words(self._shape, words)


def why_not(game: Game) -> str | None:
    """Why this game cannot be compiled, as far as that can be seen without compiling; None if nothing is seen."""
    try:
        state_shape(game)
        check_move_type(game)
    except CompileError as error:
        return str(error)
    return None


def native(
    game: Game, build: Build, signature: tuple[Any, ...], *, options: tuple[Any, ...] = (), returns: Any = "int"
) -> Native:
    """The game compiled together with a search; a `CompileError` with one line that says what to change."""
    reason = why_unavailable()
    if reason is not None:
        raise CompileError(reason)
    from zermelo.kernel import program  # noqa: PLC0415  (imports Numba)

    shape, packing = state_shape(game), packing_of(game)
    if packing is None:
        check_move_type(game)
    ready = program.ready(game, packing, Search(build, signature, options, returns))
    return Native(ready, shape, MoveCodes(packing), names_read(game))
