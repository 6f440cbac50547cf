"""A room over SQLite for tests of what SQLite itself refuses; the other tests run on PostgreSQL."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.migrated import ROOT, copy_new_room


def manage_sqlite(folder: Path, *words: str) -> None:
    """Runs a management command in the room whose database is in this folder."""
    room = {"DEMO": "1", "VAR_DIR": str(folder), "DJANGO_SETTINGS_MODULE": "pokerroom.settings"}
    kept = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}
    command = [sys.executable, "manage.py", *words]
    done = subprocess.run(command, env=kept | room, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="session")
def sqlite_room(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The empty SQLite file of a new room, created as `make run` creates it."""
    folder = tmp_path_factory.mktemp("sqlite")
    copy_new_room(folder)
    return folder / "room.sqlite3"
