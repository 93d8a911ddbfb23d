from __future__ import annotations


def test_a_game_is_compiled_ahead(zermelo):
    ran = zermelo("compile", "coins")
    assert ran.code == 0
    assert ran.out.startswith("coins is compiled")
    assert "kept in" in ran.out
    record = zermelo("best", "coins", "2,3,5,8", "--compiled", "--json").record
    assert (record["compiled"], record["value"], record["move"]) == (True, 10, "1")


def test_what_cannot_be_compiled_says_why(zermelo, game_file):
    """Take's states are plain tuples."""
    ran = zermelo("compile", f"{game_file()}:Take")
    assert ran.code == 2
    assert "NamedTuple" in ran.err
