"""Tests run in a copy of the project, on the servers of this run, and catch a bug that is planted there."""

import os
import subprocess
import sys
from pathlib import Path

from tests.mutants.__main__ import ENGINES, PURE, PYTEST, ROOT, Copy, Mutant, copy_project, planted, run_tests
from tests.mutants.operators import count_bugs, plant

ESCROW = Path("games/money/escrow.py")
TESTS = ["tests/games/money/test_escrow.py"]
NUMBER = 12
"""No worker of this run has it, so the Redis database that goes with it is free."""


def bug_of(file: Path, function: str) -> Mutant:
    """The first bug that can be planted in a function of the project."""
    source = (ROOT / file).read_text(encoding="utf-8")
    bugs = (plant(source, number) for number in range(count_bugs(source)))
    return Mutant(file, next(bug for bug in bugs if bug.function == function))


def test_a_copy_runs_tests_that_need_a_database_and_a_bug_fails_them(tmp_path: Path) -> None:
    copy_project(tmp_path)
    here = os.environ
    copy = Copy(tmp_path, NUMBER, here["ROOM_TEST_PG"], here["ROOM_TEST_REDIS"], Path(here["ROOM_TEST_FOLDER"]))
    assert run_tests(copy, TESTS)
    with planted(bug_of(ESCROW, "hold"), tmp_path):
        assert not run_tests(copy, TESTS)
    assert (tmp_path / ESCROW).read_bytes() == (ROOT / ESCROW).read_bytes()


def test_tests_of_the_engines_need_neither_a_database_nor_settings() -> None:
    folders = [f"tests/{engine}" for engine in ENGINES]
    collect = [sys.executable, "-m", "pytest", *PYTEST, *PURE, "--collect-only", f"--rootdir={ROOT}", *folders]
    without = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
    done = subprocess.run(collect, cwd=ROOT, env=without, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
