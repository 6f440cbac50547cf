"""Databases that a run of the suite migrates once; those of tests are copies."""

import fcntl
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg

ROOT = Path(__file__).resolve().parent.parent
TEMPLATE = "migrated"
_HALF = f"{TEMPLATE}_half"


def database_url(name: str) -> str:
    """Returns the URL of a database on the run's PostgreSQL server."""
    return urlunsplit(urlsplit(os.environ["ROOM_TEST_PG"])._replace(path=f"/{name}"))


def migrated_template() -> str:
    """The name of a migrated database without connections on the run's PostgreSQL, from which others are created."""
    # The database that the tests are named after need not exist.
    server = database_url("postgres")
    with _one_worker_at_a_time("postgres"), psycopg.connect(server, autocommit=True) as session:
        if not session.execute("SELECT 1 FROM pg_database WHERE datname = %s", [TEMPLATE]).fetchone():
            session.execute(f"CREATE DATABASE {_HALF}".encode())
            _manage({"DATABASE_URL": database_url(_HALF)}, "migrate")
            session.execute(f"ALTER DATABASE {_HALF} RENAME TO {TEMPLATE}".encode())
    return TEMPLATE


def copy_new_room(folder: Path) -> None:
    """Puts the SQLite file of a room that was never opened into the `VAR_DIR` of another one."""
    _copy("new", folder, lambda made: _manage(_embedded(made), "migrate"))


def copy_demo_room(folder: Path) -> None:
    """Puts the SQLite file and the key of a demo room that was never opened into the `VAR_DIR` of another one."""

    def make(made: Path) -> None:
        copy_new_room(made)
        _manage(_embedded(made), "seed_demo")

    _copy("demo", folder, make)


def _copy(name: str, folder: Path, make: Callable[[Path], None]) -> None:
    made = Path(os.environ["ROOM_TEST_FOLDER"]) / name
    with _one_worker_at_a_time(name):
        if not made.exists():
            half = made.with_name(f"{name}_half")
            half.mkdir()
            make(half)
            half.rename(made)
    shutil.copytree(made, folder, dirs_exist_ok=True)


def _embedded(folder: Path) -> dict[str, str]:
    return {"DATABASE_URL": "", "REDIS_URL": "", "SECRET_KEY": "", "DEMO": "1", "VAR_DIR": str(folder)}


def _manage(room: dict[str, str], command: str) -> None:
    words = [sys.executable, "manage.py", command, "--verbosity", "0"]
    done = subprocess.run(words, env=os.environ | room, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@contextmanager
def _one_worker_at_a_time(what: str) -> Iterator[None]:
    with (Path(os.environ["ROOM_TEST_FOLDER"]) / f"{what}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
