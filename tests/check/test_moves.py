"""6 moves: lists of moves, and how people write them."""

from __future__ import annotations

import random

from check.helpers import Nim, TicTacToe, finding_in, report_on


def test_a_move_that_is_listed_twice():
    class Twice(Nim):
        def legal_moves(self, state):
            moves = super().legal_moves(state)
            return moves + moves[:1] if sum(state[0]) == 3 else moves

    finding = finding_in(Twice, "moves", "legal_moves")
    assert "listed 2 times" in finding.message
    assert len(finding.moves) == 1


def test_moves_in_a_random_order():
    class Shuffled(TicTacToe):
        def legal_moves(self, state):
            moves = super().legal_moves(state)
            random.shuffle(moves)
            return moves

    finding = finding_in(Shuffled, "moves", "legal_moves")
    assert "another order" in finding.message
    assert finding.moves == ()


def test_a_generator_that_is_used_up():
    class OneGenerator(Nim):
        def __init__(self):
            self.kept = {}

        def legal_moves(self, state):
            return self.kept.setdefault(state, iter(Nim.legal_moves(self, state)))

    report = report_on(OneGenerator)
    assert "nothing when it is called again" in str(report)


def test_moves_that_never_end():
    class Endless(Nim):
        def legal_moves(self, state):
            while True:
                yield 1

    finding = finding_in(Endless, "moves", "legal_moves")
    assert "more than 20,000" in finding.message


def test_a_loop_that_never_ends():
    class Stuck(Nim):
        def legal_moves(self, state):
            while sum(state[0]) == 4:
                pass
            return super().legal_moves(state)

    finding = finding_in(Stuck, "moves", "legal_moves")
    assert "did not return" in finding.message
    assert len(finding.moves) == 1
    assert "while sum(state[0]) == 4" in finding.place or "pass" in finding.place


def test_no_list_of_moves():
    class NoList(Nim):
        def legal_moves(self, state):
            super().legal_moves(state)

    assert "returned None" in finding_in(NoList, "moves", "legal_moves").message


class Coordinates(TicTacToe):
    """Moves are written as a letter and a number."""

    def format_move(self, move):
        return "abc"[move % 3] + str(move // 3)

    def parse_move(self, text):
        if len(text) != 2 or text[0] not in "abc" or text[1] not in "012":
            raise ValueError(text)
        return "abc".index(text[0]) + 3 * int(text[1])


def test_coordinates_that_are_read_back_are_right():
    assert not report_on(Coordinates).findings


def test_coordinates_that_are_read_back_the_wrong_way_round():
    class Transposed(Coordinates):
        def parse_move(self, text):
            return 3 * "abc".index(super().format_move(super().parse_move(text))[0]) + int(text[1])

    finding = finding_in(Transposed, "moves", "parse_move")
    assert "move 1 is written 'b0', which is read back as 3" in finding.message


def test_two_moves_that_are_written_alike():
    class Alike(TicTacToe):
        def format_move(self, move):
            return str(move % 5)

        def parse_move(self, text):
            return int(text)

    assert "both written '0'" in finding_in(Alike, "moves", "format_move").message


def test_moves_that_nobody_can_type():
    class Pairs(TicTacToe):
        def legal_moves(self, state):
            return [divmod(move, 3) for move in super().legal_moves(state)]

        def next_state(self, state, move):
            return super().next_state(state, 3 * move[0] + move[1])

    finding = finding_in(Pairs, "moves", "parse_move")
    assert finding.severity == "warning"
    assert "default parse_move" in finding.message


def test_a_position_that_is_not_read_back():
    class ForgetsThePlayer(Nim):
        def format_state(self, state):
            return ",".join(map(str, state[0]))

        def parse_state(self, text):
            return (tuple(map(int, text.split(","))), 0)

    finding = finding_in(ForgetsThePlayer, "moves", "parse_state")
    assert len(finding.moves) == 1


def test_a_parser_that_fails_on_what_people_type():
    class Careless(TicTacToe):
        def parse_move(self, text):
            return "012345678".index(text[0])

    finding = finding_in(Careless, "moves", "parse_move")
    assert finding.severity == "warning"
    assert "InputError" in finding.message
