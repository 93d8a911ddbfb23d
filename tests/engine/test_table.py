"""The transposition table: what goes in comes out, nothing else does, and growing loses nothing."""

from __future__ import annotations

import random

import pytest

from zermelo.engine import workspace as w
from zermelo.engine.arrays import NativeArrays, PlainArrays
from zermelo.engine.scores import STEP, WON, wide
from zermelo.engine.table import (
    BOUND_AT,
    COMPLETE_AT,
    DEPTH_AT,
    EXACT,
    LOWER,
    NO_MOVE,
    UPPER,
    Table,
    build_table,
)
from zermelo.kernel.rules import plain_jit


def made(use_wide=False, table_mb=1.0, arrays=PlainArrays):
    table = Table(arrays, table_mb, use_wide)
    table.begin()
    work = [0] * w.LINE
    work[w.TABLE_MASK], work[w.GENERATION] = table.buckets - 1, table.generation
    return table, work, build_table(plain_jit, use_wide)


def signed(random_source):
    return random_source.randrange(-(1 << 63), 1 << 63)


PACKED = [0, 5 * STEP, -5 * STEP, WON + STEP - 9, -WON - STEP + 9, WON - 3 * STEP - 40, (1 << 21) * STEP]


@pytest.mark.parametrize("use_wide", [False, True], ids=["packed", "wide"])
def test_an_entry_comes_back_as_it_was_with_its_distance_from_the_new_root(use_wide):
    table, work, (probe, _, stored_score, store) = made(use_wide)
    scores = [wide(1, 0.1, -9), wide(-1, -7.25, 12), wide(0, 1e300, 0)] if use_wide else PACKED
    random_source = random.Random(1)
    for score in scores:
        for bound, depth, complete, move in ((EXACT, 3, 0, 0), (LOWER, 200, 1, 77), (UPPER, 0, 0, NO_MOVE)):
            check, ply = signed(random_source), 4
            store(check, depth, complete, bound, score, move, ply, table.words, table.reals, work)
            slot = probe(check, table.words, work)
            data = table.words[slot + 1]
            assert data & NO_MOVE == move
            assert data >> BOUND_AT & 3 == bound
            assert data >> DEPTH_AT & 255 == depth
            assert data >> COMPLETE_AT & 1 == complete
            assert stored_score(slot, data, ply, table.reals) == score
            later = stored_score(slot, data, ply + 3, table.reals)
            outcome = score[0] if use_wide else (score > WON // 2) - (score < -WON // 2)
            expected = wide(*score) - 3 * outcome if use_wide else score - 3 * outcome
            assert later == expected


def test_a_score_that_does_not_fit_is_not_stored():
    table, work, (probe, _, _, store) = made()
    store(17, 3, 1, EXACT, (1 << 30) * STEP, 0, 0, table.words, table.reals, work)
    assert probe(17, table.words, work) == -1


def test_another_position_finds_nothing_and_a_torn_entry_is_no_entry():
    table, work, (probe, _, _, store) = made()
    check = 0x1234_5678_9ABC_DEF0
    store(check, 3, 1, EXACT, STEP, 0, 0, table.words, table.reals, work)
    slot = probe(check, table.words, work)
    assert probe(check ^ 1, table.words, work) == -1
    table.words[slot + 1] ^= 1 << 30
    assert probe(check, table.words, work) == -1


def test_a_new_generation_forgets_even_after_the_counter_begins_again():
    table, work, (probe, _, _, store) = made()
    for _ in range(20):
        store(99, 3, 1, EXACT, STEP, 0, 0, table.words, table.reals, work)
        assert probe(99, table.words, work) >= 0
        table.forget()
        work[w.GENERATION] = table.generation
        assert probe(99, table.words, work) == -1


def test_a_larger_table_of_an_earlier_search_is_forgotten_with_the_smaller_one():
    table, work, (probe, _, _, store) = made()
    table.make_room(table.buckets)
    large = table.buckets
    work[w.TABLE_MASK] = large - 1
    for check in range(5):
        store(check << 50, 3, 1, EXACT, STEP, 0, 0, table.words, table.reals, work)
    for _ in range(20):  # the counter of generations begins again twice
        table.begin()
        assert table.buckets < large
        table.make_room(table.buckets)
        assert table.buckets == large
        work[w.GENERATION] = table.generation
        for check in range(5):
            assert probe(check << 50, table.words, work) == -1


def test_the_deeper_entry_of_a_bucket_stays_and_the_latest_is_there_too():
    table, work, (probe, _, _, store) = made(table_mb=0.00004)
    assert table.buckets == 1
    store(1, 9, 1, EXACT, STEP, 0, 0, table.words, table.reals, work)
    for check in range(2, 30):
        store(check, 2, 1, EXACT, STEP, 0, 0, table.words, table.reals, work)
        assert probe(1, table.words, work) >= 0
        assert probe(check, table.words, work) >= 0


@pytest.mark.parametrize("arrays", [PlainArrays, NativeArrays], ids=["lists", "arrays"])
@pytest.mark.parametrize("use_wide", [False, True], ids=["packed", "wide"])
def test_growing_keeps_every_entry(arrays, use_wide):
    if arrays is NativeArrays:
        pytest.importorskip("numpy")
    table, work, (probe, _, stored_score, store) = made(use_wide, arrays=PlainArrays)
    random_source = random.Random(7)
    stored = {}
    for number in range(3000):
        check = signed(random_source)
        score = wide(0, number / 7, 0) if use_wide else number * STEP
        store(check, 3, 1, EXACT, score, number % 50, 0, table.words, table.reals, work)
        stored[check] = score
    known = [check for check in stored if probe(check, table.words, work) >= 0]
    if arrays is NativeArrays:
        words, reals = arrays.ints(len(table.words)), arrays.floats(len(table.reals))
        words[:], reals[:] = table.words, table.reals
        table.arrays, table.words, table.reals = arrays, words, reals
    table.make_room(table.buckets)
    assert table.buckets > len(stored) / 2
    work[w.TABLE_MASK] = table.buckets - 1
    table.words, table.reals = list(map(int, table.words)), list(table.reals)
    for check in known:
        slot = probe(check, table.words, work)
        assert slot >= 0
        assert stored_score(slot, table.words[slot + 1], 0, table.reals) == stored[check]


def test_the_table_takes_no_more_than_it_may():
    for table_mb in (0.0001, 0.01, 1, 3, 64):
        table = Table(PlainArrays, table_mb, False)
        assert table.most_buckets * 32 <= max(32, table_mb * (1 << 20))
