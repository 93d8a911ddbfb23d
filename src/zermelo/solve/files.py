"""Files of our own: they appear when they are whole, and never in place of a file of another kind."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path
from typing import Any

from zermelo.core.errors import InputError

PROOF, BOOK = b'{"zermelo": "proof"', b'{"zermelo": "book"'
"""What the first line of such a file begins with."""


def refuse_other_file(path: str | Path, kind: str, begin: bytes) -> None:
    """An error if nothing can be written under this name, or if it is that of a file which is no `kind`.

    A file of the kind begins with `begin`; an empty one may be filled.
    """
    path = Path(path)
    if path.is_dir() or not path.parent.is_dir():
        raise InputError(f"{path} cannot be a {kind}: a file in a folder that exists is meant")
    if not path.exists():
        return
    found = None
    if path.is_file():
        with contextlib.suppress(OSError), path.open("rb") as file:
            found = file.read(len(begin))
    if found not in (b"", begin):
        raise InputError(f"{path} is not a {kind}, and is not overwritten: give another name")


def replace_file(path: Path, *parts: Any) -> None:
    """Puts the bytes under this name when they are all written: never half a file. A link stays a link."""
    path = path.resolve()
    handle, name = tempfile.mkstemp(prefix=path.name, suffix=".part", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            for part in parts:
                file.write(part)
            file.flush()
            os.fsync(file.fileno())
        umask = os.umask(0)
        os.umask(umask)
        os.chmod(name, 0o666 & ~umask)  # as open() would have made it
        os.replace(name, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise
