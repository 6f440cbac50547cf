"""What a socket reads about a table before it watches, and why a table is silent."""

import pytest
from django.utils import timezone

from games.models import Table
from games.web.sockets.table_facts import TableFacts, facts_of, why_silent
from tests.games.support.amounts import MONEY
from tests.games.support.live_hosts import open_table

pytestmark = pytest.mark.django_db


def change(table: Table, **values: object) -> None:
    Table.objects.filter(pk=table.pk).update(**values)


def test_K14_each_table_has_its_own_facts_and_a_closed_one_none() -> None:
    one, two, closed, broken = (open_table(name) for name in ("One", "Two", "Closed", "Broken"))
    change(one, closed_to_watchers=True, watch_delay=30)
    change(two, tournament=8)
    change(closed, closed_at=timezone.now(), is_open=False)
    assert facts_of(one.pk) == TableFacts(players_only=True, delay=30.0, tournament=0, amounts=MONEY)
    assert facts_of(two.pk) == TableFacts(players_only=False, delay=0.0, tournament=8, amounts=MONEY)
    change(broken, closed_at=timezone.now(), is_open=False, tournament=8)
    assert facts_of(broken.pk) == facts_of(two.pk), "its players read there where they sit now (T7)"
    assert facts_of(closed.pk) is None
    assert facts_of(closed.pk + 1_000) is None


def test_X3_a_silent_table_is_frozen_closed_or_without_a_host() -> None:
    frozen, closed, waiting = open_table("Frozen"), open_table("Closed"), open_table("Waiting")
    change(frozen, frozen=True)
    change(closed, closed_at=timezone.now(), is_open=False)
    codes = [why_silent(table) for table in (frozen.pk, closed.pk, waiting.pk, waiting.pk + 1_000)]
    assert codes == ["table_frozen", "table_closed", "no_answer", "no_answer"]
