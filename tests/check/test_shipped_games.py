"""Every game that comes with the library passes, whatever the seed: no fault, no warning, no false alarm."""

from __future__ import annotations

import pytest

from zermelo import games
from zermelo.check import check


@pytest.mark.parametrize("name", games.names())
def test_no_finding(name):
    report = check(games.load(name), seconds=0.8, compiled=False)
    assert not report.findings, str(report)


@pytest.mark.slow
@pytest.mark.parametrize("name", games.names())
def test_no_finding_over_twenty_seeds(name):
    for seed in range(20):
        report = check(games.load(name), seed=seed, seconds=3, compiled=False)
        assert not report.findings, f"seed {seed}: {report}"


@pytest.mark.slow
@pytest.mark.parametrize("name", games.names())
def test_compiled_as_in_plain_python(name):
    report = check(games.load(name), seed=1, seconds=4)
    assert not report.findings, str(report)
