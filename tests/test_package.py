"""The front page of the package: what it exports, and that importing it stays light."""

from __future__ import annotations

import subprocess
import sys

import zermelo


def test_the_exports_are_sorted_and_there():
    constants = [name for name in zermelo.__all__ if name.isupper()]
    rest = [name for name in zermelo.__all__ if not name.isupper()]
    assert constants == sorted(constants)
    assert rest == sorted(rest)
    for name in zermelo.__all__:
        assert hasattr(zermelo, name)


def test_importing_loads_no_compiler_and_no_user_interface():
    code = (
        "import sys, zermelo, zermelo.textbook, zermelo.games\n"
        "heavy = {'numba', 'llvmlite', 'numpy', 'typer', 'click', 'rich', 'matplotlib', 'pytest'} & set(sys.modules)\n"
        "assert not heavy, heavy"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
