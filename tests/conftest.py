"""Fixtures of the whole suite: accounts, addresses of the servers, the environment of processes under test."""

import os
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import urlsplit, urlunsplit

import pytest
from django.conf import settings as room_settings
from django.core.cache import cache
from django.db import connection
from django.template import Context, Template
from django.test.signals import template_rendered
from django.utils import translation
from django.utils.safestring import SafeString
from hypothesis import HealthCheck, settings
from pytest_django import Settings

from backoffice import kept
from cashier import currencies
from games.messaging import rate_limit
from games.web.html import compiled_page
from pokerroom import address_bans
from pokerroom.models import User
from tests.emptied_tables import _tables_are_emptied  # noqa: F401
from tests.migrated import migrated_template
from tests.sqlite_room import sqlite_room  # noqa: F401

ROOT = Path(__file__).resolve().parent.parent
PASSWORD = "correct horse battery"
# The time of an example depends on the load of the machine, so there is no deadline.
settings.register_profile("room", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True)
settings.load_profile("room")


@pytest.fixture(scope="session", autouse=True)
def _pages_alone_are_recorded(django_test_environment: None) -> Iterator[None]:
    """Records the context of pages, not of the hundreds of parts in them, which takes longer than to render these."""
    record = vars(Template)["_render"]

    def render(template: Template, context: Context) -> SafeString:
        return record(template, context) if context.template is template else template.nodelist.render(context)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Template, "_render", render)
        yield


@pytest.fixture(scope="session", autouse=True)
def _compiled_pages_are_recorded() -> Iterator[None]:
    """Has the test client find the context of a compiled page as it finds that of Django's own templates."""
    render = vars(compiled_page)["_render"]

    def recorded(name: str, context: dict[str, object]) -> str:
        template_rendered.send(sender=compiled_page, template=SimpleNamespace(name=name), context=Context(context))
        return str(render(name, context))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compiled_page, "_render", recorded)
        yield


@pytest.fixture(scope="session", autouse=True)
def _static_files_are_found_when_asked_for() -> Iterator[None]:
    """Every client makes the middleware again, which would read all static files each time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(room_settings, "WHITENOISE_AUTOREFRESH", True)
        yield


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix: None) -> None:
    """Has the workers of a run copy a database that is migrated once."""
    if "PYTEST_XDIST_WORKER" in os.environ:
        connection.settings_dict["TEST"]["TEMPLATE"] = migrated_template()


@pytest.fixture(autouse=True)
def _fresh_counters() -> None:
    """Clears rate limits between tests."""
    cache.clear()


@pytest.fixture(autouse=True)
def _standard_currencies() -> None:
    """Forgets the currencies of another test."""
    currencies.keep_standard()


@pytest.fixture(autouse=True)
def _no_kept_bans(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forgets which addresses another test banned, and keeps what is kept for the whole test, however slow it is."""
    address_bans._kept.forget()
    monkeypatch.setattr(kept, "monotonic", lambda: 1.0)


@pytest.fixture(autouse=True)
def _one_rate_limit_window(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keeps one rate-limit window for the whole test."""
    monkeypatch.setattr(rate_limit, "time", lambda: 1_800_000_010.0)


@pytest.fixture(autouse=True)
def _english() -> None:
    """Resets the active language, which a request leaves switched on."""
    translation.activate("en")


@pytest.fixture(autouse=True)
def _fast_hashes(settings: Settings) -> None:
    """Uses a fast password hasher; Argon2 is slow on purpose."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher", *settings.PASSWORD_HASHERS]


def _person(name: str) -> User:
    return User.objects.create_user(username=name.lower(), password=PASSWORD, display_name=name, auto_muck=True)


@pytest.fixture
def alice(db: None) -> User:
    """A player."""
    return _person("Alice")


@pytest.fixture
def bob(db: None) -> User:
    """Alice's opponent."""
    return _person("Bob")


@pytest.fixture
def charlie(db: None) -> User:
    """A railbird: watches without a seat."""
    return _person("Charlie")


@pytest.fixture
def dana(db: None) -> User:
    """A floorman."""
    from tests.staff import with_role

    return with_role(_person("Dana"), "floorman")


@pytest.fixture
def pg_url(django_db_setup: None) -> str:
    """This worker's test database on the run's private PostgreSQL."""
    parts = urlsplit(os.environ["DATABASE_URL"])
    return urlunsplit(parts._replace(path=f"/{connection.settings_dict['NAME']}"))


@pytest.fixture
def redis_url() -> str:
    """This worker's database of the run's private Redis."""
    return os.environ["REDIS_URL"]


@pytest.fixture
def server_env(pg_url: str, redis_url: str) -> dict[str, str]:
    """The environment of a `manage.py` process that shares database and layer with this test."""
    room = {
        "DJANGO_SETTINGS_MODULE": "pokerroom.settings",
        "DATABASE_URL": pg_url,
        "REDIS_URL": redis_url,
        "RATE_LIMITS": "0",
        "FRAME_VERSIONS": "1",
        "PYTHONUNBUFFERED": "1",
        "PYTHONPATH": str(ROOT),
    }
    return {**os.environ, **room}
