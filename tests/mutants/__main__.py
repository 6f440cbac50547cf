"""Plants bugs, one at a time, in a copy of the project and runs the tests that execute its line.

These are tests of the bug's package and, outside the engines, of pages that several packages make together. A first
run without bugs finds out which they are. Tests that need a database share one PostgreSQL and Redis. A bug is caught
when one of the tests fails or the run takes much longer than without a bug. The summary names every survivor with its
line and change. Changes that cannot make a difference are listed in `equivalent.py` and not planted. The bugs are drawn
by `--seed`, so a run can be repeated. Exits with 1 when fewer than `--enough` percent are caught.
"""

import argparse
import json
import os
import secrets
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import accumulate
from pathlib import Path
from queue import SimpleQueue
from random import Random
from typing import NamedTuple

from tests.mutants.equivalent import EQUIVALENT
from tests.mutants.operators import Bug, count_bugs, plant
from tests.servers import Servers

ROOT = Path(__file__).resolve().parents[2]
ENGINES = ("games/engine", "tournaments/engine")
ROOMS = ("cashier", "games/money", "games/store", "games/seating", "games/live", "games/web")
"""Packages whose tests need a database; most of them also move money or hide cards."""
PACKAGES = (*ENGINES, *ROOMS)
TOGETHER = (
    "tests/backoffice",
    *(f"tests/pokerroom/{name}" for name in ("accounts", "people", "play_limits", "reports")),
)
"""Tests of what several packages make together."""
WORKERS = 2
USUAL_SECONDS = 60
"""What the tests of one bug may take, as measured without it; the slowest ones are left out until they do."""
HANGING_SECONDS = 60
"""A run that takes this much longer than usual counts as caught: the bug makes the tests hang."""
TRACED = ("backoffice", "cashier", "games", "tournaments")
NO_BUGS_IN = ("migrations", "tests")
COPIED = (
    *("backoffice", "cashier", "games", "tournaments", "pokerroom", "templates", "static", "locale", "tests"),
    *("manage.py", "pyproject.toml"),
)
PYTEST = ("-p", "no:cacheprovider", "-p", "no:xdist", "-x", "-q")
PURE = ("-c", os.devnull, "--noconftest", "-p", "no:django")
"""Tests of the engines need no database and no settings."""


class Mutant(NamedTuple):
    """A bug in a file of the project; `file` is relative to its root."""

    file: Path
    bug: Bug

    @property
    def place(self) -> str:
        """File, line and function."""
        return f"{self.file}:{self.bug.line} ({self.bug.function})"

    @property
    def change(self) -> str:
        """The expression before and after the bug."""
        return f"{self.bug.before}  ->  {self.bug.after}"


def folders_of_tests(file: Path) -> list[str]:
    """The folder of tests of a module's package, then those of tests of what packages make together; an engine is one.

    Tests of an engine are its own alone.
    """
    engine = next((engine for engine in ENGINES if file.is_relative_to(engine)), None)
    package = Path(*file.parts[:2]) if file.parts[0] == "games" else Path(file.parts[0])
    return [f"tests/{engine}"] if engine else [f"tests/{package}", *TOGETHER]


def modules_of(package: str) -> list[Path]:
    """The modules below a package that take bugs."""
    files = sorted((ROOT / package).rglob("*.py"))
    return [file for file in files if not set(NO_BUGS_IN) & set(file.relative_to(ROOT).parts)]


def draw(packages: Sequence[str], count: int, rng: Random) -> list[Mutant]:
    """Bugs drawn evenly over all that can be planted in these packages."""
    sources = {file: file.read_text(encoding="utf-8") for package in packages for file in modules_of(package)}
    everywhere = [(file, number) for file, source in sources.items() for number in range(count_bugs(source))]
    drawn = sorted(rng.sample(everywhere, min(count, len(everywhere))))
    mutants = [Mutant(file.relative_to(ROOT), plant(sources[file], number)) for file, number in drawn]
    harmless = {known[:4] for known in EQUIVALENT}
    return [mutant for mutant in mutants if (str(mutant.file), *mutant.bug[1:4]) not in harmless]


@contextmanager
def planted(mutant: Mutant, folder: Path) -> Iterator[None]:
    """The copy has the bug inside the block, and is as before after it."""
    file = folder / mutant.file
    text = file.read_text(encoding="utf-8")
    file.write_text(mutant.bug.source, encoding="utf-8")
    try:
        yield
    finally:
        file.write_text(text, encoding="utf-8")


class Copy(NamedTuple):
    """A copy of the project to plant bugs in, with the addresses its tests use; each has its own Redis database."""

    folder: Path
    number: int
    postgres: str
    redis: str
    made: Path
    """What all copies make once, such as migrated databases."""

    def environment(self) -> dict[str, str]:
        """Each run makes a database of its own: one that was stopped may still be connected to its own."""
        return {
            **os.environ,
            "PYTHONDONTWRITEBYTECODE": "1",
            "MACHINE_EXAMPLES": "25",
            "PYTEST_XDIST_WORKER": f"gw{self.number}",
            "STATIC_ROOT": str(self.folder / "static_root"),
            "ROOM_TEST_PG": f"{self.postgres.rpartition('/')[0]}/bug{secrets.token_hex(4)}",
            "ROOM_TEST_REDIS": self.redis,
            "ROOM_TEST_FOLDER": str(self.made),
        }


class Trace(NamedTuple):
    """What a run without bugs showed: the seconds of each test, and by file and line the tests that execute it."""

    seconds: dict[str, float]
    lines: dict[str, dict[str, list[str]]]

    def tests_of(self, mutant: Mutant) -> list[str]:
        """The tests that execute the bug's line, those of its module first, then any of its file; a minute in all.

        A line behind a cache is executed for the first test only that needs its result.
        """
        lines = self.lines.get(str(mutant.file), {})
        tests = lines.get(str(mutant.bug.line), [])
        if not tests:
            return []
        own = f"test_{mutant.file.stem}.py::"
        # A line that runs while modules are imported belongs to no test, so any test may catch its bug.
        any_of = self.seconds if "" in tests else {test for each in lines.values() for test in each if test}
        found = sorted(any_of, key=lambda test: (test not in tests, own not in test, self.seconds[test]))
        total = accumulate(self.seconds[test] for test in found)
        return [test for test, seconds in zip(found, total, strict=True) if seconds <= USUAL_SECONDS]


def run_tests(copy: Copy, tests: Sequence[str], *extra: str, limit: float | None = None, **env: str) -> bool:
    """Whether these tests pass in the copy within a limit in seconds; SystemExit when they cannot be run."""
    pure = PURE if all("engine" in Path(test.partition("::")[0]).parts for test in tests) else ()
    try:
        done = subprocess.run(
            [sys.executable, "-m", "pytest", *PYTEST, *pure, f"--rootdir={copy.folder}", *extra, *tests],
            cwd=copy.folder,
            env=copy.environment() | env,
            capture_output=True,
            text=True,
            timeout=limit,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return False
    # 4: a test's module cannot be imported.
    if done.returncode not in (0, 1, 2, 4):
        raise SystemExit(done.stdout + done.stderr)
    return done.returncode == 0


def trace(copy: Copy, tests: str) -> Trace:
    """Runs these tests without a bug; SystemExit when one fails."""
    result = copy.folder / "trace.json"
    if not run_tests(copy, [tests], "-p", "tests.mutants.tracing", TRACE=str(result), TRACED=":".join(TRACED)):
        raise SystemExit(f"{tests}: fails without any bug planted.")
    return Trace(**json.loads(result.read_text(encoding="utf-8")))


def copy_project(folder: Path) -> None:
    """What the tests need, without caches."""
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / name, folder / name)


@contextmanager
def copies(postgres: str, redis: str) -> Iterator[SimpleQueue[Copy]]:
    """One copy of the project for each worker."""
    with tempfile.TemporaryDirectory() as place, tempfile.TemporaryDirectory() as made:
        waiting: SimpleQueue[Copy] = SimpleQueue()
        for number in range(WORKERS):
            copy_project(Path(place) / str(number))
            waiting.put(Copy(Path(place) / str(number), number, postgres, redis, Path(made)))
        yield waiting


def survivors(mutants: Sequence[Mutant], waiting: SimpleQueue[Copy]) -> list[Mutant]:
    """The bugs that no test catches."""

    def without_bugs(tests: str) -> Trace:
        copy = waiting.get()
        found = trace(copy, tests)
        waiting.put(copy)
        return found

    def survives(mutant: Mutant) -> bool:
        tests = [test for folder in folders_of_tests(mutant.file) for test in traces[folder].tests_of(mutant)]
        copy = waiting.get()
        began = time.monotonic()
        with planted(mutant, copy.folder):
            alive = not tests or run_tests(copy, tests, limit=2 * USUAL_SECONDS + HANGING_SECONDS)
        seconds = time.monotonic() - began
        waiting.put(copy)
        verdict = "caught" if not alive else "SURVIVED" if tests else "NO TEST"
        print(f"{verdict:8} {seconds:4.0f} s  {mutant.place}: {mutant.change}", flush=True)
        return alive

    with ThreadPoolExecutor(WORKERS) as pool:
        folders = sorted({folder for mutant in mutants for folder in folders_of_tests(mutant.file)})
        traces = dict(zip(folders, pool.map(without_bugs, folders), strict=True))
        return [mutant for mutant, alive in zip(mutants, pool.map(survives, mutants), strict=True) if alive]


def print_summary(mutants: Sequence[Mutant], alive: Sequence[Mutant], enough: int) -> None:
    """Prints how many bugs were caught, and each survivor with its line of source and its change."""
    print(f"{len(mutants) - len(alive)} of {len(mutants)} caught; {enough} % are enough.")
    for mutant in alive:
        lines = (ROOT / mutant.file).read_text(encoding="utf-8").splitlines()
        print(f"\nSURVIVED {mutant.place}\n  line    {lines[mutant.bug.line - 1].strip()}")
        print(f"  before  {mutant.bug.before}\n  after   {mutant.bug.after}")


def main() -> int:
    """Exit code 0 when enough of the bugs are caught."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("packages", nargs="*", default=PACKAGES, help="folders to plant bugs in")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--enough", type=int, default=95, help="percent that must be caught")
    options = parser.parse_args()
    mutants = draw(options.packages, options.count, Random(options.seed))
    servers = Servers()
    try:
        with copies(servers.start_postgres(), servers.start_redis()) as waiting:
            alive = survivors(mutants, waiting)
    finally:
        servers.stop()
    print_summary(mutants, alive, options.enough)
    return 0 if 100 * (len(mutants) - len(alive)) >= options.enough * len(mutants) else 1


if __name__ == "__main__":
    sys.exit(main())
