"""The import contracts hold, and a forbidden import breaks each of them."""

import configparser
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT

LINT = Path(sys.executable).with_name("lint-imports")


def lint(room: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Runs the contracts on the code in a folder."""
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
        ("cashier/models.py", "import games.models", "apps"),
        ("games/models/tables.py", "import pokerroom.models", "apps"),
        ("games/engine/cards.py", "import games.models", "games"),
        ("games/models/tables.py", "import cashier.api", "escrow"),
        ("games/live/threads.py", "import games.live.host", "games-live"),
        ("games/engine/hand/pots.py", "import games.engine.table.decide", "games-engine"),
        ("games/engine/hand/pots.py", "import games.engine.hand.hand", "no-circles"),
        ("games/web/text/rules.py", "import games.web.urls", "games-web"),
        ("tournaments/engine/setup/setup.py", "import tournaments.engine.play.levels", "tournaments-engine"),
        ("tournaments/apps.py", "import games.models", "games-from-outside"),
        ("tournaments/apps.py", "import cashier.ledger", "cashier-from-outside"),
    ],
)
def test_a_forbidden_import_breaks_its_contract(tmp_path: Path, place: str, line: str, contract: str) -> None:
    for wing in ("cashier", "games", "tournaments", "pokerroom"):
        for source in (ROOT / wing).rglob("*.py"):
            copy = tmp_path / source.relative_to(ROOT)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(source.read_bytes())
    with (tmp_path / place).open("a") as file:
        file.write(f"\n{line}\n")
    done = lint(tmp_path, "--contract", contract)
    assert "BROKEN" in done.stdout, done.stdout + done.stderr


def test_only_the_cashiers_api_and_engine_are_public() -> None:
    contracts = configparser.ConfigParser()
    contracts.read(ROOT / ".importlinter")
    closed = set(contracts["importlinter:contract:cashier-from-outside"]["forbidden_modules"].split())
    rooms = {place.stem for place in (ROOT / "cashier").iterdir() if place.suffix == ".py" or place.name == "web"}
    assert {f"cashier.{room}" for room in rooms - {"__init__", "api", "apps"}} == closed
