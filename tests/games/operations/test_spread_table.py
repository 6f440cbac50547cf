"""Rules K8, F1 and F3: a table closes and its players are spread over the tables like it, with all their chips."""

import pytest

from games.engine.table import commands as cm
from games.engine.table.seat_commands import moves_due
from games.models import Seat, Table
from games.models.access import WaitingEntry
from games.models.floor_decisions import FloorDecision
from games.operations.spread_table import spread_table
from pokerroom.models import User
from tests.games.support.restrictions import bar
from tests.games.support.seats import assert_audit_clean, assert_refused, notice_codes, stakes, wallet
from tests.games.support.tables import GRANT, SteppedHost, open_table, person, seat

pytestmark = pytest.mark.django_db


@pytest.fixture
def fiona() -> User:
    return person("Fiona")


@pytest.fixture
def people() -> list[User]:
    return [person(name) for name in ("Alice", "Bob", "Carl")]


@pytest.fixture
def prague(people: list[User]) -> SteppedHost:
    """A table of three in a hand."""
    host = SteppedHost(open_table().pk)
    seat(host, *people)
    host.until("turn")
    return host


def like(name: str, *, seats: int = 4, taken: int = 1) -> SteppedHost:
    """A table of the same game where so many sit."""
    host = SteppedHost(open_table(name, seats=seats).pk)
    seat(host, *(person(f"{name}{number}") for number in range(taken)))
    return host


def spread(host: SteppedHost, by: User) -> None:
    """Spreads the table, ends its hand, and lets its players go."""
    spread_table(table_id=host.id, by=by.pk, why="short tables")
    host.read_inbox()
    host.fold_out()
    for player in moves_due(host.table):
        host.do(cm.MoveToTable(player))
    host.read_inbox()


def seated(host: SteppedHost) -> int:
    """How many sit at the table, once it has read its inbox."""
    host.read_inbox()
    return Seat.objects.filter(table=host.id).count()


def test_F1_players_go_where_the_most_seats_are_free_and_the_table_closes(prague: SteppedHost, fiona: User) -> None:
    brno, zlin = like("Brno", seats=4, taken=2), like("Zlín", seats=4, taken=1)
    spread(prague, fiona)
    assert (seated(brno), seated(zlin)) == (3, 3)
    assert Table.objects.get(pk=prague.id).closed_at
    assert_audit_clean()


def test_F3_the_decision_names_the_tables_and_everybody_is_told(
    prague: SteppedHost, fiona: User, people: list[User]
) -> None:
    tables = {str(like(name, seats=3, taken=1).id) for name in ("Brno", "Zlín")}
    spread(prague, fiona)
    decision = FloorDecision.objects.get()
    assert (decision.kind, decision.reason, {after for _what, _before, after in decision.changes}) == (
        "spread", "short tables", tables,
    )  # fmt: skip
    assert [before for what, before, _after in decision.changes if what == "moves"] == [str(one.pk) for one in people]
    assert all(notice_codes(one)[0] == "merged" for one in people)


def test_K9_the_waiting_list_goes_along(prague: SteppedHost, fiona: User) -> None:
    brno = like("Brno", seats=5)
    waiting = WaitingEntry.objects.create(table_id=prague.id, player=person("Dora"))
    spread(prague, fiona)
    waiting.refresh_from_db()
    assert (waiting.table_id, waiting.ended) == (brno.id, "")


def test_F1_without_a_seat_for_everybody_nobody_moves(prague: SteppedHost, fiona: User) -> None:
    like("Brno", seats=3, taken=2)
    detail = assert_refused("merge_no_room", lambda: spread_table(table_id=prague.id, by=fiona.pk, why="short"))
    assert detail == {"seats": 1, "count": 3}
    assert Table.objects.get(pk=prague.id).is_open
    assert not FloorDecision.objects.exists()


def test_F1_tables_of_another_game_take_nobody(prague: SteppedHost, fiona: User) -> None:
    open_table("Dearer", rules=stakes(20_00, 40_00))
    assert_refused("merge_no_room", lambda: spread_table(table_id=prague.id, by=fiona.pk, why="short"))


def test_K12_a_player_who_may_not_sit_at_any_of_them_stays_and_keeps_the_chips(
    prague: SteppedHost, fiona: User, people: list[User]
) -> None:
    brno = like("Brno", seats=6)
    bar(people[0], brno.id)
    spread(prague, fiona)
    assert list(Seat.objects.filter(table=prague.id).values_list("name", flat=True)) == ["Alice"]
    assert notice_codes(people[0]) == ["merge_stays"]
    assert wallet(people[0]) == GRANT - 2_000_00
    assert_audit_clean()


def test_F8_somebody_who_plays_at_one_of_the_tables_does_not_spread_them(
    prague: SteppedHost, people: list[User]
) -> None:
    brno = like("Brno", seats=6)
    dana = person("Dana")
    seat(brno, dana)
    for player in (dana, people[0]):
        assert_refused("plays_here", lambda by=player.pk: spread_table(table_id=prague.id, by=by, why="mine"))
