"""Golden files: `REFRESH_GOLDEN=1 pytest tests/trees` writes them anew; read the difference before you commit it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

GOLDEN = Path(__file__).parent / "golden"


@pytest.fixture
def golden():
    def check(name: str, text: str) -> None:
        path = GOLDEN / name
        if os.environ.get("REFRESH_GOLDEN"):
            path.write_text(text, encoding="utf-8", newline="\n")
        assert path.exists(), f"no golden file {name}: REFRESH_GOLDEN=1 pytest tests/trees writes it"
        assert text == path.read_text(encoding="utf-8"), f"{name} differs: REFRESH_GOLDEN=1 pytest tests/trees"

    return check
