"""From Numba's pages to one line about the user's rules."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from zermelo.core.errors import CompileError

_PLACES = (re.compile(r'File "(?P<file>.+?)", line (?P<line>\d+)'), re.compile(r" at (?P<file>.+?) \((?P<line>\d+)\)"))
_COLOURS = re.compile(r"\x1b\[[0-9;]*m")
_FRAME = re.compile(r"^(Failed in nopython mode|During:|File \"|\s*$|-+%<-+)")

_HINTS = (
    (re.compile(r"Unknown attribute '_replace'"), "write the new state in full: State(field=…, …)"),
    (re.compile(r"GET_YIELD_FROM_ITER|yield from"), "write a loop with yield in place of `yield from`"),
    (re.compile(r"LOAD_SUPER_ATTR"), "write Base.method(self, …) in place of super().method(…)"),
    (re.compile(r"Unknown attribute '(?P<name>\w+)' of type \w+\("), "a state has only its fields: move what else it does to the game"),
    (re.compile(r"empty list|list\(undefined\)"), "yield the moves instead of building a list"),
    (re.compile(r"unbounded recursion|runaway recursion|re-entrant"), "put the case that ends the recursion first"),
)


def explain(error: BaseException, hook: str, where: str, files: set[str], problems: Mapping[str, CompileError]) -> CompileError:
    """The user's mistake in one line: which rule, which line, what to change. `where` names game and rule."""
    text = _COLOURS.sub("", str(error))
    file, line = _place(text, files)
    at = f" ({file}:{line})" if file else ""
    known = _known_problem(text, problems)
    if known is not None:
        return CompileError(f"{where}{at} cannot be compiled: {known}", hook=hook, line=line)
    message = _first_message(text)
    for pattern, hint in _HINTS:
        if pattern.search(text):
            message = f"{message}; {hint}"
            break
    return CompileError(f"{where}{at} cannot be compiled: {message}", hook=hook, line=line)


def _known_problem(text: str, problems: Mapping[str, CompileError]) -> CompileError | None:
    """The reason that was kept for a value that Numba then stumbled over."""
    found = re.search(r"(?:Untyped global name|freevar) '(\w+)'|closure variable '(\w+)'", text)
    name = next((group for group in found.groups() if group), None) if found else None
    return problems.get(name) if name else None


def _place(text: str, files: set[str]) -> tuple[str | None, int | None]:
    """The innermost place in the user's files, which is the first that Numba tells."""
    places: list[tuple[int, str, int]] = []
    for pattern in _PLACES:
        for match in pattern.finditer(text):
            for file in files:
                told = match["file"]
                if told == file or file.endswith("/" + told.lstrip("./")):
                    places.append((match.start(), file, int(match["line"])))
    if not places:
        return None, None
    _, file, line = min(places)
    return file, line


def _first_message(text: str) -> str:
    """The first line that says something; for a call without a fitting version, the call."""
    lines = [line.strip() for line in text.splitlines()]
    for number, line in enumerate(lines):
        if _FRAME.match(line):
            continue
        if line.startswith("No implementation of function") or line.startswith("Invalid use of"):
            call = next((later for later in lines[number + 1 :] if later.startswith(">>>")), "")
            return f"this cannot be computed with these types: {call[3:].strip()}"
        return line.rstrip(".:")
    return text.strip() or "no reason was given"


def refuse(where: str, code: Any, hook: str, problem: str) -> CompileError:
    """A rule that compiles but returns what it must not."""
    place = f" ({code.co_filename}:{code.co_firstlineno})" if code is not None else ""
    return CompileError(f"{where}{place} {problem}", hook=hook, line=getattr(code, "co_firstlineno", None))
