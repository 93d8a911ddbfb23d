"""Ints that behave as Python's and notice where 64 bits would behave otherwise.

kind       "int" (signed) or "bits" (`Bits`, not signed): what the value is when it is compiled
wrapped    the value that compiled code has in its place:     2**64 + 5 as bits is 5
outside    a value that its kind does not hold; that alone is no mistake, `~x & mask` is on its way back
origin     the line where a value first went outside
slip       a place where the answer differs: a shift to the right, a comparison, … of a value that is outside

Sums, products, shifts to the left and `& | ^ ~` keep the low 64 bits right whatever stands above them, so they
only hand the origin on.
"""

from __future__ import annotations

import operator
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from zermelo.check.asking import place_in

WORD = (1 << 64) - 1
SIGN = 1 << 63


class Slip(NamedTuple):
    place: str
    origin: str
    what: str
    certain: bool  # False: the answer is the same so far, by luck


class _Log(threading.local):
    slips: list[Slip] | None = None


_log = _Log()


@contextmanager
def slips_noted() -> Iterator[list[Slip]]:
    """Collects the slips of this thread inside the block."""
    before, _log.slips = _log.slips, []
    try:
        yield _log.slips
    finally:
        _log.slips = before


def plain(value: int) -> int:
    """The same number, as an ordinary int."""
    return int.__add__(value, 0)


def wrapped(value: int, kind: str) -> int:
    low = int.__and__(value, WORD)
    return low - (1 << 64) if kind == "int" and low >= SIGN else low


class Tracked(int):
    """See the module. Made by `tracked`."""

    kind: str
    origin: str | None

    def __bool__(self) -> bool:
        exact = int.__ne__(self, 0)
        if self.origin is not None:
            compiled = wrapped(self, self.kind) != 0
            _note(self, f"the test for zero gives {exact} in plain Python", exact != compiled)
        return exact

    def __int__(self) -> int:
        value = plain(self)
        if self.kind == "bits" and wrapped(self, "int") != value:
            _note(self, f"int() gives {value:#x} in plain Python and {wrapped(self, 'int')} compiled", True)
        return value

    def bit_length(self) -> int:
        return _answer(self, int.bit_length, "bit_length()")

    def bit_count(self) -> int:
        return _answer(self, int.bit_count, "bit_count()")

    def __hash__(self) -> int:
        return int.__hash__(self)

    def __reduce__(self) -> Any:  # copies and pickles are ordinary ints
        return int, (plain(self),)


def tracked(value: int, kind: str, origin: str | None = None) -> Tracked:
    made = Tracked(value)
    made.kind, made.origin = kind, origin
    return made


def is_outside(value: int, kind: str) -> bool:
    value = plain(value)
    return not (0 <= value <= WORD if kind == "bits" else -SIGN <= value < SIGN)


def _line() -> str:
    """The line of the user's that is running."""
    frame = sys._getframe(1)
    while frame is not None and frame.f_code.co_filename == __file__:
        frame = frame.f_back
    return "?" if frame is None else place_in(frame.f_code.co_filename, frame.f_lineno)


def _note(value: Any, what: str, certain: bool) -> None:
    if _log.slips is not None and len(_log.slips) < 50:
        place = _line()
        _log.slips.append(Slip(place, getattr(value, "origin", None) or place, what, certain))


def _answer(value: Tracked, ask: Callable[[int], int], name: str) -> int:
    exact = ask(value)
    if value.origin is not None:
        compiled = ask(wrapped(value, value.kind))
        if exact != compiled:
            _note(value, f"{name} gives {exact} in plain Python and {compiled} compiled", True)
    return exact


def _kind_of(*operands: Any) -> str:
    """Bits with anything are bits; so is a constant that needs the highest of the 64 bits."""
    return "bits" if any(map(_is_bits, operands)) else "int"


def _is_bits(operand: Any) -> bool:
    if isinstance(operand, Tracked):
        return operand.kind == "bits"
    return type(operand) is int and SIGN <= operand <= WORD


def _result(value: int, *operands: Any) -> Tracked:
    kind = _kind_of(*operands)
    if not is_outside(value, kind):
        return tracked(value, kind)
    origin = next((o.origin for o in operands if getattr(o, "origin", None) is not None), None)
    return tracked(value, kind, origin or _line())


def _keeping(name: str) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """An operation that keeps the low 64 bits right, and the same with its sides exchanged."""
    usual, swapped = getattr(int, f"__{name}__"), getattr(int, f"__r{name}__")

    def method(self: Tracked, other: Any) -> Any:
        value = usual(self, other)
        return value if value is NotImplemented else _result(value, self, other)

    def reflected(self: Tracked, other: Any) -> Any:
        value = swapped(self, other)
        return value if value is NotImplemented else _result(value, self, other)

    return method, reflected


def _losing(sign: str, function: Callable[[Any, Any], Any]) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """An operation whose answer depends on what stands above the 64 bits."""

    def answer(left: Any, right: Any) -> Any:
        exact = function(plain(left), plain(right))
        kind = _kind_of(left, right)
        low_left, low_right = wrapped(left, kind), wrapped(right, kind)
        if (low_left, low_right) != (plain(left), plain(right)):
            compiled = _compiled(function, low_left, low_right, kind)
            if compiled != exact:
                outside = left if low_left != plain(left) and getattr(left, "kind", None) else right
                _note(outside, f"{sign} gives {_shown(exact)} in plain Python and {_shown(compiled)} compiled", True)
        if isinstance(exact, bool) or not isinstance(exact, int):
            return exact
        return _result(exact, left, right)

    def method(self: Tracked, other: Any) -> Any:
        return answer(self, other) if isinstance(other, int) else NotImplemented

    def reflected(self: Tracked, other: Any) -> Any:
        return answer(other, self) if isinstance(other, int) else NotImplemented

    return method, reflected


def _compiled(function: Callable[[Any, Any], Any], left: int, right: int, kind: str) -> Any:
    try:
        if function is operator.rshift and not 0 <= right < 64:
            return 0 if kind == "bits" else None
        return function(left, right)
    except (ArithmeticError, ValueError):
        return None


def _shown(value: Any) -> str:
    if value is None:
        return "something else"
    return str(value) if isinstance(value, bool) or abs(value) < 100_000 else f"{value:#x}"


def _shift_left(self: Tracked, other: Any) -> Any:
    return _shifted(self, other) if isinstance(other, int) else NotImplemented


def _shift_left_reflected(self: Tracked, other: Any) -> Any:
    return _shifted(other, self) if isinstance(other, int) else NotImplemented


def _shifted(left: int, right: int) -> Any:
    """The left side decides the kind of the result."""
    value, count = plain(left) << plain(right), plain(right)
    made = _result(value, left) if isinstance(left, Tracked) or _is_bits(left) else _result(value, 0)
    if count >= 64 and plain(left) != 0 and made.kind == "int":
        _note(made, f"<< by {count} is another number compiled, where numbers have 64 bits", True)
    return made


def _install() -> None:
    for name in ("add", "sub", "mul", "and", "or", "xor"):
        method, reflected = _keeping(name)
        setattr(Tracked, f"__{name}__", method)
        setattr(Tracked, f"__r{name}__", reflected)
    for name, sign in (("floordiv", "//"), ("mod", "%"), ("rshift", ">>")):
        method, reflected = _losing(sign, getattr(operator, name))
        setattr(Tracked, f"__{name}__", method)
        setattr(Tracked, f"__r{name}__", reflected)
    for name, sign in (("eq", "=="), ("ne", "!="), ("lt", "<"), ("le", "<="), ("gt", ">"), ("ge", ">=")):
        setattr(Tracked, f"__{name}__", _losing(sign, getattr(operator, name))[0])
    Tracked.__lshift__ = _shift_left  # type: ignore[method-assign]
    Tracked.__rlshift__ = _shift_left_reflected  # type: ignore[method-assign]
    Tracked.__neg__ = lambda self: _result(int.__neg__(self), self)  # type: ignore[method-assign]
    Tracked.__invert__ = lambda self: _result(int.__invert__(self), self)  # type: ignore[method-assign]
    Tracked.__pos__ = lambda self: self  # type: ignore[method-assign]
    Tracked.__abs__ = lambda self: -self if int.__lt__(self, 0) else self  # type: ignore[method-assign]


_install()
