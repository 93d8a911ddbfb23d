"""Tidy trees: nothing overlaps, parents stand in the middle, and the time is linear."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from zermelo.trees.layout import tidy


def random_tree(seed: int):
    rng = random.Random(seed)
    n = rng.randint(1, 60)
    children: list[list[int]] = [[] for _ in range(n)]
    for i in range(1, n):
        children[rng.randint(max(0, i - rng.choice([2, 5, 60])), i - 1)].append(i)
    return children, [rng.uniform(5, 40) for _ in range(n)], [rng.uniform(5, 40) for _ in range(n)]


@pytest.mark.parametrize("block", range(5))
def test_neighbours_keep_their_distance_and_parents_their_middle(block):
    for seed in range(100 * block, 100 * block + 100):
        children, before, after = random_tree(seed)
        place = tidy(children, before, after, 8)
        level = [0]
        while level:
            for left, right in pairwise(level):
                assert place[left] + after[left] + 8 <= place[right] - before[right] + 1e-6
            for v in level:
                if children[v]:
                    middle = (place[children[v][0]] + place[children[v][-1]]) / 2
                    assert place[v] == pytest.approx(middle)
            level = [child for v in level for child in children[v]]
        assert min(x - b for x, b in zip(place, before)) == pytest.approx(0)


def test_the_same_subtree_is_drawn_the_same_everywhere():
    #        0
    #    1       2         both with children of the same shape
    #   3 4     5 6
    children = [[1, 2], [3, 4], [5, 6], [], [], [], []]
    place = tidy(children, [10] * 7, [10] * 7, 4)
    assert place[4] - place[3] == pytest.approx(place[6] - place[5])
    assert place[1] - place[3] == pytest.approx(place[2] - place[5])


def test_a_mirrored_tree_is_drawn_mirrored():
    children = [[1, 2, 3], [4, 5, 6], [], [], [], [], []]
    mirrored = [[1, 2, 3], [], [], [4, 5, 6], [], [], []]
    place, other = tidy(children, [9] * 7, [9] * 7, 2), tidy(mirrored, [9] * 7, [9] * 7, 2)
    wide = max(place) + min(place)
    assert sorted(wide - x for x in place) == pytest.approx(sorted(other))


def test_a_chain_needs_no_recursion_and_many_nodes_no_patience():
    n = 20_000
    chain = [[i + 1] for i in range(n - 1)] + [[]]
    assert set(tidy(chain, [5] * n, [5] * n, 1)) == {5}
    fan = [list(range(1, n)), *([] for _ in range(n - 1))]
    assert max(tidy(fan, [5] * n, [5] * n, 0)) == pytest.approx(10 * (n - 1) - 5)


def test_an_empty_tree_has_no_places():
    assert tidy([], [], [], 1) == []
