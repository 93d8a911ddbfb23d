"""The reference data in tests/data: facts with known right answers, each file with its source in its header."""

from __future__ import annotations

from pathlib import Path

DATA = Path(__file__).parent / "data"


def rows(name: str, separator: str | None = "|") -> list[list[str]]:
    """The lines of a file as lists of fields, without the header; `separator=None` splits at blanks."""
    lines = (DATA / name).read_text(encoding="utf-8").splitlines()
    return [
        [field.strip() for field in line.split(separator)]
        for line in lines
        if line.strip() and not line.startswith("#")
    ]
