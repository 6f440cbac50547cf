"""The compiled hand engine plays by the same rules, and only as long as it is of the room's source."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from games import compiled
from tests.games.engine import same_hands
from tests.mutants.__main__ import COMPILED, PYTEST, ROOT, copy_to

SCRIPT = "scripts/compile_engine.py"
NEEDED = (SCRIPT, "games/compiled.py", "games/simulation.py")
HANDS = "tests/games/engine/hands"
ELSEWHERE = (
    *("real_hands", "rule_ids", "evaluation", "equity", "chances"),
    *("seen", "sight", "secrecy", "tournament_machine", "hand_text", "steps", "button"),
)
"""These tests need more than the engine, or spend their time away from what is compiled."""
FEWER = {"MACHINE_EXAMPLES": "10", "POKERKIT_HANDS": "450"}


def run(folder: Path, *command: str, **known: str) -> subprocess.CompletedProcess[str]:
    """Python in the copy, which has nothing else of this project."""
    return subprocess.run(
        [sys.executable, *command],
        cwd=folder,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1", **known},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The engine with its tests, compiled."""
    folder = tmp_path_factory.mktemp("compiled")
    copy_to(folder)
    shutil.copytree(ROOT / HANDS, folder / HANDS)
    for name in NEEDED:
        (folder / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, folder / name)
    done = run(folder, SCRIPT)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.fixture
def engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of an engine of one file, not compiled, in a tree with what compiles it."""
    folder = tmp_path / "games/engine"
    folder.mkdir(parents=True)
    (folder / "hand.py").write_text("FOLD = 1\n")
    for name in (SCRIPT, "games/compiled.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    monkeypatch.setattr(compiled, "ENGINE", folder)
    monkeypatch.setattr(compiled, "MARK", folder / "compiled.txt")
    return folder


def test_it_is_the_compiled_one_that_runs(built: Path) -> None:
    """Else the tests below would say nothing."""
    file = run(built, "-c", "import games.engine.hand as hand; print(hand.__file__)").stdout.strip()
    assert file.endswith(".so"), file


def test_it_plays_the_same_hands(built: Path) -> None:
    """Every event of hundreds of hands of every game, to the last byte."""
    told = run(built, "-m", same_hands.__name__)
    assert told.stdout.strip() == same_hands.digest(), told.stderr


def test_it_passes_the_tests_of_the_engine(built: Path) -> None:
    """The very tests, against the compiled files."""
    files = sorted((built / "tests/games/engine").glob("test_*.py"))
    names = [str(file) for file in files if file.stem.removeprefix("test_") not in ELSEWHERE]
    done = run(built, "-m", "pytest", *PYTEST, f"--rootdir={built}", *names, **FEWER)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr


def test_an_engine_of_another_source_opens_no_room(engine: Path) -> None:
    """Django's check tells what to do."""
    made = engine / "hand.cpython-311.so"
    assert compiled.is_of_this_source() == []
    made.write_bytes(b"")
    compiled.MARK.write_text(compiled.source())
    assert compiled.is_of_this_source() == []
    (engine / "hand.py").write_text("FOLD = 2\n")
    (trouble,) = compiled.is_of_this_source()
    assert trouble.id == "games.E001"
    assert "make compiled" in str(trouble.hint)
    compiled.MARK.unlink()
    assert compiled.outdated()
    made.unlink()
    assert compiled.is_of_this_source() == []


def test_it_can_be_taken_back(engine: Path) -> None:
    """Nothing of it stays, in the engine and in the root."""
    folder = engine.parent.parent
    left = {file for file in folder.rglob("*") if file.is_file()}
    for name in ("games/engine/hand.x.so", "games/engine/compiled.txt", f"{compiled.SHARED}__mypyc.x.so"):
        (folder / name).write_text("")
    assert run(folder, SCRIPT, "--undo").returncode == 0
    assert {file for file in folder.rglob("*") if file.is_file()} == left


def test_without_a_compiler_it_says_what_is_missing(engine: Path) -> None:
    """One line, and nothing half done."""
    folder = engine.parent.parent
    done = run(folder, SCRIPT, CC="no-such-compiler")
    assert done.returncode == 1
    assert done.stderr == "Compiling needs a C compiler (no-such-compiler; Debian: apt-get install gcc libc6-dev).\n"
    assert not list(folder.rglob("*.so"))


def test_bugs_are_planted_in_source_alone() -> None:
    """A copy of a compiled engine would not notice them."""
    assert {"*.so", compiled.MARK.name} == set(COMPILED)
