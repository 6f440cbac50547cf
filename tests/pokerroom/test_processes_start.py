"""What an operator is told as processes start and while they run: missing migrations, wrong keys, dead hosts."""

import secrets
from collections.abc import Iterator
from io import StringIO

import pytest
from cryptography.fernet import Fernet
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from pytest_django import Settings

from games.engine.cards import DECK
from games.engine.events import DeckShuffled
from games.live.host import Host
from games.models import Decision
from games.models.hosts import RunningHost
from games.store import leases
from games.store.card_sealing import seal
from pokerroom.serving import start_checks
from pokerroom.serving.start_checks import check_card_keys, check_migrated, check_secret_key
from tests.games.support.tables import open_table

WEAK_KEYS = {
    "short": "q7rT2vX9",
    "a letter short": "".join(str(number) for number in range(100))[:49],
    "one letter": "b" * 60,
    "as Django makes it": "django-insecure-" + "".join(str(number) for number in range(100)),
    "of instructions": "change-me-to-a-long-random-string-of-fifty-characters-or-more",
}


@pytest.mark.parametrize("command", ["runroom", "runtables"])
@pytest.mark.parametrize("key", WEAK_KEYS.values(), ids=WEAK_KEYS)
def test_no_process_of_a_real_room_starts_with_a_key_that_can_be_guessed(
    command: str, key: str, settings: Settings
) -> None:
    settings.EMBEDDED, settings.DATABASE_URL, settings.REDIS_URL = False, "postgres://room", "redis://room"
    settings.DEMO, settings.DEBUG, settings.SECRET_KEY = False, False, key
    with pytest.raises(CommandError, match="SECRET_KEY can be guessed: it has to be 50 random characters") as refusal:
        call_command(command)
    assert "\n" not in str(refusal.value)
    assert key not in str(refusal.value)


def test_a_random_key_is_taken_and_a_demo_takes_any(settings: Settings) -> None:
    settings.DEMO, settings.DEBUG = False, False
    for key in (secrets.token_urlsafe(64), secrets.token_hex(32)):
        settings.SECRET_KEY = key
        check_secret_key()
    settings.DEMO, settings.SECRET_KEY = True, "demo"
    check_secret_key()


@pytest.fixture
def older_database(transactional_db: None) -> Iterator[None]:
    """A database that lacks the newest migration of the card room."""
    recorder, (newest,) = MigrationRecorder(connection), MigrationLoader(connection).graph.leaf_nodes("games")
    recorder.record_unapplied(*newest)
    yield
    recorder.record_applied(*newest)


@pytest.mark.usefixtures("older_database")
@pytest.mark.parametrize("command", ["runroom", "runtables"])
def test_no_process_of_a_newer_version_starts_before_the_database_is_migrated(command: str, settings: Settings) -> None:
    settings.EMBEDDED, settings.DATABASE_URL, settings.REDIS_URL = False, "postgres://room", "redis://room"
    with pytest.raises(CommandError, match=r"lacks 1 migrations of this version: run manage\.py migrate first"):
        call_command(command)


@pytest.mark.django_db(transaction=True)
def test_a_migrated_database_is_taken_as_it_is() -> None:
    check_migrated()


def test_a_process_that_starts_before_its_database_answers_waits_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def unreachable(connection: object) -> None:
        raise OperationalError

    monkeypatch.setattr(start_checks, "MigrationExecutor", unreachable)
    check_migrated()


@pytest.mark.django_db(transaction=True)
def test_X1_a_host_with_other_keys_does_not_start_as_it_would_freeze_every_table(settings: Settings) -> None:
    check_card_keys()
    table = open_table().pk
    for number, deck in enumerate((DECK, DECK[::-1]), start=1):
        events, sealed = seal(table, number, (DeckShuffled(deck),))
        Decision.objects.create(table_id=table, number=number, events=events, sealed=sealed)
    check_card_keys()
    settings.DATABASE_URL, settings.REDIS_URL = "postgres://room", "redis://room"
    rooms, others = settings.CARD_SEAL_KEYS, [Fernet.generate_key().decode()]
    settings.CARD_SEAL_KEYS = others
    with pytest.raises(CommandError, match="SECRET_KEY or CARD_SEAL_KEYS is not this room's"):
        call_command("runtables")
    settings.CARD_SEAL_KEYS = [*others, *rooms]
    check_card_keys()


def checked() -> str:
    out = StringIO()
    call_command("checkhost", stdout=out, stderr=out)
    return out.getvalue()


@pytest.mark.django_db
def test_a_host_is_healthy_while_it_renews_its_leases_and_no_other_machine_counts() -> None:
    now, here, elsewhere = leases.database_now(), Host().id, "elsewhere.1.00000000"
    RunningHost.objects.create(name=elsewhere, lease_until=now + 60_000)
    with pytest.raises(SystemExit) as ended:
        checked()
    assert ended.value.code == 1
    leases.renew_host(here, now, 60, most=10)
    assert checked() == f"{here}\n"
    RunningHost.objects.filter(name=here).update(lease_until=now - 1)
    with pytest.raises(SystemExit):
        checked()
