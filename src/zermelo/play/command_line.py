"""The program `zermelo`: its commands put together, and every error told as one message.

A new command is a function in a file of its own, with its name in `COMMANDS`.

    exit code 0      a result was printed, a finished game's or an early one's after Ctrl-C too
    exit code 1      `check` found a fault in a game's rules
    exit code 2      something that was given is wrong, and the message says what
    exit code 130    a second Ctrl-C
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Sequence
from typing import Annotated, Any

import typer

from zermelo.play.best import best
from zermelo.play.book import book
from zermelo.play.check import check
from zermelo.play.compile import compile_game
from zermelo.play.console import make_streams_tolerant, printable
from zermelo.play.count import count
from zermelo.play.explain import explain
from zermelo.play.faults import message_of, users_line
from zermelo.play.games import games
from zermelo.play.perft import perft
from zermelo.play.solve import solve
from zermelo.play.terminal import play
from zermelo.play.tree import tree
from zermelo.play.verify import verify

COMMANDS: dict[str, tuple[Callable[..., None], str]] = {
    "best": (best, "zermelo best connect-four 4453 --seconds 5"),
    "solve": (solve, "zermelo solve tic-tac-toe --proof draw.proof"),
    "verify": (verify, "zermelo verify draw.proof"),
    "book": (book, "zermelo book tic-tac-toe 3 --output openings.book"),
    "play": (play, "zermelo play tic-tac-toe --first computer --second human"),
    "games": (games, "zermelo games connect-four"),
    "count": (count, "zermelo count tic-tac-toe XO......."),
    "perft": (perft, "zermelo perft connect-four 8 --divide"),
    "tree": (tree, "zermelo tree nim 2,3 -o nim.html"),
    "explain": (explain, "zermelo explain tic-tac-toe XX..O...."),
    "check": (check, "zermelo check connect-four --seconds 10"),
    "compile": (compile_game, "zermelo compile connect-four"),
}
"""Every command: its function, and an example for its help."""


def _print_version(asked: bool) -> None:
    if asked:
        from importlib.metadata import version

        print(f"zermelo {version('zermelo')}")  # noqa: T201
        raise typer.Exit


def zermelo(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version.", callback=_print_version, is_eager=True)
    ] = False,
) -> None:
    """Best moves and exact values for games written once, in plain Python."""


def application() -> typer.Typer:
    app = typer.Typer(
        name="zermelo",
        add_completion=False,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
        epilog="Example: zermelo best coins 2,3,5,8",
    )
    app.callback()(zermelo)
    for name, (command, example) in COMMANDS.items():
        app.command(name, epilog=f"Example: {example}")(command)
    return app


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command in `arguments` (else of the process) and returns the exit code."""
    make_streams_tolerant()
    arguments = list(sys.argv[1:] if arguments is None else arguments) or ["--help"]
    try:
        code = run(arguments)
        sys.stdout.flush()
        return code
    except BrokenPipeError:
        return close_broken_pipe()
    except KeyboardInterrupt:  # while the result was being printed
        return 130


def run(arguments: list[str]) -> int:
    command = typer.main.get_command(application())
    try:
        code: Any = command.main(args=texts_protected(arguments), prog_name="zermelo", standalone_mode=False)
        return code if isinstance(code, int) else 0
    except (KeyboardInterrupt, typer.Abort):
        return 130
    except (BrokenPipeError, SystemExit) as error:
        if users_line(error) is None:  # the reader of the output has gone, and it is not the user's rules that say so
            raise
        return complain(message_of(error))
    except Exception as error:
        if hasattr(error, "format_message"):  # an error of Typer's own: a wrong option or argument
            return complain(usage_message(error, arguments))
        return complain(message_of(error))


def complain(message: str) -> int:
    print(f"error: {printable(message)}", file=sys.stderr)  # noqa: T201
    return 2


def usage_message(error: Any, arguments: list[str]) -> str:
    """What is wrong with the options, and where to read what would be right."""
    context = getattr(error, "ctx", None)
    path = context.command_path if context is not None else "zermelo"
    message = str(error.format_message()).strip()
    unknown = getattr(error, "option_name", None)
    if unknown and unknown in "".join(arguments) and not re.match("--?[a-z]", unknown):
        message += " (a position that begins with - may stand behind --)"
    return f"{message}\ntry: {path} --help"


def texts_protected(arguments: list[str]) -> list[str]:
    """Positions may begin with a dash, as Othello's do: behind `--`, such an argument is no option."""
    if "--" in arguments:
        return arguments
    options, texts = [], []
    for previous, argument in zip(["", *arguments], arguments):
        is_text = len(argument) > 1 and argument[0] == "-" and not re.match(r"--?[a-z]", argument)
        (texts if is_text and not previous.startswith("--") else options).append(argument)
    return [*options, "--", *texts] if texts else options


def close_broken_pipe() -> int:
    """Whoever read the output has read enough: nothing is said, and nothing more is written."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 1


if __name__ == "__main__":
    sys.exit(main())
