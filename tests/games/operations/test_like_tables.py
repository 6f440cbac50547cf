"""Rules K8, F1: some tables of one stake close and their players are spread over as few of the others as they need."""

import pytest

from games.engine.table import commands as cm
from games.engine.table.seat_commands import moves_due
from games.models import Seat, Table
from games.models.access import SeparatedPlayers, WaitingEntry
from games.models.floor_decisions import FloorDecision
from games.operations.like_tables import LikeTables, closing_tables, like_tables, spread_group
from pokerroom.models import User
from tests.games.support.seats import assert_audit_clean, assert_refused, notice_codes, stakes
from tests.games.support.tables import SteppedHost, open_table, person, seat

pytestmark = pytest.mark.django_db
WHY = "short tables"


@pytest.fixture
def fiona() -> User:
    return person("Fiona")


def table(name: str, *people: str, seats: int = 4) -> SteppedHost:
    """A table of the usual game where these sit."""
    host = SteppedHost(open_table(name, seats=seats).pk)
    seat(host, *(person(one) for one in people))
    return host


def group() -> LikeTables:
    """The only group of tables."""
    (found,) = like_tables()
    return found


def names(ids: list[int]) -> list[str]:
    return [Table.objects.get(pk=one).name for one in ids]


def go(*hosts: SteppedHost) -> None:
    """Lets everybody go who is sent to another table, and seats them there."""
    for host in hosts:
        host.read_inbox()
        for player in moves_due(host.table):
            host.do(cm.MoveToTable(player))
    for host in hosts:
        host.read_inbox()


def test_F1_as_few_tables_stay_as_the_players_need_and_nobody_is_left_without_a_seat(fiona: User) -> None:
    hosts = [table("Prague", "Anna", "Bob"), table("Brno", "Carl", "Dora", "Emil"), table("Zlín", "Filip")]
    closing = closing_tables(group(), stay=None, by=fiona.pk, why=WHY)
    assert names(closing) == ["Zlín"]
    assert Table.objects.filter(is_open=True).count() == 3, "choosing changes nothing"
    closing = closing_tables(group(), stay=2, by=fiona.pk, why=WHY)
    spread_group(closing=closing, group=group(), by=fiona.pk, why=WHY)
    go(*hosts)
    assert [Seat.objects.filter(table=host.id).count() for host in hosts] == [3, 3, 0]
    assert Table.objects.get(pk=hosts[2].id).closed_at
    assert_audit_clean()


def test_F1_F3_several_tables_close_at_once_each_with_its_decision(fiona: User) -> None:
    hosts = [table("Prague", "Anna", "Bob"), table("Brno", "Carl"), table("Zlín", "Dora")]
    closing = closing_tables(group(), stay=1, by=fiona.pk, why=WHY)
    spread_group(closing=closing, group=group(), by=fiona.pk, why=WHY)
    go(*hosts)
    assert [Seat.objects.filter(table=host.id).count() for host in hosts] == [4, 0, 0]
    assert list(FloorDecision.objects.order_by("table").values_list("table__name", "kind", "reason")) == [
        ("Brno", "spread", WHY),
        ("Zlín", "spread", WHY),
    ]
    assert_audit_clean()


def test_F1_without_seats_for_everybody_no_table_closes(fiona: User) -> None:
    table("Prague", "Anna", "Bob", "Carl")
    table("Brno", "Dora")
    table("Zlín", "Emil", "Filip")
    closing = closing_tables(group(), stay=1, by=fiona.pk, why=WHY)
    assert_refused("merge_no_room", lambda: spread_group(closing=closing, group=group(), by=fiona.pk, why=WHY))
    assert Table.objects.filter(is_open=True).count() == 3
    assert not FloorDecision.objects.exists()


def test_F1_where_all_are_needed_none_closes(fiona: User) -> None:
    table("Prague", "Anna", "Bob", seats=2)
    table("Brno", "Carl", seats=2)
    assert_refused("nothing_changes", lambda: closing_tables(group(), stay=None, by=fiona.pk, why=WHY))


def test_K12_players_kept_apart_do_not_meet_when_they_come_from_two_tables(fiona: User) -> None:
    hosts = [table("Prague", "Eva", "Gita", "Hana", seats=6), table("Brno", "Anna"), table("Zlín", "Bob")]
    anna, bob = (User.objects.get(username=name) for name in ("anna", "bob"))
    SeparatedPlayers.objects.create(one=anna, other=bob, by=fiona, reason="family")
    spread_group(closing=[hosts[1].id, hosts[2].id], group=group(), by=fiona.pk, why=WHY)
    go(*hosts)
    seated = set(Seat.objects.filter(table=hosts[0].id).values_list("name", flat=True))
    assert seated == {"Eva", "Gita", "Hana", "Anna"}
    assert notice_codes(bob) == ["merge_stays"]


def test_K9_those_who_wait_go_along_and_are_told(fiona: User) -> None:
    prague, brno = table("Prague", "Anna"), table("Brno", "Bob", "Carl")
    dora = person("Dora")
    WaitingEntry.objects.create(table_id=prague.id, player=dora)
    spread_group(closing=[prague.id], group=group(), by=fiona.pk, why=WHY)
    assert WaitingEntry.objects.get().table_id == brno.id
    assert notice_codes(dora) == ["waiting_moved"]


def test_K10_private_tables_and_tables_alone_are_in_no_group() -> None:
    open_table(), open_table("Own", opened_by=person("Anna").pk), open_table("Locked", password="secret")
    open_table("Dearer", rules=stakes(20_00, 40_00))
    assert like_tables() == []
    open_table("Brno")
    assert [one.name for one in group().tables] == ["Brno", "Prague"]
