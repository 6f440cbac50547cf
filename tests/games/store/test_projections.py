"""What a decision changes besides the log: seats, money, hands, the table's row, notices and messages."""

from datetime import UTC, datetime

import pytest
from pytest_django import DjangoCaptureOnCommitCallbacks

from cashier import api as cashier
from cashier.web.text import movement_text
from games.engine import events as ev
from games.engine.events import RabbitShown
from games.engine.events.kinds import LeaveReason
from games.engine.hand.actions import Fold
from games.engine.table import commands as cm
from games.messaging import messages
from games.messaging.notices import PlayerNotice, take_unread_notices
from games.models import Departure, Order, Seat, Table
from games.models.access import WaitingEntry
from games.models.moves import HouseMove, TableMerge
from tests.games.support.seats import assert_audit_clean
from tests.games.support.store import commit, row, three_players
from tests.games.support.tables import GRANT, NL_10_20, START_MS, SteppedHost, open_table, person, seat

pytestmark = pytest.mark.django_db
FEE = 7_00


def hunt_rabbit(host: SteppedHost, players: list[int]) -> RabbitShown:
    """Folds one hand; all players ask for the rest of the board, the first of them pays."""
    host.until("turn")
    while host.table.running:
        host.act(Fold())
    for player in players:
        for event in host.do(cm.AskRabbit(player, host.table.hand_number)).events:
            if isinstance(event, RabbitShown):
                return event
    raise AssertionError("nothing was shown")


def test_H7_the_fee_moves_from_the_seat_to_the_house() -> None:
    host, players = three_players(rabbit_hunt=True, rabbit_fee=FEE)
    wallets = [cashier.balance(user_id=player, currency="PLAY") for player in players]
    event = hunt_rabbit(host, players)
    asker = host.table.seat(event.seat).player
    assert event.fee == FEE
    held = cashier.escrow(table_id=host.id)
    assert held == host.table.chips()
    assert sum(held.values()) == 3 * 2_000_00 - FEE
    assert held[asker] in (2_000_00 - FEE, 1_990_00 - FEE, 1_980_00 - FEE, 2_010_00 - FEE)
    assert [cashier.balance(user_id=player, currency="PLAY") for player in players] == wallets
    assert_audit_clean()
    row = cashier.statement(user_id=asker, causes=("hand", "rabbit"), currency="PLAY").rows[0]
    assert (row.kind, row.amount, row.label) == ("rabbit", -FEE, "Prague")
    assert movement_text(row) == "Cards that would have come, shown at Prague"


def test_H7_without_a_fee_nothing_is_booked() -> None:
    host, players = three_players(rabbit_hunt=True)
    assert hunt_rabbit(host, players).fee == 0
    assert sum(cashier.escrow(table_id=host.id).values()) == 3 * 2_000_00
    assert_audit_clean()


def test_H7_the_fee_is_paid_once_even_if_the_host_restarts() -> None:
    host, players = three_players(rabbit_hunt=True, rabbit_fee=FEE)
    hunt_rabbit(host, players)
    again = SteppedHost(host.id)
    assert again.table.chips() == host.table.chips() == cashier.escrow(table_id=host.id)
    for _ in range(2):
        again.now = max(again.now, host.now)
        again.fold_out()
    assert_audit_clean()
    assert SteppedHost(host.id).table.chips() == cashier.escrow(table_id=host.id)


def test_D8_a_seat_change_moves_the_seat_and_no_money() -> None:
    host, players = three_players()
    number = host.table.player_seat(players[0])
    assert number is not None
    host.do(cm.ChangeSeat(players[0], 7))
    assert Seat.objects.get(table=host.id, player=players[0]).seat == 7
    assert sum(cashier.escrow(table_id=host.id).values()) == 3 * 2_000_00
    assert_audit_clean()
    # Hands are settled with the right players, and the old seat is free.
    host.play_hand()
    seat(host, person("Dana"))
    host.fold_out()
    assert host.now > START_MS
    assert_audit_clean()
    host.do(cm.Leave(players[0]))
    assert not Seat.objects.filter(table=host.id, player=players[0]).exists()
    assert_audit_clean()


def test_D8_a_seat_change_asked_for_in_a_hand_happens_at_its_end() -> None:
    host, players = three_players()
    host.until("turn")
    host.do(cm.ChangeSeat(players[1], 8))
    host.fold_out()
    assert Seat.objects.get(table=host.id, player=players[1]).seat == 8
    assert_audit_clean()


def test_the_row_of_a_table_follows_its_own_decisions_only() -> None:
    host, other = SteppedHost(open_table().pk), open_table("Brno")
    before = row(other.pk, "is_open", "is_paused", "closed_at", "rules_data")
    host.do(cm.Pause())
    assert row(host.id, "is_open", "is_paused") == (True, True)
    host.do(cm.Resume())
    assert row(host.id, "is_open", "is_paused") == (True, False)
    dearer = NL_10_20._replace(stakes=NL_10_20.stakes._replace(ante=5_00))
    host.do(cm.ChangeRules(dearer))
    assert Table.objects.get(pk=host.id).rules == dearer
    commit(host, ev.Closing())
    assert row(host.id, "is_open", "closed_at") == (False, None)
    commit(host, ev.Closed())
    closed_at = datetime.fromtimestamp(host.now / 1000, UTC)
    assert row(host.id, "is_open", "closed_at") == (False, closed_at)
    assert row(other.pk, "is_open", "is_paused", "closed_at", "rules_data") == before


def test_a_closed_table_is_not_open_even_if_it_was_not_about_to_close() -> None:
    host = SteppedHost(open_table().pk)
    commit(host, ev.Closed())
    assert row(host.id, "is_open") == (False,)


def test_a_table_is_empty_from_the_moment_its_last_player_leaves() -> None:
    host = SteppedHost(open_table().pk)
    alice, bob = person("Alice"), person("Bob")
    seat(host, alice, bob)
    assert row(host.id, "empty_since") == (None,)
    host.now += 1_000
    host.do(cm.Leave(alice.pk))
    assert row(host.id, "empty_since") == (None,)
    host.now += 1_000
    host.do(cm.Leave(bob.pk))
    assert row(host.id, "empty_since") == (datetime.fromtimestamp(host.now / 1000, UTC),)


def test_a_table_is_without_people_from_the_moment_the_last_leaves_though_house_bots_stay() -> None:
    host = SteppedHost(open_table().pk)
    before = row(host.id, "no_people_since")
    seat(host, person("Robot", bot=True))
    assert row(host.id, "no_people_since") == before
    alice, bob = person("Alice"), person("Bob")
    seat(host, alice, bob)
    assert row(host.id, "no_people_since") == (None,)
    host.do(cm.Leave(alice.pk))
    assert row(host.id, "no_people_since") == (None,)
    host.now += 1_000
    host.do(cm.Leave(bob.pk))
    assert row(host.id, "no_people_since") == (datetime.fromtimestamp(host.now / 1000, UTC),)


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int]]:
    """The messages sent after commits: to whom, and the id they are about."""
    found: list[tuple[str, int]] = []
    for name in ("notify_seats_changed", "notify_host_and_lobby"):
        monkeypatch.setattr(messages, name, lambda *about, name=name: found.extend((name, one) for one in about))
    return found


@pytest.mark.parametrize(
    ("events", "shown"),
    [
        ((ev.Paused(), ev.SitOutAsked(0, asked=True)), True),
        ((ev.Resumed(),), True),
        ((ev.RulesChanged(NL_10_20.to_data()),), True),
        ((ev.Closing(), ev.SitOutAsked(0, asked=True)), False),
    ],
)
def test_the_strips_of_seated_players_show_pauses_and_new_rules(
    sent: list[tuple[str, int]],
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
    events: tuple[ev.TableEvent, ...],
    *,
    shown: bool,
) -> None:
    host, players = three_players()
    seat(SteppedHost(open_table("Brno").pk), person("Dana"))
    with django_capture_on_commit_callbacks(execute=True):
        commit(host, *events)
    assert sent == ([("notify_seats_changed", player) for player in players] if shown else [])


def test_K8_the_main_table_is_rechecked_when_a_player_leaves_its_must_move_table(
    sent: list[tuple[str, int]], django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    host, players = three_players()
    main = open_table("Brno")
    Table.objects.filter(pk=host.id).update(feeds=main)
    with django_capture_on_commit_callbacks(execute=True):
        host.do(cm.Leave(players[0]))
    assert sent == [("notify_host_and_lobby", main.pk)]


def test_K8_a_player_who_leaves_instead_gives_up_the_seat_reserved_elsewhere() -> None:
    host, players = three_players()
    move = HouseMove.objects.create(player_id=players[0], source_id=host.id, target=open_table("Brno"))
    host.do(cm.Leave(players[0]))
    move.refresh_from_db()
    assert move.ended == "left"


@pytest.mark.parametrize(("merged", "closing"), [(True, False), (False, False), (True, True)])
def test_K8_a_merged_table_closes_when_its_last_player_has_gone(*, merged: bool, closing: bool) -> None:
    host, players = three_players()
    floor = person("Fiona")
    if merged:
        TableMerge.objects.create(source_id=host.id, target=open_table("Brno"), reason="late", by=floor)
    for player in players[:2]:
        host.do(cm.Leave(player))
    assert not Order.objects.filter(kind=Order.Kind.CLOSE).exists()
    if closing:
        host.do(cm.Close())
    else:
        host.do(cm.Leave(players[2]))
    assert Order.objects.filter(kind=Order.Kind.CLOSE).exists() is (merged and not closing)


def test_K7_K9_whoever_sits_down_waits_no_longer_and_has_returned() -> None:
    host, other = SteppedHost(open_table().pk), SteppedHost(open_table("Brno").pk)
    alice = person("Alice")
    seat(host, alice)
    host.do(cm.Leave(alice.pk))
    left = Departure.objects.get()
    assert (left.player_id, left.table_id, left.chips, left.returned_at) == (alice.pk, host.id, 2_000_00, None)
    entry = WaitingEntry.objects.create(player=alice, table_id=host.id, rank=1)
    host.now += 1_000
    seat(host, alice)
    left.refresh_from_db()
    entry.refresh_from_db()
    assert left.returned_at == datetime.fromtimestamp(host.now / 1000, UTC)
    assert entry.ended == "seated"
    assert other.number == 0


def test_K9_the_waiting_list_of_a_closed_table_ends() -> None:
    host, other = SteppedHost(open_table().pk), open_table("Brno")
    entries = [
        WaitingEntry.objects.create(player=person(name), table_id=table, rank=1)
        for name, table in (("Alice", host.id), ("Bob", other.pk))
    ]
    host.do(cm.Pause())
    assert not WaitingEntry.objects.exclude(ended="").exists()
    commit(host, ev.Closing(), ev.Closed())
    for entry, ended in zip(entries, ("closed", ""), strict=True):
        entry.refresh_from_db()
        assert entry.ended == ended


@pytest.mark.parametrize(
    ("reason", "bot", "notice", "departures"),
    [
        (LeaveReason.ASKED, False, "", 1),
        (LeaveReason.IDLE, False, "stood_up_idle", 1),
        (LeaveReason.CLOSED, False, "table_closed", 1),
        (LeaveReason.IDLE, True, "", 0),
    ],
)
def test_D11_K5_players_learn_why_they_were_stood_up_and_bots_leave_no_trace(
    reason: LeaveReason, notice: str, departures: int, *, bot: bool
) -> None:
    host, user = SteppedHost(open_table().pk), person("Alice", bot=bot)
    seat(host, user)
    commit(host, ev.SeatLeft(host.table.player_seat(user.pk) or 0, user.pk, 2_000_00, reason))
    expected = (
        [PlayerNotice(host.id, notice, {"table": "Prague", "amount": 2_000_00, "currency": "PLAY"})] if notice else []
    )
    assert take_unread_notices(user.pk) == expected
    assert Departure.objects.count() == departures
    assert cashier.balance(user_id=user.pk, currency="PLAY") == GRANT
