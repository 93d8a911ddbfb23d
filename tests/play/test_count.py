from __future__ import annotations


def rows_of(ran):
    return {row["algorithm"]: row for row in ran.record["algorithms"]}


def test_the_whole_tree_of_tic_tac_toe(zermelo):
    """549,946 nodes and 255,168 games: the default limits must leave room for them."""
    rows = rows_of(zermelo("count", "tic-tac-toe", "--json"))
    minimax = rows["minimax"]
    assert (minimax["nodes"], minimax["leaves"], minimax["cuts"], minimax["value"]) == (549_946, 255_168, 0, 0)
    assert all(row["value"] == 0 and row["stopped_by"] is None for row in rows.values())
    nodes = [rows[name]["nodes"] for name in ("minimax", "alpha-beta", "alpha-beta, ordered")]
    assert nodes == sorted(nodes, reverse=True)
    assert rows["alpha-beta, table"]["nodes"] < rows["alpha-beta"]["nodes"]
    assert rows["alpha-beta, table"]["table_hits"] > 0


def test_the_counts_of_a_book(zermelo):
    """MAX over MIN pairs (3,5) (2,9): the leaf 9 is never visited by alpha-beta."""
    rows = rows_of(zermelo("count", "tree", "[[3,5],[2,9]]", "--json"))
    assert (rows["minimax"]["leaves"], rows["alpha-beta"]["leaves"]) == (4, 3)
    assert {row["value"] for row in rows.values()} == {3}
    assert {row["move"] for row in rows.values()} == {"0"}


def test_a_depth_makes_every_tree_small_and_every_value_the_same(zermelo):
    rows = rows_of(zermelo("count", "connect-four", "4453", "--depth", "3", "--json"))
    assert rows["minimax"]["nodes"] == 1 + 7 + 49 + 343
    assert len({row["value"] for row in rows.values()}) == 1


def test_too_large_a_tree_is_stopped_and_says_so(zermelo):
    ran = zermelo("count", "connect-four", "--nodes", "500")
    assert ran.code == 0
    assert "more than 500 nodes, stopped" in ran.out
    assert "--depth" in ran.out
    assert ">500" in ran.out
    rows = rows_of(zermelo("count", "connect-four", "--nodes", "500", "--json"))
    assert all(row["stopped_by"] == "nodes" and row["value"] is None for row in rows.values())


def test_a_limit_of_time(zermelo):
    rows = rows_of(zermelo("count", "connect-four", "--seconds", "0.05", "--json"))
    assert all(row["stopped_by"] == "seconds" and row["seconds"] < 2 for row in rows.values())


def test_an_unknown_leaf_stops_only_those_who_need_it(zermelo):
    """MAX((3,5),(1,?)): alpha-beta never looks at the unknown leaf, minimax must."""
    rows = rows_of(zermelo("count", "tree", "[[3,5],[1,null]]", "--json"))
    assert rows["alpha-beta"]["value"] == 3
    assert rows["minimax"]["value"] is None
    assert "unknown leaf" in rows["minimax"]["stopped_by"]
    ran = zermelo("count", "tree", "[[null]]")
    assert ran.code == 2
    assert "unknown leaf" in ran.err


def test_a_finished_game_is_one_node(zermelo):
    rows = rows_of(zermelo("count", "tic-tac-toe", "XXXOO....", "--json"))
    assert all((row["nodes"], row["leaves"], row["move"]) == (1, 1, None) for row in rows.values())


def test_without_a_hook_the_order_follows_the_successors(zermelo, game_file):
    rows = rows_of(zermelo("count", game_file("game = Take(9)\n") + ":game", "--json"))
    assert len({row["value"] for row in rows.values()}) == 1
    assert rows["alpha-beta, ordered"]["nodes"] <= rows["alpha-beta"]["nodes"]


def test_a_stopped_algorithm_without_cuts_has_a_dash(zermelo):
    out = zermelo("count", "connect-four", "--nodes", "100").out
    [row] = [line.split() for line in out.splitlines() if line.startswith("minimax ")]
    assert row[:4] == ["minimax", ">100", row[2], "—"]
    assert ">0" not in out
