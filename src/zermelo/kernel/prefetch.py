"""Asking for a word of memory before it is needed, so that the wait for it overlaps with other work.

In plain Python there is nothing to do; compiled (`prefetch_compiled`), it is one instruction that changes nothing.
"""

from __future__ import annotations

from typing import Any


def prefetch(array: Any, index: int) -> int:  # noqa: ARG001
    """Says that `array[index]` will be read soon."""
    return 0
