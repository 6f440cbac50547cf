"""The arrows between the wings run one way, and the contracts that say so are themselves awake."""

import configparser
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT

LINT = Path(sys.executable).with_name("lint-imports")


# Django looks for these by name; they hold no decisions.
DJANGOS = {"__init__", "__pycache__", "admin", "apps", "management", "migrations", "templatetags"}


def lint(room: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """The contracts held against the code in a folder."""
    return subprocess.run(
        [LINT, "--no-cache", "--config", str(ROOT / ".importlinter"), *arguments],
        cwd=room, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip


def test_contracts_hold() -> None:
    done = lint(ROOT)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    ("place", "line", "contract"),
    [
        ("games/engine/cards.py", "import random", "engines"),
        ("games/engine/cards.py", "from django.db import models", "engines"),
        ("cashier/engine/money.py", "import logging", "engines"),
        ("cashier/models.py", "import games.models", "wings"),
        ("games/models.py", "import pokerroom.models", "wings"),
        ("games/engine/cards.py", "import games.models", "games"),
        ("games/models.py", "import cashier.api", "one-door-to-the-cashier"),
        ("tournaments/apps.py", "import games.models", "games-from-outside"),
        ("tournaments/apps.py", "import cashier.ledger", "cashier-from-outside"),
    ],
)
def test_a_wrong_arrow_breaks_its_contract(tmp_path: Path, place: str, line: str, contract: str) -> None:
    for wing in ("cashier", "games", "tournaments", "pokerroom"):
        for source in (ROOT / wing).rglob("*.py"):
            copy = tmp_path / source.relative_to(ROOT)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(source.read_bytes())
    with (tmp_path / place).open("a") as file:
        file.write(f"\n{line}\n")
    done = lint(tmp_path, "--contract", contract)
    assert "BROKEN" in done.stdout, done.stdout + done.stderr


@pytest.mark.parametrize("wing", ["cashier", "games", "tournaments"])
def test_every_room_of_a_wing_has_its_floor(wing: str) -> None:
    contracts = configparser.ConfigParser()
    contracts.read(ROOT / ".importlinter")
    placed = set(re.findall(r"\w+", contracts[f"importlinter:contract:{wing}"]["layers"]))
    there = {
        place.stem for place in (ROOT / wing).iterdir() if place.suffix == ".py" or (place / "__init__.py").exists()
    }
    assert there - DJANGOS <= placed, "name the new module in a layer of .importlinter"


def test_the_cashier_has_no_side_door() -> None:
    contracts = configparser.ConfigParser()
    contracts.read(ROOT / ".importlinter")
    closed = set(contracts["importlinter:contract:cashier-from-outside"]["forbidden_modules"].split())
    rooms = {place.stem for place in (ROOT / "cashier").iterdir() if place.suffix == ".py" or place.name == "web"}
    assert {f"cashier.{room}" for room in rooms - {"__init__", "api", "apps"}} == closed
