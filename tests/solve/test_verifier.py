"""Proofs are verified by the rules alone, and whatever is changed in one is found."""

from __future__ import annotations

import hashlib
import json
import random
from pathlib import Path

import pytest

from graphs import GraphGame
from zermelo.api.solve import solve
from zermelo.games.coins import Coins
from zermelo.games.connect_four import ConnectFour
from zermelo.games.mnk import TicTacToe
from zermelo.games.nim import Nim
from zermelo.solve import verifier
from zermelo.solve.verifier import WrongProofError, verify_proof

GAMES = {
    "a draw, both sides": (TicTacToe(), "X...O...."),
    "a win, one side": (Nim((1, 2, 4)), None),
    "points, both sides": (Coins((2, 3, 5, 8, 1, 9)), None),
    "a draw without end": (GraphGame("A(max)->B,C; B(min)->A,D; C(min)->A,D; D(max)->A,L; L=loss", "draw"), None),
}


def written(name: str, path: Path):
    game, text = GAMES[name]
    state = None if text is None else game.parse_state(text)
    solved = solve(game, state, proof=path, compiled=False)
    assert solved.proof_positions is not None, solved.note
    return game, state, solved


def sealed(lines: list[str], path: Path) -> None:
    """Writes the lines with a checksum that is right."""
    body = "\n".join([*lines, ""])
    path.write_text(body + f"sha256 {hashlib.sha256(body.encode()).hexdigest()}\n")


@pytest.mark.parametrize("name", GAMES)
def test_a_changed_byte_is_found(name, tmp_path):
    path = tmp_path / "proof"
    game, state, _ = written(name, path)
    content, chance = path.read_bytes(), random.Random(1)
    for place in chance.sample(range(len(content)), 20):
        changed = bytearray(content)
        changed[place] ^= 1 << chance.randrange(8)
        path.write_bytes(changed)
        with pytest.raises(WrongProofError):
            verify_proof(path, game, state)


@pytest.mark.parametrize("name", GAMES)
def test_a_changed_record_is_found_although_the_checksum_is_right(name, tmp_path):
    """Another move, another successor, a record too few or too many: a step that the rules do not allow or that is
    not proved. (A digit that becomes another one may name a move that leads to the very same position: that is no
    change of the proof.)"""
    path = tmp_path / "proof"
    game, state, solved = written(name, path)
    lines = path.read_text().split("\n")[:-2]
    chance, kinds = random.Random(2), set()
    for _ in range(20):
        changed, place = list(lines), chance.randrange(1, len(lines))
        kind = chance.choice(["number", "drop", "repeat", "swap"])
        if kind == "number":
            separator = ":" if ":" in changed[place] else " "
            numbers = changed[place].split(separator)
            which = len(numbers) - 1 if separator == ":" else chance.randrange(len(numbers))
            numbers[which] = str(chance.choice([int(numbers[which]) + 1, 0 if int(numbers[which]) else 1]))
            changed[place] = separator.join(numbers)
        elif kind == "drop":
            del changed[place]
        elif kind == "repeat":
            changed.insert(place, changed[place])
        else:
            other = chance.randrange(1, len(lines))
            changed[place], changed[other] = changed[other], changed[place]
        if changed == lines:
            continue
        sealed(changed, path)
        kinds.add(kind)
        with pytest.raises(WrongProofError):
            verify_proof(path, game, state)
    assert len(kinds) > 2
    sealed(lines, path)
    assert verify_proof(path, game, state).records == solved.proof_positions


@pytest.mark.parametrize("name", GAMES)
def test_a_move_that_gives_the_value_away_is_found(name, tmp_path):
    path = tmp_path / "proof"
    game, state, _ = written(name, path)
    lines = path.read_text().split("\n")[:-2]
    for place in [place for place, line in enumerate(lines) if ":" in line and place][:20]:
        move, after = lines[place].split(":")
        for other in (int(move) + 1, int(move) - 1, 99):
            if other < 0:
                continue
            changed = list(lines)
            changed[place] = f"{other}:{after}"
            sealed(changed, path)
            try:
                found = verify_proof(path, game, state)
            except WrongProofError:
                continue
            assert (
                after == "0" or found.records == len(lines) - 1
            )  # the other move ends the game as well, or is the same


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("version", 2), ("zermelo", "solution"), ("root", "State()"), ("exact", False), ("exact", None),
        ("claims", []), ("claims", None), ("claims", [1]),
    ],
)  # fmt: skip
def test_another_header_is_found(field, value, tmp_path):
    path = tmp_path / "proof"
    game, state, _ = written("a draw, both sides", path)
    lines = path.read_text().split("\n")[:-2]
    sealed([json.dumps(json.loads(lines[0]) | {field: value}), *lines[1:]], path)
    with pytest.raises(WrongProofError):
        verify_proof(path, game, state)


@pytest.mark.parametrize(
    ("field", "value"),
    [("side", 1), ("side", 2), ("outcome", 1), ("value", 1), ("value", -1), ("value", "0"), ("value", float("nan")),
     ("records", -1), ("records", 10**9), ("records", 3), ("endless", 1), ("outcome", 5)],
)  # fmt: skip
def test_another_claim_is_found(field, value, tmp_path):
    path = tmp_path / "proof"
    game, state, _ = written("a draw, both sides", path)
    lines = path.read_text().split("\n")[:-2]
    header = json.loads(lines[0])
    header["claims"][0][field] = value
    sealed([json.dumps(header), *lines[1:]], path)
    with pytest.raises(WrongProofError):
        verify_proof(path, game, state)


def test_circular_reasoning_is_found(tmp_path):
    """A(max) and B(min) go round and "win" each by the other."""
    game, path = GraphGame("A(max)->B,D; B(min)->A; D=draw", repetition="draw"), tmp_path / "proof"
    for endless in (False, True):
        claim = {"side": 0, "outcome": 1, "value": 1, "records": 2, "endless": endless}
        header = {"zermelo": "proof", "version": 1, "root": "'A'", "exact": False, "claims": [claim]}
        sealed([json.dumps(header), "2", "0:1"], path)
        with pytest.raises(WrongProofError, match=r"circular|never ends"):
            verify_proof(path, game)
    game = GraphGame("A(max)->B,D; B(min)->A; D=loss", repetition="draw")
    claim |= {"outcome": 0, "value": 0}
    header["claims"] = [claim]
    sealed([json.dumps(header), "2", "0:1"], path)
    assert verify_proof(path, game).low == (0, 0)
    for kind in ("loss", "forbidden"):  # going round is no draw there
        game.repetition = kind
        with pytest.raises(WrongProofError, match="never ends"):
            verify_proof(path, game)


def test_one_position_has_one_record(tmp_path):
    """With two records for A, a line could come back to it: which is a draw, and no win."""
    game, path = GraphGame("A(max)->B,W; B(min)->A; W=win", repetition="draw"), tmp_path / "proof"
    claim = {"side": 0, "outcome": 1, "value": 1, "records": 3, "endless": False}
    header = {"zermelo": "proof", "version": 1, "root": "'A'", "exact": False, "claims": [claim]}
    sealed([json.dumps(header), "1:0", "1", "0:2"], path)
    with pytest.raises(WrongProofError, match="another position"):
        verify_proof(path, game)


def test_a_proof_of_another_game(tmp_path):
    path = tmp_path / "proof"
    solve(ConnectFour(4, 4), proof=path, compiled=False, method="alphabeta")
    with pytest.raises(WrongProofError):
        verify_proof(path, ConnectFour(5, 4))
    solve(Nim((1, 2, 4)), proof=path)
    with pytest.raises(WrongProofError):
        verify_proof(path, Nim((1, 2, 4), misere=True))


def test_what_is_no_proof(tmp_path):
    for content in (b"", b"\x00\xff", b"{}\n", b"[1]\nsha256 0\n", b'{"zermelo": "proof", "version": 1}'):
        (tmp_path / "file").write_bytes(content)
        with pytest.raises(WrongProofError):
            verify_proof(tmp_path / "file", TicTacToe())


def test_the_verifier_is_short_and_independent():
    """At most 150 lines, and nothing but the words of the rules."""
    text = Path(verifier.__file__).read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 150
    imports = [line.split()[1] for line in text.splitlines() if line.startswith("from zermelo")]
    assert all(name.startswith("zermelo.core.") for name in imports)
