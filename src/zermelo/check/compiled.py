"""11 compiled, second part: the compiled rules against the plain ones, in a process of their own.

A compiled rule can loop for ever or take the whole process down; here neither harms the check.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
import time
import warnings
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from zermelo.check.asking import Rules
from zermelo.check.kinds import Problem
from zermelo.check.report import FAULT, NOTE
from zermelo.check.worker import work
from zermelo.core.game import Game
from zermelo.kernel.available import why_unavailable
from zermelo.kernel.native import why_not

COMPILE_SECONDS = 120.0
ANSWER_SECONDS = 2.0
_BUSY_MACHINE = 6  # how many times longer, where others are served as well

_REMEDY = (
    "look at what 64 bits change in this rule: a number beyond them, a negative number that is shifted, // and % of "
    "Bits, an index that is negative or too large"
)


@dataclass
class Comparison:
    """What came of it: problems, each with the path to its position as indices of branches."""

    problems: list[tuple[Problem, tuple[int, ...]]] = field(default_factory=list)
    facts: dict[str, Any] = field(default_factory=dict)
    skipped: str | None = None
    refused: bool = False  # the compiler does not take these rules: they always run in plain Python


def compare(
    rules: Rules, root: Any, seed: int, seconds: float, demanded: bool, on_wait: Callable[[str], None]
) -> Comparison:
    """Compiled against plain; `demanded` makes it a fault if there is nothing to compare."""
    result = Comparison()
    reason = why_unavailable() or why_not(rules.game)
    if reason is None:
        reason = _no_process(rules.game)
    if reason is not None:
        result.skipped = reason
        if demanded:
            problem = Problem(11, "cannot", "next_state", reason, "leave compiled=True out to check plain rules only")
            result.problems.append((problem, ()))
        return result
    pipe, process = _started(rules.game, root, seed, seconds)
    try:
        _listen(pipe, process, rules, result, demanded, seconds, on_wait)
    finally:
        process.kill()
        process.join(5)
        pipe.close()
    return result


def _method() -> str:
    """Forked processes have the game as it is; others must be able to import its class."""
    return "fork" if "fork" in multiprocessing.get_all_start_methods() else "spawn"


def _no_process(game: Game) -> str | None:
    if sys.platform in ("emscripten", "wasi"):
        return "there are no other processes here, in which compiled rules could be tried"
    if _method() == "spawn" and (type(game).__module__ == "__main__" or "<locals>" in type(game).__qualname__):
        return "another process cannot import the game: put its class into a module"
    return None


def _started(game: Game, root: Any, seed: int, seconds: float) -> tuple[Any, Any]:
    context = multiprocessing.get_context(_method())
    ours, theirs = context.Pipe()
    process = context.Process(target=work, args=(theirs, game, root, seed, seconds), daemon=True)  # type: ignore[attr-defined]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # other threads of the caller's: the child uses none
        process.start()
    theirs.close()
    return ours, process


def _listen(
    pipe: Any,
    process: Any,
    rules: Rules,
    result: Comparison,
    demanded: bool,
    seconds: float,
    on_wait: Callable[[str], None],
) -> None:
    """Reads what the process says until it is done, falls silent, or dies."""
    compiled = False
    last: Any = ("plain",)
    silence, begun = Silence(process.pid), time.monotonic()
    while True:
        if not pipe.poll(0.1):
            on_wait("compiled rules" if compiled else "compiling")
            if silence.is_too_long(ANSWER_SECONDS if compiled else COMPILE_SECONDS):
                _silent(rules, result, compiled, last)
                return
            continue
        try:
            message = pipe.recv()
        except (EOFError, OSError):
            if last[0] == "at":
                result.problems.append((_crash(rules, last[1]), last[2]))
            return
        silence = Silence(process.pid)
        if message[0] in ("at", "plain"):
            last = message
            if time.monotonic() - begun > 2 * seconds + COMPILE_SECONDS + ANSWER_SECONDS:
                return
            continue
        if message[0] == "ready":
            compiled = True
            result.facts["compile_seconds"] = round(message[1], 2)
        elif message[0] == "cannot":
            severity = FAULT if demanded else NOTE
            text = f"the rules run in plain Python only: {message[1]}"
            result.problems.append((Problem(11, "cannot", message[2], text, "", severity), ()))
            result.skipped, result.refused = message[1], True
            return
        elif message[0] == "differs":
            _, hook, path, plain, other = message
            text = f"plain Python gives {plain} and the compiled rule gives {other}"
            result.problems.append(
                (Problem(11, f"differs: {hook}", hook, text, _REMEDY, FAULT, rules.place(hook)), path)
            )
        elif message[0] == "broken":
            return
        elif message[0] == "done":
            result.facts["positions_compared"] = message[1]
            if message[2]:
                result.facts["positions_per_second_compiled"] = message[2]
            return


class Silence:
    """How long a process has said nothing, in seconds of its own work where these can be asked for (Linux)."""

    def __init__(self, pid: int):
        self._pid, self._since = pid, time.monotonic()
        self._used: float | None = None

    def is_too_long(self, seconds: float) -> bool:
        waited, used = time.monotonic() - self._since, self._processor_seconds()
        if used is None:
            return waited > seconds
        self._used = used if self._used is None else self._used
        return used - self._used > 0.8 * seconds or waited > _BUSY_MACHINE * seconds

    def _processor_seconds(self) -> float | None:
        try:
            fields = Path(f"/proc/{self._pid}/stat").read_text().rpartition(")")[2].split()
            return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        except (OSError, ValueError, IndexError, AttributeError):
            return None


def _silent(rules: Rules, result: Comparison, compiled: bool, last: Any) -> None:
    if not compiled:
        result.skipped = f"compiling took more than {COMPILE_SECONDS:.0f} s and was stopped"
    elif last[0] == "at":
        text = f"the compiled rule did not come back in {ANSWER_SECONDS:.0f} s: a loop that ends in plain Python only"
        place = rules.place(last[1])
        result.problems.append((Problem(11, f"loops: {last[1]}", last[1], text, _REMEDY, FAULT, place), last[2]))


def _crash(rules: Rules, hook: str) -> Problem:
    text = "the compiled rule brought its process down"
    return Problem(11, f"crash: {hook}", hook, text, _REMEDY, FAULT, rules.place(hook))
