"""Void hands on PostgreSQL: money, histories, statistics and the record of the floor's decision (F5, F3, M2)."""

from dataclasses import replace

import pytest
from django.db import DatabaseError, transaction
from django.test import Client

from cashier import api as cashier
from cashier.models import Entry
from games import api
from games.engine.errors import IllegalAction
from games.engine.hand.actions import Fold, RaiseTo
from games.engine.table import commands as cm
from games.history import hands as hand_history
from games.history import results, shared_hands
from games.lobby import queries
from games.messaging import notices
from games.models import Decision, Departure, Hand, HandPlayer, Order, Table
from games.models.floor_decisions import FloorDecision
from games.models.results import HourlyResult
from games.money.escrow import amount_text
from games.operations import floor
from games.text.refusals import refusal_text
from pokerroom.models import User
from tests.games.support.amounts import MONEY
from tests.games.support.seats import assert_audit_clean, move_as_host
from tests.games.support.store import escrow, result, void_by_floor
from tests.games.support.tables import GRANT, NL_10_20, SteppedHost, open_table, seat

pytestmark = pytest.mark.django_db


def hourly_rows() -> list[dict[str, object]]:
    """The hourly results of all players."""
    names = [field.name for field in HourlyResult._meta.fields if field.name != "id"]
    return list(HourlyResult.objects.order_by("player").values(*names))


def test_F5_voiding_the_running_hand_moves_no_money(host: SteppedHost, floorman: User) -> None:
    before = escrow(host)
    host.until("turn")
    host.act(RaiseTo(200_00))
    entries = Entry.objects.count()
    assert void_by_floor(host, floorman).applied_at
    assert (escrow(host), Entry.objects.count()) == (before, entries)
    assert host.table.chips() == before
    assert not Hand.objects.exists()
    assert Table.objects.get(pk=host.id).hands == 0
    assert_audit_clean()
    assert SteppedHost(host.id).table.snapshot() == host.table.snapshot()
    host.play_hand()
    assert_audit_clean()


def test_F5_the_last_hand_is_reversed_by_opposite_entries(host: SteppedHost, floorman: User) -> None:
    host.play_hand(raise_to=100_00)
    before, hands = escrow(host), Table.objects.get(pk=host.id).hands
    host.play_hand(raise_to=400_00)
    raked = Hand.objects.get(number=2).rake
    assert raked
    assert escrow(host) != before
    assert void_by_floor(host, floorman).applied_at
    assert escrow(host) == before == host.table.chips()
    reversal = Entry.objects.get(key=f"hand:{host.id}:2").reversed_by
    assert reversal.reason == "two aces of spades"
    assert Table.objects.get(pk=host.id).hands == hands
    assert_audit_clean()


def test_F5_a_void_hand_is_in_no_history_but_kept_for_auditors(
    host: SteppedHost, floorman: User, people: list[User]
) -> None:
    host.play_hand(raise_to=100_00)
    alice = people[0].pk
    figures, sums = results.figures(alice, hand_history.HandFilter()), hourly_rows()
    table = Table.objects.get(pk=host.id)
    host.play_hand(raise_to=400_00)
    void_by_floor(host, floorman)
    assert results.figures(alice, hand_history.HandFilter()) == figures
    assert hourly_rows() == sums
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


def test_F5_voiding_the_only_hand_of_an_hour_deletes_the_hourly_result(host: SteppedHost, floorman: User) -> None:
    host.play_hand()
    assert hourly_rows()
    void_by_floor(host, floorman)
    assert hourly_rows() == []


def test_F5_a_link_to_a_void_hand_says_so(
    client: Client, host: SteppedHost, floorman: User, people: list[User]
) -> None:
    host.play_hand()
    token = shared_hands.share(user_id=people[0].pk, hand_id=Hand.objects.get().pk)
    void_by_floor(host, floorman)
    answer = client.get(f"/shared/{token}/")
    assert answer.status_code == 410
    assert "This hand is void" in answer.content.decode()
    assert shared_hands.shared_by(people[0].pk) == ([], 0)


def test_F5_tables_are_loaded_correctly_after_a_void_hand(host: SteppedHost, floorman: User) -> None:
    """Later hands are loaded from snapshots taken after the void one."""
    host.play_hand()
    host.play_hand(raise_to=400_00)
    void_by_floor(host, floorman)
    for _ in range(3):
        assert SteppedHost(host.id).table.snapshot() == host.table.snapshot()
        assert_audit_clean()
        host.play_hand(raise_to=100_00)
    assert SteppedHost(host.id).table.snapshot() == host.table.snapshot()
    assert list(Hand.objects.order_by("number").values_list("number", "void")) == [
        (1, False),
        (2, True),
        (3, False),
        (4, False),
        (5, False),
    ]
    assert_audit_clean()


@pytest.mark.parametrize(("how", "code"), [("new", "void_next"), ("twice", "void_already")])
def test_F5_a_hand_that_cannot_be_undone_is_not_voided(
    host: SteppedHost,
    floorman: User,
    how: str,
    code: str,
) -> None:
    host.play_hand(raise_to=400_00)
    match how:
        case "new":
            host.until("turn")
        case "twice":
            void_by_floor(host, floorman)
    before = escrow(host)
    refused = void_by_floor(host, floorman, hand=1).refused
    assert refused == code
    assert escrow(host) == before
    assert_audit_clean()


def test_F5_the_last_hand_of_a_closed_table_stands_and_the_refusal_says_why(
    host: SteppedHost, floorman: User, people: list[User]
) -> None:
    """The floor asks before the table has closed, and again afterwards."""
    host.play_hand(raise_to=400_00)
    floor.close(by=floorman.pk, table_id=host.id, why="fire drill")
    order = void_by_floor(host, floorman)
    assert order.refused == "void_closed"
    balances = [cashier.balance(user_id=user.pk, currency="PLAY") for user in people]
    with pytest.raises(IllegalAction) as refusal:
        floor.void_hand(by=floorman.pk, table_id=host.id, hand=1, why="two aces")
    assert refusal.value.code == "void_closed"
    assert [cashier.balance(user_id=user.pk, currency="PLAY") for user in people] == balances
    assert not Hand.objects.get().void
    assert_audit_clean()


def test_F5_H7_the_fee_of_a_rabbit_hunt_is_returned(people: list[User], floorman: User) -> None:
    rules = NL_10_20._replace(house=replace(NL_10_20.house, rabbit_hunt=True, rabbit_fee=5_00))
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
    assert void_by_floor(host, floorman).applied_at
    assert escrow(host) == before
    assert_audit_clean()


def test_F5_a_player_who_has_left_since_gets_the_chips_of_the_void_hand_back(
    host: SteppedHost, floorman: User, people: list[User]
) -> None:
    host.until("turn")
    first = host.table.seat(host.table.hand.to_act).player
    host.act(Fold())
    host.fold_out()
    host.do(cm.Leave(first))
    assert void_by_floor(host, floorman).applied_at
    assert cashier.balance(user_id=first, currency="PLAY") == GRANT
    assert_audit_clean()


def total_of(host: SteppedHost, user: User) -> int:
    """The user's money in wallet and seat."""
    return cashier.balance(user_id=user.pk, currency="PLAY") + escrow(host).get(user.pk, 0)


@pytest.mark.parametrize("back", [False, True])
def test_F5_M2_everybody_has_their_money_of_before_the_hand_whoever_has_left(
    host: SteppedHost, floorman: User, people: list[User], *, back: bool
) -> None:
    """All three leave, winners and losers; with `back` the first sits down again."""
    host.play_hand(raise_to=100_00)
    before = {user.pk: total_of(host, user) for user in people}
    host.play_hand(raise_to=400_00)
    for user in people:
        host.do(cm.Leave(user.pk))
    if back:
        seat_with(host, people[0], Departure.objects.get(player=people[0]).chips)
    order = void_by_floor(host, floorman)
    assert order.applied_at, (order.refused, order.refused_detail)
    assert {user.pk: total_of(host, user) for user in people} == before
    assert SteppedHost(host.id).table.snapshot() == host.table.snapshot()
    assert_audit_clean()
    codes = {notice.code for user in people for notice in notices.take_unread_notices(user.pk)}
    assert {"void_taken", "void_returned"} & codes


def seat_with(host: SteppedHost, user: User, amount: int) -> None:
    """Seats one player with these chips."""
    api.take_seat(user=user, table_id=host.id, seat=-1, amount=amount)
    host.read_inbox()


def test_F5_K8_chips_carried_to_another_table_stay_there_and_the_wallet_pays(
    host: SteppedHost, floorman: User, people: list[User]
) -> None:
    brno = SteppedHost(open_table("Brno", rules=Table.objects.get(pk=host.id).rules).pk)
    before = {user.pk: total_of(host, user) for user in people}
    host.play_hand(raise_to=400_00)
    winner = next(user for user in people if result(1, user) > 0)
    api.move_player(player=winner.pk, table_id=host.id, to=brno.id)
    host.read_inbox()
    move_as_host(host, winner)
    brno.read_inbox()
    carried = escrow(brno)[winner.pk]
    order = void_by_floor(host, floorman)
    assert order.applied_at, (order.refused, order.refused_detail)
    assert escrow(brno) == {winner.pk: carried} == brno.table.chips()
    assert {user.pk: total_of(host, user) + escrow(brno).get(user.pk, 0) for user in people} == before
    assert not Departure.objects.exists(), "a move is no departure (K7)"
    assert_audit_clean()


def test_F5_what_is_in_the_way_is_named_when_a_wallet_no_longer_has_the_chips(
    host: SteppedHost, floorman: User, people: list[User]
) -> None:
    """The winner leaves and takes the money to another table."""
    host.play_hand(raise_to=400_00)
    winner = next(user for user in people if result(1, user) > 0)
    host.do(cm.Leave(winner.pk))
    balance = cashier.balance(user_id=winner.pk, currency="PLAY")
    cashier.hold(key="elsewhere", user_id=winner.pk, table_id=99, amount=balance - 10_00, currency="PLAY")
    before = (escrow(host), host.number)
    order = void_by_floor(host, floorman)
    missing = result(1, winner) - 10_00
    assert (order.refused, order.refused_detail) == ("void_short", {"name": winner.display_name, "missing": missing})
    assert (escrow(host), host.number) == before
    assert not Hand.objects.get().void
    text = refusal_text(order.refused, order.refused_detail, amount=MONEY.text)
    assert winner.display_name in text
    assert amount_text(missing, "PLAY") in text
    for user in people:
        assert not notices.take_unread_notices(user.pk)


def test_F5_K7_a_player_comes_back_with_what_the_void_hand_left_them(
    host: SteppedHost, floorman: User, people: list[User]
) -> None:
    host.play_hand(raise_to=400_00)
    loser = next(user for user in people if result(1, user) < 0)
    chips = escrow(host)[loser.pk]
    host.do(cm.Leave(loser.pk))
    lost = -result(1, loser)
    void_by_floor(host, floorman)
    assert Departure.objects.get(player=loser).chips == chips + lost


def test_F3_the_decision_is_recorded_for_good_with_its_reason(host: SteppedHost, floorman: User) -> None:
    host.until("turn")
    order = void_by_floor(host, floorman, why="  two aces \n of\u202e spades\x00 ")
    decision = FloorDecision.objects.get()
    assert (decision.by, decision.table_id, decision.hand, decision.reason) == (
        floorman,
        host.id,
        1,
        "two aces of spades",
    )
    assert decision.order == order
    with pytest.raises(DatabaseError), transaction.atomic():
        FloorDecision.objects.update(reason="something else")
    with pytest.raises(DatabaseError), transaction.atomic():
        decision.delete()


def test_F3_a_decision_needs_a_reason(host: SteppedHost, floorman: User) -> None:
    host.until("turn")
    with pytest.raises(IllegalAction, match="why_needed"):
        floor.void_hand(by=floorman.pk, table_id=host.id, hand=1, why=" \n\u200b")
    assert not FloorDecision.objects.exists()
    assert not Order.objects.filter(kind=Order.Kind.VOID_HAND).exists()


def test_C1_the_rooms_own_decisions_are_recorded_too(host: SteppedHost) -> None:
    host.until("turn")
    host.do(cm.VoidHand(1, "fault"))
    decision = FloorDecision.objects.get()
    assert (decision.by, decision.hand, decision.reason, decision.order) == (None, 1, "fault", None)


def test_F5_every_player_in_the_hand_is_notified_of_the_reason(
    host: SteppedHost, floorman: User, people: list[User]
) -> None:
    host.until("turn")
    void_by_floor(host, floorman)
    for user in people:
        detail = {"table": "Prague", "hand": 1, "why": "two aces of spades"}
        assert notices.take_unread_notices(user.pk) == [notices.PlayerNotice(host.id, "void_floor", detail)]
