"""Games in the terminal: every entry is answered, and the end is said in words."""

from __future__ import annotations

import pytest


def test_a_whole_game_of_two_people(zermelo, typed):
    """X takes the first column."""
    typed("0,0", "0,1", "1,0", "1,1", "2,0")
    ran = zermelo("play", "tic-tac-toe", "--second", "human")
    assert ran.code == 0
    assert ran.err == ""
    assert ran.out.rstrip().endswith("X wins")


def test_a_draw(zermelo, typed):
    typed("2,2")
    ran = zermelo("play", "tic-tac-toe", "XOXXOOOX.", "--second", "human")
    assert ran.out.rstrip().endswith("draw")


def test_the_computer_answers_and_wins(zermelo, typed):
    """X X . / O O . / . . .: X does not see it, the computer takes the row."""
    typed("2,2")
    ran = zermelo("play", "tic-tac-toe", "XX.OO....", "--depth", "2")
    assert "O plays 1,2" in ran.out
    assert ran.out.rstrip().endswith("O wins")


def test_an_easy_computer_takes_a_win_but_does_not_see_yours(zermelo, typed):
    """X X . / O O . / . . .: O to move wins at once; in X X . / O . . / . . . the threat is one ply too deep."""
    typed("2,2")
    assert "O plays 1,2" in zermelo("play", "tic-tac-toe", "XX.OO....", "--level", "easy").out
    replies = set()
    for seed in range(12):
        typed("0,1")
        out = zermelo("play", "tic-tac-toe", "X..O.....", "--level", "easy", "--seed", str(seed)).out
        replies.add(out.partition("O plays ")[2][:3])
    assert len(replies) > 1
    typed("0,1")
    assert "O plays 0,2" in zermelo("play", "tic-tac-toe", "X..O.....", "--level", "medium").out


def test_a_level_is_a_limit(zermelo, typed):
    typed()
    ran = zermelo("play", "tic-tac-toe", "--level", "easy", "--depth", "3")
    assert ran.code == 2
    assert "--level easy" in ran.err


def test_two_computers(zermelo, typed):
    typed()
    ran = zermelo("play", "coins", "2,3,5,8", "--first", "computer", "--second", "computer")
    assert ran.code == 0
    assert "the first player wins, 10 : 8" in ran.out
    assert "> " not in ran.out


@pytest.mark.parametrize(
    ("options", "prompts"),
    [
        ([], ["the first player> "]),
        (["--first", "computer"], ["the second player> "]),
        (["--second", "computer"], ["the first player> "]),
        (["--second", "human"], ["the first player> ", "the second player> "]),
    ],
)
def test_one_who_is_not_named_is_a_person_or_a_persons_opponent(zermelo, typed, options, prompts):
    typed("1:1")
    out = zermelo("play", "nim", "1,2,3", *options).out
    asked = [prompt for prompt in ("the first player> ", "the second player> ") if prompt in out]
    assert asked == prompts


def test_a_proved_value_of_a_move_is_not_in_double_brackets(zermelo, typed):
    typed("1,1")
    out = zermelo("play", "tic-tac-toe", "X...O.XOX").out + zermelo("play", "tic-tac-toe", "--first", "computer").out
    assert "draw (proved)" in out
    assert "(draw (proved))" not in out


def test_the_computer_first(zermelo, typed):
    typed()
    ran = zermelo("play", "nim", "1,2", "--first", "computer", "--second", "human")
    assert "the first player plays 1:1" in ran.out
    assert "unfinished" in ran.out


def test_the_end_of_input_ends_the_game_cleanly(zermelo, typed):
    typed("0,0")
    ran = zermelo("play", "tic-tac-toe", "--depth", "1")
    assert ran.code == 0
    assert ran.err == ""
    assert "unfinished" in ran.out


def test_quit(zermelo, typed):
    typed("quit", "0,0")
    ran = zermelo("play", "tic-tac-toe", "--second", "human")
    assert "unfinished" in ran.out
    assert "O to move" not in ran.out


def test_wrong_entries_are_explained_and_asked_again(zermelo, typed):
    typed("9,9", "0,0", "nonsense", "", "\x1b[2J", "1;1", "1,1")
    ran = zermelo("play", "tic-tac-toe", "X........", "--second", "human")
    assert ran.code == 0
    assert "'9' is out of range" in ran.out
    assert "'0,0' is not legal" in ran.out
    assert "'nonsense' is not a move" in ran.out
    assert "legal here: 0,1  0,2" in ran.out
    assert "\x1b" not in ran.out
    assert "1 . O ." in ran.out


def test_who_must_pass_is_told(zermelo, typed):
    """O has no place for a disc after h6, and X goes on."""
    typed("h6", "pass", "quit")
    board = "--OOOXXO--OOOXXO-OOXXOXOOOOXOOOOXXXOXXOOOXOXXXX-OOOXXXXXOXXXXXOX X"
    out = zermelo("play", "othello", board, "--second", "human").out
    before, _, after = out.partition("the only move is pass")
    assert before.count("to move") == 2
    assert "X to move" in after


def test_moves_and_help(zermelo, typed):
    typed("moves", "help")
    out = zermelo("play", "nim", "1,2").out
    assert "0:1  1:1  1:2" in out
    assert "undo" in out


def test_a_hint_is_a_move_and_why(zermelo, typed):
    typed("hint")
    assert "hint: 0,2  X wins in 1 ply" in zermelo("play", "tic-tac-toe", "XX.OO....").out


def test_undo_takes_back_the_answer_of_the_computer_too(zermelo, typed):
    typed("undo", "0,0", "undo", "quit")
    out = zermelo("play", "tic-tac-toe", "--depth", "1").out
    assert "no move of yours" in out
    boards = out.split("  0 1 2\n")[1:]
    assert boards[0][:23] == boards[2][:23] == "0 . . .\n1 . . .\n2 . . ."


def test_undo_between_two_people_takes_back_one_move(zermelo, typed):
    typed("0,0", "1,1", "undo")
    out = zermelo("play", "tic-tac-toe", "--second", "human").out
    last = out.split("  0 1 2\n")[-1]
    assert last.startswith("0 X . .\n1 . . .")


def test_a_move_that_is_named_like_a_command_is_the_move(zermelo, typed, game_file):
    path = game_file(
        "class Named(Take):\n"
        "    def format_move(self, move): return {1: 'help', 2: 'quit'}[move]\n"
        "    def parse_move(self, text): return {'help': 1, 'quit': 2}[text]\n"
    )
    typed("help", "unheard", "quit", "quit")
    out = zermelo("play", f"{path}:Named", "--second", "human").out
    assert "'unheard' is not a move" in out
    assert out.rstrip().endswith("the first player wins")


def test_a_position_that_comes_back_ends_the_game_if_the_game_says_so(zermelo, typed, tmp_path):
    """A token goes to and fro between two places; a position that comes back is a draw."""
    file = tmp_path / "token.py"
    file.write_text(
        "from zermelo import Game\n"
        "class Token(Game):\n"
        "    repetition = 'draw'\n"
        "    def initial_state(self): return (0, 0)\n"
        "    def current_player(self, state): return state[1]\n"
        "    def legal_moves(self, state): return [0, 1]\n"
        "    def next_state(self, state, move): return (move, 1 - state[1])\n"
        "    def is_terminal(self, state): return False\n"
        "    def utility(self, state, player): return 0\n"
    )
    typed("1", "0")
    ran = zermelo("play", f"{file}:Token", "--second", "human")
    assert ran.out.rstrip().endswith("draw")


def test_a_rule_that_fails_in_the_middle_of_a_game(zermelo, typed, game_file):
    path = game_file("class Faulty(Take):\n    def next_state(self, state, move):\n        return state.heap\n")
    typed("1")
    ran = zermelo("play", f"{path}:Faulty", "--second", "human")
    assert ran.code == 2
    assert "return state.heap" in ran.err
    assert "Traceback" not in ran.err
