"""`solve_many` on the public test sets of Connect Four, whose scores it gives."""

from __future__ import annotations

import pytest

from data_files import rows
from zermelo import CompileError, Game
from zermelo.api.solve_many import solve_many
from zermelo.games.connect_four import ConnectFour
from zermelo.kernel.available import numba_available

GAME = ConnectFour()


def check(name, compiled, count=50):
    positions = [(columns, int(known)) for kind, columns, known in rows("connect4/pons300.txt") if kind == name][:count]
    assert len(positions) == count
    found = solve_many(GAME, [GAME.parse_state(columns) for columns, _ in positions], compiled=compiled)
    assert [solved.score for solved in found] == [known for _, known in positions]
    assert all(solved.exact for solved in found)


def test_late_positions_in_plain_python():
    check("L3_R1", compiled=False)


@pytest.mark.slow
@pytest.mark.skipif(not numba_available(), reason="Numba is not to be had here")
@pytest.mark.parametrize(("name", "count"), [("L3_R1", 50), ("L2_R1", 50), ("L1_R1", 50), ("L2_R2", 50), ("L1_R2", 10)])
def test_the_sets_compiled(name, count):
    check(name, True, count)


@pytest.mark.slow
@pytest.mark.skipif(not numba_available(), reason="Numba is not to be had here")
def test_every_column_has_its_score():
    late = [row for row in rows("connect4/allscores40.txt") if len(row[0]) >= 12]
    for columns, _, scores in late:
        state = GAME.parse_state(columns)
        known = {column: int(text) for column, text in enumerate(scores.split()) if text != "-"}
        children = [GAME.next_state(state, column) for column in known]
        found = solve_many(GAME, children, compiled=True)
        # A child's value and one ply more is the move's.
        assert {
            column: GAME.score(state, solved.value, None if solved.distance is None else solved.distance + 1)
            for column, solved in zip(known, found)
        } == known, columns


def test_what_the_nodes_do_not_suffice_for_is_told():
    states = [GAME.parse_state("444"), GAME.parse_state("34426643624655251556744365131221217777")]
    first, second = solve_many(GAME, states, compiled=False, nodes=100)
    assert not first.exact
    assert (first.value, first.distance, first.score) == (None, None, None)
    assert (first.lowest, first.highest) == (-1, 1)
    assert (second.exact, second.value, second.lowest, second.nodes) == (False, None, None, 0)


def test_a_finished_game_has_its_value_at_distance_0():
    over = GAME.parse_state("1212121")
    (found,) = solve_many(GAME, [over], compiled=False)
    assert (found.value, found.distance, found.exact) == (1, 0, True)


def test_no_states_at_all():
    assert solve_many(GAME, [], compiled=False) == []


def test_a_game_that_cannot_be_compiled_says_so_if_that_is_asked():
    words = Game.from_functions(moves=lambda state: [], score=lambda state: 0, start="")
    with pytest.raises(CompileError):
        solve_many(words, [None], compiled=True)
