"""K14: who may watch which table, and how late."""

from datetime import datetime, timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import Http404
from django.utils import timezone

from games.models import Seat, Table
from games.web.security.visibility import may_watch, open_table_or_404, shown_until, sits_at
from pokerroom.models import User
from tests.games.support.live_hosts import open_table

pytestmark = pytest.mark.django_db
VISITOR = AnonymousUser()


@pytest.fixture
def table(alice: User, bob: User) -> Table:
    """A table where Alice sits; Bob sits at another."""
    table, other = open_table("One"), open_table("Two")
    Seat.objects.create(table=table, seat=0, player=alice)
    Seat.objects.create(table=other, seat=0, player=bob)
    return table


def test_a_player_sits_at_a_table_only_with_a_seat_there(table: Table, alice: User, bob: User) -> None:
    assert [sits_at(table.pk, player) for player in (alice.pk, bob.pk, 0)] == [True, False, False]


def test_K14_only_its_players_watch_a_table_closed_to_watchers(table: Table, alice: User, bob: User) -> None:
    viewers = alice, bob, VISITOR
    assert [may_watch(table, viewer) for viewer in viewers] == [True, True, True]
    table.closed_to_watchers = True
    assert [may_watch(table, viewer) for viewer in viewers] == [True, False, False]


def test_K14_only_watchers_of_a_delayed_table_see_it_later(
    table: Table, alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = datetime(2026, 5, 1, tzinfo=timezone.get_default_timezone())
    monkeypatch.setattr(timezone, "now", lambda: now)
    viewers = alice, bob, VISITOR
    assert [shown_until(table, viewer) for viewer in viewers] == [now, now, now]
    table.watch_delay = 30
    late = now - timedelta(seconds=30)
    assert [shown_until(table, viewer) for viewer in viewers] == [now, late, late]


def test_a_closed_table_is_not_found(table: Table) -> None:
    assert open_table_or_404(table.pk) == table
    Table.objects.filter(pk=table.pk).update(closed_at=timezone.now(), is_open=False)
    for gone in (table.pk, table.pk + 1_000):
        with pytest.raises(Http404):
            open_table_or_404(gone)
