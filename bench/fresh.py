"""One measurement in a process of its own; prints JSON.

python fresh.py ready breakthrough     CPU seconds of importing and of getting a game's search ready
python fresh.py memory native          the most memory that the process took, beside the table
"""

from __future__ import annotations

import json
import sys
import time
from typing import Any


def ready(name: str) -> dict[str, float]:
    """The imports apart from what comes after them."""
    begun = time.process_time()
    import zermelo

    light = time.process_time()
    import zermelo.engine.searcher
    import zermelo.kernel.program  # Numba
    import zermelo.kernel.wide_compiled

    heavy = time.process_time()
    game = game_of(name)
    from zermelo.core.limits import Limits
    from zermelo.engine.options import Options

    searcher = zermelo.engine.searcher.Searcher(game, Options(strength=True), compiled=True)
    made = time.process_time()
    searcher.warm()
    warm = time.process_time()
    searcher.search(None, Limits(depth=6))
    return {
        "import_zermelo": light - begun,
        "import_compiler": heavy - light,
        "ready": warm - made,
        "first_search": time.process_time() - warm,
    }


def game_of(name: str) -> Any:
    if name == "breakthrough":
        from breakthrough import Breakthrough

        return Breakthrough()
    from zermelo.games import load

    return load(name)()


def memory(kind: str) -> dict[str, float]:
    """Megabytes at the peak of a search with a table of 64 MB, in all and of the table."""
    from zermelo.core.limits import Limits
    from zermelo.engine.options import Options
    from zermelo.engine.searcher import Searcher
    from zermelo.games.connect_four import ConnectFour

    searcher = Searcher(ConnectFour(), Options(strength=True), compiled=kind == "native")
    searcher.search(None, Limits(depth=20 if kind == "native" else 10))
    largest = peak_memory()
    (table,) = searcher._tables.values()
    return {"all": largest, "table": len(table.words) * 8 / (1 << 20)}


def peak_memory() -> float:
    """Megabytes. Linux hands the peak of `getrusage` on from the process that started this one, so it is not asked."""
    try:
        with open("/proc/self/status", encoding="utf-8") as status:
            return next(int(line.split()[1]) for line in status if line.startswith("VmHWM")) / (1 << 10)
    except OSError:
        import resource

        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1 << 20 if sys.platform == "darwin" else 1 << 10)


if __name__ == "__main__":
    print(json.dumps({"ready": ready, "memory": memory}[sys.argv[1]](sys.argv[2])))
