"""`zermelo solve`, `verify` and `book`: what they print, for people and for programs, and their errors."""

from __future__ import annotations

import pytest

from commands import KEYS


def test_the_keys_are_those_of_best_and_more(zermelo):
    found = zermelo("solve", "coins", "2,3,5,8", "--json").record
    assert list(found)[: len(KEYS)] == KEYS
    assert {"lower", "upper", "method"} <= set(found)
    assert "score" not in found
    assert (found["value"], found["lower"], found["upper"], found["exact"], found["move"]) == (10, 10, 10, True, "1")


def test_a_game_with_its_own_figure(zermelo):
    """Connect Four counts the stones that the winner has left."""
    found = zermelo("solve", "connect-four", "121212", "--json").record
    assert (found["value"], found["distance"], found["move"]) == (1, 1, "1")
    assert found["score"] == 18


@pytest.mark.parametrize("method", ["bisection", "alphabeta", "proof-number", "retrograde"])
def test_each_method(zermelo, method):
    found = zermelo("solve", "nim", "1,2,4", "--method", method, "--json").record
    assert (found["value"], found["method"], found["stopped_by"]) == (1, method, "proved")


def test_a_limit_leaves_an_interval(zermelo):
    found = zermelo("solve", "connect-four", "--nodes", "10", "--json").record
    assert (found["value"], found["bound"], found["exact"], found["stopped_by"]) == (None, None, False, "nodes")
    assert (found["lower"], found["upper"]) == (-1, 1)
    code, out, _ = zermelo("solve", "connect-four", "--nodes", "10")
    assert code == 0
    assert "value in [-1, +1] for X  proved so far" in out


def test_a_proof_is_written_and_verified(zermelo, tmp_path):
    file = str(tmp_path / "draw.proof")
    code, out, err = zermelo("solve", "tic-tac-toe", "--proof", file)
    assert (code, err) == (0, "")
    assert "draw  proved" in out
    assert f"zermelo verify {file}" in out
    code, out, _ = zermelo("verify", file)
    assert code == 0
    assert "proved: a draw, value 0" in out
    found = zermelo("verify", file, "--json").record
    assert (found["game"], found["lower"], found["upper"], found["proved"]) == ("tic-tac-toe", 0, 0, True)
    content = bytearray((tmp_path / "draw.proof").read_bytes())
    content[len(content) // 2] ^= 1
    (tmp_path / "draw.proof").write_bytes(content)
    code, out, err = zermelo("verify", file)
    assert (code, out) == (2, "")
    assert err.startswith("error: ")


def test_a_proof_never_runs_a_file_by_itself(zermelo, game_file, tmp_path):
    """The name in a proof may come from anybody: a file of rules is only imported when the person names it."""
    rules, file = f"{game_file()}:Take", str(tmp_path / "take.proof")
    assert zermelo("solve", rules, "--proof", file)[0] == 0
    code, _, err = zermelo("verify", file)
    assert code == 2
    assert "say that you trust it" in err
    code, out, _ = zermelo("verify", file, rules)
    assert code == 0
    assert "the first player wins" in out


def test_checkpoint_and_book(zermelo, tmp_path):
    checkpoint, book = str(tmp_path / "run"), str(tmp_path / "openings")
    for _ in range(2):
        found = zermelo("solve", "tic-tac-toe", "--plain", "--checkpoint", checkpoint, "--json").record
        assert (found["value"], found["method"]) == (0, "alphabeta")
    code, out, err = zermelo("book", "tic-tac-toe", "1", "-o", book, "--check")
    assert (code, err) == (0, "")
    assert "10 positions of tic-tac-toe" in out or "positions of tic-tac-toe" in out
    found = zermelo("solve", "tic-tac-toe", "--book", book, "--json").record
    assert (found["value"], found["stopped_by"]) == (0, "book")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["solve", "nim", "--method", "magic"], "'retrograde'"),
        (["solve", "nim", "--seconds", "x"], "--seconds"),
        (["solve", "nim", "--workers", "0"], "--workers 0"),
        (["solve", "nim", "--table-mb", "0"], "0"),
        (["solve", "nim", "1,x"], "1,x"),
        (["solve", "nimm"], "nim"),
        (["solve", "nim", "--book", "no/such"], "no/such"),
        (["solve", "nim", "--proof", "no/such/file"], "no/such/file"),
        (["solve", "nim", "--checkpoint", "no/such/file"], "no/such/file"),
        (["verify", "no/such"], "no/such"),
        (["book", "nim", "-1", "-o", "x"], "-1"),
        (["book", "nim", "2", "-o", "no/such/file"], "no/such/file"),
    ],
)
def test_bad_input_is_one_message(zermelo, arguments, message):
    code, out, err = zermelo(*arguments)
    assert (code, out) == (2, "")
    assert message in err
    assert "at fault" not in err
