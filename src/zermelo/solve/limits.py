"""How much a run may take before it is ended with a remedy, instead of by the system."""

from __future__ import annotations

import os
from pathlib import Path

MOST_POSITIONS = (1 << 31) - 1
"""Indices of positions have 31 bits."""

SHARE_OF_MEMORY = 0.8
"""Of the memory that is free when a run begins."""

GUESS = 4 << 30
"""Where the system does not say: 4 GB."""


def free_memory() -> int:
    """Bytes that are free for this process: the system's, or what is left of a container's limit if that is less."""
    sizes = [size for size in (_free_of_system(), _free_of_container()) if size is not None]
    return min(sizes, default=GUESS)


def _free_of_system() -> int | None:
    try:
        for line in Path("/proc/meminfo").read_text(encoding="ascii").splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
    except (OSError, ValueError, IndexError):
        pass
    try:
        return os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):
        return None


def _free_of_container() -> int | None:
    """What a control group (version 2) leaves; files that the system keeps in memory count as taken there."""
    try:
        group = Path("/sys/fs/cgroup")
        limit = int((group / "memory.max").read_text(encoding="ascii"))
        return max(0, limit - int((group / "memory.current").read_text(encoding="ascii")))
    except (OSError, ValueError):  # no group, or no limit ("max")
        return None
