"""The README is executed as it is written, and its tables name what exists."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from zermelo.games import names
from zermelo.play.command_line import COMMANDS, main

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", README, re.DOTALL)


def test_the_two_commands_are_the_ones_that_are_promised():
    assert "python3 -m venv .venv && .venv/bin/pip install . && .venv/bin/zermelo best connect-four 4453\n" in README
    assert "python3 -m venv .venv && .venv/bin/pip install '.[test]' && .venv/bin/pytest\n" in README


def test_a_whole_game_takes_at_most_25_lines_and_runs_as_written(tmp_path, capsys):
    assert len([line for line in EXAMPLES[0].splitlines() if line.strip()]) <= 25
    script = tmp_path / "race.py"
    script.write_text(EXAMPLES[0], encoding="utf-8")
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8"}
    run = subprocess.run(
        [sys.executable, str(script)], check=True, capture_output=True, encoding="utf-8", env=environment
    )
    assert "say 2: value 1 in 5 plies, proved: True" in run.stdout
    assert "✗" in run.stdout or "cut" in run.stdout
    assert "no fault, no warning" in run.stdout
    assert main(["best", f"{script}:Race"]) == 0
    assert "the first player wins in 5 plies" in capsys.readouterr().out


def test_the_other_examples_run(capsys):
    for example in EXAMPLES[1:]:
        exec(compile(example, "README.md", "exec"), {"__name__": "readme"})
    taken_from_heap, column = capsys.readouterr().out.split()
    assert taken_from_heap == "2"
    assert column in "1234567"


@pytest.mark.parametrize("game", names())
def test_the_table_names_every_game(game):
    assert f"| `{game}` |" in README


def test_the_table_names_every_command():
    told = set(re.findall(r"^\| `zermelo (\w+) ", README, re.MULTILINE))
    assert told == set(COMMANDS)
