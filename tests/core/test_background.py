"""Work in threads of its own: what ends it, and that nothing of it runs on."""

from __future__ import annotations

import threading
import time

import pytest

from zermelo.core.background import run_watched


class Work:
    """Goes on until it is told to stop; `ended` counts the jobs that have."""

    def __init__(self):
        self.told, self.ended = threading.Event(), 0

    def endless(self):
        while not self.told.is_set():
            time.sleep(0.001)
        self.ended += 1

    def short(self):
        self.ended += 1


def test_the_first_job_ends_the_others():
    work, ticks = Work(), []
    run_watched([work.short, work.endless, work.endless], tick=lambda: ticks.append(1), stop=work.told.set)
    assert work.ended == 3


@pytest.mark.parametrize("error", [KeyboardInterrupt, ValueError])
def test_what_tick_raises_ends_all_and_is_raised(error):
    work = Work()

    def tick():
        raise error

    with pytest.raises(error):
        run_watched([work.endless, work.endless], tick=tick, stop=work.told.set)
    assert work.ended == 2


def test_an_error_in_any_job_is_raised_here():
    work = Work()

    def fails():
        raise ZeroDivisionError

    for jobs in ([fails, work.endless], [work.endless, fails]):
        work.told.clear()
        with pytest.raises(ZeroDivisionError):
            run_watched(jobs, tick=lambda: None, stop=work.told.set)
    assert work.ended == 2


def test_it_is_told_to_stop_until_it_has_heard():
    """A job that begins another piece of work clears the flag once."""
    work, heard = Work(), []

    def deaf_once():
        work.endless()
        heard.append(1)
        work.told.clear()
        work.endless()

    def tick():
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_watched([deaf_once], tick=tick, stop=work.told.set)
    assert (heard, work.ended) == ([1], 2)


def test_the_size_of_later_threads_stacks_is_as_before():
    before = threading.stack_size()
    run_watched([lambda: None], tick=lambda: None, stop=lambda: None)
    assert threading.stack_size() == before
