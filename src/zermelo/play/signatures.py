"""What every rule of a game is called with, and which rules of a user's game cannot be called like that.

Asked only after a call has failed: a method that nobody calls may look as its author likes.
"""

from __future__ import annotations

import ast
import inspect
import linecache
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from zermelo.core.functions import FunctionGame
from zermelo.core.game import Game

ARGUMENTS: dict[str, tuple[str, ...]] = {
    "initial_state": (),
    "current_player": ("state",),
    "legal_moves": ("state",),
    "next_state": ("state", "move"),
    "is_terminal": ("state",),
    "utility": ("state", "player"),
    "evaluate": ("state", "player"),
    "chance_outcomes": ("state",),
    "key": ("state",),
    "symmetries": ("state",),
    "order_moves": ("state", "move"),
    "noisy_moves": ("state",),
    "null_move": ("state",),
    "relevant_moves": ("state",),
    "known_result": ("state",),
    "value_bounds": ("state",),
    "soonest_wins": ("state",),
    "most_plies": ("state",),
    "score": ("state", "value", "distance"),
    "parse_move": ("text",),
    "format_move": ("move",),
    "parse_state": ("text",),
    "format_state": ("state",),
    "render": ("state",),
    "render_svg": ("state",),
    "from_text": ("text",),
}
"""The methods of a game and what they are given, as the docstring of `Game` has them."""

FUNCTIONS: dict[str, tuple[str, ...]] = {"moves": ("state",), "score": ("state",), "player": ("state",)}
"""The same for the functions of `Game.from_functions`; a game keeps them under these names with a `_` before."""


@dataclass(frozen=True)
class Misfit:
    """A rule that cannot be called as it is meant to be; `place` is where it is written, if that is known."""

    rule: str
    owner: str
    what: str
    given: tuple[str, ...]
    remedy: str
    place: str | None

    @property
    def message(self) -> str:
        given = " and ".join(f"the {name}" for name in self.given) or "nothing"
        lines = [f"{self.rule} of {self.owner} {self.what}", self.place, f"it is given {given}: {self.remedy}"]
        return "\n".join(line for line in lines if line)


def misfits(game: Game | type[Game], is_users: Callable[[Any], bool]) -> Iterator[Misfit]:
    """The rules that the user has written and that cannot be called with what rules are given."""
    kind: Any = game if inspect.isclass(game) else type(game)
    for name, given in ARGUMENTS.items():
        written_in = next((base for base in kind.__mro__ if name in vars(base)), None)
        of_object = not inspect.isclass(game) and name in getattr(game, "__dict__", {})
        if not is_users(written_in) and not (of_object and is_users(kind)):
            continue
        what = what_is_wrong(inspect.getattr_static(game, name), given, name, of_object)
        if what:
            decorated = "@classmethod, def from_text(cls, text)" if name == "from_text" else ""
            remedy = f"write {decorated or 'def ' + name + '(' + ', '.join(('self', *given)) + ')'}"
            place = place_of(inspect.getattr_static(game, name), kind if of_object else written_in, name)
            yield Misfit(name, kind.__name__, what, given, remedy, place)
    for name, given in FUNCTIONS.items():
        function = getattr(game, f"_{name}", None)
        what = None
        if isinstance(game, FunctionGame) and function is not None:
            what = what_is_wrong(function, given, name, of_object=True)
        if what:
            remedy = f"write a function of one argument for {name}="
            yield Misfit(name, "Game.from_functions", what, given, remedy, place_of(function, None, name))


def what_is_wrong(rule: Any, given: tuple[str, ...], name: str, of_object: bool) -> str | None:
    """In words, for the attribute as it stands in the class or, if `of_object`, in the object; None if it fits."""
    before = () if of_object else ("self",)
    if isinstance(rule, property):
        return "is a property, not a method (without @property it is one)"
    if isinstance(rule, (staticmethod, classmethod)):
        before = ("cls",) if isinstance(rule, classmethod) else ()
        rule = rule.__func__
    elif name == "from_text" and not of_object:
        return "is not a class method"
    if not callable(rule):
        return f"is {rule!r:.40}, not a method"
    if inspect.iscoroutinefunction(rule):
        return "is async: a rule answers at once"
    if inspect.isclass(rule) or fits(rule, (*before, *given)):
        return None
    name = getattr(rule, "__name__", name)
    return f"takes other arguments: it is written {written(rule, name)}"


def fits(function: Any, arguments: tuple[str, ...]) -> bool:
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):
        return True  # nobody can tell
    try:
        signature.bind(*arguments)
    except TypeError:
        return False
    return True


def written(function: Any, name: str) -> str:
    return f"{name}({', '.join(str(one) for one in inspect.signature(function).parameters.values())})"


def place_of(rule: Any, kind: type | None, name: str) -> str | None:
    """File, line and text of the rule's `def`; of the line that gives it its value, if it is no function."""
    rule = getattr(rule, "__func__", None) or getattr(rule, "fget", None) or rule
    code = getattr(inspect.unwrap(rule) if callable(rule) else rule, "__code__", None)
    if code is not None:
        return shown_place(code.co_filename, first_line(code.co_filename, code.co_firstlineno))
    try:
        assert kind is not None
        lines, first = inspect.getsourcelines(kind)
        file = inspect.getsourcefile(kind)
        tree = ast.parse(textwrap.dedent("".join(lines)))
    except (AssertionError, OSError, TypeError, SyntaxError):
        return None
    for node in ast.walk(tree):
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        if any(name in (getattr(target, "id", None), getattr(target, "attr", None)) for target in targets):
            return shown_place(file, first + getattr(node, "lineno", 1) - 1)
    return shown_place(file, first)


def first_line(filename: str, line: int) -> int:
    """The line of the `def`, behind its decorators."""
    while linecache.getline(filename, line).lstrip().startswith("@"):
        line += 1
    return line


def shown_place(filename: str | None, line: int) -> str:
    return f"  {filename}, line {line}\n    {linecache.getline(filename or '', line).strip()}"
