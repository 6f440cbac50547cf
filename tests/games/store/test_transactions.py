"""A decision is written with everything that follows from it, or not at all (X1)."""

import pytest
from pytest_django import DjangoAssertNumQueries

from games.engine.events.kinds import Announcement
from games.engine.hand.actions import Fold
from games.engine.table import commands as cm
from games.models import Decision, Order
from tests.games.support.tables import SteppedHost, open_table, person, seat
from tests.games.support.tournament_tables import open_tournament_table, reports, seat_entrants

pytestmark = pytest.mark.django_db


class Killed(Exception):
    """The host's process is killed."""


def killed(*_: object, **__: object) -> None:
    raise Killed


@pytest.mark.django_db(transaction=True)
def test_x1_outside_a_transaction_an_ordinary_action_is_one_query(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    host = SteppedHost(open_table().pk)
    seat(host, person("Alice"), person("Bob"), person("Charlie"))
    host.until("turn")
    with django_assert_num_queries(1):
        host.act(Fold())


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("part", ["table_log._apply", "projections.Projections.write"])
def test_x1_a_decision_is_written_with_its_order_and_with_what_follows_or_not_at_all(
    monkeypatch: pytest.MonkeyPatch, part: str
) -> None:
    host = SteppedHost(open_table().pk)
    order = None if "write" in part else Order.objects.create(table_id=host.id, kind=Order.Kind.PAUSE, key="k").pk
    command = cm.Pause() if order is None else cm.Announce(next(iter(Announcement)), "Bob", "late")
    with monkeypatch.context() as patch:
        patch.setattr(f"games.store.{part}", killed)
        with pytest.raises(Killed):
            host.do(command, order=order)
    assert not Decision.objects.exists()
    host.do(command, order=order)
    assert (Decision.objects.count(), Order.objects.unanswered().count()) == (1, 0)


@pytest.mark.django_db(transaction=True)
def test_x1_a_tournament_decision_is_written_with_its_reports_or_not_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    host = open_tournament_table()
    alice, _ = seat_entrants(host, "Alice", "Bob")
    number, known = host.number, len(reports())
    with monkeypatch.context() as patch:
        patch.setattr("games.tournament_tables.reports._write", killed)
        with pytest.raises(Killed):
            host.do(cm.SitOut(alice.pk))
    assert Decision.objects.count() == number
    host.do(cm.SitOut(alice.pk))
    assert [(line.kind, line.decision) for line in reports()[known:]] == [("away", number + 1)]
    row = Decision.objects.get(number=number + 1)
    assert row.created_at.timestamp() * 1000 == host.now
    assert reports()[-1].at == row.created_at
