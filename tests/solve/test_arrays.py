"""Memory and order of a compiled run: other ways to have them, the same records."""

from __future__ import annotations

import pytest

from solve.toys import NEEDS_NUMBA, Clock, Dodgem
from zermelo.api.solve_all import solve_all
from zermelo.games.connect_four import ConnectFour
from zermelo.solve import arrays, ordering
from zermelo.solve.entries import Records
from zermelo.solve.reserve import reserved

pytestmark = NEEDS_NUMBA


def data_of(game):
    entries = solve_all(game, compiled=True).entries
    assert isinstance(entries, Records)
    return bytes(entries.data), entries.layout, entries.distance_bits, entries.code_bytes


@pytest.mark.parametrize("game", [ConnectFour(4, 4), Dodgem(), Clock()], ids=lambda game: type(game).__name__)
def test_where_nothing_can_be_reserved_arrays_are_copied(game, monkeypatch):
    right = data_of(game)
    monkeypatch.setattr(arrays, "reserved", lambda length, dtype: None)
    assert data_of(game) == right


@pytest.mark.parametrize("most", [-1, 3], ids=["no buckets", "few"])
def test_records_are_the_same_however_they_are_sorted(most, monkeypatch):
    right = data_of(ConnectFour(4, 4))
    if most < 0:
        monkeypatch.setattr(ordering, "MOST_BUCKET_BITS", most)
    else:
        monkeypatch.setattr(ordering, "BUCKET_BITS", 8)
    assert data_of(ConnectFour(4, 4)) == right


def test_reserved_memory_begins_as_zeros_and_is_as_long_as_asked_for():
    array = reserved(1000, "int64")
    assert array is None or (len(array) == 1000 and not array.any())
    if array is not None:
        array[:] = 7
        assert array.sum() == 7000
    assert reserved(1 << 62, "int64") is None
