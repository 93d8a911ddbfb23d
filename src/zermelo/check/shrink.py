"""The shortest line of play, found by leaving moves out, that still shows the same problem."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from zermelo.check.asking import Broke, Rules
from zermelo.check.frozen import snapshot
from zermelo.check.position import Position, start
from zermelo.check.walks import Clock


def replay(rules: Rules, root: Any, path: tuple[Any, ...]) -> Position | None:
    """The position after these moves; None if they are not all legal one after another."""
    try:
        position = start(rules, root)
        for move in path:
            wanted = snapshot(move)
            if not any(snapshot(branch) == wanted for branch in position.branches):
                return None
            position = position.after(move)
        return position
    except Broke:
        return None


def shrink(rules: Rules, root: Any, position: Position, shows: Callable[[Position], bool], clock: Clock) -> Position:
    """A position after as few moves as were found in the time for which `shows` is still true."""
    shortest = position
    improved = True
    while improved and not clock.out:
        improved = False
        for path in _shorter(shortest.path):
            if clock.out:
                break
            candidate = replay(rules, root, path)
            if candidate is not None and shows(candidate):
                shortest, improved = candidate, True
                break
    return shortest


def _shorter(path: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    """The path with a block of moves left out, large blocks first, then with two single moves left out."""
    length = len(path)
    size = length
    while size >= 1:
        for begin in range(length - size + 1) if size <= 8 else range(0, length - size + 1, max(1, size // 2)):
            yield path[:begin] + path[begin + size :]
        size = size // 2 if size > 16 else size - 1
    for one in range(length):
        for other in range(one + 2, length):
            yield path[:one] + path[one + 1 : other] + path[other + 1 :]
