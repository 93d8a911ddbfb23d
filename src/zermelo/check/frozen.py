"""Snapshots of states of any kind, compared without a user's own `__eq__` and `__hash__`.

plain       a value that nobody can change: numbers, texts, tuples and frozen sets of them
snapshot    a hashable value that holds all that a state holds:   ("list", (1, 0, 0))
difference  where two snapshots part, in words:                   "board[4] was 0 and is 'X'"
"""

from __future__ import annotations

import copy
import enum
import math
import pickle
from typing import Any

_ATOMS = frozenset({int, bool, str, bytes, type(None), complex})
_DEEPEST = 60
_CONTAINERS = (list, tuple, dict, set, frozenset)


def is_plain(value: Any) -> bool:
    """Whether nothing in this value can be changed."""
    kind = type(value)
    if kind in _ATOMS or kind is float or isinstance(value, enum.Enum):
        return True
    if kind is tuple and all(type(item) in _ATOMS for item in value):
        return True  # the most frequent case, for speed
    if isinstance(value, (tuple, frozenset)) and not hasattr(value, "__dict__"):
        return all(type(item) in _ATOMS or is_plain(item) for item in value)
    return False


def private_copy(value: Any) -> Any:
    """A copy that may be handed to a rule; the value itself if it cannot change or cannot be copied."""
    if is_plain(value):
        return value
    try:
        return copy.deepcopy(value)
    except Exception:
        return value


def snapshot(value: Any, _above: tuple[int, ...] = ()) -> Any:
    """All that the value holds, as a hashable value. Two NaN are the same here, 0.0 and -0.0 are not."""
    kind = type(value)
    if kind in _ATOMS:
        return value
    if kind is float:
        if math.isnan(value):
            return ("nan",)
        return ("-0.0",) if value == 0 and math.copysign(1, value) < 0 else value
    if isinstance(value, enum.Enum):
        return ("enum", kind.__qualname__, value.name)
    if id(value) in _above or len(_above) > _DEEPEST:
        return ("again",)
    above = (*_above, id(value))
    if isinstance(value, tuple) and not hasattr(value, "__dict__"):
        return tuple(snapshot(item, above) for item in value)
    if isinstance(value, (list, tuple)):
        return (kind.__name__, tuple(snapshot(item, above) for item in value))
    if isinstance(value, (set, frozenset)):
        return (kind.__name__, frozenset(snapshot(item, above) for item in value))
    if isinstance(value, dict):
        return (kind.__name__, frozenset((snapshot(k, above), snapshot(v, above)) for k, v in value.items()))
    if isinstance(value, (bytearray, memoryview)):
        return (kind.__name__, bytes(value))
    return _snapshot_of_object(value, above)


def _snapshot_of_object(value: Any, above: tuple[int, ...]) -> Any:
    kind = type(value)
    if hasattr(value, "tobytes") and hasattr(value, "dtype"):  # an array or a number of NumPy's
        if str(value.dtype) == "object":
            return (kind.__name__, tuple(snapshot(item, above) for item in value.tolist()))
        return (kind.__name__, str(value.dtype), tuple(value.shape), value.tobytes())
    parts = attributes_of(value)
    if parts:
        return (kind.__qualname__, tuple((name, snapshot(part, above)) for name, part in sorted(parts.items())))
    if isinstance(value, int):
        return int(value)
    try:
        return (kind.__qualname__, pickle.dumps(value))
    except Exception:
        return (kind.__qualname__, None if callable(value) else _safe_repr(value))


def attributes_of(value: Any) -> dict[str, Any]:
    """The attributes of an object, in its dictionary and in its slots."""
    parts = dict(getattr(value, "__dict__", {}))
    for owner in type(value).__mro__:
        names = owner.__dict__.get("__slots__", ())
        for name in (names,) if isinstance(names, str) else names:
            if name not in ("__dict__", "__weakref__") and hasattr(value, name):
                parts.setdefault(name, getattr(value, name))
    return parts


def _safe_repr(value: Any) -> str:
    try:
        text = repr(value)
    except Exception:
        return ""
    return "" if " at 0x" in text else text


def difference(before: Any, after: Any) -> str | None:
    """The first place where two values differ, in words; None if they hold the same.

    A private attribute that was not there, or None, and is there now is not a difference: objects may keep what
    they have worked out.
    """
    return _difference(before, after, "", 0)


def _difference(before: Any, after: Any, where: str, depth: int) -> str | None:
    if depth > _DEEPEST or snapshot(before) == snapshot(after):
        return None
    pairs = _matching_parts(before, after, where) if type(before) is type(after) else None
    if pairs is not None:
        found = (_difference(one, other, place, depth + 1) for place, one, other in pairs)
        return next((words for words in found if words), None)
    if type(before) is type(after) and not isinstance(before, _CONTAINERS) and attributes_of(before):
        return _difference_of_objects(before, after, where, depth)
    return f"{where.lstrip('.') or 'the state'} was {_short(before)} and is {_short(after)}"


def _matching_parts(before: Any, after: Any, where: str) -> list[tuple[str, Any, Any]] | None:
    """Place, old and new part, for two containers of the same form; None for anything else."""
    if isinstance(before, (list, tuple)) and len(before) == len(after):
        names = getattr(before, "_fields", None)
        places = [f"{where}.{names[i]}" if names else f"{where}[{i}]" for i in range(len(before))]
        return list(zip(places, before, after))
    if isinstance(before, dict) and list(before) == list(after):
        return [(f"{where}[{name!r}]", before[name], after[name]) for name in before]
    if hasattr(before, "dtype") and getattr(before, "shape", None) == getattr(after, "shape", ()) != ():
        return [(where, before.tolist(), after.tolist())]  # type: ignore[attr-defined]
    return None


def _difference_of_objects(before: Any, after: Any, where: str, depth: int) -> str | None:
    old, new = attributes_of(before), attributes_of(after)
    for name in sorted({*old, *new}):
        if name.startswith("_") and old.get(name) is None:
            continue  # worked out now and kept
        if name not in old or name not in new:
            return f"{where}.{name} {'is new' if name in new else 'is gone'}".lstrip(".")
        found = _difference(old[name], new[name], f"{where}.{name}", depth + 1)
        if found:
            return found
    return None


def _short(value: Any) -> str:
    try:
        text = repr(value)
    except Exception:
        text = type(value).__name__
    return text if len(text) <= 60 else text[:60] + "…"
