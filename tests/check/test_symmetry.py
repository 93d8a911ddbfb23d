"""8 symmetry: images that do not play alike, and hooks that speak of illegal moves."""

from __future__ import annotations

from check.helpers import Nim, TicTacToe, finding_in, report_on


class Mirrored(TicTacToe):
    """The mirror image and the upside-down image. Right."""

    def symmetries(self, state):
        yield "".join(state[row : row + 3][::-1] for row in (0, 3, 6))
        yield state[6:] + state[3:6] + state[:3]


def test_mirror_images_are_right():
    assert not report_on(Mirrored).findings


def test_an_image_with_the_colours_exchanged_has_the_other_player_to_win():
    class Exchanged(TicTacToe):
        def symmetries(self, state):
            yield state.translate(str.maketrans("XO", "OX"))

    finding = finding_in(Exchanged, "symmetry", "symmetries")
    assert len(finding.moves) <= 5


def test_a_rotation_of_a_row_is_no_symmetry():
    class Rotated(TicTacToe):
        def symmetries(self, state):
            yield state[1:3] + state[0] + state[3:]

    finding = finding_in(Rotated, "symmetry", "symmetries")
    assert finding.severity == "fault"
    assert len(finding.moves) <= 5


def test_an_image_in_which_somebody_else_is_to_move():
    class OtherPlayer(Nim):
        def symmetries(self, state):
            return [(state[0], 1 - state[1])]

    finding = finding_in(OtherPlayer, "symmetry", "symmetries")
    assert "player 0 is to move here and 1 there" in finding.message
    assert finding.moves == ()


def test_an_evaluation_that_tells_images_apart_is_a_warning():
    class LeftIsBetter(Mirrored):
        def evaluate(self, state, player):
            worth = ((state[0] == "X") - (state[0] == "O")) / 10
            return worth if player == 0 else -worth

    finding = finding_in(LeftIsBetter, "symmetry", "symmetries")
    assert finding.severity == "warning"
    assert finding.moves == (0,)


def test_noisy_moves_that_are_not_legal():
    class Noisy(TicTacToe):
        def noisy_moves(self, state):
            return [0, 4]

    finding = finding_in(Noisy, "symmetry", "noisy_moves")
    assert "not among the legal moves" in finding.message
    assert len(finding.moves) == 1


def test_an_order_that_is_no_number():
    class Ordered(TicTacToe):
        def order_moves(self, state, move):
            return 1 if move == 4 else None

    assert "None" in finding_in(Ordered, "symmetry", "order_moves").message


def test_a_pass_after_which_the_same_player_moves():
    class Passing(Nim):
        def null_move(self, state):
            return ((*state[0], 0), state[1])

    assert "still to move" in finding_in(Passing, "symmetry", "null_move").message
