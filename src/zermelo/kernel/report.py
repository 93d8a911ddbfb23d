"""From Numba's pages to one line about the user's rules: which rule, which line, what to change."""

# Numba declares no types.
# pyright: reportAttributeAccessIssue=false, reportGeneralTypeIssues=false

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from numba.core import types

from zermelo.core.errors import CompileError
from zermelo.kernel.bits import BitsType

_PLACES = (
    re.compile(r'File "(?P<file>.+?)", line (?P<line>\d+)'),
    re.compile(r"(?: at| from) (?P<file>\S+?) ?\((?P<line>\d+)\)"),
)
_COLOURS = re.compile(r"\x1b\[[0-9;]*m")
_NOT_A_MESSAGE = re.compile(r"^(Failed in nopython mode|During:|File \"|\s*$)")

_LITERAL = re.compile(r"Literal\[(\w+)\]\([^)]*\)")

_Rewrite = tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]]

_REWRITES: tuple[_Rewrite, ...] = (
    (
        re.compile(r"Unknown attribute '_replace' of type.*"),
        "_replace is not compiled; write State(field=…, …) in full",
    ),
    (re.compile(r"Unknown attribute '(\w+)' of type \S+#\d+\.self\b.*"), r"self has no attribute '\1'"),
    (re.compile(r"Unknown attribute '(\w+)' of type \S+#\d+\.(?:module |class )?(\S+).*"), r"\2 has no attribute '\1'"),
    (
        re.compile(r"Unknown attribute '(\w+)' of type (\w+)\(.*"),
        r"\2 has no field '\1'; methods and properties of a state are not compiled, move them to the game",
    ),
    (re.compile(r".*GET_YIELD_FROM_ITER.*"), "`yield from` is not compiled; write a loop with yield"),
    (re.compile(r".*LOAD_SUPER_ATTR.*"), "super() is not compiled with this Python; write Base.method(self, …)"),
    (re.compile(r".*use of yield in a closure.*"), "a generator expression is not compiled; write a loop"),
    (
        re.compile(r"Untyped global name '(any|all|reversed|sorted|map|filter|set|dict|frozenset)'.*"),
        r"\1() is not compiled; write a loop",
    ),
    (
        re.compile(r"Untyped global name '(\w+)':? *Cannot determine Numba type of <class '(.+)'>.*"),
        r"\1, of the class \2, is not compiled",
    ),
    (re.compile(r"Cannot determine Numba type of <class '(.+)'>.*"), r"an object of the class \1 is not compiled"),
    (
        re.compile(r"Can't unify (yield|return) type from the following types: (.+)"),
        lambda match: f"it {match[1]}s values of different types: " + _LITERAL.sub(r"\1", match[2]),
    ),
    (re.compile(r"NameError: (name '\w+' is not defined)"), r"\1"),
    (
        re.compile(r".*(?:re-entrant|runaway recursion|unbounded recursion).*"),
        "put the case that ends the recursion first",
    ),
    (re.compile(r"Signature mismatch.*"), "it does not take the arguments that it is called with"),
)


def told(numba_type: types.Type) -> str:
    """A Numba type in the words of Python."""
    named = ((types.NoneType, "None"), (types.UnicodeType, "a str"), (types.StringLiteral, "a str"))
    named += ((types.Boolean, "a bool"), (types.Integer, "an int"), (types.Float, "a float"), (BitsType, "Bits"))
    if isinstance(numba_type, types.Optional):
        return f"None on some path and {told(numba_type.type)} on others"
    if isinstance(numba_type, types.BaseNamedTuple):
        return f"a {numba_type.instance_class.__name__}"
    if isinstance(numba_type, types.BaseTuple):
        return f"a tuple ({', '.join(told(item).removeprefix('a ').removeprefix('an ') for item in numba_type)})"
    return next((words for cls, words in named if isinstance(numba_type, cls)), str(numba_type))


def explain(
    error: BaseException, hook: str, code: Any, where: str, files: set[str], problems: Mapping[str, CompileError]
) -> CompileError:
    """The reason why Numba refused, as the user's mistake. `where` names the game and the rule."""
    text = _COLOURS.sub("", str(error))
    file, line = _place(text, files)
    if file is None and code is not None:
        file, line = code.co_filename, code.co_firstlineno
    at = f" ({file}:{line})" if file else ""
    reason = _known_problem(text, problems) or _reason(text)
    return CompileError(f"{where}{at} cannot be compiled: {reason}", hook=hook or None, line=line)


def refuse(where: str, code: Any, hook: str, problem: str) -> CompileError:
    """A rule that compiles but returns what it must not."""
    return CompileError(
        f"{where} ({code.co_filename}:{code.co_firstlineno}) {problem}", hook=hook, line=code.co_firstlineno
    )


def _known_problem(text: str, problems: Mapping[str, CompileError]) -> str | None:
    """The reason that was kept for a value that Numba then stumbled over."""
    found = re.search(r"(?:Untyped global name|freevar|closure variable) '(\w+)'", text)
    return str(problems[found[1]]) if found and found[1] in problems else None


def _place(text: str, files: set[str]) -> tuple[str | None, int | None]:
    """The innermost place in the user's files, which is the first that Numba tells."""
    places: list[tuple[int, str, int]] = []
    for pattern in _PLACES:
        for match in pattern.finditer(text):
            for file in files:
                end = re.sub(r"^[./]+", "", match["file"])  # Numba shortens paths to ../../name.py
                if match["file"] == file or file.endswith("/" + end):
                    places.append((match.start(), file, int(match["line"])))
    if not places:
        return None, None
    _, file, line = min(places)
    return file, line


def _reason(text: str) -> str:
    """The first line that says something, in words that say what to change where they are known."""
    lines = [line.strip() for line in text.splitlines()]
    for number, line in enumerate(lines):
        if _NOT_A_MESSAGE.match(line):
            continue
        for pattern, words in _REWRITES:
            match = pattern.match(line)
            if match:
                return match.expand(words) if isinstance(words, str) else words(match)
        if line.startswith(("No implementation of function", "Invalid use of")):
            call = next((later[3:].strip() for later in lines[number + 1 :] if later.startswith(">>>")), "")
            return f"there is no {call or line}" if call else line
        return line.rstrip(".:")
    return text.strip() or "no reason was given"
