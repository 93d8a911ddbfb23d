"""Solutions in files: what is read is what was written, and what is wrong is refused with words."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

import zermelo
from solve.toys import COMPILED_SLOWLY, PLAIN, Clock, Dodgem, Hexapawn, Words
from zermelo.api.solve_all import solve_all
from zermelo.core.errors import InputError
from zermelo.games.coins import Coins
from zermelo.games.connect_four import ConnectFour
from zermelo.games.mnk import MNK, TicTacToe
from zermelo.solve import WrongSolutionError, open_solution
from zermelo.solve.storage import MAGIC


@pytest.mark.parametrize("game", [TicTacToe(), Dodgem(), Hexapawn(), Coins(), Clock()], ids=lambda g: type(g).__name__)
def test_a_file_holds_all_of_the_solution(game, tmp_path):
    path, solution = tmp_path / "game.solution", solve_all(game)
    solution.save(path)
    again = open_solution(path, game)
    assert len(again) == len(solution)
    assert again.best() == solution.best()
    assert (again.results, again.draw, again.cyclic, again.notes) == (
        solution.results, solution.draw, solution.cyclic, solution.notes,
    )  # fmt: skip
    assert again.check() == len(solution)
    assert path.stat().st_size <= 10 * len(solution) + 2000
    assert [other.name for other in tmp_path.iterdir()] == ["game.solution"]


def test_a_solution_from_another_position_remembers_it(tmp_path):
    game = TicTacToe()
    root = game.parse_state("XO./.../...")
    solve_all(game, root).save(tmp_path / "x")
    again = open_solution(tmp_path / "x", game)
    assert again.root == root
    assert root in again
    assert game.initial_state() not in again
    with pytest.raises(InputError, match=r"not among the .* that can be reached from"):
        again.value(game.initial_state())


@pytest.fixture(scope="module")
def saved(tmp_path_factory):
    path = tmp_path_factory.mktemp("saved") / "tictactoe"
    solve_all(TicTacToe()).save(path)
    return path.read_bytes()


def test_any_changed_byte_is_found(saved, tmp_path):
    path = tmp_path / "changed"
    places = [*range(60), *range(60, len(saved), 401), *range(len(saved) - 40, len(saved))]
    for place in places:
        changed = bytearray(saved)
        changed[place] ^= 0x10
        path.write_bytes(changed)
        with pytest.raises(WrongSolutionError):
            open_solution(path, TicTacToe())


@pytest.mark.parametrize("length", [0, 10, 24, 100, 700, 5000, -1, -33])
def test_a_file_that_is_cut_short_is_refused(saved, tmp_path, length):
    path = tmp_path / "short"
    path.write_bytes(saved[:length])
    with pytest.raises(WrongSolutionError, match=r"incomplete|no file of a solution|damaged"):
        open_solution(path, TicTacToe())


def test_a_foreign_file_and_another_version_are_refused(saved, tmp_path):
    path = tmp_path / "foreign"
    path.write_bytes(b"\x80\x04\x95 something pickled, and longer than the first bytes of a header")
    with pytest.raises(WrongSolutionError, match="this is no file of a solution"):
        open_solution(path, TicTacToe())
    path.write_bytes(saved[:16] + (7).to_bytes(4, "big") + saved[20:])
    with pytest.raises(WrongSolutionError, match="version 7"):
        open_solution(path, TicTacToe())


def test_another_game_or_size_is_refused_and_the_difference_is_named(saved, tmp_path):
    path = tmp_path / "tictactoe"
    path.write_bytes(saved)
    with pytest.raises(WrongSolutionError, match="class TicTacToe in the file, ConnectFour here"):
        open_solution(path, ConnectFour(4, 4))
    with pytest.raises(WrongSolutionError, match="misere = False in the file, True here"):
        open_solution(path, TicTacToe(misere=True))
    solve_all(MNK(2, 3, 2)).save(path)
    with pytest.raises(WrongSolutionError, match="m = 2 in the file, 3 here"):
        open_solution(path, MNK(3, 2, 2))


def with_checksums(header: dict, records: bytes) -> bytes:
    """A file whose checksums are right, whatever stands in it."""
    text = json.dumps(header).encode()
    begin = MAGIC + (1).to_bytes(4, "big") + len(text).to_bytes(4, "big") + text
    return begin + hashlib.sha256(begin).digest() + records + hashlib.sha256(records).digest()


def parts_of(data: bytes) -> tuple[dict, bytes]:
    length = int.from_bytes(data[20:24], "big")
    return json.loads(data[24 : 24 + length]), data[24 + length + 32 : -32]


@pytest.mark.parametrize("compiled", [PLAIN, COMPILED_SLOWLY])
def test_check_finds_any_wrong_entry_even_if_the_checksums_are_right(saved, tmp_path, compiled):
    path, (header, records) = tmp_path / "forged", parts_of(saved)
    path.write_bytes(with_checksums(header, records))
    assert open_solution(path, TicTacToe()).check(compiled=compiled) == 5478
    places = range(0, len(records), 2003) if compiled else range(1, len(records), 7001)
    for place in places:
        for change in (1, 0x20):
            changed = bytearray(records)
            changed[place] ^= change
            path.write_bytes(with_checksums(header, bytes(changed)))
            with pytest.raises(WrongSolutionError):
                open_solution(path, TicTacToe()).check(compiled=compiled)


def test_check_finds_changed_results_and_a_missing_entry(saved, tmp_path):
    path, (header, records) = tmp_path / "forged", parts_of(saved)
    path.write_bytes(with_checksums({**header, "results": [[-1, -1], [0, 0], [1, 2]]}, records))
    with pytest.raises(WrongSolutionError, match="the results of the game are others"):
        open_solution(path, TicTacToe()).check()
    path.write_bytes(with_checksums({**header, "count": 5477}, records[:-4]))
    with pytest.raises(WrongSolutionError, match="5,478 positions, and the solution has 5,477"):
        open_solution(path, TicTacToe()).check()
    for name, wrong in [("fields", "what"), ("fields", [[0, 1 << 80]] * 5), ("draw", None), ("game", []), ("root", 7)]:
        path.write_bytes(with_checksums({**header, name: wrong}, records))
        with pytest.raises(WrongSolutionError, match=r"not understood|incomplete|another game"):
            open_solution(path, TicTacToe())
    path.write_bytes(with_checksums({"count": 3}, records))
    with pytest.raises(WrongSolutionError, match="not understood"):
        open_solution(path, TicTacToe())


def test_check_finds_a_draw_by_repetition_that_is_called_a_win_and_a_win_that_goes_round(tmp_path):
    """In a cycle wrong values can support each other; the distances cannot."""
    game = Dodgem()
    path = tmp_path / "dodgem"
    solve_all(game).save(path)
    header, records = parts_of(path.read_bytes())
    for place in range(3, len(records), 401 * 4):  # the last byte of a record: result and distance
        for change in (1, 2, 4, 0x20):
            changed = bytearray(records)
            changed[place] ^= change
            path.write_bytes(with_checksums(header, bytes(changed)))
            with pytest.raises(WrongSolutionError):
                open_solution(path, game).check(compiled=False)


def test_states_that_are_no_numbers_cannot_be_saved(tmp_path):
    with pytest.raises(InputError, match="cannot be saved"):
        solve_all(Words()).save(tmp_path / "words")
    assert list(tmp_path.iterdir()) == []


def test_a_solution_that_is_not_there_is_told(tmp_path):
    for name in ("nowhere", "."):
        with pytest.raises(zermelo.InputError, match="there is no such file"):
            zermelo.open_solution(tmp_path / name, TicTacToe())


@pytest.mark.parametrize("kind", ["proof", "book"])
def test_a_file_of_another_kind_is_not_overwritten(kind, tmp_path):
    mine = tmp_path / "mine.py"
    mine.write_text("print('mine')\n")

    def write(path):
        if kind == "proof":
            zermelo.solve(TicTacToe(), proof=path, compiled=False)
        else:
            zermelo.build_book(TicTacToe(), 1, compiled=False).save(path)

    for path in (mine, tmp_path):
        with pytest.raises(zermelo.InputError):
            write(path)
    assert mine.read_text() == "print('mine')\n"
    write(tmp_path / "own")
    first = (tmp_path / "own").read_bytes()
    write(tmp_path / "own")  # its own kind is written anew
    assert (tmp_path / "own").read_bytes() == first
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "own")
    write(link)
    assert link.is_symlink()


@pytest.mark.skipif(not Path("/dev/full").is_char_device(), reason="there is no such device")
def test_a_device_is_not_replaced_by_a_proof():
    with pytest.raises(zermelo.InputError, match="is not a proof"):
        zermelo.solve(TicTacToe(), proof="/dev/full", compiled=False)
    assert Path("/dev/full").is_char_device()
