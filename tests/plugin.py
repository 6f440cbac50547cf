"""Loaded before Django: starts this run's own PostgreSQL and Redis and points the settings at them.

The controller of a run starts the servers once; pytest-xdist's workers inherit the addresses and take a Redis
database and prefix of their own. A missing program ends the run with one clear line; nothing is skipped.
Coroutine tests need no mark: they run through `async_to_sync`, so their ORM calls stay on the
test's own thread and connection. A test whose threads or processes use the database asks for
`django_db(transaction=True)`.
"""

import atexit
import functools
import gc
import inspect
import os
from pathlib import Path

import pytest
from asgiref.sync import async_to_sync

from tests.servers import Servers

LAST = tuple(Path(__file__).parent / folder for folder in ("faults", "soak", "journeys"))
WAITING = tuple(Path(__file__).parent / name for name in ("faults/test_tournaments.py", "soak/test_soak.py"))
"""They play by the clock on the wall and leave the processors to the files beside them."""
LONGEST = (
    "test_takeover.py", "test_servers_fail.py", "test_secrecy.py",
    "test_tournament_evening.py", "test_table_layout.py", "test_lobby.py", "test_comfort.py", "test_floor_panel.py",
    "test_coming_and_going.py", "test_tournament_floor.py", "test_tournament_director.py", "test_accessibility.py",
    "test_history.py", "test_closed_table.py", "test_games_played.py", "test_evening.py", "test_phone.py",
)  # fmt: skip

_servers: Servers | None = None


def _prepare() -> None:
    global _servers
    if "ROOM_TEST_PG" not in os.environ:
        servers = Servers()
        # A run that fails before it begins never reaches `pytest_unconfigure`.
        atexit.register(servers.stop)
        try:
            os.environ["ROOM_TEST_PG"] = servers.start_postgres()
            os.environ["ROOM_TEST_REDIS"] = servers.start_redis()
            os.environ["ROOM_TEST_FOLDER"] = str(servers.folder)
            # Static files come from where they are written; the folder of the collected ones stays empty.
            os.environ["STATIC_ROOT"] = str(servers.folder / "static")
            (servers.folder / "static").mkdir()
        except Exception as trouble:
            servers.stop()
            raise pytest.UsageError(f"The suite needs its own servers. {trouble}") from trouble
        _servers = servers
    worker = os.environ.get("PYTEST_XDIST_WORKER", "")
    os.environ.update(
        DATABASE_URL=os.environ["ROOM_TEST_PG"],
        REDIS_URL=f"{os.environ['ROOM_TEST_REDIS']}/{int(worker.removeprefix('gw') or -1) + 1}",
        REDIS_PREFIX=f"test{worker}",
        SECRET_KEY="test-only-" + "k" * 50,
        HTTPS="0",
        DEMO="0",
        DEBUG="0",
        STATIC_MANIFEST="0",
        STAFF_SECOND_FACTOR="0",
        WATCH_LIST_HOUR="-1",
    )


_prepare()
# Nothing that is collected is garbage.
gc.disable()


def pytest_collection_finish() -> None:
    """The garbage collector leaves out what was collected, and runs seldom: tests make little that it has to free."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
    gc.enable()


def pytest_unconfigure() -> None:
    """The controller stops its servers."""
    if _servers is not None:
        _servers.stop()
        os.environ.pop("ROOM_TEST_PG", None)
        os.environ.pop("ROOM_TEST_REDIS", None)
        os.environ.pop("ROOM_TEST_FOLDER", None)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Files that start their own servers come last, folder by folder, the longest first, so that no worker waits.

    The shortest of them are journeys, so those end a run. Files that wait most come before all others.
    """

    def place(item: pytest.Item) -> tuple[int, int]:
        if item.path in WAITING:
            return -1, WAITING.index(item.path)
        name = item.path.name
        stage = next((number for number, folder in enumerate(LAST, 1) if item.path.is_relative_to(folder)), 0)
        return stage, LONGEST.index(name) if name in LONGEST else len(LONGEST)

    items.sort(key=place)


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Runs a coroutine test to its end in a loop of its own."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    names = pyfuncitem._fixtureinfo.argnames
    arguments: dict[str, object] = {name: pyfuncitem.funcargs[name] for name in names}
    async_to_sync(functools.partial(pyfuncitem.obj, **arguments))()
    return True
