"""A void hand in the books: money, histories, figures and what the floor decided, on PostgreSQL (F5, F3, M2)."""

import dataclasses
from collections.abc import Callable

import pytest
from django.db import DatabaseError, transaction
from django.test import Client

from cashier import api as cashier
from cashier.audit import run_audit
from cashier.models import Entry
from games.engine.errors import IllegalAction
from games.engine.hand.actions import Fold, RaiseTo
from games.engine.rules.house_rules import HouseRules
from games.engine.rules.rake import ETHP_RAKE
from games.engine.table import commands as cm
from games.history import hands as hand_history
from games.history import results, shared_hands
from games.lobby import queries
from games.messaging import notices
from games.models import Decision, Hand, HandPlayer, Order, Table
from games.models.floor_decisions import FloorDecision
from games.models.results import HourlyResult
from games.operations import floor
from pokerroom.models import User
from tests.games.support.tables import GRANT, NL_10_20, SteppedHost, open_table, person, seat

pytestmark = pytest.mark.django_db


def clean() -> None:
    found = run_audit()
    assert found.breaches == ()
    assert found.total == 0


def summed() -> list[dict[str, object]]:
    """Everybody's hours of play."""
    names = [field.name for field in HourlyResult._meta.fields if field.name != "id"]
    return list(HourlyResult.objects.order_by("player").values(*names))


def escrow(host: SteppedHost) -> dict[int, int]:
    return cashier.escrow(table_id=host.id)


@pytest.fixture
def people() -> list[User]:
    return [person(name) for name in ("Alice", "Bob", "Charlie")]


@pytest.fixture
def floorman() -> User:
    return person("Dana")


@pytest.fixture
def host(people: list[User]) -> SteppedHost:
    """A table with rake, three players about to be dealt in."""
    house = NL_10_20.house
    host = SteppedHost(open_table(rules=NL_10_20._replace(rake=ETHP_RAKE, house=house)).pk)
    seat(host, *people)
    return host


def void(host: SteppedHost, by: User, *, hand: int | None = None, why: str = "two aces of spades") -> Order:
    """The floor orders it and the table reads its inbox."""
    number = host.table.hand_number if hand is None else hand
    order = floor.void_hand(by=by.pk, table_id=host.id, hand=number, why=why)
    host.read_inbox()
    return Order.objects.get(pk=order)


def test_F5_the_running_hand_moves_no_money(host: SteppedHost, floorman: User) -> None:
    before = escrow(host)
    host.until("turn")
    host.act(RaiseTo(200_00))
    entries = Entry.objects.count()
    assert void(host, floorman).applied_at
    assert (escrow(host), Entry.objects.count()) == (before, entries)
    assert host.table.chips() == before
    assert not Hand.objects.exists()
    assert Table.objects.get(pk=host.id).hands == 0
    clean()
    assert SteppedHost(host.id).table.snapshot() == host.table.snapshot()
    host.play_hand()
    clean()


def test_F5_the_last_hand_goes_back_by_opposite_entries(host: SteppedHost, floorman: User) -> None:
    host.play_hand(raise_to=100_00)
    before, hands = escrow(host), Table.objects.get(pk=host.id).hands
    host.play_hand(raise_to=400_00)
    raked = Hand.objects.get(number=2).rake
    assert raked
    assert escrow(host) != before
    assert void(host, floorman).applied_at
    assert escrow(host) == before == host.table.chips()
    undone = Entry.objects.get(key=f"hand:{host.id}:2").reversed_by
    assert undone.reason == "two aces of spades"
    assert Table.objects.get(pk=host.id).hands == hands
    clean()


def test_F5_nobodys_history_has_it_and_auditors_do(host: SteppedHost, floorman: User, people: list[User]) -> None:
    host.play_hand(raise_to=100_00)
    alice = people[0].pk
    figures, sums = results.figures(alice, hand_history.HandFilter()), summed()
    table = Table.objects.get(pk=host.id)
    host.play_hand(raise_to=400_00)
    void(host, floorman)
    assert results.figures(alice, hand_history.HandFilter()) == figures
    assert summed() == sums
    assert [hand.number for hand in queries.last_hands(host.id)] == [1]
    assert hand_history.visible_hand(alice, table_id=host.id, number=2) is None
    assert not HandPlayer.objects.filter(hand__number=2).exists()
    again = Table.objects.get(pk=host.id)
    assert (again.average_pot, again.average_second_street_permille) == (
        table.average_pot,
        table.average_second_street_permille,
    )
    assert again.last_hand_at == table.last_hand_at
    kept = Hand.objects.get(number=2)
    assert kept.void
    assert any(event and event[0] == "HandVoided" for row in Decision.objects.filter(hand=2) for event in row.events)


def test_F5_the_only_hand_of_an_hour_leaves_no_hour(host: SteppedHost, floorman: User) -> None:
    host.play_hand()
    assert summed()
    void(host, floorman)
    assert summed() == []


def test_F5_a_link_to_it_says_so(client: Client, host: SteppedHost, floorman: User, people: list[User]) -> None:
    host.play_hand()
    token = shared_hands.share(user_id=people[0].pk, hand_id=Hand.objects.get().pk)
    void(host, floorman)
    answer = client.get(f"/shared/{token}/")
    assert answer.status_code == 410
    assert "This hand is void" in answer.content.decode()
    assert shared_hands.shared_by(people[0].pk) == ([], 0)


def test_F5_tables_are_loaded_rightly_ever_after(host: SteppedHost, floorman: User) -> None:
    """The next hands are folded from snapshots that know of the void one."""
    host.play_hand()
    host.play_hand(raise_to=400_00)
    void(host, floorman)
    for _ in range(3):
        assert SteppedHost(host.id).table.snapshot() == host.table.snapshot()
        clean()
        host.play_hand(raise_to=100_00)
    assert SteppedHost(host.id).table.snapshot() == host.table.snapshot()
    assert list(Hand.objects.order_by("number").values_list("number", "void")) == [
        (1, False),
        (2, True),
        (3, False),
        (4, False),
        (5, False),
    ]
    clean()


@pytest.mark.parametrize("how", ["new", "gone", "twice"])
def test_F5_what_cannot_be_undone_stands(
    host: SteppedHost,
    floorman: User,
    people: list[User],
    how: str,
    django_assert_max_num_queries: Callable[..., object],
) -> None:
    host.play_hand(raise_to=400_00)
    match how:
        case "new":
            host.until("turn")
        case "gone":
            host.do(cm.Leave(people[0].pk))
        case "twice":
            void(host, floorman)
    before = escrow(host)
    refused = void(host, floorman, hand=1).refused
    assert refused == ("void_gone" if how == "gone" else "hand_over")
    assert escrow(host) == before
    clean()


def test_F5_H7_a_fee_for_cards_that_would_have_come_goes_back(people: list[User], floorman: User) -> None:
    house = NL_10_20.house
    rules = NL_10_20._replace(house=house.__class__(**{**_fields(house), "rabbit_hunt": True, "rabbit_fee": 5_00}))
    host = SteppedHost(open_table(rules=rules).pk)
    seat(host, *people)
    before = escrow(host)
    host.fold_out()
    for user in people:
        try:
            host.do(cm.AskRabbit(user.pk, 1))
        except IllegalAction:
            break
    assert sum(escrow(host).values()) == sum(before.values()) - 5_00
    assert void(host, floorman).applied_at
    assert escrow(host) == before
    clean()


def _fields(house: HouseRules) -> dict[str, object]:
    return {field.name: getattr(house, field.name) for field in dataclasses.fields(house)}


def test_F5_who_left_since_with_nothing_of_it_has_the_money(
    host: SteppedHost, floorman: User, people: list[User]
) -> None:
    host.until("turn")
    first = host.table.seat(host.table.hand.to_act).player
    host.act(Fold())
    host.fold_out()
    host.do(cm.Leave(first))
    assert void(host, floorman).applied_at
    assert cashier.balance(user_id=first) == GRANT
    clean()


def test_F3_the_decision_is_kept_with_its_reason_for_good(host: SteppedHost, floorman: User) -> None:
    host.until("turn")
    order = void(host, floorman, why="  two aces \n of\u202e spades\x00 ")
    act = FloorDecision.objects.get()
    assert (act.by, act.table_id, act.hand, act.reason) == (floorman, host.id, 1, "two aces of spades")
    assert act.order == order
    with pytest.raises(DatabaseError), transaction.atomic():
        FloorDecision.objects.update(reason="something else")
    with pytest.raises(DatabaseError), transaction.atomic():
        act.delete()


def test_F3_no_decision_without_a_reason(host: SteppedHost, floorman: User) -> None:
    host.until("turn")
    with pytest.raises(IllegalAction, match="why_needed"):
        floor.void_hand(by=floorman.pk, table_id=host.id, hand=1, why=" \n\u200b")
    assert not FloorDecision.objects.exists()
    assert not Order.objects.filter(kind=Order.Kind.VOID_HAND).exists()


def test_C1_what_the_room_does_by_itself_is_on_record_too(host: SteppedHost) -> None:
    host.until("turn")
    host.do(cm.VoidHand(1, "fault"))
    act = FloorDecision.objects.get()
    assert (act.by, act.hand, act.reason, act.order) == (None, 1, "fault", None)


def test_F5_everybody_in_the_hand_is_told_why(host: SteppedHost, floorman: User, people: list[User]) -> None:
    host.until("turn")
    void(host, floorman)
    for user in people:
        (news,) = notices.take_unread_notices(user.pk)
        assert (news.code, news.detail["why"], news.detail["hand"]) == ("void_floor", "two aces of spades", 1)
