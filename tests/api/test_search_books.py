"""Books in `search`, `best` and `play`; and the figure that a game's players use."""

from __future__ import annotations

import pytest

from graphs import GraphGame
from zermelo import Bound, InputError, build_book, search, solve_all
from zermelo.core.game import moves_of
from zermelo.games.connect_four import ConnectFour
from zermelo.games.mnk import TicTacToe
from zermelo.games.nim import Nim
from zermelo.solve.book import WrongBookError

GAMES = [TicTacToe(), Nim((1, 3, 4)), ConnectFour(3, 3)]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: type(game).__name__)
def test_a_position_of_the_book_is_answered_as_the_search_would(game):
    book, truth = build_book(game, 2, compiled=False), solve_all(game, compiled=False)
    start = game.initial_state()
    for state in (start, game.next_state(start, moves_of(game, start)[1])):
        found, searched = search(game, state, book=book), search(game, state, exact=True, compiled=False, seconds=60)
        assert searched.exact
        assert (found.value, found.distance) == (searched.value, searched.distance)
        assert (found.stopped_by, found.nodes, found.exact, found.bound) == ("book", 0, True, Bound.EXACT)
        assert found.line[0] == found.move
        assert [root.move for root in found.moves] == moves_of(game, state)
        for root in found.moves:
            value = truth.value(game.next_state(state, root.move))
            assert (root.value, root.bound) == (value, Bound.EXACT)


def test_what_the_book_does_not_know_is_searched():
    game = TicTacToe()
    book = build_book(game, 1)
    _, last = TicTacToe.from_text("X........")
    assert book.find(last) is not None
    beyond = search(game, last, book=book)  # the value is known and no move: that one is looked for
    assert (beyond.stopped_by, beyond.value) == ("proved", 0)
    assert beyond.move is not None


def test_one_move_that_keeps_the_value_is_enough():
    """The book has a position and one of its successors, which is as good as it can be."""
    game = TicTacToe()
    book = build_book(game, 2)
    start = game.initial_state()
    centre = game.next_state(start, moves_of(game, start)[4])
    for move in moves_of(game, start):
        if move != moves_of(game, start)[4]:
            book.entries.pop(book.identity(game.next_state(start, move)), None)
    found = search(game, book=book)
    assert (found.move, found.value, found.stopped_by) == (moves_of(game, start)[4], 0, "book")
    assert [root.bound for root in found.moves].count(None) == 8
    assert search(game, book=book, lines=2).stopped_by == "proved"
    del book.entries[book.identity(centre)]
    assert search(game, book=book).stopped_by == "proved"


def test_a_draw_that_goes_round_has_a_line_that_ends():
    game = GraphGame("A(max)->B,L; B(min)->A,W; L=loss; W=win", repetition="draw")
    found = search(game, book=build_book(game, 2))
    assert (found.value, found.stopped_by, found.line) == (0, "book", ("B", "A"))


def test_other_books_are_refused():
    book = build_book(Nim((1, 3, 4)), 1)
    for game in (Nim((1, 3, 5)), Nim((1, 3, 4), misere=True), TicTacToe()):
        with pytest.raises(WrongBookError, match="another game"):
            search(game, book=book)
    assert search(Nim((1, 3, 4)), book=book).stopped_by == "book"
    with pytest.raises(InputError, match="book="):
        search(Nim((1, 3, 4)), book="openings.book")


def test_the_commands(zermelo, tmp_path):
    path = str(tmp_path / "openings")
    assert zermelo("book", "tic-tac-toe", "2", "-o", path).code == 0
    record = zermelo("best", "tic-tac-toe", "--book", path, "--json").record
    assert (record["value"], record["stopped_by"], record["exact"]) == (0, "book", True)
    assert "from the book" in zermelo("best", "tic-tac-toe", "--book", path).out
    assert zermelo("best", "tic-tac-toe", "XOX......", "--book", path, "--json").record["stopped_by"] == "proved"
    out = zermelo("play", "tic-tac-toe", "--first", "computer", "--second", "computer", "--book", path).out
    assert "draw" in out


@pytest.mark.parametrize("command", ["best", "solve", "play"])
def test_files_that_are_no_book_for_this_game(zermelo, tmp_path, command):
    path = tmp_path / "openings"
    zermelo("book", "nim", "1", "-o", str(path), "--plain")
    for rules, message in (("tic-tac-toe", "another game"), ("no-such-game", "no-such-game")):
        ran = zermelo(command, rules, "--book", str(path))
        assert (ran.code, message in ran.err) == (2, True), ran
    path.write_bytes(path.read_bytes()[:-9])
    assert "damaged" in zermelo(command, "nim", "--book", str(path)).err
    assert "no such file" in zermelo(command, "nim", "--book", str(path) + "x").err


def test_a_level_without_a_book(zermelo, tmp_path):
    ran = zermelo("play", "nim", "--level", "easy", "--book", "x")
    assert ran.code == 2
    assert "--book" in ran.err


# ── score ────────────────────────────────────────────────────────────────────────────────────────


def test_an_exact_result_has_the_figure_of_the_players():
    game = ConnectFour()
    found = search(game, game.parse_state("121212"), exact=True)
    assert (found.exact, found.distance, found.score) == (True, 1, 18)
    late = search(game, game.parse_state("2252576253462244111563365343671351441"), exact=True)
    assert (late.exact, late.score) == (True, -1)
    assert search(game, nodes=100).score is None
    assert search(TicTacToe()).score is None


def test_the_figure_in_json(zermelo):
    assert zermelo("best", "connect-four", "121212", "--exact", "--json").record["score"] == 18
    assert zermelo("best", "connect-four", "--nodes", "50", "--json").record["score"] is None
    assert "score" not in zermelo("best", "nim", "1,2", "--json").record
