"""Plants each bug of the list in a copy of the engine, runs the tests that should notice, and says which did.

The copy is all that is touched. Exits with 1 when more bugs live than may, or when one cannot be planted.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from queue import SimpleQueue

from tests.mutants import planted_tournaments
from tests.mutants.planted import PLANTED as AT_TABLES
from tests.mutants.planted import Mutant

PLANTED = (*AT_TABLES, *planted_tournaments.PLANTED)
ROOT = Path(__file__).resolve().parents[2]
ENOUGH = len(PLANTED) - 2
WORKERS = 2
SLOWEST = 300
"""Seconds after which a run counts as noticed: the tests do not end."""

COPIED = (
    *("games/__init__.py", "games/engine", "tournaments/__init__.py", "tournaments/engine"),
    *("tests/__init__.py", "tests/games/__init__.py", "tests/games/engine"),
    *("tests/tournaments/__init__.py", "tests/tournaments/engine"),
)
PYTEST = ("-c", os.devnull, "--noconftest", "-p", "no:django", "-p", "no:cacheprovider", "-p", "no:xdist", "-x", "-q")


def copy_to(folder: Path) -> None:
    """The engines and their tests, which need nothing else of the project."""
    for name in COPIED:
        source, target = ROOT / name, folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__", "hands"))
        else:
            shutil.copy(source, target)


@contextmanager
def planted(mutant: Mutant, folder: Path) -> Iterator[None]:
    """The bug is in the copy, and afterwards it is not."""
    file = folder / mutant.wing / "engine" / mutant.file
    text = file.read_text(encoding="utf-8")
    if text.count(mutant.old) != 1:
        raise SystemExit(f"{mutant.rule}: {mutant.old!r} is {text.count(mutant.old)} times in {mutant.file}")
    file.write_text(text.replace(mutant.old, mutant.new), encoding="utf-8")
    try:
        yield
    finally:
        file.write_text(text, encoding="utf-8")


def files_of(mutant: Mutant) -> list[str]:
    """The tests that should notice."""
    return [f"tests/{mutant.wing}/engine/test_{name}.py" for name in mutant.tests.split()]


def passes(folder: Path, files: Iterable[str]) -> bool:
    """Whether these tests find nothing wrong with the copy."""
    known = {"PYTHONDONTWRITEBYTECODE": "1", "MACHINE_EXAMPLES": "25"}
    try:
        run = subprocess.run(
            [sys.executable, "-m", "pytest", *PYTEST, f"--rootdir={folder}", *files],
            cwd=folder,
            env={**os.environ, **known},
            capture_output=True,
            timeout=SLOWEST,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return False
    if run.returncode not in (0, 1, 2):
        raise SystemExit(run.stdout.decode() + run.stderr.decode())
    return run.returncode == 0


def survivors() -> list[Mutant]:
    """The bugs that no test noticed."""
    with tempfile.TemporaryDirectory() as place, ThreadPoolExecutor(WORKERS) as pool:
        folders: SimpleQueue[Path] = SimpleQueue()
        for number in range(WORKERS):
            folder = Path(place) / str(number)
            copy_to(folder)
            folders.put(folder)
        clean = dict.fromkeys(name for mutant in PLANTED for name in files_of(mutant))
        if not passes(folder, clean):
            raise SystemExit("The tests fail without any bug planted.")

        def lives(mutant: Mutant) -> bool:
            folder = folders.get()
            began = time.monotonic()
            try:
                with planted(mutant, folder):
                    alive = passes(folder, files_of(mutant))
            finally:
                folders.put(folder)
            verdict = "SURVIVED" if alive else "caught"
            print(f"{verdict:8} {time.monotonic() - began:4.0f} s  {mutant.rule:4} {mutant.file}: {mutant.new.strip()}")
            sys.stdout.flush()
            return alive

        return [mutant for mutant, alive in zip(PLANTED, pool.map(lives, PLANTED), strict=True) if alive]


def main() -> int:
    """Plant them all."""
    alive = survivors()
    caught = len(PLANTED) - len(alive)
    print(f"{caught} of {len(PLANTED)} caught; {ENOUGH} are enough.")
    return 0 if caught >= ENOUGH else 1


if __name__ == "__main__":
    sys.exit(main())
