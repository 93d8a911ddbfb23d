"""Whether a solution agrees with the rules, entry by entry; what is shown is in `Solution.check`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from zermelo.core.errors import CompileError, ZermeloError
from zermelo.solve import work as w
from zermelo.solve.entries import Records, Remembered, packed_keys
from zermelo.solve.exploration import Exploration, SolveProgress
from zermelo.solve.failure import WrongSolutionError


def check(solution: Any, compiled: bool, on_progress: Callable[[SolveProgress], None] | None) -> int:
    """See `Solution.check`."""
    run = Exploration(solution.game, solution.root, compiled=compiled, on_progress=on_progress)
    run.enumerate()
    if run.count != len(solution):
        raise WrongSolutionError(f"there are {run.count:,} positions, and the solution has {len(solution):,}")
    run.find_cycles()
    if tuple(run.results()) != solution.results or run.work[w.DRAW] != solution.draw or run.cyclic != solution.cyclic:
        raise WrongSolutionError(
            f"the results of the game are others: {run.results()!r} by the rules, {list(solution.results)!r} in the "
            f"solution"
        )
    codes, ranks = codes_of(solution, run)
    wrong = run.compare(codes, ranks)
    if wrong >= 0:
        raise WrongSolutionError(
            f"the entry of a position does not follow from those of its successors (number {wrong} in the order of "
            f"discovery): the solution is damaged, solve the game anew"
        )
    return run.count


def codes_of(solution: Any, run: Exploration) -> tuple[Any, Any]:
    """The solution's codes as the machine writes them, by index, and the ranks of the results of finished positions."""
    entries = solution.entries
    if isinstance(entries, Remembered):
        if run.compiled:
            raise CompileError("this solution is kept in plain Python: give compiled=False to check it")
        return _remembered(solution, entries, run)
    return _native(solution, entries, run) if run.compiled else _plain(solution, entries, run)


def _native(solution: Any, entries: Records, run: Exploration) -> tuple[Any, Any]:
    import numpy as np

    layout, packed, order = packed_keys(run)
    _compare_layouts(layout, entries.layout)
    rows = np.frombuffer(entries.data, np.uint8, len(entries) * entries.record_bytes, entries.start)
    rows = rows.reshape(len(entries), entries.record_bytes)
    different = (rows[:, : layout.size] != packed).any(axis=1)
    if different.any():
        raise _other_position(int(different.argmax()))
    wide = np.zeros((len(entries), 8), np.uint8)
    wide[:, 8 - entries.code_bytes :] = rows[:, layout.size :]
    numbers = wide.view(">u8").reshape(-1).astype(np.int64)
    ranks, distances = numbers >> entries.distance_bits, numbers & ((1 << entries.distance_bits) - 1)
    if (ranks >= len(solution.results)).any() or (ranks < 0).any():
        raise _no_result(int((ranks >= len(solution.results)).argmax()))
    steps = np.array([solution.step(rank) for rank in range(len(solution.results))], np.int64)
    if (distances[steps[ranks] == 0] != 0).any():
        raise WrongSolutionError("a position with a drawn result has a distance")
    codes = np.empty(run.count, np.int64)
    codes[order] = (ranks << 32) + w.HALF - steps[ranks] * distances
    return codes, run.arrays.scores[: run.count] >> 32


def _plain(solution: Any, entries: Records, run: Exploration) -> tuple[Any, Any]:
    layout, packed, order = packed_keys(run)
    _compare_layouts(layout, entries.layout)
    codes = [0] * run.count
    for place, (key, index) in enumerate(zip(packed, order)):
        at = entries.start + place * entries.record_bytes
        if entries.data[at : at + layout.size] != key:
            raise _other_position(place)
        number = int.from_bytes(entries.data[at + layout.size : at + entries.record_bytes], "big")
        codes[index] = _machine_code(solution, entries.unpacked_code(number), place)
    return codes, [score >> 32 for score in run.arrays.scores[: run.count]]


def _remembered(solution: Any, entries: Remembered, run: Exploration) -> tuple[Any, Any]:
    codes = [0] * run.count
    for key, index in run.arrays.table.items():
        if key not in entries.codes:
            raise _other_position(index)
        codes[index] = _machine_code(solution, entries.codes[key], index)
    return codes, [score >> 32 for score in run.arrays.scores[: run.count]]


def _machine_code(solution: Any, code: int, place: int) -> int:
    rank, distance = code >> 32, code & w.LOW
    if rank >= len(solution.results):
        raise _no_result(place)
    if distance and not solution.step(rank):
        raise WrongSolutionError("a position with a drawn result has a distance")
    return (rank << 32) + w.HALF - solution.step(rank) * distance


def _compare_layouts(right: Any, found: Any) -> None:
    if right != found:
        raise WrongSolutionError(f"the positions have the ranges {right.fields}, and the solution has {found.fields}")


def _other_position(place: int) -> ZermeloError:
    return WrongSolutionError(f"entry {place} is not of a position that can be reached: the solution is damaged")


def _no_result(place: int) -> ZermeloError:
    return WrongSolutionError(f"entry {place} has a result that the game does not have: the solution is damaged")
