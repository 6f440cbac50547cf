"""The table log reads back what it writes, admits one writer, and commits together with the money."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import DatabaseError, connection, transaction
from pytest_django import DjangoAssertNumQueries

from cashier import api as cashier
from cashier.audit import run_audit
from games import api
from games.engine.cards import DECK
from games.engine.errors import BrokenInvariant
from games.engine.events import DeckShuffled, HandEnded
from games.engine.hand.actions import Fold
from games.engine.table import commands as cm
from games.engine.views.types import OwnView, TableView
from games.engine.views.visibility import own_view, public_view
from games.models import Decision, Hand, Order, Seat, Table
from games.operations import floor
from games.store import table_log
from games.store.card_sealing import public_events
from pokerroom.models import User
from tests.games.support.seats import assert_audit_clean
from tests.games.support.tables import GRANT, SteppedHost, open_table, person, race_to_commit, seat

pytestmark = pytest.mark.django_db


def all_views(host: SteppedHost) -> tuple[TableView, list[OwnView | None]]:
    """The public view of a table and the own view of each of its players."""
    players = [seat.player for seat in host.table.seats if seat]
    owns = [own_view(host.table, player, table_id=host.id, version=host.number) for player in players]
    return public_view(host.table, table_id=host.id, version=host.number), owns


def test_loading_at_every_moment_of_a_hand_gives_the_same_table() -> None:
    host = SteppedHost(open_table().pk)
    seat(host, person("Alice"), person("Bob"), person("Charlie"))
    host.until("turn")
    for _ in range(40):
        assert all_views(SteppedHost(host.id)) == all_views(host)
        if host.table.hand and host.table.hand.to_act >= 0:
            host.act(Fold())
        else:
            host.now = host.table.next_tick_at() or host.now
            host.do(cm.Tick())


def test_h4_a_winner_may_still_show_the_hand_after_a_restart() -> None:
    host = SteppedHost(open_table().pk)
    seat(host, person("Alice"), person("Bob"))
    for _ in range(3):
        host.fold_out()
    again = SteppedHost(host.id)
    assert all_views(again) == all_views(host)
    winner = next(seat for seat in again.table.hand.order if again.table.hand.may_show(seat))
    again.do(cm.ShowCards(again.table.seat(winner).player, again.table.hand_number, ()))
    assert all_views(SteppedHost(host.id)) == all_views(again)
    table = Table.objects.get(pk=host.id)
    assert 0 < table.snapshot_number < table.next_snapshot_number


def test_the_deck_is_stored_only_under_seal() -> None:
    host = SteppedHost(open_table().pk)
    seat(host, person("Alice"), person("Bob"))
    deck = DECK[26:] + DECK[:26]
    while not host.table.running:
        due = host.table.next_tick_at()
        assert due is not None
        host.now = due
        host.do(cm.Tick(), deck=deck)
    row = Decision.objects.exclude(sealed=None).get()
    assert None in row.events
    assert not any(event and event[0] == "DeckShuffled" for event in row.events)
    assert str(list(deck))[1:-1].replace(" ", "") not in str(row.events).replace(" ", "")
    assert SteppedHost(host.id).table.hand.deck == deck


def test_m3_a_hand_and_its_ledger_entries_are_written_together() -> None:
    host = SteppedHost(open_table().pk)
    alice, bob = person("Alice"), person("Bob")
    seat(host, alice, bob)
    host.play_hand(raise_to=100_00)
    chips = host.table.chips()
    assert sum(chips.values()) == 4_000_00
    assert cashier.escrow(table_id=host.id) == chips
    hand = Hand.objects.get()
    assert (hand.number, hand.players, hand.second_street_players, len(hand.board)) == (1, 2, 2, 5)
    assert hand.pot == 200_00
    assert sorted(row[1] for row in hand.results) == sorted([alice.pk, bob.pk])
    assert_audit_clean()


def test_m3_nothing_is_written_when_the_ledger_entries_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    host = SteppedHost(open_table().pk)
    seat(host, person("Alice"), person("Bob"))
    host.until("turn")

    def broken(**_: object) -> None:
        raise RuntimeError("the ledger is closed")

    monkeypatch.setattr("games.money.escrow.settle_hand", broken)
    number = host.number
    with pytest.raises(RuntimeError):
        host.act(Fold())
    monkeypatch.undo()
    assert Decision.objects.filter(table=host.id).count() == number
    assert not Hand.objects.exists()
    host.act(Fold())
    assert Hand.objects.count() == 1
    assert_audit_clean()


def test_x1_a_decision_number_is_written_once() -> None:
    host = SteppedHost(open_table().pk)
    seat(host, person("Alice"), person("Bob"))
    host.until("turn")
    other = SteppedHost(host.id)
    host.act(Fold())
    before = all_views(SteppedHost(host.id))
    with pytest.raises(table_log.LostTable):
        other.act(Fold())
    assert all_views(SteppedHost(host.id)) == before
    assert_audit_clean()


@pytest.mark.django_db(transaction=True)
def test_x1_of_two_commits_at_once_exactly_one_wins() -> None:
    host = SteppedHost(open_table().pk)
    seat(host, person("Alice"), person("Bob"), person("Charlie"))
    host.until("turn")
    for _ in range(8):
        host = race_to_commit(4, host)
        host.until("turn")
    assert_audit_clean()


def test_a_log_with_a_gap_is_not_loaded() -> None:
    host = SteppedHost(open_table().pk)
    seat(host, person("Alice"), person("Bob"))
    Decision.objects.create(table_id=host.id, number=host.number + 2, events=[["Paused"]])
    with pytest.raises(BrokenInvariant):
        table_log.load(host.id)
    assert {breach.code for breach in run_audit().breaches} == {"log_gap"}


@pytest.mark.parametrize("what", ["update", "delete"])
def test_the_database_keeps_the_log_append_only(what: str) -> None:
    SteppedHost(open_table().pk).do(cm.Pause())
    rows = Decision.objects.all()
    with pytest.raises(DatabaseError), transaction.atomic():
        rows.update(hand=7) if what == "update" else rows.delete()
    assert rows.get().hand == 0


def test_an_order_is_applied_exactly_once() -> None:
    host = SteppedHost(open_table().pk)
    alice = person("Alice")
    order = api.take_seat(user=alice, table_id=host.id, seat=3, amount=2_000_00)
    ((found, command),) = table_log.pending_orders(host.id)
    assert found == order
    decision = host.do(command, order=order)
    row = Order.objects.get()
    assert (row.decision, row.refused) == (host.number, "")
    assert table_log.pending_orders(host.id) == []
    assert not table_log.refuse_order(order, "too_late")
    with pytest.raises(table_log.OrderGone):
        table_log.commit(host.id, host.number + 1, decision._replace(events=()), order=order, now=host.now)
    assert Decision.objects.filter(table=host.id).count() == host.number
    assert list(Seat.objects.values_list("seat", "player")) == [(3, alice.pk)]
    assert_audit_clean()


def test_a_refused_order_returns_the_chips_once() -> None:
    host = SteppedHost(open_table().pk)
    alice, bob = person("Alice"), person("Bob")
    seat(host, alice)
    order = api.take_seat(user=bob, table_id=host.id, seat=1, amount=2_000_00)
    assert cashier.balance(user_id=bob.pk, currency="PLAY") == GRANT - 2_000_00
    assert table_log.refuse_order(order, "seat_taken")
    assert not table_log.refuse_order(order, "seat_taken")
    assert cashier.balance(user_id=bob.pk, currency="PLAY") == GRANT
    assert Order.objects.get(pk=order).refused == "seat_taken"
    host.read_inbox()
    assert host.table.player_seat(bob.pk) is None
    assert_audit_clean()


def test_an_order_that_changes_nothing_counts_as_applied() -> None:
    host = SteppedHost(open_table().pk)
    floorman = person("Fiona").pk
    floor.pause(by=floorman, table_id=host.id, why="lunch")
    floor.pause(by=floorman, table_id=host.id, why="lunch")
    host.read_inbox()
    assert table_log.pending_orders(host.id) == []
    assert Table.objects.get().is_paused
    assert list(Order.objects.order_by("pk").values_list("decision", "refused")) == [(1, ""), (None, "")]


def test_k6_leaving_moves_the_chips_to_the_wallet() -> None:
    host = SteppedHost(open_table().pk)
    alice, bob = person("Alice"), person("Bob")
    seat(host, alice, bob)
    host.play_hand(raise_to=100_00)
    host.until("turn")
    stack = host.table.chips()[alice.pk]
    host.do(cm.Leave(alice.pk))
    while host.table.running:
        host.act(Fold())
    assert alice.pk not in cashier.escrow(table_id=host.id)
    assert list(Seat.objects.values_list("player", flat=True)) == [bob.pk]
    assert abs(cashier.balance(user_id=alice.pk, currency="PLAY") - (GRANT - 2_000_00 + stack)) <= 20_00
    assert_audit_clean()


def test_k5_chips_bought_in_a_hand_wait_for_its_end_and_the_audit_stays_clean() -> None:
    host = SteppedHost(open_table().pk)
    alice, bob = person("Alice"), person("Bob")
    seat(host, alice, bob)
    host.until("turn")
    api.top_up(user=alice, table_id=host.id, amount=500_00)
    assert_audit_clean()
    host.read_inbox()
    assert_audit_clean()
    before = cashier.escrow(table_id=host.id)[alice.pk]
    assert before == host.table.chips()[alice.pk] == 2_500_00
    host.fold_out()
    assert cashier.escrow(table_id=host.id) == host.table.chips()
    api.top_up(user=alice, table_id=host.id, amount=500_00)
    host.read_inbox()
    assert cashier.escrow(table_id=host.id) == host.table.chips()
    assert_audit_clean()
    host.play_hand()
    assert_audit_clean()


@pytest.mark.django_db(transaction=True)
def test_buying_chips_while_hands_end_does_not_deadlock() -> None:
    host = SteppedHost(open_table(max_buy_in=0).pk)
    people = [person("Alice"), person("Bob")]
    newcomers = [person(f"Guest {number}") for number in range(4)]
    seat(host, *people)
    over = threading.Event()

    def buy(user: User) -> int:
        bought = 0
        try:
            while not over.is_set() and bought < 40:
                api.top_up(user=user, table_id=host.id, amount=1_00)
                bought += 1
            return bought
        finally:
            connection.close()

    def sit(user: User) -> int:
        try:
            return api.take_seat(user=user, table_id=host.id, seat=-1, amount=1_000_00)
        finally:
            connection.close()

    with ThreadPoolExecutor(6) as pool:
        buying = [pool.submit(buy, user) for user in people]
        sitting = [pool.submit(sit, user) for user in newcomers]
        try:
            for _ in range(15):
                host.fold_out()
                host.read_inbox()
                assert_audit_clean()
        finally:
            over.set()
        assert all(work.result() for work in [*buying, *sitting])
    host.read_inbox()
    host.fold_out()
    assert cashier.escrow(table_id=host.id) == host.table.chips()
    assert_audit_clean()


def test_closing_returns_all_chips_to_the_wallets() -> None:
    host = SteppedHost(open_table().pk)
    people = [person("Alice"), person("Bob")]
    seat(host, *people)
    host.until("turn")
    api.close_table(table_id=host.id)
    host.read_inbox()
    host.fold_out()
    assert Table.objects.get().closed_at is not None
    assert cashier.escrow(table_id=host.id) == {}
    assert sum(cashier.balance(user_id=user.pk, currency="PLAY") for user in people) == 2 * GRANT
    assert_audit_clean()


def test_rules_are_changed_by_an_order_and_stored() -> None:
    host = SteppedHost(open_table().pk)
    rules = host.table.rules
    api.change_table(table_id=host.id, rules=rules._replace(stakes=rules.stakes._replace(ante=5_00)), name="Brno")
    assert Table.objects.get().rules.stakes.ante == 0
    host.read_inbox()
    table = Table.objects.get()
    assert (table.name, table.rules.stakes.ante, host.table.rules.stakes.ante) == ("Brno", 5_00, 5_00)
    assert SteppedHost(host.id).table.rules == host.table.rules


def test_the_audit_finds_a_chip_missing_from_escrow() -> None:
    host = SteppedHost(open_table().pk)
    alice = person("Alice")
    seat(host, alice, person("Bob"))
    assert_audit_clean()
    cashier.release(key="theft", user_id=alice.pk, table_id=host.id, amount=1, currency="PLAY")
    assert [breach.code for breach in run_audit().breaches] == ["escrow_differs"]


def test_the_audit_is_clean_at_every_step_of_many_hands() -> None:
    host = SteppedHost(open_table().pk)
    people = [person(name) for name in ("Alice", "Bob", "Charlie", "Dana")]
    seat(host, *people)
    for turn in range(6):
        host.play_hand(raise_to=200_00 if turn % 2 else 0)
        assert_audit_clean()
    assert Hand.objects.count() == 6
    table = Table.objects.get()
    assert table.hands == 6
    assert table.average_pot > 0
    assert table.average_second_street_permille == 1000


def test_chat_lines_are_cleaned_and_cut_to_length() -> None:
    table, alice = open_table(), person("Alice")
    line = table_log.add_chat_line(table.pk, alice.pk, " hel\x00lo\n\tworld\u202e " + "x" * 300)
    assert line.text.startswith("hello world x")
    assert len(line.text) == 200
    assert line.name == "Alice"


def test_an_ordinary_action_is_one_query(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    host = SteppedHost(open_table().pk)
    seat(host, person("Alice"), person("Bob"), person("Charlie"))
    host.until("turn")
    with django_assert_num_queries(3):  # the insert, inside the savepoint of the test
        host.act(Fold())


def test_public_events_of_the_log_hold_no_hidden_card() -> None:
    host = SteppedHost(open_table().pk)
    seat(host, person("Alice"), person("Bob"))
    host.fold_out()
    kinds = {type(event) for event in public_events(row.events for row in Decision.objects.all())}
    assert DeckShuffled not in kinds
    assert HandEnded in kinds
