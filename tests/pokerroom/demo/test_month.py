"""The history of a demo room was really played and paid: the books prove it and the reports equal them."""

from datetime import datetime, timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.db.models import Sum
from django.utils import timezone
from pytest_django import Settings

from backoffice.api import faults
from cashier import api as cashier
from cashier.api import Flows
from cashier.audit import run_audit
from cashier.models import Entry, Leg
from games.models import Hand, Seat
from games.models.hourly import HourlyTable
from games.models.play_time import Sitting
from pokerroom.demo import month
from pokerroom.demo.borrowed_clock import borrowed_clock
from pokerroom.reports.flow_reports import TOURNAMENTS

pytestmark = pytest.mark.django_db


def test_a_month_of_the_demo_agrees_with_its_books(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.DEMO = True
    monkeypatch.setattr(month, "TABLES", month.TABLES[:1])
    monkeypatch.setattr(month.play_month, "__kwdefaults__", {"days": 2, "rounds": 3})
    for _twice in range(2):
        call_command("seed_demo", month=True, stdout=StringIO())
        hands, entries = Hand.objects.count(), Entry.objects.count()
    assert (Hand.objects.count(), Entry.objects.count()) == (hands, entries)
    assert run_audit().breaches == ()
    assert list(faults()) == []
    booked = Leg.objects.filter(account__kind="rake", account__currency="CZK").aggregate(Sum("amount"))["amount__sum"]
    assert HourlyTable.objects.filter(currency="CZK").aggregate(Sum("rake"))["rake__sum"] == booked
    flows = cashier.flow_total(flows_of_all_days(), TOURNAMENTS.parts)
    fees, paid_in, prizes, _tickets, overlay = flows
    assert (fees, paid_in, prizes, overlay) == (4 * 25_00, 4 * 275_00, 1_200_00, 200_00)
    assert prizes + fees == paid_in + overlay
    days = {timezone.localdate(at) for at in Hand.objects.values_list("ended_at", flat=True)}
    today = timezone.localdate()
    assert {today - timedelta(days=2), today - timedelta(days=1)} <= days
    assert {today - timedelta(days=back) for back in (1, 2)} <= {
        timezone.localdate(at) for at in Entry.objects.filter(cause_kind="deposit").values_list("at", flat=True)
    }
    assert max(Entry.objects.values_list("at", flat=True)) <= timezone.now()
    assert Seat.objects.filter(bot=True).count() == 0
    assert not Sitting.objects.filter(table__tournament__isnull=False, ended_at=None).exists()


def flows_of_all_days() -> Flows:
    """Everything that moved in crowns."""
    now = timezone.now()
    return Flows(now - timedelta(days=60), now + timedelta(days=1), "CZK")


def test_the_clock_is_given_back() -> None:
    before = timezone.now()
    with borrowed_clock(datetime(2020, 1, 1, tzinfo=before.tzinfo)) as clock:
        assert timezone.now().year == 2020
        clock.moment += timedelta(days=366)
        assert timezone.now().year == 2021
    assert timezone.now() >= before
