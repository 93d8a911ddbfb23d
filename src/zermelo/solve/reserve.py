"""Memory for arrays that grow: addresses for the largest they may become, memory only for what is written.

A longer copy of an array would be cleared by the system, page after page, and then written; so would the next one.
That took a third of the time of a large run.
"""

from __future__ import annotations

import mmap
import sys
from typing import Any

HUGE_PAGE = 1 << 21
NO_RESERVE = 0x4000 if sys.platform == "linux" else 0
"""Linux: MAP_NORESERVE, which Python does not name; addresses may be more than there is memory."""


def reserved(length: int, dtype: Any) -> Any | None:
    """Zeros that take memory when they are first written to, in large pages; None where the system cannot do that."""
    import numpy as np

    if not hasattr(mmap, "MAP_ANONYMOUS"):  # Windows keeps memory ready for every address that it gives
        return None
    dtype = np.dtype(dtype)
    size = max(1, -(-dtype.itemsize * length // HUGE_PAGE)) * HUGE_PAGE
    try:
        memory = mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | NO_RESERVE)
    except (OSError, ValueError, OverflowError):
        return None
    if hasattr(mmap, "MADV_HUGEPAGE"):
        memory.madvise(mmap.MADV_HUGEPAGE)
    return np.frombuffer(memory, dtype, length)
