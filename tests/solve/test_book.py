"""Books: what they hold is right, what is changed in one is found, and `solve` answers from them."""

from __future__ import annotations

import pytest

from graphs import GraphGame
from solve.test_solve import truth
from zermelo import InputError
from zermelo.api.solve import build_book, open_book, solve
from zermelo.core.game import moves_of
from zermelo.core.score import Score
from zermelo.games.coins import Coins
from zermelo.games.connect_four import ConnectFour
from zermelo.games.mnk import TicTacToe
from zermelo.games.nim import Nim
from zermelo.solve.book import WrongBookError

GAMES = [TicTacToe(), Nim((1, 3, 4)), Coins((2, 3, 5, 8, 1, 9))]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: type(game).__name__)
def test_every_entry_is_right(game, tmp_path):
    book = build_book(game, 2)
    book.save(tmp_path / "book")
    again = open_book(tmp_path / "book", game)
    assert again.entries == book.entries
    assert again.verify() == len(book)
    states = [game.initial_state()]
    for _ in range(3):
        for state in states[::5]:
            if not game.is_terminal(state):
                assert again.find(state) == truth(game, state)
        states = [game.next_state(s, move) for s in states if not game.is_terminal(s) for move in moves_of(game, s)]


def test_by_search_and_from_the_successors():
    """A game that is too large to be solved whole."""
    game = ConnectFour(4, 4)
    book = build_book(game, 1, compiled=True)
    assert book.find(game.initial_state()) == Score(0, 0, 0)
    for move in range(4):
        state = game.next_state(game.initial_state(), move)
        solved = solve(game, state, method="alphabeta", compiled=False)
        assert book.find(state) == Score(solved.outcome, solved.value, -solved.outcome * (solved.distance or 0))


def test_solve_answers_from_the_book():
    game = TicTacToe()
    book = build_book(game, 2)
    solved = solve(game, book=book)
    assert (solved.value, solved.exact, solved.stopped_by, solved.nodes) == (0, True, "book", 0)
    assert solved.move is not None
    beyond, state = TicTacToe.from_text("XOXO.....")
    assert solve(beyond, state, book=book).stopped_by == "proved"


def test_a_game_that_goes_round():
    game = GraphGame("A(max)->B,W; B(min)->A,C; W(max)->A,L; L=loss; C=win", repetition="draw")
    book = build_book(game, 2)
    assert book.find("A") == truth(game, "A")
    assert book.verify() == len(book)


def test_damaged_and_foreign_books_are_refused(tmp_path):
    game, path = Nim((1, 3, 4)), tmp_path / "book"
    build_book(game, 2).save(path)
    content = path.read_bytes()
    for place in range(0, len(content), 97):
        changed = bytearray(content)
        changed[place] ^= 1
        path.write_bytes(changed)
        with pytest.raises(WrongBookError):
            open_book(path, game)
    path.write_bytes(content)
    for other in (Nim((1, 3, 5)), Nim((1, 3, 4), misere=True)):
        with pytest.raises(WrongBookError, match="another game"):
            open_book(path, other)
    path.write_bytes(b"")
    with pytest.raises(WrongBookError, match="no book"):
        open_book(path, game)


def test_a_wrong_entry_is_found():
    book = build_book(TicTacToe(), 1)
    who = next(iter(book.entries))
    book.entries[who] = Score(1, 1, -3)
    with pytest.raises(WrongBookError, match="is right"):
        book.verify()
    del book.entries[who]
    with pytest.raises(WrongBookError):
        book.verify()


@pytest.mark.parametrize("plies", [-1, 1.5, True])
def test_wrong_plies(plies):
    with pytest.raises(InputError, match="whole number"):
        build_book(TicTacToe(), plies)


def test_values_that_depend_on_the_way_have_no_place():
    with pytest.raises(InputError, match="book"):
        build_book(GraphGame("A(max)->B; B(min)->A,W; W=win", repetition="loss"), 1)
