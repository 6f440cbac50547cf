"""Plants bugs, one at a time, in a copy of the project and runs the tests of the package each one stands in.

A bug is caught when a test of the same folder under tests/ fails; what survives is printed with its line. The bugs are
drawn by `--seed`, so a run can be repeated. Exits with 1 when fewer than `--enough` percent are caught.
"""

import argparse
import os
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

from tests.mutants.operators import Bug, count_bugs, plant

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("games/engine", "tournaments/engine")
WORKERS = 2
SLOWEST_SECONDS = 300
"""A run that takes longer counts as caught: the bug makes the tests hang."""
COPIED = ("cashier", "games", "tournaments", "pokerroom", "tests", "manage.py", "pyproject.toml")
PYTEST = ("-p", "no:cacheprovider", "-p", "no:xdist", "-x", "-q")
PURE = ("-c", os.devnull, "--noconftest", "-p", "no:django")
"""Tests of the engines need no database and no settings."""


class Mutant(NamedTuple):
    """A bug in a file of the project; `file` is relative to its root."""

    file: Path
    bug: Bug

    @property
    def tests(self) -> Path:
        """The folder of tests that mirrors the file's package, or the nearest one above it."""
        folder = Path("tests") / self.file.parent
        while not any((ROOT / folder).glob("test_*.py")) and folder != Path("tests"):
            folder = folder.parent
        return folder


def draw(packages: Sequence[str], count: int, rng: Random) -> list[Mutant]:
    """Bugs drawn evenly over all that can be planted in these packages."""
    files = [file for package in packages for file in sorted((ROOT / package).rglob("*.py"))]
    sources = {file: file.read_text(encoding="utf-8") for file in files}
    everywhere = [(file, number) for file, source in sources.items() for number in range(count_bugs(source))]
    drawn = sorted(rng.sample(everywhere, min(count, len(everywhere))))
    return [Mutant(file.relative_to(ROOT), plant(sources[file], number)) for file, number in drawn]


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


def passes(folder: Path, tests: Path) -> bool:
    """Whether these tests pass in the copy; SystemExit when they cannot be run."""
    pure = PURE if "engine" in tests.parts else ()
    try:
        run = subprocess.run(
            [sys.executable, "-m", "pytest", *PYTEST, *pure, f"--rootdir={folder}", str(tests)],
            cwd=folder,
            env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "MACHINE_EXAMPLES": "25"},
            capture_output=True,
            timeout=SLOWEST_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return False
    if run.returncode not in (0, 1, 2):
        raise SystemExit(run.stdout.decode() + run.stderr.decode())
    return run.returncode == 0


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
        for tests in {mutant.tests for mutant in mutants}:
            if not passes(folder, tests):
                raise SystemExit(f"{tests} fails without any bug planted.")

        def survives(mutant: Mutant) -> bool:
            folder = folders.get()
            began = time.monotonic()
            try:
                with planted(mutant, folder):
                    alive = passes(folder, mutant.tests)
            finally:
                folders.put(folder)
            verdict = "SURVIVED" if alive else "caught"
            took = time.monotonic() - began
            print(f"{verdict:8} {took:4.0f} s  {mutant.file}:{mutant.bug.line}: {mutant.bug.change}", flush=True)
            return alive

        return [mutant for mutant, alive in zip(mutants, pool.map(survives, mutants), strict=True) if alive]


def main() -> int:
    """Exit code 0 when enough of the bugs are caught."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("packages", nargs="*", default=PACKAGES, help="folders to plant bugs in")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--enough", type=int, default=90, help="percent that must be caught")
    options = parser.parse_args()
    mutants = draw(options.packages, options.count, Random(options.seed))
    caught = len(mutants) - len(survivors(mutants))
    print(f"{caught} of {len(mutants)} caught; {options.enough} % are enough.")
    return 0 if 100 * caught >= options.enough * len(mutants) else 1


if __name__ == "__main__":
    sys.exit(main())
