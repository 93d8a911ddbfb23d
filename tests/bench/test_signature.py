"""The search visits exactly the nodes that bench/signature.json says: a change that moves a count must say so.

After a change that is meant to: `python bench/signature.py --write`, and the commit gives the reason.
"""

import importlib.util
import json
from pathlib import Path

import pytest

BENCH = Path(__file__).parents[2] / "bench"
KEPT = json.loads((BENCH / "signature.json").read_text(encoding="utf-8"))


def loaded():
    spec = importlib.util.spec_from_file_location("bench_signature", BENCH / "signature.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


SIGNATURE = loaded()


@pytest.mark.parametrize("name", SIGNATURE.BENCH)
def test_nodes(name):
    assert SIGNATURE.nodes_of(name) == KEPT[name], "python bench/signature.py --write, and tell why it changed"


def test_every_game_has_a_bench():
    from zermelo.games import names

    assert set(SIGNATURE.BENCH) == set(names()) == set(KEPT)
