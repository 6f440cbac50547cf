"""Whom and what a void hand concerns: its own players, chips, fees and averages, and no others (F5)."""

from contextlib import suppress
from dataclasses import replace

import pytest
from django.utils import timezone

from backoffice.api import Refused
from cashier import api as cashier
from cashier.cage import withdrawals
from cashier.models import Entry, Withdrawal
from games.engine.errors import IllegalAction
from games.engine.events import HandVoided
from games.engine.events.kinds import PreAction
from games.engine.table import commands as cm
from games.messaging import notices
from games.models import Decision, Departure, Hand, HandPlayer, Table
from games.models.floor_decisions import FloorDecision
from games.store import void_hand
from pokerroom.accounts.deletion import delete_account
from pokerroom.models import User
from tests.games.engine.support.builders import stacked_deck
from tests.games.support.seats import assert_audit_clean, notice_codes
from tests.games.support.store import escrow, result, row, void_by_floor
from tests.games.support.tables import GRANT, NL_10_20, SteppedHost, open_table, person, seat
from tests.games.support.tournament_tables import open_tournament_table, seat_entrants

pytestmark = pytest.mark.django_db


def test_F5_the_players_of_a_finished_hand_are_notified_bots_and_newcomers_are_not(
    host: SteppedHost, floorman: User, people: list[User]
) -> None:
    robo, eve = person("Robo", bot=True), person("Eve")
    seat(host, robo)
    host.play_hand(raise_to=400_00)
    host.do(cm.Leave(people[0].pk))
    seat(host, eve)
    void_by_floor(host, floorman)
    notified = {user.display_name: notice_codes(user) for user in (*people[1:], robo, eve)}
    assert notified == {"Bob": ["void_floor"], "Charlie": ["void_floor"], "Robo": [], "Eve": []}


def test_C1_players_learn_that_the_room_voided_the_hand(host: SteppedHost, people: list[User]) -> None:
    host.until("turn")
    host.do(cm.VoidHand(1, "fault"))
    assert [notice_codes(user) for user in people] == [["void_fault"]] * 3


def test_X2_players_learn_that_the_hand_is_void_because_the_room_stopped(host: SteppedHost, people: list[User]) -> None:
    host.until("turn")
    host.do(cm.ChangeRules(host.table.rules._replace(house=replace(host.table.rules.house, fault="void"))))
    host.play_hand(raise_to=400_00)
    host.until("turn")
    host.do(cm.Recover())
    number = host.table.hand_number
    assert [notice_codes(user) for user in people] == [["void_interrupted"]] * 3
    decision = FloorDecision.objects.get(kind=FloorDecision.Kind.VOID_HAND)
    assert (decision.by, decision.reason, decision.hand) == (None, "interrupted", number)
    assert_audit_clean()


def test_F5_each_player_who_left_is_told_the_amount_that_moved(
    host: SteppedHost, floorman: User, people: list[User]
) -> None:
    host.play_hand(raise_to=400_00)
    results = {user.pk: result(1, user) for user in people}
    for user in people:
        host.do(cm.Leave(user.pk))
    void_by_floor(host, floorman)
    for user in people:
        won = results[user.pk]
        detail = {"table": "Prague", "hand": 1, "amount": abs(won), "currency": "PLAY", "why": "two aces of spades"}
        code = "void_taken" if won > 0 else "void_returned"
        assert notices.take_unread_notices(user.pk) == [notices.PlayerNotice(host.id, code, detail)]


def test_F5_M7_chips_of_a_player_who_has_deleted_the_account_wait_at_the_cage(floorman: User) -> None:
    """The money is reserved like a withdrawal: a second person approves, and a desk pays it in cash."""
    players = [person(name, grant=0) for name in ("Eve", "Frank", "Gina")]
    for user in players:
        cashier.open_wallet(user_id=user.pk, currency="CZK", grant=2_000_00)
    host = SteppedHost(open_table(currency="CZK").pk)
    seat(host, *players)
    host.play_hand(raise_to=2_000_00)
    loser = next(user for user in players if result(1, user) == -2_000_00)
    host.do(cm.Leave(loser.pk))
    delete_account(loser.pk)
    assert void_by_floor(host, floorman).applied_at
    assert cashier.balance(user_id=loser.pk, currency="CZK") == 0
    owed = Withdrawal.objects.get()
    assert (owed.player_id, owed.amount, owed.currency, owed.reason) == (
        loser.pk,
        2_000_00,
        "CZK",
        "two aces of spades",
    )
    assert not owed.may_be_paid
    assert_audit_clean()
    now = timezone.now()
    with pytest.raises(Refused, match="deleted"):
        withdrawals.refuse(request_id=owed.pk, reason="nobody came", by=floorman.pk, now=now)
    assert withdrawals.approve(request_id=owed.pk, reason="known", by=floorman.pk, now=now).may_be_paid


def test_F5_play_money_of_a_deleted_account_stays_in_the_books(
    host: SteppedHost, floorman: User, people: list[User]
) -> None:
    host.play_hand(raise_to=400_00)
    loser = next(user for user in people if result(1, user) < 0)
    host.do(cm.Leave(loser.pk))
    delete_account(loser.pk)
    assert void_by_floor(host, floorman).applied_at
    assert cashier.balance(user_id=loser.pk, currency="PLAY") == GRANT
    assert not Withdrawal.objects.exists()
    assert_audit_clean()


def test_F5_single_chips_of_players_who_left_move_and_no_chips_move_nothing(host: SteppedHost) -> None:
    gone = [person(name) for name in ("Dana", "Eve", "Frank")]
    hand = Hand.objects.create(
        table_id=host.id, number=1, began_at=timezone.now(), ended_at=timezone.now(), pot=0, rake=0, players=3,
        second_street_players=0, rules_data={},
    )  # fmt: skip
    table, row = Table.objects.get(pk=host.id), Decision(number=host.number + 1, created_at=timezone.now())
    cashier.hold(key="reversed", user_id=gone[2].pk, table_id=host.id, amount=1, currency="PLAY")
    departed = tuple((user.pk, chips) for user, chips in zip(gone, (-1, 0, 1), strict=True))
    changes = void_hand.write(row, HandVoided(1, "late", (), departed), table=table, seats={}, after=host.table)
    assert [cashier.balance(user_id=user.pk, currency="PLAY") - GRANT for user in gone] == [-1, 0, 0]
    assert [notice_codes(user) for user in gone] == [["void_taken"], [], ["void_returned"]]
    assert Departure.objects.values_list("player", "chips").get() == (gone[2].pk, 1)
    assert (changes["next_snapshot_number"], changes["last_hand_at"]) == (row.number, None)
    hand.refresh_from_db()
    assert hand.void


@pytest.mark.parametrize("taken_over", [False, True])
def test_F5_D7_a_player_who_has_left_since_takes_along_the_blinds_of_before_the_hand(
    host: SteppedHost, floorman: User, people: list[User], *, taken_over: bool
) -> None:
    """Blinds that another table has taken over already stay as they were there."""
    host.fold_out()
    seats = {user.pk: host.table.player_seat(user.pk) for user in people}
    before = {player: host.table.carried_blinds(number)._asdict() for player, number in seats.items()}
    host.fold_out()
    for user in people:
        host.do(cm.Leave(user.pk))
    assert all(left.carried != before[left.player_id] for left in Departure.objects.all())
    if taken_over:
        Departure.objects.filter(player=people[0]).update(carried={})
        before[people[0].pk] = {}
    assert void_by_floor(host, floorman).applied_at
    assert dict(Departure.objects.values_list("player", "carried")) == before


def test_F5_a_void_hand_leaves_other_tables_and_earlier_hands_alone(
    host: SteppedHost, floorman: User, people: list[User]
) -> None:
    """The second of three hands is void already; the other table's hands have the same numbers."""
    other = SteppedHost(open_table("Brno").pk)
    seat(other, *people[:2])
    host.play_hand()
    host.now += 60_000
    host.play_hand(raise_to=100_00)
    host.now += 60_000
    void_by_floor(host, floorman)
    after_one = lobby_row(host)
    host.now += 60_000
    host.play_hand(raise_to=400_00)
    other.now = host.now + 60_000
    for _ in range(3):
        other.play_hand(raise_to=200_00)
    before = lobby_row(other)
    assert void_by_floor(host, floorman).applied_at
    assert lobby_row(host) == after_one
    assert lobby_row(other) == before
    voided = Hand.objects.filter(void=True).order_by("number").values_list("table", "number")
    assert list(voided) == [(host.id, 2), (host.id, 3)]
    assert HandPlayer.objects.filter(hand__table=other.id).count() == 6
    assert not Entry.objects.filter(key__startswith=f"void:hand:{other.id}:").exists()
    assert_audit_clean()


def lobby_row(host: SteppedHost) -> tuple[object, ...]:
    """What the lobby shows of a table's hands."""
    names = ("hands", "average_pot", "average_second_street_permille", "last_hand_at")
    return row(host.id, *names)


def test_F5_a_hand_in_which_nobody_won_anything_is_void_without_entries(floorman: User, people: list[User]) -> None:
    host = SteppedHost(open_table().pk)
    seat(host, *people[:2])
    before = escrow(host)
    while not host.table.running:
        host.now = max(host.now, host.table.next_tick_at() or 0)
        host.do(cm.Tick(), deck=stacked_deck(("AsKs", "AhKh"), "2c3d7d8c9d"))
    host.play_hand()
    assert escrow(host) == before
    assert void_by_floor(host, floorman).applied_at
    assert Hand.objects.get().void
    assert escrow(host) == before
    assert not Entry.objects.filter(key__contains=f"hand:{host.id}:").exists()


def test_F5_H7_fees_of_earlier_hands_are_kept(people: list[User], floorman: User) -> None:
    rules = NL_10_20._replace(house=replace(NL_10_20.house, rabbit_hunt=True, rabbit_fee=5_00))
    host = SteppedHost(open_table(rules=rules).pk)
    seat(host, *people)
    for hand in (1, 2):
        host.until("turn")
        big_blind = host.table.seat(host.table.hand.order[1]).player
        host.do(cm.SetPreAction(big_blind, hand, PreAction.CHECK, 0))
        host.fold_out()
        for user in people:
            with suppress(IllegalAction):
                host.do(cm.AskRabbit(user.pk, hand))
    assert sum(escrow(host).values()) == 3 * 2_000_00 - 2 * 5_00
    assert void_by_floor(host, floorman).applied_at
    assert sum(escrow(host).values()) == 3 * 2_000_00 - 5_00
    assert_audit_clean()


def test_T1_a_void_hand_of_a_tournament_moves_no_money_and_notifies_nobody() -> None:
    host = open_tournament_table()
    players = seat_entrants(host, "Dana", "Eve")
    host.play_hand()
    host.do(cm.VoidHand(1, "fault", last=True))
    assert Hand.objects.get().void
    assert not HandPlayer.objects.exists()
    assert not Entry.objects.exists()
    assert not FloorDecision.objects.exists()
    assert [notice_codes(user) for user in players] == [[], []]
    assert lobby_row(host) == (0, 0, 0, None)
