"""The report: what it says, and what can be done with it."""

from __future__ import annotations

import json
import threading
import time

import pytest

import zermelo
from check.helpers import Nim, TicTacToe, report_on
from zermelo import Game, InputError, RulesError
from zermelo.check import check
from zermelo.check.position import start


class Broken(TicTacToe):
    def is_terminal(self, state):
        return self.winner(state) is not None


def test_a_finding_tells_rule_moves_position_and_remedy():
    report = report_on(Broken)
    assert not report.ok
    finding = report.faults[0]
    state = Broken().initial_state()
    for move in finding.moves:
        state = Broken().next_state(state, move)
    assert state == finding.state
    assert finding.drawing == Broken().render(state)
    text = str(finding)
    for part in ("fault", "legal_moves", "3 ending", "after 9 moves", finding.drawing.splitlines()[0], "remedy"):
        assert part in text
    with pytest.raises(RulesError, match="finding"):
        report.raise_for_findings()


def test_a_report_becomes_json():
    record = json.loads(json.dumps(report_on(Broken).to_json(), allow_nan=False))
    assert record["ok"] is False
    assert record["findings"][0]["name"] == "ending"
    assert len(record["findings"][0]["moves"]) == 9


def test_a_game_without_findings_raises_nothing():
    report = report_on(Nim)
    report.raise_for_findings(warnings=True)
    assert "no fault, no warning" in str(report)


def test_the_same_seed_plays_the_same_games():
    one, other = (report_on(Nim, seed=3).to_json() for _ in range(2))
    for changing in ("seconds", "facts"):
        del one[changing], other[changing]
    assert one == other


def test_progress_is_told():
    told = []
    check(TicTacToe, seconds=0.8, compiled=False, on_progress=told.append)
    assert [progress.share for progress in told] == sorted(progress.share for progress in told)
    assert told[-1].positions > 0
    assert {"breadth first", "random games"} <= {progress.station for progress in told}


def test_from_a_state_of_the_callers():
    report = check(TicTacToe(), "XX.OO....", seconds=0.5, compiled=False)
    assert report.ok
    assert report.facts["plies_min"] == 1


def test_a_state_that_is_over_is_checked_too():
    assert check(TicTacToe(), "XXXOO....", seconds=0.3, compiled=False).ok


@pytest.mark.parametrize("arguments", [{"seconds": 0}, {"seconds": "2"}, {"games": -1}, {"games": 1.5}])
def test_arguments_that_make_no_sense(arguments):
    with pytest.raises(InputError):
        check(Nim, **arguments)


@pytest.mark.parametrize("game", [3, str, dict, "nim"])
def test_what_is_no_game(game):
    with pytest.raises(InputError, match="is not a game"):
        check(game)


def test_a_class_that_needs_arguments():
    class Sized(Nim):
        def __init__(self, size):
            self.size = size

    with pytest.raises(InputError, match="size"):
        check(Sized)


def test_a_game_with_nothing_written_is_told_what_to_write():
    class Empty(Game):
        pass

    report = report_on(Empty)
    assert report.findings[0].rule == "initial_state"
    assert "does not say where it starts" in report.findings[0].message


def test_a_constructor_that_raises():
    class Raises(Nim):
        def __init__(self):
            raise OSError("no file")

    report = report_on(Raises)
    assert "OSError: no file" in report.findings[0].message


def test_ctrl_c_ends_the_walks_and_reports_what_was_found():
    class Interrupted(Broken):
        asked = 0

        def legal_moves(self, state):
            Interrupted.asked += 1
            if Interrupted.asked == 2000:
                raise KeyboardInterrupt
            return super().legal_moves(state)

    assert report_on(Interrupted).positions > 0


def test_a_check_may_run_in_another_thread():
    reports = []
    thread = threading.Thread(target=lambda: reports.append(report_on(Nim)))
    thread.start()
    thread.join()
    assert reports[0].ok


def test_no_thread_is_left_behind():
    before = threading.active_count()
    report_on(Nim)
    assert threading.active_count() == before


def test_the_time_is_kept():
    begun = time.perf_counter()
    check(TicTacToe, seconds=0.5, compiled=False)
    assert time.perf_counter() - begun < 60  # it must not run on


def test_importing_the_check_is_light():
    assert zermelo  # the heavy part is tested where imports are; here: the front door itself
    assert start.__module__ == "zermelo.check.position"


class Combination(Game):
    """Twelve switches, each used once, in any order; the rules break where switches 2, 5, 7 and 11 are all on."""

    def initial_state(self):
        return frozenset()

    def current_player(self, state):
        return len(state) % 2

    def legal_moves(self, state):
        return [switch for switch in range(24) if switch not in state]

    def next_state(self, state, move):
        return state | {move}

    def is_terminal(self, state):
        if {2, 5, 7, 11} <= state:
            raise AssertionError("fuse")
        return len(state) == 24

    def utility(self, state, player):
        return 0


def test_a_long_line_of_play_is_shrunk_to_the_shortest():
    finding = report_on(Combination).faults[0]
    assert "AssertionError: fuse" in finding.message
    assert sorted(finding.moves) == [2, 5, 7, 11]


def test_an_index_out_of_range_is_told_with_the_users_line():
    class Row(Nim):
        worth = (0, 1, 3)

        def next_state(self, state, move):
            self.worth[sum(state[0]) - 2]
            return super().next_state(state, move)

    finding = report_on(Row).faults[0]
    assert "IndexError: tuple index out of range" in finding.message
    assert "self.worth[sum(state[0]) - 2]" in finding.place
    assert finding.moves == ()


def test_a_check_that_stumbles_says_so_and_the_others_go_on(monkeypatch):
    from zermelo.check.players import Players

    def stumbling(self, position):
        raise TypeError("what is this?")
        yield

    monkeypatch.setattr(Players, "at", stumbling)
    report = report_on(Nim)
    assert [finding.check for finding in report.findings] == [5]
    assert "could not be made" in report.findings[0].message
    assert report.positions == 28


def test_slow_rules_are_told_and_do_not_take_more_than_their_time():
    class Slow(TicTacToe):
        def next_state(self, state, move):
            time.sleep(0.1)
            return super().next_state(state, move)

    begun = time.perf_counter()
    report = check(Slow, seconds=1, compiled=False)
    assert time.perf_counter() - begun < 60  # it must not run on
    assert any("slow" in finding.message for finding in report.warnings)
    assert report.ok
