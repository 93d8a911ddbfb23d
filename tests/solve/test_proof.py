"""Writing proofs: bounded, complete or not at all, and from every method's strategy."""

from __future__ import annotations

import pytest

from zermelo.api.solve import solve
from zermelo.games.connect_four import ConnectFour
from zermelo.games.mnk import TicTacToe
from zermelo.games.nim import Nim
from zermelo.solve.interval import Claim
from zermelo.solve.proof import CircularError, ProofTooLargeError, claims_for, write_proof
from zermelo.solve.verifier import read_proof, verify_proof


@pytest.mark.parametrize("method", ["alphabeta", "proof-number", "retrograde"])
def test_a_proof_that_is_too_large_is_told(method, tmp_path):
    path = tmp_path / "proof"
    solved = solve(TicTacToe(), method=method, proof=path, proof_positions=100)
    assert solved.exact
    assert solved.proof_positions is None
    assert "more than 100 positions" in solved.note
    assert list(tmp_path.iterdir()) == []


def test_a_win_needs_one_claim_and_a_draw_two():
    assert claims_for((1, 1), only_wins=True) == [Claim(0, (1, 1))]
    assert claims_for((-1, -1), only_wins=True) == [Claim(1, (-1, -1))]
    assert claims_for((0, 0), only_wins=True) == [Claim(0, (0, 0)), Claim(1, (0, 0))]
    assert claims_for((1, 10), only_wins=False) == [Claim(0, (1, 10)), Claim(1, (1, 10))]


def test_the_proof_knows_where_its_game_comes_from(tmp_path):
    solve(Nim((1, 2)), proof=tmp_path / "proof", proof_source=("nim", "1,2"))
    header, records = read_proof(tmp_path / "proof")
    assert (header["game"], header["position"]) == ("nim", "1,2")
    assert sum(claim["records"] for claim in header["claims"]) == len(records)


def test_a_compiled_search_writes_its_proof(tmp_path):
    """Connect Four on 4 by 4 is a draw: 161,029 positions, a few thousand in the proof."""
    solved = solve(ConnectFour(4, 4), method="alphabeta", compiled=True, proof=tmp_path / "proof")
    assert solved.compiled
    assert 500 < solved.proof_positions < 20_000
    found = verify_proof(tmp_path / "proof", ConnectFour(4, 4))
    assert (found.low, found.high, found.endless) == ((0, 0), (0, 0), False)


def test_strategies_that_are_wrong(tmp_path):
    from graphs import GraphGame

    game = GraphGame("A(max)->B,W; B(min)->A; W=win", repetition="draw")
    claims = [Claim(0, (1, 1))]
    with pytest.raises(CircularError):
        write_proof(tmp_path / "proof", game, "A", claims, lambda claim, state: 0, endless=True)
    write_proof(tmp_path / "proof", game, "A", claims, lambda claim, state: 1, endless=True)
    assert verify_proof(tmp_path / "proof", game).low == (1, 1)
    with pytest.raises(ProofTooLargeError):
        write_proof(tmp_path / "proof", game, "A", claims, lambda claim, state: 1, endless=True, most_positions=0)


def test_limits_end_the_writing_too(tmp_path):
    solved = solve(ConnectFour(4, 5), method="alphabeta", compiled=True, seconds=0.4, proof=tmp_path / "proof")
    if solved.proof_positions is None:
        assert not (tmp_path / "proof").exists()
        assert solved.note is None or "no proof was written" in solved.note
