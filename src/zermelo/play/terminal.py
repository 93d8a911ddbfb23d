"""`zermelo play`: a game in the terminal, a person against the computer or two of either.

match      the states of a game from its start to now, and whose move led to each
entry      a line that a person typed: a move, or one of the words in `HELP`
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from contextlib import nullcontext, suppress
from enum import StrEnum
from operator import attrgetter, itemgetter
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from zermelo.core.errors import InputError
from zermelo.core.game import CHANCE, Game, moves_of
from zermelo.core.limits import Limits
from zermelo.core.repetition import WithHistory, unrolled
from zermelo.play import words
from zermelo.play.best import board_of
from zermelo.play.console import console, print_board, printable, shown
from zermelo.play.faults import rules_of
from zermelo.play.loading import load_book, load_position
from zermelo.play.opponent import Computer, Level
from zermelo.play.options import BookFile, GameName, Position, any_number, whole_number
from zermelo.play.running import Presses, second_ctrl_c_quits

if TYPE_CHECKING:
    from rich.console import Console

T = TypeVar("T")

HELP = {
    "moves": "the legal moves",
    "hint": "what the computer would play",
    "undo": "take your last move back",
    "board": "show the board again",
    "quit": "leave the game",
    "help": "this list",
}

_MOVES_SHOWN = 200


class Kind(StrEnum):
    HUMAN = "human"
    COMPUTER = "computer"


def play(
    game: GameName,
    position: Position = "",
    first: Annotated[
        Kind | None, typer.Option("--first", help="Who plays for the first player: human if it is not said.")
    ] = None,
    second: Annotated[
        Kind | None, typer.Option("--second", help="Who plays for the second player: else the other kind.")
    ] = None,
    seconds: Annotated[
        float | None, typer.Option("--seconds", help="The computer's time a move.", metavar="S", parser=any_number)
    ] = None,
    depth: Annotated[
        int | None, typer.Option("--depth", help="The computer's depth in plies.", metavar="N", parser=whole_number)
    ] = None,
    level: Annotated[
        Level, typer.Option("--level", help="How strong the computer is: easy looks 1 ply ahead, medium 3.")
    ] = Level.HARD,
    book: BookFile = None,
    seed: Annotated[
        int | None, typer.Option("--seed", help="Makes the dice repeatable.", metavar="N", parser=whole_number)
    ] = None,
) -> None:
    """Play a game in the terminal, against the computer or each other.

    At the prompt: a move, or moves, hint, undo, board, quit, help. Ctrl-C lets the computer move at once,
    twice within a second it ends a game without a person.
    """
    limits = Limits(depth=depth, seconds=seconds)
    if level is not Level.HARD and not limits.unlimited:
        raise InputError(f"--level {level.value} is a depth: leave out --depth and --seconds, or the level")
    if level is not Level.HARD and book is not None:
        raise InputError(f"--level {level.value} does not look into a book: leave out --book, or the level")
    rules, state = load_position(game, position)
    out = console()
    match = Match(rules, state)
    kinds = kinds_of(rules, first, second)
    dice = random.Random(seed)
    hearing = nullcontext(Presses()) if Kind.HUMAN in kinds else second_ctrl_c_quits()  # a person can just leave
    computer = Computer((game, position), limits, level, dice, load_book(book, rules))
    with rules_of(rules), hearing as presses, computer.at_the_table():
        ended = play_to_the_end(out, match, kinds, computer, dice, presses)
        say(out, "")
        if ended:
            show_board(out, match)
            say(out, match.result_in_words(), style="bold")
        else:
            say(out, "the game ends here, unfinished", style="bold")


def kinds_of(game: Game, first: Kind | None, second: Kind | None) -> list[Kind]:
    """Who plays for each player. What is not said is a person for the first one, and a person's opponent is the
    computer: two computers play only if both are asked for.
    """
    first = first or Kind.HUMAN
    second = second or (Kind.HUMAN if first is Kind.COMPUTER else Kind.COMPUTER)
    return [first, *[second] * max(1, game.num_players - 1)]


class Match:
    """A game being played. With a declared repetition, its states remember the positions before them."""

    def __init__(self, game: Game, state: Any):
        self.game = game
        self.rules = unrolled(game)
        self.states = [self.rules.as_state(state)]
        self.players: list[int] = []  # who made the move from each state to the next

    @property
    def state(self) -> Any:
        return self.states[-1]

    @property
    def board(self) -> Any:
        """The state as the game itself knows it, without a history."""
        return self.state.state if isinstance(self.rules, WithHistory) else self.state

    @property
    def over(self) -> bool:
        return bool(self.rules.is_terminal(self.state))

    @property
    def player(self) -> int:
        return self.rules.current_player(self.state)

    def moves(self) -> list[Any]:
        return moves_of(self.rules, self.state)

    def make(self, move: Any) -> None:
        player = self.player
        self.states.append(self.rules.next_state(self.state, move))
        self.players.append(player)

    def take_back(self, kinds: list[Kind]) -> bool:
        """Back to where a person was to move last; False if there was no such place."""
        places = [place for place, player in enumerate(self.players) if is_human(kinds, player)]
        if not places:
            return False
        del self.states[places[-1] + 1 :]
        del self.players[places[-1] :]
        return True

    def result_in_words(self) -> str:
        return words.result_in_words(self.rules, self.state)

    def asked(self, ask: Callable[[Game, Any], T], move_of: Callable[[T], Any]) -> T:
        """The answer of a search. It does not know the earlier positions of the game: where these forbid its
        move, the slower search that knows them is asked.
        """
        answer = ask(self.game, self.board)
        if self.rules is not self.game and move_of(answer) not in self.moves():
            answer = ask(self.rules, self.state)
        return answer


def is_human(kinds: list[Kind], player: int) -> bool:
    return player != CHANCE and kinds[player] is Kind.HUMAN


def play_to_the_end(
    out: Console, match: Match, kinds: list[Kind], computer: Computer, dice: random.Random, presses: Presses
) -> bool:
    """Plays until the game is over, or until a person leaves it: then False."""
    if any(kind is Kind.HUMAN for kind in kinds) and not match.over:
        say(out, "your move, or: " + ", ".join(HELP), style="dim")
    while not match.over:
        player = match.player
        if player == CHANCE:
            outcomes = list(match.game.chance_outcomes(match.board))
            [outcome] = dice.choices([one for one, _ in outcomes], [float(weight) for _, weight in outcomes])
            say(out, f"chance: {words.move_text(match.game, outcome)}")
            match.make(outcome)
            continue
        if is_human(kinds, player) or Kind.HUMAN not in kinds:  # a person sees the board once both have moved
            say(out, "")
            show_board(out, match)
        name = words.player_name(match.game, player)
        if is_human(kinds, player):
            move = ask(out, match, kinds, computer, name)
            if move is LEAVE:
                return False
            if move is UNDONE:
                continue
        else:
            move, result = match.asked(computer.choose, itemgetter(0))
            presses.leave_if_enough()
            if move is None:
                move = match.moves()[0]
            value = words.value_in_words(match.game, result)
            say(out, f"{name} plays {words.move_text(match.game, move)}  {value}", style="green")
        match.make(move)
    return True


LEAVE, UNDONE = object(), object()


def ask(out: Console, match: Match, kinds: list[Kind], computer: Computer, name: str) -> Any:
    """The person's move, or LEAVE, or UNDONE; whatever else is typed is answered and asked again."""
    game = match.game
    if sys.stdin.isatty():
        with suppress(ImportError):
            import readline  # noqa: F401  (gives `input` its editing keys and its history)
    moves = match.moves()
    if len(moves) == 1:
        say(out, f"the only move is {words.move_text(game, moves[0])}", style="dim")
    while True:
        try:
            entry = input(f"{name}> ").strip()
        except (EOFError, KeyboardInterrupt):
            say(out, "")
            return LEAVE
        if not sys.stdin.isatty():
            say(out, entry)  # the record of a game that is read from a file shows its moves too
        if not entry:
            continue
        try:
            return read_move(match, entry)
        except InputError as error:
            wrong = str(error)
        match entry.lower():
            case "quit" | "exit" | "q":
                return LEAVE
            case "help" | "?":
                for word, meaning in HELP.items():
                    say(out, f"  {word:6} {meaning}")
            case "moves":
                texts = [words.move_text(game, move) for move in match.moves()]
                rest = f" and {len(texts) - _MOVES_SHOWN} more" if len(texts) > _MOVES_SHOWN else ""
                say(out, "  ".join(texts[:_MOVES_SHOWN]) + rest)
            case "hint":
                result = match.asked(computer.think, attrgetter("move"))
                if result.move is not None:
                    say(out, f"hint: {words.move_text(game, result.move)}  {words.value_in_words(game, result)}")
            case "undo":
                if match.take_back(kinds):
                    return UNDONE
                say(out, "there is no move of yours to take back")
            case "board":
                show_board(out, match)
            case _:
                say(out, wrong)


def read_move(match: Match, entry: str) -> Any:
    """The legal move that was typed; an error that says what would be right if it is none."""
    legal = {words.move_text(match.game, move): move for move in match.moves()}
    if entry in legal:
        return legal[entry]
    some = "  ".join(list(legal)[:12]) + ("  …" if len(legal) > 12 else "")
    try:
        move = match.game.parse_move(entry)
    except InputError as error:
        raise InputError(f"{error}\nlegal here: {some}") from None
    except Exception as error:  # a parse_move of the user's own that trusts its text
        raise InputError(f"{shown(entry)} is not a move ({error})\nlegal here: {some}") from None
    for candidate in legal.values():
        if candidate == move:
            return candidate
    raise InputError(f"{shown(entry)} is not legal\nlegal here: {some}")


def say(out: Console, text: str, style: str = "") -> None:
    from rich.text import Text

    out.print(Text(printable(text), style=style))


def show_board(out: Console, match: Match) -> None:
    print_board(out, board_of(match.game, match.board))
