"""One cache of compiled code for the whole run: a program is compiled once, and the user's cache is left alone."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import pytest

_directory = tempfile.TemporaryDirectory(prefix="zermelo-tests-")
os.environ.setdefault("ZERMELO_CACHE_DIR", _directory.name)


@pytest.fixture(scope="session")
def cache_directory() -> Path:
    return Path(os.environ["ZERMELO_CACHE_DIR"])
