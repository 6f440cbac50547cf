"""Fixtures of the whole suite: its people, its servers' addresses, the environment of a server started by a test."""

import os
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import pytest
from django.core.cache import cache
from django.db import connection
from django.utils import translation
from hypothesis import HealthCheck, settings

from games import rate_limit
from pokerroom.models import User
from tests.books import _tables_are_emptied_past_the_guards  # noqa: F401

ROOT = Path(__file__).resolve().parent.parent
PASSWORD = "correct horse battery"
# How long an example takes says how busy the machine is, nothing about the room.
settings.register_profile("room", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True)
settings.load_profile("room")


@pytest.fixture(autouse=True)
def _fresh_counters() -> None:
    """No test feels another's rate limits."""
    cache.clear()


@pytest.fixture(autouse=True)
def _one_rate_limit_window(monkeypatch: pytest.MonkeyPatch) -> None:
    """No window of a shared rate limit ends in the middle of a test."""
    monkeypatch.setattr(rate_limit, "time", lambda: 1_800_000_010.0)


@pytest.fixture(autouse=True)
def _english() -> None:
    """A request leaves its language switched on; no test inherits another's."""
    translation.activate("en")


@pytest.fixture(autouse=True)
def _fast_hashes(settings: Any) -> None:
    """Argon2 is slow on purpose; only tests that say so pay for it."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher", *settings.PASSWORD_HASHERS]


def _person(name: str) -> User:
    return User.objects.create_user(username=name.lower(), password=PASSWORD, display_name=name)


@pytest.fixture
def alice(db: None) -> User:
    """Owner of a seat."""
    return _person("Alice")


@pytest.fixture
def bob(db: None) -> User:
    """Her opponent."""
    return _person("Bob")


@pytest.fixture
def charlie(db: None) -> User:
    """A railbird: watches, holds no seat."""
    return _person("Charlie")


@pytest.fixture
def dana(db: None) -> User:
    """Floorman."""
    from django.contrib.auth.models import Group

    person = _person("Dana")
    person.groups.add(Group.objects.get(name="floorman"))
    return person


@pytest.fixture
def pg_url(django_db_setup: None) -> str:
    """This worker's test database on the run's private PostgreSQL."""
    parts = urlsplit(os.environ["DATABASE_URL"])
    return urlunsplit(parts._replace(path=f"/{connection.settings_dict['NAME']}"))


@pytest.fixture
def redis_url() -> str:
    """This worker's database on the run's private Redis."""
    return os.environ["REDIS_URL"]


@pytest.fixture
def server_env(pg_url: str, redis_url: str) -> dict[str, str]:
    """The environment of a `manage.py` process that shares database and layer with this test."""
    room = {
        "DJANGO_SETTINGS_MODULE": "pokerroom.settings",
        "DATABASE_URL": pg_url,
        "REDIS_URL": redis_url,
        "RATE_LIMITS": "0",
        "PYTHONUNBUFFERED": "1",
        "PYTHONPATH": str(ROOT),
    }
    return {**os.environ, **room}
