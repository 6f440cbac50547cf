"""The demo data: its content, that a second run changes nothing, and that only a demo room gets it."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db.models import Max
from django.test import Client
from pytest_django import Settings

from cashier import api as cashier
from cashier.audit import run_audit
from cashier.models import Drawer, PayoutLimit, Withdrawal
from games import api
from games.models import Table
from games.text.games import FAMILIES, code_of, family
from pokerroom.management.commands.seed_demo import PASSWORD
from pokerroom.models import User

pytestmark = pytest.mark.django_db


def test_only_a_demo_room_is_seeded() -> None:
    with pytest.raises(CommandError):
        call_command("seed_demo")
    assert not User.objects.exists()


def test_the_demo_room_is_seeded_once(settings: Settings) -> None:
    settings.DEMO = True
    out = StringIO()
    call_command("seed_demo", stdout=out)
    before = (User.objects.count(), Table.objects.count(), list(User.objects.values_list("password", flat=True)))
    call_command("seed_demo", stdout=out)
    after = (User.objects.count(), Table.objects.count(), list(User.objects.values_list("password", flat=True)))
    assert before == after
    assert PASSWORD not in out.getvalue()
    tables = [(table.name, table.seats, table.bots, table.rules.stakes.big_blind) for table in Table.objects.all()]
    assert tables[:3] == [("Prague", 9, 5, 20_00), ("Brno", 6, 4, 50_00), ("Bratislava", 9, 0, 2_00)]
    assert [table.min_buy_in for table in Table.objects.all()][:3] == [800_00, 2_000_00, 80_00]
    assert {family(code_of(table.rules)) for table in Table.objects.all()} == set(FAMILIES)
    assert User.objects.filter(is_bot=True).count() > sum(table.bots for table in Table.objects.all())
    assert {(table.rules.house.chip_unit, table.rules.rake.unit) for table in Table.objects.all()} == {(100, 100)}
    assert User.objects.filter(is_bot=True).count() > 9
    assert run_audit().breaches == ()


def test_the_demo_cage_has_a_withdrawal_that_needs_a_second_person_and_one_that_does_not(settings: Settings) -> None:
    settings.DEMO = True
    call_command("seed_demo", stdout=StringIO())
    waiting = Withdrawal.objects.filter(outcome="").order_by("pk").values_list("player__username", "amount", "currency")
    assert list(waiting) == [("alice", 10_500_00, "CZK"), ("bob", 700_00, "CZK")]
    assert PayoutLimit.objects.get(currency="CZK").amount == 10_000_00


def test_every_drawer_of_the_demo_cage_is_closed_with_its_last_receipt(settings: Settings) -> None:
    settings.DEMO = True
    call_command("seed_demo", stdout=StringIO())
    drawers = Drawer.objects.exclude(closed_at=None).annotate(last=Max("receipts__at"))
    assert len(drawers) == 4
    assert [drawer for drawer in drawers if drawer.last > drawer.closed_at] == []


def test_every_demo_account_exists_with_its_role(settings: Settings, client: Client) -> None:
    settings.DEMO = True
    call_command("seed_demo", stdout=StringIO())
    for name in ("alice", "bob", "charlie", "dana"):
        assert client.login(username=name, password=PASSWORD)
        assert cashier.balance(user_id=User.objects.get(username=name).pk, currency="PLAY") == settings.PLAY_GRANT
    for name in ("cashier", "floorman", "director", "auditor", "owner", "operator"):
        assert client.login(username=name, password=PASSWORD)
        assert [group.name.rpartition(" ")[2] for group in User.objects.get(username=name).groups.all()] == [name]
    assert client.get("/office/tables/new/").status_code == 200
    assert not User.objects.filter(is_superuser=True).exists()
    for bot in User.objects.filter(is_bot=True):
        assert not bot.has_usable_password()
    prague = Table.objects.get(name="Prague")
    for _ in range(5):
        assert api.seat_bot(table_id=prague.pk)
