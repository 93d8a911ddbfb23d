"""Machine code on disk, one file for each key.

    <key>.code      magic · SHA-256 of the rest · key · pickled compile result

A file is read only from a directory that belongs to this user and that nobody else may write to, because what is
unpickled may run: whoever could write there could as well change the user's programs. Files appear by renaming, so
that two processes never see half of one. Whatever is wrong with a file or with the directory, it is as if there
were none; the log (`logging.getLogger("zermelo")`) says so once.
"""

from __future__ import annotations

import contextlib
import hashlib
import logging
import os
import stat
import tempfile
from pathlib import Path

import platformdirs

log = logging.getLogger("zermelo")

DIRECTORY_VARIABLE = "ZERMELO_CACHE_DIR"
MAGIC = b"zermelo code 1\n"
MAX_BYTES = 512 * 1024 * 1024
"""Beyond this the files that were used longest ago are deleted."""

_told: set[str] = set()


def tell_once(message: str) -> None:
    if message not in _told:
        _told.add(message)
        log.info("%s", message)


def cache_directory() -> Path:
    """Where the files are: `ZERMELO_CACHE_DIR`, or the user's cache directory."""
    return Path(os.environ.get(DIRECTORY_VARIABLE) or platformdirs.user_cache_dir("zermelo")) / "compiled"


def usable_directory() -> Path | None:
    """The directory, made if need be; None if it cannot be trusted or written."""
    directory = cache_directory()
    try:
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        found = directory.stat()
        if hasattr(os, "getuid"):
            if found.st_uid != os.getuid():
                raise PermissionError("it belongs to another user")
            if found.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
                raise PermissionError("others may write to it")
    except OSError as error:
        tell_once(f"compiled code is not kept: {directory}: {error}")
        return None
    return directory


def path_of(key: str) -> Path | None:
    """The file for a key, which need not be there; None if nothing can be kept."""
    directory = usable_directory()
    return None if directory is None else directory / f"{key}.code"


def checked(data: bytes, key: str) -> bytes:
    """The payload of a file; ValueError if it is not whole or not of this key."""
    head = len(MAGIC) + 32
    if data[: len(MAGIC)] != MAGIC:
        raise ValueError("it is no file of zermelo's")
    if hashlib.sha256(data[head:]).digest() != data[len(MAGIC) : head]:
        raise ValueError("the checksum is wrong")
    written_for = data[head : head + len(key)]
    if written_for != key.encode():
        raise ValueError("it was written for something else")
    return data[head + len(key) :]


def write(path: Path, key: str, payload: bytes) -> None:
    rest = key.encode() + payload
    with tempfile.NamedTemporaryFile(dir=path.parent, prefix=".writing-", delete=False) as file:
        try:
            file.write(MAGIC + hashlib.sha256(rest).digest() + rest)
            file.close()
            os.replace(file.name, path)
        except BaseException:
            file.close()
            with contextlib.suppress(OSError):
                os.unlink(file.name)
            raise


def keep_small(directory: Path) -> None:
    """Deletes the files that were used longest ago, and leftovers of processes that died while writing."""
    files = []
    for path in directory.iterdir():
        with contextlib.suppress(OSError):  # another process may have deleted it
            if path.suffix == ".code" or path.name.startswith(".writing-"):
                found = path.stat()
                files.append((found.st_mtime, found.st_size, path))
    total = sum(size for _, size, _ in files)
    for _, size, path in sorted(files):
        if total <= MAX_BYTES:
            return
        with contextlib.suppress(OSError):
            path.unlink()
        total -= size
