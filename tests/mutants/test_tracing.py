"""A run without bugs records the tests that execute each line, and the lines that run on import."""

import json
import os
import subprocess
import sys
from pathlib import Path

from tests.mutants.__main__ import PURE, PYTEST, ROOT

MODULE = """\
def pot(bets):
    return sum(bets)


def deal():
    return 52


def fold():
    return 0


DECK = deal()
"""
TESTS = """\
from room import cards

def test_pot():
    assert cards.pot([1, 2]) == 3

def test_deck():
    assert cards.DECK == 52
"""


def test_a_line_that_runs_on_import_belongs_to_no_test_and_one_that_never_runs_is_not_there(tmp_path: Path) -> None:
    (tmp_path / "room").mkdir()
    (tmp_path / "room" / "cards.py").write_text(MODULE)
    (tmp_path / "test_cards.py").write_text(TESTS)
    trace = tmp_path / "trace.json"
    env = {**os.environ, "TRACE": str(trace), "TRACED": "room", "PYTHONPATH": f"{ROOT}:{tmp_path}"}
    run = [sys.executable, "-m", "pytest", *PYTEST, *PURE, "-p", "tests.mutants.tracing", "test_cards.py"]
    done = subprocess.run(run, cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    found = json.loads(trace.read_text())
    lines = found["lines"]["room/cards.py"]
    assert [lines.get(line) for line in ("2", "6", "10")] == [["test_cards.py::test_pot"], [""], None]
    assert set(found["seconds"]) == {"test_cards.py::test_pot", "test_cards.py::test_deck"}
