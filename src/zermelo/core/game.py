"""The one definition of a game, and the words it is written in.

state          a whole position, an immutable value:    State(piles=(1, 2), player=0)
move           what a player may do in a state:         3, (0, 1), "pass"
player         0 (MAX), 1 (MIN), … or CHANCE (-1)
utility        the true result of a finished game:      +1, 0, -1, 38
evaluation     a guess for a state that is not over:    0.4, 12
value          what a state is worth, from MAX's point of view wherever people see it
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, NewType, TypeVar

from zermelo.core.errors import InputError, MissingRuleError, RulesError

CHANCE = -1
"""The player who rolls the dice and deals the cards."""

if TYPE_CHECKING:
    Bits = int  # so that `State(0, 0, 0)` and arithmetic on a field are well typed
else:
    Bits = NewType("Bits", int)
"""A word of 64 bits, for the fields of a state that is to be compiled. In plain Python it is an int.

Compiled, arithmetic on it wraps at 64 bits and `>>` brings in zeros: mask what may grow beyond 64 bits
(`& 0xFFFF_FFFF_FFFF_FFFF`) so that both ways of running agree.
"""

T = TypeVar("T")

MOST_LISTED = 100_000
"""More moves than this in one state are taken for a list that never ends."""

RULES = (
    "initial_state", "current_player", "legal_moves", "next_state", "is_terminal", "utility", "evaluate",
    "chance_outcomes", "key", "symmetries", "order_moves", "noisy_moves", "null_move", "relevant_moves",
    "known_result", "value_bounds", "soonest_wins", "most_plies", "score",
)  # fmt: skip
"""The names of the methods that a search may ask."""


def with_item(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    """A copy of the tuple with one item changed; the way to do that in rules that are to be compiled.

    Raises `IndexError` for an index that is not from 0 to the length minus 1, compiled or not.
    """
    if not 0 <= index < len(values):
        raise IndexError(f"with_item: index {index} is out of range for {len(values)} items")
    return (*values[:index], value, *values[index + 1 :])


class Game:
    """Rules of a game. Write a subclass; states and moves are ordinary immutable values.

    Six methods make a game:

    | method | meaning |
    |---|---|
    | `initial_state()` | where the game starts |
    | `current_player(state)` | 0 (MAX), 1 (MIN), … or `CHANCE`; a player may move twice in a row |
    | `legal_moves(state)` | iterable of moves, always in the same order; empty only if the game is over |
    | `next_state(state, move)` | the state after the move; changes nothing |
    | `is_terminal(state)` | whether the game is over |
    | `utility(state, player)` | the true result for that player, asked for terminal states only |

    Optional hooks; one that is not there costs nothing:

    | hook | meaning |
    |---|---|
    | `evaluate(state, player)` | a guess of the result, for a state that is not terminal |
    | `chance_outcomes(state)` | for a chance state: pairs (outcome, probability) that sum to 1 |
    | `key(state)` | identity of the state in tables, an int or a tuple of ints; the player to move is always added |
    | `symmetries(state)` | states that have the same value and the same player to move |
    | `order_moves(state, move)` | how promising the move looks, an int; higher is tried first |
    | `noisy_moves(state)` | the legal moves that must be tried before a guess is trusted (captures) |
    | `null_move(state)` | the state after the mover passes; the state itself where passing would prove nothing |
    | `relevant_moves(state)` | legal moves that suffice for the value and its distance, at least one: forced replies |
    | `known_result(state)` | (known, utility of player 0, plies to the end) if the rules tell it without a search |
    | `value_bounds(state)` | the lowest and the highest utility of player 0 still possible |
    | `soonest_wins(state)` | in how many plies player 0 can win at the soonest, and player 1, if no result is known |
    | `most_plies(state)` | how many plies the game can last at most from here |
    | `score(state, value, distance)` | what players of this game call a solved state; `value` is player 0's |
    | `parse_move(text)`, `format_move(move)` | how people write a move |
    | `parse_state(text)`, `format_state(state)` | how people write a position |
    | `render(state)`, `render_svg(state)` | how people see a position |
    | `player_names` | what people call the players, player 0 first: `("X", "O")` |

    To be compiled, a state is a `NamedTuple` of `int`, `Bits` and short tuples of them, and a move is an int
    or a `NamedTuple` of small ints.
    """

    num_players: int = 2

    repetition: str | None = None
    """What it means when a position comes back: "draw" (utility 0), "loss" (-1 for the player who brought it back),
    "forbidden" (such a move is not legal; who has no other loses, -1), or None: it means nothing, and the game
    must end by other rules."""

    player_names: tuple[str, ...] | None = None
    """What people call the players, player 0 first; None where they are just the first and the second player."""

    # ── the rules ────────────────────────────────────────────────────────────────────────────────

    def initial_state(self) -> Any:
        """Where the game starts."""
        raise MissingRuleError(f"{type(self).__name__} does not say where it starts: write initial_state(self)")

    def current_player(self, state: Any) -> int:
        """0 (MAX), 1 (MIN), … or `CHANCE`: who acts in this state."""
        raise MissingRuleError(f"{type(self).__name__} does not say who moves: write current_player(self, state)")

    def legal_moves(self, state: Any) -> Iterable[Any]:
        """The moves of the current player, always in the same order; empty only if the game is over."""
        raise MissingRuleError(f"{type(self).__name__} has no moves: write legal_moves(self, state)")

    def next_state(self, state: Any, move: Any) -> Any:
        """The state after the move. It returns a new state and leaves the old one as it was."""
        raise MissingRuleError(f"{type(self).__name__} does not play moves: write next_state(self, state, move)")

    def is_terminal(self, state: Any) -> bool:
        """Whether the game is over. A draw is over too."""
        raise MissingRuleError(f"{type(self).__name__} does not say when it ends: write is_terminal(self, state)")

    def utility(self, state: Any, player: int) -> float:
        """The true result for that player; asked for terminal states only."""
        raise MissingRuleError(f"{type(self).__name__} has no results: write utility(self, state, player)")

    if TYPE_CHECKING:  # Optional hooks. They are absent unless a game writes them: see `has_hook`.
        evaluate: Callable[[Any, int], float]
        chance_outcomes: Callable[[Any], Iterable[tuple[Any, float]]]
        key: Callable[[Any], Any]
        symmetries: Callable[[Any], Iterable[Any]]
        order_moves: Callable[[Any, Any], int]
        noisy_moves: Callable[[Any], Iterable[Any]]
        null_move: Callable[[Any], Any]
        relevant_moves: Callable[[Any], Iterable[Any]]
        known_result: Callable[[Any], tuple[bool, float, int]]
        value_bounds: Callable[[Any], tuple[float, float]]
        soonest_wins: Callable[[Any], tuple[int, int]]
        most_plies: Callable[[Any], int]
        score: Callable[[Any, float, int | None], float]
        parse_state: Callable[[str], Any]
        format_state: Callable[[Any], str]
        render: Callable[[Any], str]
        render_svg: Callable[[Any], str]

    # ── how people write it ──────────────────────────────────────────────────────────────────────

    def format_move(self, move: Any) -> str:
        """The move as people write it; the default is `str(move)`."""
        return str(move)

    def parse_move(self, text: str) -> Any:
        """The move that a text means; the default reads an int. Legality is not asked here."""
        try:
            return int(text)
        except ValueError:
            raise InputError(f"{text!r} is not a move of {type(self).__name__}: a whole number is meant") from None

    @classmethod
    def from_text(cls, text: str) -> tuple[Game, Any]:
        """The game and the state that a position's text describes; an empty text is the start of the default game.

        A game whose size or shape stands in the text (the row of coins, the piles) overrides this.
        """
        game = cls()
        if not text.strip():
            return game, game.initial_state()
        if not has_hook(game, "parse_state"):
            raise InputError(
                f"{cls.__name__} cannot read positions: leave the position out to start from the beginning, "
                f"or write parse_state(self, text)",
                text=text,
            )
        state = game.parse_state(text)
        if state is None:
            raise RulesError(
                f"parse_state returned None for {text!r}: return the state", hook="parse_state", state=None
            )
        return game, state

    def as_state(self, state: Any) -> Any:
        """The state that a caller's value stands for: itself, unless the game wraps states of another kind."""
        return state

    @staticmethod
    def from_functions(
        *,
        moves: Callable[[Any], Sequence[Any]],
        score: Callable[[Any], float],
        player: Callable[[Any], int] | None = None,
        evaluate: Callable[[Any], float] | None = None,
        start: Any = None,
    ) -> Game:
        """A game in the form of textbooks: two functions on states of any hashable kind.

        `moves(state)` lists the successor states and is empty at the end; `score(state)` is the result of a
        final state for the maximizing player. A move is an index in that list. Players alternate and MAX
        begins, unless `player(state)` says who moves. `evaluate(state)` is an optional guess for MAX.
        """
        from zermelo.core.functions import FunctionGame  # noqa: PLC0415  (a subclass of this class)

        return FunctionGame(moves=moves, score=score, player=player, evaluate=evaluate, start=start)


def has_hook(game: Game, name: str) -> bool:
    """Whether the game writes this optional hook."""
    return getattr(game, name, None) is not None


def root_state(game: Game, state: Any = None) -> Any:
    """The state to start from: the caller's, or the game's own start."""
    if state is None:
        return game.initial_state()
    if isinstance(state, str) and has_hook(game, "parse_state") and not isinstance(game.initial_state(), str):
        name = type(game).__name__
        raise InputError(
            f"{state!r} is a text, not a state of {name}: read it with game.parse_state({state!r}), "
            f"or game, state = {name}.from_text({state!r})"
        )
    return game.as_state(state)


def check_game(game: Any) -> None:
    """An error for what is no game, with the remedy for a class that was meant as one."""
    if isinstance(game, type) and issubclass(game, Game):
        raise InputError(f"{game.__name__} is a class: give an object of it, {game.__name__}()")
    if not isinstance(game, Game):
        raise InputError(f"{game!r} is not a game: an object of a subclass of zermelo.Game is meant")


def check_hashable(state: Any) -> None:
    """An error for a state that cannot be told apart from others: a list that a rule may change in place."""
    try:
        hash(state)
    except TypeError as error:
        raise RulesError(
            f"the state is not hashable ({error}): use tuples instead of lists, frozensets instead of sets",
            hook="initial_state",
            state=state,
        ) from error


def identity_of(game: Game, state: Any) -> Any:
    """What makes two states that are not over the same position: the game's key, or the state, and who is to move.

    The player belongs to it whatever the key says: the same board with the other player to move is another position.
    """
    return (game.key(state) if has_hook(game, "key") else state), game.current_player(state)


def moves_of(game: Game, state: Any) -> list[Any]:
    """The legal moves as a list; an error that shows the state if there are none although the game is not over."""
    moves = game.legal_moves(state)
    if moves is None:
        raise RulesError(
            "legal_moves returned None: return a list, or yield the moves", hook="legal_moves", state=state
        )
    moves = list(itertools.islice(moves, MOST_LISTED + 1))
    if len(moves) > MOST_LISTED:
        raise RulesError(f"more than {MOST_LISTED} moves: does the list of moves end?", hook="legal_moves", state=state)
    if not moves:
        raise RulesError(
            "there is no legal move, but is_terminal says that the game is not over: "
            "a player who cannot move passes (a move of its own) or the game has ended",
            hook="legal_moves",
            state=state,
        )
    return moves


def player_of(game: Game, state: Any) -> int:
    """0 or 1: who moves, for the searches of two players; an error for any other answer."""
    player = game.current_player(state)
    if player == 0 or player == 1:  # noqa: PLR1714  (the fast form: this runs at every node)
        return player
    if player == CHANCE and has_hook(game, "chance_outcomes"):
        raise RulesError(
            "this search is for two players without chance, but a chance state was reached",
            hook="current_player",
            state=state,
        )
    raise RulesError(
        f"current_player returned {player!r}: 0 (MAX) or 1 (MIN) is meant", hook="current_player", state=state
    )
