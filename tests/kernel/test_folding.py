"""Functions made shorter by what is constant do what the functions as written do."""

from __future__ import annotations

import inspect
import itertools
import traceback

import pytest

from zermelo.kernel.folding import folded

LIMIT = 7
TABLE = [1, 2, 3]


def made(first, second, third, fold):
    def inner(x):
        return x + LIMIT

    def function(x):
        y = 0
        if first:
            y += 1
            if not second:
                y += 10
        elif second and x > 3:
            y += 100
        else:
            y += 1000
        if first and x > 2 and second:
            y += 2
        if x > 5 or third:
            y += 4
        wanted = second or x < 2
        z = (first and x) or 5
        while x > 0 and not third:
            x -= 1
            if second:
                continue
            y += inner(x)
        return y, wanted, z, TABLE[0], LIMIT if third else -LIMIT

    return fold(function)


@pytest.mark.parametrize(("first", "second", "third"), list(itertools.product([True, False], repeat=3)))
def test_every_combination_of_constants_gives_the_same(first, second, third):
    written, short = made(first, second, third, lambda function: function), made(first, second, third, folded)
    for x in range(-2, 10):
        assert short(x) == written(x)
    assert len(short.__code__.co_code) < len(written.__code__.co_code)


def test_true_and_one_are_two_constants():
    assert [made(kind, False, False, folded)(0)[2] for kind in (True, 1)] == [5, 5]
    assert [type(_which(value)) for value in (True, 1, False, 0)] == [bool, int, bool, int]


def _which(value):
    def function():
        return value

    return folded(function)()


def test_a_function_that_calls_itself_calls_the_short_one():
    flag = False

    @folded
    def count(n):
        if flag:
            return -1
        return 0 if n == 0 else 1 + count(n - 1)

    assert count(5) == 5
    assert "flag" not in count.__code__.co_freevars


def test_what_is_set_later_is_seen_later():
    @folded
    def function():
        return later

    later = 3
    assert function() == 3
    assert "later" in function.__code__.co_freevars


def test_a_parameter_or_a_local_hides_a_constant_of_its_name():
    @folded
    def function(LIMIT):
        TABLE = [LIMIT + 1]
        return TABLE[0]

    assert function(1) == 2


def test_a_traceback_shows_the_line_as_it_is_written():
    flag = False

    @folded
    def function():
        if flag:
            return 0
        return 1 // 0  # the line

    with pytest.raises(ZeroDivisionError) as caught:
        function()
    frame = traceback.extract_tb(caught.value.__traceback__)[-1]
    assert frame.filename == __file__
    assert frame.line == "return 1 // 0  # the line"


def test_without_its_source_a_function_stays_as_it_is():
    world = {}
    exec("def function():\n    return 1", world)
    assert folded(world["function"]) is world["function"]
    assert inspect.isfunction(folded(world["function"]))
