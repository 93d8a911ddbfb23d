"""Without a compiler everything runs in plain Python, and importing never asks for one."""

from __future__ import annotations

import subprocess
import sys

import pytest

from zermelo.kernel.available import why_unavailable

WITHOUT = """
import sys
class Blocker:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in ("numba", "numpy", "llvmlite"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name.split(".")[0])
sys.meta_path.insert(0, Blocker())
"""


def run(source: str) -> str:
    done = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_importing_is_light():
    modules = ", ".join(f"zermelo.kernel.{name}" for name in ("rules", "native", "stored", "available"))
    told = "print([name for name in ('numba', 'numpy') if name in sys.modules])"
    assert run(f"import sys, zermelo, {modules}; {told}") == "[]"


def test_without_numba_rules_run_and_the_reason_is_told():
    source = WITHOUT + (
        "from zermelo.kernel.available import why_unavailable\n"
        "from zermelo.kernel.rules import plain_rules\n"
        "from zermelo.games.nim import Nim\n"
        "game = Nim()\n"
        "rules = plain_rules(game)\n"
        "assert rules.legal_moves(game.initial_state())\n"
        "assert rules.hash_state(game.initial_state())\n"
        "print(why_unavailable())"
    )
    assert run(source).startswith("Numba is not installed (")


def test_compiling_without_numba_is_an_error_that_says_so():
    source = WITHOUT + (
        "from zermelo import CompileError\n"
        "from zermelo.games.nim import Nim\n"
        "from zermelo.kernel.native import native\n"
        "try:\n    native(Nim(), None, ())\n"
        "except CompileError as error:\n    print(error)"
    )
    assert "Numba is not installed" in run(source)


@pytest.mark.parametrize(("variable", "value"), [("ZERMELO_COMPILE", "0"), ("NUMBA_DISABLE_JIT", "1")])
def test_the_compiler_can_be_switched_off(variable, value):
    source = f"import os; os.environ[{variable!r}] = {value!r}\n"
    source += "from zermelo.kernel.available import why_unavailable; print(why_unavailable())"
    assert variable in run(source)


def test_here_there_is_a_compiler():
    pytest.importorskip("numba")
    assert why_unavailable() is None
