"""Memory of a whole process at its peak, beside the table."""

from __future__ import annotations

from collections.abc import Iterator

from figures import Row, empty_cache, fresh_process, skipped

WORK = "memory beside the table"


def measure(quick: bool) -> Iterator[Row]:  # noqa: ARG001
    """A process that compiles, one that loads what was compiled, one in plain Python."""
    try:
        import resource  # noqa: F401
    except ImportError:
        yield skipped(WORK, "zermelo", "this system does not tell")
        return
    with empty_cache() as cache:
        for who, kind in (("compiling", "native"), ("loading compiled code", "native"), ("plain Python", "plain")):
            found = fresh_process("fresh.py", "memory", kind, cache=cache)
            note = f"peak {found['all']:.0f} MB, table {found['table']:.0f} MB"
            yield Row(WORK, f"zermelo, {who}", found["all"] - found["table"], "MB", "under 300 MB", note)
