"""Rooms for fault tests: each module has its own database, copied from a template that is prepared once."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.contrib.auth.hashers import Argon2PasswordHasher
from pytest_django import DjangoDbBlocker

from cashier import api as cashier
from pokerroom.models import User
from tests.faults.people import PASSWORD
from tests.faults.room import Room, administer, pointed_at
from tests.migrated import migrated_template

PLAYERS, BOTS = 40, 6
GRANT = 1_000_000_00


@pytest.fixture(scope="session")
def template(django_db_blocker: DjangoDbBlocker, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A migrated database with user accounts and no connections."""
    name = f"faults_template_{os.environ.get('PYTEST_XDIST_WORKER', 'main')}"
    administer(f"CREATE DATABASE {name} TEMPLATE {migrated_template()}")
    with django_db_blocker.unblock(), pointed_at(name):
        _create_users()
    yield name
    administer(f"DROP DATABASE {name} WITH (FORCE)")


def _create_users() -> None:
    # Argon2 is slow on purpose. All users have the same password here, so it is hashed once.
    hashed = Argon2PasswordHasher().encode(PASSWORD, "salt-of-the-earth")
    names = [(f"player{n}", f"Player {n}", False) for n in range(PLAYERS)]
    names += [(f"bot-{n}", f"Robot {n}", True) for n in range(BOTS)]
    for username, display_name, bot in names:
        user = User.objects.create(username=username, display_name=display_name, is_bot=bot, password=hashed)
        cashier.open_wallet(user_id=user.pk, name=display_name, grant=GRANT, currency="PLAY")
    User.objects.create(username="root", display_name="Root", is_staff=True, is_superuser=True, password=hashed)


@pytest.fixture(scope="module")
def room(
    template: str,
    django_db_blocker: DjangoDbBlocker,
    tmp_path_factory: pytest.TempPathFactory,
    request: pytest.FixtureRequest,
) -> Iterator[Room]:
    """A room for this module. The ORM of this process uses the room's database."""
    folder: Path = tmp_path_factory.mktemp("room")
    name = f"{template}_{request.module.__name__.rpartition('.')[2]}"
    administer(f"CREATE DATABASE {name} TEMPLATE {template}")
    with django_db_blocker.unblock(), pointed_at(name):
        new_room = Room(name, folder)
        try:
            yield new_room
        finally:
            new_room.stop()
    administer(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
def audited(room: Room) -> Iterator[None]:
    """Checks after the test that the ledger matches the chips on the tables and that no log has a gap (M2, M3, X1)."""
    yield
    for table in room.tables:
        room.check_log(table)
    room.audit()
    room.retire()
    room.stop_hosts()
