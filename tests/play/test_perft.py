from __future__ import annotations

import pytest

TIC_TAC_TOE = [1, 9, 72, 504, 3024, 15120, 54720]
CONNECT_FOUR = [1, 7, 49, 343, 2401, 16807]
OTHELLO = [1, 4, 12, 56, 244, 1396]


@pytest.mark.parametrize(
    ("game", "depth", "leaves"),
    [
        *(("tic-tac-toe", depth, leaves) for depth, leaves in enumerate(TIC_TAC_TOE)),
        *(("connect-four", depth, leaves) for depth, leaves in enumerate(CONNECT_FOUR)),
        *(("othello", depth, leaves) for depth, leaves in enumerate(OTHELLO)),
    ],
)
def test_published_counts(zermelo, game, depth, leaves):
    assert zermelo("perft", game, str(depth), "--json").record["leaves"] == leaves


def test_the_parts_add_up(zermelo):
    record = zermelo("perft", "tic-tac-toe", "6", "--divide", "--json").record
    assert len(record["divide"]) == 9
    assert sum(record["divide"].values()) == record["leaves"] == 54720
    assert record["complete"] is True


@pytest.mark.parametrize(("more", "leaves"), [([], 0), (["--finished"], 1)])
def test_a_game_that_ended_earlier(zermelo, more, leaves):
    record = zermelo("perft", "tic-tac-toe", "3", "XXXOO....", "--json", *more).record
    assert record["leaves"] == leaves


def test_earlier_ends_in_the_middle_of_the_tree(zermelo):
    """coins 1,1,1: the lines are 1+1+1, 1+2 and 2+1: one of three moves, two that ended earlier."""
    assert zermelo("perft", "coins", "3", "1,1,1", "--json").record["leaves"] == 1
    assert zermelo("perft", "coins", "3", "1,1,1", "--json", "--finished").record["leaves"] == 3


def test_the_screen(zermelo):
    out = zermelo("perft", "tic-tac-toe", "2", "--divide").out
    assert "72 leaves at depth 2" in out
    assert "2,2" in out
    assert "1 leaf at depth 0" in zermelo("perft", "coins", "0").out


def test_compiled_counts_are_the_same(zermelo):
    """Games that end early are counted alike too."""
    counts = {
        (how, *more): zermelo("perft", "tic-tac-toe", "7", "--json", how, *more).record
        for how in ("--plain", "--compiled")
        for more in ([], ["--finished"])
    }
    assert counts["--plain",]["leaves"] == counts["--compiled",]["leaves"] == 148176
    assert counts["--plain", "--finished"]["leaves"] == counts["--compiled", "--finished"]["leaves"]
    assert [record["compiled"] for record in counts.values()] == [False, False, True, True]


def test_rules_that_cannot_be_compiled_are_told(zermelo, game_file):
    """Take's states are plain tuples."""
    ran = zermelo("perft", f"{game_file()}:Take", "3", "--compiled")
    assert ran.code == 2
    assert "NamedTuple" in ran.err
    assert zermelo("perft", f"{game_file()}:Take", "3", "--json").record["leaves"] == 7
