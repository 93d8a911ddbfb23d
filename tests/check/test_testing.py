"""`zermelo.testing`: the checks as tests of pytest."""

from __future__ import annotations

import pytest

from check.helpers import Nim, TicTacToe
from zermelo.testing import game_tests


def made_later():
    return TicTacToe()


test_nim_by_class = game_tests(Nim, seconds=0.5, compiled=False)
test_tic_tac_toe_made_by_a_function = game_tests(made_later, seconds=0.5, compiled=False)


class Broken(Nim):
    def utility(self, state, player):
        return 1


def outcomes(test):
    """What each of the thirteen tests does."""
    kinds = test.pytestmark[0].args[1]
    results = {}
    for kind in kinds:
        try:
            test(kind)
        except BaseException as error:
            results[kind] = str(error)
        else:
            results[kind] = "passed"
    return results


def test_there_are_thirteen_and_the_one_that_finds_something_fails():
    results = outcomes(game_tests(Broken, seconds=0.3, compiled=False))
    assert len(results) == 13
    assert {kind for kind, result in results.items() if result != "passed"} == {"utilities"}
    assert "for both players" in results["utilities"]
    assert "remedy" in results["utilities"]


def test_a_rule_can_be_let_pass():
    results = outcomes(game_tests(Broken, seconds=0.3, compiled=False, allow=("utility",)))
    assert set(results.values()) == {"passed"}


def test_what_cannot_be_checked_is_skipped_with_the_reason():
    test = game_tests(TicTacToe, seconds=0.3)
    with pytest.raises(pytest.skip.Exception, match=r"NamedTuple|compiler|installed"):
        test("compiled")
