"""The import contracts hold, and a forbidden import breaks each of them."""

import ast
import configparser
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT

LINT = Path(sys.executable).with_name("lint-imports")


APPS = ("backoffice", "cashier", "games", "tournaments", "pokerroom")
FORBIDDEN = [
    ("games/engine/cards.py", "import random", "engines"),
    ("games/engine/cards.py", "from django.db import models", "engines"),
    ("cashier/engine/money.py", "import logging", "engines"),
    ("cashier/models/ledger.py", "import games.models", "apps"),
    ("games/models/tables.py", "import pokerroom.models", "apps"),
    ("cashier/queries.py", "import cashier.api", "cashier"),
    ("games/engine/cards.py", "import games.models", "games"),
    ("games/models/tables.py", "import cashier.api", "escrow"),
    ("games/live/hosting/threads.py", "import games.live.host", "games-live"),
    ("games/engine/hand/pots.py", "import games.engine.table.decide", "games-engine"),
    ("games/engine/hand/pots.py", "import games.engine.hand.hand", "no-circles"),
    ("games/web/text/rules.py", "import games.web.urls", "games-web"),
    ("tournaments/models.py", "import tournaments.api", "tournaments"),
    ("tournaments/engine/setup/setup.py", "import tournaments.engine.play.levels", "tournaments-engine"),
    ("tournaments/web/text/labels.py", "import tournaments.web.urls", "tournaments-web"),
    ("tournaments/apps.py", "import games.models", "games-from-outside"),
    ("tournaments/apps.py", "import cashier.ledger", "cashier-from-outside"),
    ("games/money/escrow.py", "import cashier.cage.withdrawals", "cashier-from-outside"),
    ("backoffice/models.py", "import backoffice.log", "backoffice"),
    ("tournaments/apps.py", "import backoffice.log", "backoffice-from-outside"),
    ("pokerroom/serving/python_runtime.py", "import pokerroom.serving.server", "hosts"),
]


def contracts() -> configparser.ConfigParser:
    """Reads the file of the contracts."""
    parser = configparser.ConfigParser()
    parser.read(ROOT / ".importlinter")
    return parser


def lint(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Runs the contracts on the code in a folder."""
    return subprocess.run(
        [LINT, "--no-cache", "--config", str(ROOT / ".importlinter"), *arguments],
        cwd=folder, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip


def test_contracts_hold() -> None:
    done = lint(ROOT)
    assert done.returncode == 0, done.stdout


def test_every_contract_is_broken_below() -> None:
    prefix = "importlinter:contract:"
    names = {section.removeprefix(prefix) for section in contracts().sections() if section.startswith(prefix)}
    assert {contract for _, _, contract in FORBIDDEN} == names


@pytest.mark.parametrize(("place", "line", "contract"), FORBIDDEN)
def test_a_forbidden_import_breaks_its_contract(tmp_path: Path, place: str, line: str, contract: str) -> None:
    for app in APPS:
        for source in (ROOT / app).rglob("*.py"):
            copy = tmp_path / source.relative_to(ROOT)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(source.read_bytes())
    # A new module would break a contract that names all modules, whatever it imports.
    assert (tmp_path / place).is_file()
    with (tmp_path / place).open("a") as file:
        file.write(f"\n{line}\n")
    done = lint(tmp_path, "--contract", contract)
    assert "BROKEN" in done.stdout, done.stdout + done.stderr


def test_only_the_cashiers_api_engine_protection_and_text_are_public() -> None:
    closed = set(contracts()["importlinter:contract:cashier-from-outside"]["forbidden_modules"].split())
    places = {place.stem for place in (ROOT / "cashier").iterdir() if place.suffix == ".py" or _is_package(place)}
    public = {"api", "amount_field", "engine", "links", "protection", "text"}
    assert {f"cashier.{name}" for name in places - public - {"__init__", "apps", "management", "migrations"}} == closed


def _is_package(place: Path) -> bool:
    return (place / "__init__.py").is_file()


def test_the_card_room_names_no_address_and_no_group_of_the_tournaments() -> None:
    sources = [*(ROOT / "games").rglob("*.py"), *(ROOT / "templates/games").rglob("*.html")]
    assert len(sources) > 300
    named = re.compile(r"""["'](?:tournaments:|tournament(?:_player)?\.)""")
    found = [f"{file.relative_to(ROOT)}: {hit}" for file in sources for hit in named.findall(file.read_text("utf-8"))]
    assert found == []


def test_every_package_says_what_lives_there() -> None:
    packages = [
        file
        for folder in (*APPS, "tests")
        for file in (ROOT / folder).rglob("__init__.py")
        if file.parent.name not in ("migrations", "commands", "management")
    ]
    assert len(packages) > 100
    assert [file for file in packages if not ast.get_docstring(ast.parse(file.read_text("utf-8")))] == []
