"""The file of one key, in the form of the cache that a Numba dispatcher asks."""

from __future__ import annotations

import contextlib
import os
import pickle
from typing import Any

from numba.core import compiler
from numba.core.codegen import RuntimeLinker
from numba.core.serialize import dumps

from zermelo.kernel.store import checked, keep_small, path_of, tell_once, write


class StoredCode:
    """What `Dispatcher.compile` asks before it compiles, and gives the result to afterwards."""

    def __init__(self, key: str):
        self.key = key
        self.loaded = False

    def load_overload(self, sig: Any, target_context: Any) -> Any:  # noqa: ARG002
        path = path_of(self.key)
        if path is None:
            return None
        try:
            payload = checked(path.read_bytes(), self.key)
        except FileNotFoundError:
            return None
        except (OSError, ValueError) as error:
            tell_once(f"compiled code was damaged and is built anew: {path}: {error}")
            return None
        try:
            target_context.refresh()
            result = compiler.CompileResult._rebuild(target_context, *pickle.loads(payload))
        except Exception as error:  # written by something that calls itself the same and is not
            tell_once(f"compiled code could not be loaded and is built anew: {path}: {error}")
            return None
        with contextlib.suppress(OSError):
            os.utime(path)
        self.loaded = True
        return result

    def save_overload(self, sig: Any, result: Any) -> None:  # noqa: ARG002
        path = path_of(self.key)
        if path is None or not _may_be_kept(result.library):
            return
        try:
            payload = dumps(result._reduce())
            write(path, self.key, payload)
            keep_small(path.parent)
        except (OSError, pickle.PicklingError, TypeError, AttributeError) as error:
            tell_once(f"compiled code is not kept: {path}: {error}")


def _may_be_kept(library: Any) -> bool:
    """Whether the code stands on its own.

    Addresses of this process in it (large arrays), or calls that Numba links at run time (functions that call each
    other in a circle), would be wrong in the next process: it would crash.
    """
    if library.has_dynamic_globals:
        tell_once("compiled code is not kept: it refers to an array of more than 1 MB")
        return False
    names = [variable.name for variable in library._final_module.global_variables]
    if any(name.startswith(RuntimeLinker.PREFIX) for name in names):
        tell_once("compiled code is not kept: rules call each other in a circle")
        return False
    return True
