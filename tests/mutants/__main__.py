"""Plants bugs, one at a time, in a copy of the project and runs the tests of the bug's package.

A bug is caught when one of these tests fails or the run takes much longer than without a bug. The summary names every
survivor with its line and change. Changes that cannot make a difference are listed in `equivalent.py` and not planted.
The bugs are drawn by `--seed`, so a run can be repeated. Exits with 1 when fewer than `--enough` percent are caught.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from queue import SimpleQueue
from random import Random
from typing import NamedTuple

from tests.mutants.equivalent import EQUIVALENT
from tests.mutants.operators import Bug, count_bugs, plant

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("games/engine", "tournaments/engine")
WORKERS = 2
USUAL_SECONDS = 60
"""What the tests of one bug may take; the slowest ones are left out until they do."""
HANGING_SECONDS = 60
"""A run that takes this much longer than usual counts as caught: the bug makes the tests hang."""
MIRRORLESS = {
    "games/engine": ("tests/games/engine/hand", "tests/games/engine/table"),
    "tournaments/engine": ("tests/tournaments/engine/finish", "tests/tournaments/engine/play"),
}
"""The tests of packages and modules of an engine that have no tests of their own."""
COPIED = ("cashier", "games", "tournaments", "pokerroom", "tests", "manage.py", "pyproject.toml")
PYTEST = ("-p", "no:cacheprovider", "-p", "no:xdist", "-x", "-q", "--durations=0")
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


def nearest_tests(file: Path) -> tuple[Path, ...]:
    """The tests of a module: its own file of tests first, then the folder that mirrors its package."""
    engine = next((package for package in MIRRORLESS if file.is_relative_to(package)), "")
    folder = Path("tests") / file.parent
    if file.match("table/tournament_*.py") or file.match("table/director_commands.py"):
        folder = folder.with_name("tournament_table")
    own = folder / f"test_{file.stem}.py"
    found: tuple[Path, ...] = (own,) if (ROOT / own).is_file() else ()
    if any((ROOT / folder).glob("test_*.py")) and (not engine or folder != Path("tests") / engine):
        found += (folder,)
    return found or tuple(map(Path, MIRRORLESS.get(engine, ["tests"])))


def draw(packages: Sequence[str], count: int, rng: Random) -> list[Mutant]:
    """Bugs drawn evenly over all that can be planted in these packages."""
    files = [file for package in packages for file in sorted((ROOT / package).rglob("*.py"))]
    sources = {file: file.read_text(encoding="utf-8") for file in files}
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


class Run(NamedTuple):
    """One run of tests; `slow` holds the tests to leave out so that a run takes no longer than usual."""

    passed: bool
    seconds: float
    slow: tuple[str, ...] = ()


def run_tests(folder: Path, tests: Sequence[Path], *, without: Sequence[str] = (), limit: float | None = None) -> Run:
    """Runs these tests in the copy; SystemExit when they cannot be run."""
    pure = PURE if all("engine" in path.parts for path in tests) else ()
    command = [sys.executable, "-m", "pytest", *PYTEST, *pure, f"--rootdir={folder}", *map(str, tests)]
    began = time.monotonic()
    try:
        done = subprocess.run(
            [*command, *(f"--deselect={test}" for test in without)],
            cwd=folder,
            env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "MACHINE_EXAMPLES": "25"},
            capture_output=True,
            text=True,
            timeout=limit,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return Run(False, time.monotonic() - began)
    if done.returncode not in (0, 1, 2):
        raise SystemExit(done.stdout + done.stderr)
    seconds = time.monotonic() - began
    return Run(done.returncode == 0, seconds, slowest(done.stdout, seconds - USUAL_SECONDS))


def slowest(output: str, seconds: float) -> tuple[str, ...]:
    """The slowest tests in pytest's list of durations, enough of them to save so many seconds."""
    found = []
    for took, test in re.findall(r"^([\d.]+)s call +(\S+)", output, re.MULTILINE):
        if seconds <= 0:
            break
        seconds -= float(took)
        found.append(test)
    return tuple(found)


def copy_project(folder: Path) -> None:
    """What the tests need, without caches."""
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / name, folder / name)


def survivors(mutants: Sequence[Mutant]) -> list[Mutant]:
    """The bugs that no test of their package catches."""
    with tempfile.TemporaryDirectory() as place, ThreadPoolExecutor(WORKERS) as pool:
        folders: SimpleQueue[Path] = SimpleQueue()
        for number in range(WORKERS):
            folder = Path(place) / str(number)
            copy_project(folder)
            folders.put(folder)
        selections = sorted({nearest_tests(mutant.file) for mutant in mutants})
        clean = dict(zip(selections, pool.map(lambda tests: run_tests(folder, tests), selections), strict=True))
        for tests, run in clean.items():
            if not run.passed:
                raise SystemExit(f"{' '.join(map(str, tests))}: fails without any bug planted.")

        def survives(mutant: Mutant) -> bool:
            tests = nearest_tests(mutant.file)
            usual = clean[tests]
            limit = min(usual.seconds, USUAL_SECONDS) + HANGING_SECONDS
            folder = folders.get()
            try:
                with planted(mutant, folder):
                    run = run_tests(folder, tests, without=usual.slow, limit=limit)
            finally:
                folders.put(folder)
            verdict = "SURVIVED" if run.passed else "caught"
            print(f"{verdict:8} {run.seconds:4.0f} s  {mutant.place}: {mutant.change}", flush=True)
            return run.passed

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
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--enough", type=int, default=90, help="percent that must be caught")
    options = parser.parse_args()
    mutants = draw(options.packages, options.count, Random(options.seed))
    alive = survivors(mutants)
    print_summary(mutants, alive, options.enough)
    return 0 if 100 * (len(mutants) - len(alive)) >= options.enough * len(mutants) else 1


if __name__ == "__main__":
    sys.exit(main())
