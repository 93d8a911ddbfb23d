"""Whether rules can be compiled here at all."""

from __future__ import annotations

import functools
import importlib
import os
import platform
import sys

SWITCH = "ZERMELO_COMPILE"
"""Set this environment variable to 0 to run everything in plain Python."""


def numba_available() -> bool:
    """Whether there is a compiler. The first call imports it, which takes a moment."""
    return why_unavailable() is None


def why_unavailable() -> str | None:
    """One line that says why nothing can be compiled here; None if it can."""
    if os.environ.get(SWITCH) == "0":
        return f"the compiler is switched off ({SWITCH}=0)"
    return _why_no_numba()


@functools.cache
def _why_no_numba() -> str | None:
    version = f"{platform.python_implementation()} {sys.version_info[0]}.{sys.version_info[1]}"
    if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
        return "the compiler is switched off (NUMBA_DISABLE_JIT is set)"
    try:
        importlib.import_module("numba")
    except ImportError as error:
        if getattr(error, "name", None) in ("numba", "llvmlite", "numpy"):
            return f"Numba is not installed ({version}): pip install numba, where it exists for this Python"
        return f"Numba cannot be imported ({version}): {_first_line(error)}"
    except Exception as error:  # a broken installation may raise anything, and plain Python still works
        return f"Numba cannot be imported ({version}): {_first_line(error)}"
    try:
        importlib.import_module("zermelo.kernel.compile")
    except (ImportError, AttributeError, TypeError) as error:
        numba = sys.modules["numba"]
        return f"Numba {getattr(numba, '__version__', '?')} is not one that zermelo knows: {_first_line(error)}"
    return None


def _first_line(error: BaseException) -> str:
    return next(iter(str(error).splitlines()), type(error).__name__)
