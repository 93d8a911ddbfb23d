from __future__ import annotations

import pytest

from commands import KEYS


def test_the_best_coin(zermelo):
    """2 3 5 8: the first player takes one and collects 10 of 18."""
    record = zermelo("best", "coins", "2,3,5,8", "--json").record
    assert list(record) == KEYS
    assert (record["game"], record["position"]) == ("coins", "2,3,5,8")
    assert (record["value"], record["bound"], record["move"], record["index"]) == (10, "exact", "1", 0)
    assert record["exact"] is True
    assert record["stopped_by"] == "proved"
    assert record["line"][0] == "1"
    assert [move["move"] for move in record["moves"]] == ["1", "2"]
    assert all(list(move) == ["move", "value", "bound"] for move in record["moves"])


@pytest.mark.parametrize(
    ("game", "position", "move", "index", "value"),
    [
        ("nim", "1,2", "1:1", 1, 1),
        ("nim", "2,3", "1:1", 2, 1),
        ("tic-tac-toe", "XX.OO....", "0,2", 0, 1),
        ("tic-tac-toe", "X.X/.O./...", "0,1", 0, 0),
        ("connect-four", "121212", "1", 0, 1),
        ("tree", "[[3,5],[1,null]]", "0", 0, 3),
        ("tree", "min [[8,6],[9,null]]", "0", 0, 8),
        ("tree", "[[3,5],[2,9],[1,6]]", "0", 0, 3),
    ],
)
def test_known_positions(zermelo, game, position, move, index, value):
    record = zermelo("best", game, position, "--json").record
    assert (record["move"], record["index"], record["value"]) == (move, index, value)
    assert record["bound"] == "exact"


def test_values_are_the_first_players_also_when_the_second_moves(zermelo):
    """O completes a row: that is -1, for X."""
    record = zermelo("best", "tic-tac-toe", "OO.XX.X..", "--json").record
    assert (record["move"], record["value"], record["distance"]) == ("0,2", -1, 1)


def test_a_depth_is_kept(zermelo):
    record = zermelo("best", "connect-four", "4453", "--depth", "3", "--json").record
    assert record["depth"] <= 3
    assert record["stopped_by"] == "depth"
    assert record["exact"] is False


@pytest.mark.parametrize("position", ["XXXOO....", "XOXXOOOXX"])
def test_a_game_that_is_over_has_a_result_and_no_move(zermelo, position):
    ran = zermelo("best", "tic-tac-toe", position)
    assert ran.code == 0
    assert "the game is over: " in ran.out
    assert "there is no move" in ran.out
    record = zermelo("best", "tic-tac-toe", position, "--json").record
    assert list(record) == KEYS
    assert (record["move"], record["index"], record["moves"], record["line"]) == (None, None, [], [])
    assert record["stopped_by"] == "over"


def test_the_screen_shows_board_move_value_and_effort(zermelo):
    out = zermelo("best", "coins", "2,3,5,8").out
    assert "2  3  5  8" in out
    assert "best  1  value 10 for the first player, in 3 plies (proved)" in out
    assert "= 10" in out
    assert "nodes · depth" in out
    assert "the value is proved" in out


def test_infinite_values_are_texts_in_json(zermelo, game_file):
    """JSON has no infinity: a reader that is strict must be able to read every result."""
    path = game_file(
        "class Endless(Take):\n"
        "    def utility(self, state, player):\n"
        "        return float('inf') if player != state[1] else float('-inf')\n"
    )
    ran = zermelo("best", f"{path}:Endless", "--plain", "--json")
    if ran.code == 0:  # an engine may also refuse such numbers, with a message
        assert ran.record["value"] in ("inf", 1)
    else:
        assert ran.err.startswith("error: ")


def test_brackets_in_a_users_texts_are_not_markup(zermelo, game_file):
    path = game_file(
        "class Marked(Take):\n"
        "    def render(self, state): return '[bold]board[/bold] [x] [/]'\n"
        "    def format_move(self, move): return f'[red]{move}[/red]'\n"
    )
    ran = zermelo("best", f"{path}:Marked", "--plain")
    assert ran.code == 0
    assert "[bold]board[/bold] [x] [/]" in ran.out
    assert "best  [red]2[/red]" in ran.out


def test_without_a_text_of_its_own_the_position_is_the_given_one(zermelo, game_file):
    record = zermelo("best", game_file() + ":Take", "--plain", "--json").record
    assert record["position"] == ""
    assert (record["move"], record["value"], record["distance"]) == ("2", 1, 3)
    assert record["compiled"] is False


def test_options_reach_the_search(zermelo, monkeypatch):
    """Workers, lines and memory are the search's to use; the command line passes them on as they are."""
    import zermelo.api.search as api

    seen = {}
    true_search = api.search

    def listening(game, state, **options):
        seen.update(options)
        return true_search(game, state, **options)

    monkeypatch.setattr(api, "search", listening)
    zermelo("best", "coins", "--lines", "2", "--workers", "2", "--table-mb", "8", "--plain", "--nodes", "1000")
    assert (seen["lines"], seen["workers"], seen["table_mb"], seen["compiled"]) == (2, 2, 8.0, False)
    assert (seen["nodes"], seen["depth"], seen["seconds"], seen["exact"]) == (1000, None, None, False)


def test_no_table(zermelo):
    record = zermelo("best", "coins", "2,3,5,8", "--table-mb", "0", "--json").record
    assert (record["value"], record["move"]) == (10, "1")


@pytest.mark.parametrize("command", [["best", "--plain"], ["count"], ["perft", "2"], ["explain"], ["check"], ["solve"]])
def test_what_a_users_file_and_rules_print_is_not_in_the_json(zermelo, game_file, command):
    path = game_file(
        "print('loaded')\n"
        "class Loud(Take):\n"
        "    def utility(self, state, player):\n"
        "        print('called')\n"
        "        return super().utility(state, player)\n"
        "    def format_move(self, move):\n"
        "        print('written')\n"
        "        return str(move)\n"
    )
    name, *more = command
    ran = zermelo(name, f"{path}:Loud", *more, "--json")
    assert isinstance(ran.record, dict)
    assert len(ran.out.splitlines()) == 1
    assert "loaded" in ran.err
    ran = zermelo(name, f"{path}:Loud", *more)
    assert "loaded" in ran.out
    assert ran.err == ""


def test_a_deep_tree_is_not_drawn(zermelo):
    """Each of its levels is drawn further to the right: 9 MB for 3,000 of them."""
    text = "[" * 3000 + "5" + ",4]" * 3000
    for command in ("best", "explain", "count"):
        more = [] if command == "count" else ["--nodes", "20000"]
        out = zermelo(command, "tree", text, *more).out
        assert len(out) < 3000
    out = zermelo("best", "tree", text, "--nodes", "100").out
    assert "(the position is not shown: its text has 12,001 characters)" in out
    assert "more characters\n" in out


def test_a_picture_of_very_many_lines_is_not_shown(zermelo, game_file):
    path = game_file("class Tall(Take):\n    def render(self, state): return 'x' * 5000 + '\\n.' * 300\n")
    out = zermelo("best", f"{path}:Tall", "--plain").out
    assert "its picture has 301 lines" in out
    path = game_file("class Wide(Take):\n    def render(self, state): return 'x' * 5000\n", "wide.py")
    assert "x… 4,000 more characters" in zermelo("best", f"{path}:Wide", "--plain").out


def test_moves_that_were_not_proved_have_a_question_mark(game_file, zermelo):
    """In a proved result nobody had to know them; a result that is not proved has guesses, which do not say =."""
    from dataclasses import replace

    from zermelo import Bound, RootMove, search
    from zermelo.play.best import show
    from zermelo.play.console import console
    from zermelo.play.loading import load_position

    rules, state = load_position("tic-tac-toe", "XX.OO....")
    found = search(rules, state)
    moves = tuple(root if root.move == found.move else RootMove(root.move, None, None) for root in found.moves)
    out = console()
    with out.capture() as captured:
        show(out, "tic-tac-toe", rules, replace(found, moves=moves))
    lines = [line.split() for line in captured.get().splitlines()]
    assert ["0,2", "=", "1", "0,2"] in lines
    assert ["2,2", "?"] in lines
    assert "not searched" not in captured.get()
    guesses = tuple(RootMove(root.move, 7, Bound.EXACT) for root in found.moves)
    with out.capture() as captured:
        show(out, "tic-tac-toe", rules, replace(found, moves=guesses, exact=False, stopped_by="depth"))
    assert "≈ 7" in captured.get()
    assert "= 7" not in captured.get()
