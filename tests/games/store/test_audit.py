"""The audit counts the chips of every event by itself and reports each difference from the escrow."""

import pytest

from cashier import api as cashier
from games.engine import events as ev
from games.engine.events.kinds import LeaveReason
from games.messaging.codec import event_to_data
from games.models import Decision, Order, Seat, Table
from games.store import audit
from tests.games.support.tables import SteppedHost, open_table, person, seat
from tests.games.support.tournament_tables import open_tournament_table, seat_entrants

pytestmark = pytest.mark.django_db
ALICE, BOB = 901, 902


def took(number: int, player: int, chips: int) -> ev.SeatTaken:
    return ev.SeatTaken(number, player, "", False, chips, False, True, 0)


def write(table: Table, number: int, *events: ev.TableEvent) -> None:
    Decision.objects.create(table=table, number=number, events=[event_to_data(event) for event in events])


@pytest.mark.parametrize(
    ("events", "chips"),
    [
        ((took(1, ALICE, 500), took(2, BOB, 300)), {ALICE: 500, BOB: 300}),
        ((took(1, ALICE, 500), ev.ChipsQueued(1, 70)), {ALICE: 570}),
        ((took(1, ALICE, 500), ev.ChipsAdded(1, 70)), {ALICE: 570}),
        ((took(1, ALICE, 500), ev.ChipsQueued(1, 70), ev.ChipsAdded(1, 70), ev.ChipsAdded(1, 5)), {ALICE: 575}),
        ((took(1, ALICE, 500), ev.ChipsQueued(1, 70), ev.ChipsAdded(1, 90)), {ALICE: 590}),
        (
            (took(1, ALICE, 500), ev.ChipsQueued(1, 70), ev.ChipsReturned(1, 30), ev.ChipsAdded(1, 40)),
            {ALICE: 540},
        ),
        (
            (took(1, ALICE, 500), ev.ChipsQueued(1, 70), ev.ChipsReturned(1, 30), ev.ChipsAdded(1, 60)),
            {ALICE: 560},
        ),
        (
            (took(1, ALICE, 500), took(2, BOB, 300), ev.HandEnded(1, ((1, -50), (2, 45)), 5)),
            {ALICE: 450, BOB: 345},
        ),
        ((took(1, ALICE, 500), ev.HandVoided(1, "", ((1, 50),))), {ALICE: 550}),
        ((took(1, ALICE, 500), ev.ChipsSet(1, 500, 420, "")), {ALICE: 420}),
        ((took(1, ALICE, 500), ev.RabbitShown(1, 7, ())), {ALICE: 493}),
        ((took(1, ALICE, 500), ev.SeatChanged(1, 4, owes=False), ev.ChipsAdded(4, 70)), {ALICE: 570}),
        (
            (took(1, ALICE, 500), ev.ChipsQueued(1, 70), ev.SeatChanged(1, 4, owes=False), ev.ChipsAdded(4, 70)),
            {ALICE: 570},
        ),
        ((took(1, ALICE, 500), ev.SeatLeft(1, ALICE, 500, LeaveReason.ASKED)), {ALICE: 0}),
        (
            (
                took(1, ALICE, 500),
                ev.ChipsQueued(1, 70),
                ev.SeatLeft(1, ALICE, 570, LeaveReason.ASKED),
                took(1, BOB, 300),
                ev.ChipsAdded(1, 70),
            ),
            {ALICE: 0, BOB: 370},
        ),
    ],
)
def test_M3_each_event_changes_the_chips_it_says(events: tuple[ev.TableEvent, ...], chips: dict[int, int]) -> None:
    table, other = open_table(), open_table("Brno")
    write(table, 1, *events)
    write(other, 1, took(1, ALICE, 9_000))
    assert dict(audit.chips_on(table)) == chips


def test_T11_a_chip_race_changes_the_stacks() -> None:
    table = open_table()
    write(table, 1, took(1, ALICE, 130), took(2, BOB, 170))
    write(table, 2, ev.ChipsRaced(25, 100, ((1, "", (), 130, 100), (2, "", (), 170, 200)), (2,), ()))
    assert dict(audit.chips_on(table)) == {ALICE: 100, BOB: 200}


def test_M3_chips_of_the_snapshot_count_with_those_that_were_queued() -> None:
    host = SteppedHost(open_table(max_buy_in=0).pk)
    alice, bob = person("Alice"), person("Bob")
    seat(host, alice, bob)
    for _ in range(3):
        host.fold_out()
    table = Table.objects.get(pk=host.id)
    assert table.snapshot_number
    assert dict(audit.chips_on(table)) == host.table.chips()
    table.snapshot["seats"][0]["queued"] = 40
    held = host.table.chips()[host.table.seat(0).player]
    assert audit.chips_on(table)[host.table.seat(0).player] == held + 40


def differences() -> list[tuple[str, str]]:
    return list(audit.check_escrow_against_tables())


def test_M3_every_difference_is_named_in_the_order_of_tables_and_players() -> None:
    """Tables are audited in the order of their ids, whatever their names and places in the lobby."""
    first, second = SteppedHost(open_table("Zlin").pk), SteppedHost(open_table("Brno").pk)
    alice, bob = person("Alice"), person("Bob")
    seat(first, bob, alice)
    seat(second, alice)
    assert differences() == []
    for user in (bob, alice):
        cashier.release(key=f"theft {user}", user_id=user.pk, table_id=first.id, amount=1, currency="PLAY")
    cashier.hold(key="gift", user_id=bob.pk, table_id=second.id, amount=1, currency="PLAY")
    write(Table.objects.get(pk=second.id), second.number + 2, ev.ChipsAdded(0, 5))
    Seat.objects.filter(table=second.id).update(seat=3)
    buy_in = 2_000_00
    assert differences() == [
        ("escrow_differs", f"table {first.id}, player {alice.pk}: {buy_in} at the table, {buy_in - 1} in escrow"),
        ("escrow_differs", f"table {first.id}, player {bob.pk}: {buy_in} at the table, {buy_in - 1} in escrow"),
        ("log_gap", f"table {second.id}: decision {second.number + 1} is missing"),
        ("seats_differ", f"table {second.id}: its log and its list of seats name different players"),
        ("escrow_differs", f"table {second.id}, player {alice.pk}: {buy_in + 5} at the table, {buy_in} in escrow"),
        ("escrow_differs", f"table {second.id}, player {bob.pk}: 0 at the table, 1 in escrow"),
    ]


def test_M3_chips_of_orders_that_wait_belong_to_their_own_table_down_to_one() -> None:
    table, other, alice = open_table(), open_table("Brno"), person("Alice")
    for place, amount in ((table, 1), (other, 30)):
        cashier.hold(key=f"order {place}", user_id=alice.pk, table_id=place.pk, amount=amount, currency="PLAY")
        order = {"kind": Order.Kind.TAKE_SEAT, "key": f"order {place}", "player": alice, "amount": amount}
        Order.objects.create(table=place, **order)
    assert differences() == []
    Order.objects.filter(table=table).update(refused="seat_taken")
    assert differences() == [("escrow_differs", f"table {table.pk}, player {alice.pk}: 0 at the table, 1 in escrow")]


def test_T1_tournament_chips_are_counted_at_open_tables_of_the_tournament_and_are_no_money() -> None:
    host, other = open_tournament_table(), open_tournament_table("T8 table 1", id=8)
    alice, bob = seat_entrants(host, "Alice", "Bob")
    seat_entrants(other, "Charlie")
    closed = open_tournament_table("T7 table 2")
    seat_entrants(closed, "Dana", chips=900)
    Table.objects.filter(pk=closed.id).update(is_open=False, closed_at="2026-01-01T00:00:00Z")
    assert audit.chips_of_tournament(tournament=7) == {alice.pk: 1_500, bob.pk: 1_500}
    assert differences() == []
