"""Times OpenSpiel's C++ alpha-beta; prints JSON. A process of its own, since its library shares symbols with none.

    python openspiel_native.py connect_four 8 [undo]

The wheel of open-spiel exports `AlphaBetaSearch` and brings its headers along; a C++ compiler makes the ten lines
that call it. Without a compiler this contestant is skipped.
"""

from __future__ import annotations

import ctypes
import json
import subprocess
import sys
import tempfile
from pathlib import Path

from figures import steady


def build(folder: str, headers: Path) -> Path:
    """The compiled bridge."""
    library = Path(folder) / "bridge.so"
    includes = [f"-I{headers / part}" for part in ("", "open_spiel/abseil-cpp", "open_spiel/json/include")]
    source = Path(__file__).with_suffix(".cc")
    subprocess.run(
        ["g++", "-std=c++17", "-O2", "-shared", "-fPIC", *includes, str(source), "-o", str(library)], check=True
    )
    return library


def main() -> None:
    name, depth, undo = sys.argv[1], int(sys.argv[2]), len(sys.argv) > 3
    sys.setdlopenflags(sys.getdlopenflags() | ctypes.RTLD_GLOBAL)
    import pyspiel

    with tempfile.TemporaryDirectory() as folder:
        bridge = ctypes.CDLL(str(build(folder, Path(pyspiel.__file__).parent)))
    bridge.value_of.restype = ctypes.c_double
    times = steady(lambda: bridge.value_of(name.encode(), depth, int(undo)), 7)
    print(json.dumps({"seconds": times.seconds, "value": bridge.value_of(name.encode(), depth, int(undo))}))


if __name__ == "__main__":
    main()
