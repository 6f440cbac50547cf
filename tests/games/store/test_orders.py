"""Orders in a table's inbox: read as commands, and answered once, each by itself, with chips and reports."""

from unittest.mock import ANY

import pytest

from cashier import api as cashier
from games import api
from games.engine.events.kinds import Announcement
from games.engine.events.table import Change
from games.engine.table import commands as cm
from games.messaging.notices import PlayerNotice, take_unread_notices
from games.models import Departure, Order, Table
from games.models.moves import HouseMove
from games.models.tournament_reports import TableReport
from games.store import table_log
from tests.games.support.tables import GRANT, NL_10_20, SteppedHost, open_table, person, seat
from tests.games.support.tournament_tables import open_tournament_table, send_order

BUY_IN = 2_000_00
SITTING = {"name": "Alice", "bot": False, "seat": 3, "auto_muck": True}


@pytest.mark.parametrize(
    ("kind", "payload", "command"),
    [
        (Order.Kind.TAKE_SEAT, SITTING, cm.TakeSeat(5, "Alice", False, 3, 700, auto_muck=True)),
        (Order.Kind.ADD_CHIPS, {"most": 900}, cm.AddChips(5, 700, 900)),
        (Order.Kind.REFILL, {"to": 9, "below": 3, "rebuy": True}, cm.SetRefill(5, 9, 3, True)),
        (Order.Kind.MOVE, {"to": 8, "name": "Brno"}, cm.SetTableMove(5, 8, "Brno", must=False)),
        (Order.Kind.MOVE, {"to": 8, "name": "Brno", "must": True}, cm.SetTableMove(5, 8, "Brno", must=True)),
        (
            Order.Kind.CHANGE_RULES,
            {"rules": NL_10_20.to_data(), "changes": [["ante", "0", "5"]], "reason": "asked for"},
            cm.ChangeRules(NL_10_20, (Change("ante", "0", "5"),), "asked for"),
        ),
        (Order.Kind.CHANGE_RULES, {"rules": NL_10_20.to_data()}, cm.ChangeRules(NL_10_20)),
        (Order.Kind.PAUSE, {"reason": "lunch"}, cm.Pause("lunch")),
        (Order.Kind.KEEP_SEAT, {"reason": "a mistake"}, cm.KeepSeat(5, "a mistake")),
        (Order.Kind.RESUME, {"reason": "back"}, cm.Resume("back")),
        (Order.Kind.CLOSE, {}, cm.Close()),
        (Order.Kind.KEEP_OPEN, {"reason": "no fire"}, cm.KeepOpen("no fire")),
        (Order.Kind.SEAT_OUT, {"out": True, "reason": "away"}, cm.SeatOut(5, True, "away")),
        (Order.Kind.WARN, {"reason": "phone"}, cm.Warn(5, "phone")),
        (
            Order.Kind.PENALISE,
            {"hands": 0, "rounds": 2, "minutes": 0, "reason": "phone"},
            cm.Penalise(5, 0, 2, 0, "phone"),
        ),
        (Order.Kind.REMOVE, {"reason": "rude"}, cm.RemovePlayer(5, "rude")),
        (Order.Kind.REMOVE, {"reason": "rude", "finishes": True}, cm.RemovePlayer(5, "rude", finishes=True)),
        (Order.Kind.STAND_UP, {}, cm.StandUp(5)),
        (Order.Kind.STAND_UP, {"final": False}, cm.StandUp(5, final=False)),
        (
            Order.Kind.ANNOUNCE,
            {"kind": next(iter(Announcement)).value, "name": "Bob", "reason": "late"},
            cm.Announce(next(iter(Announcement)), "Bob", "late"),
        ),
        (Order.Kind.CLEAR_LOG, {}, cm.ClearLog()),
        (Order.Kind.VOID_HAND, {"hand": 4, "reason": "two aces"}, cm.VoidHand(4, "two aces")),
    ],
)
def test_each_kind_of_order_is_read_as_its_command(
    kind: Order.Kind, payload: dict[str, object], command: object
) -> None:
    assert table_log.command_for(Order(kind=kind, player_id=5, amount=700, payload=payload)) == command


def test_an_order_that_names_no_player_concerns_none() -> None:
    assert table_log.command_for(Order(kind=Order.Kind.REMOVE, payload={"reason": ""})) == cm.RemovePlayer(0, "")


@pytest.mark.django_db
def test_each_table_reads_its_own_unanswered_orders_oldest_first() -> None:
    table, other = open_table(), open_table("Brno")
    for number, place in enumerate((table, other, table, table)):
        Order.objects.create(table=place, kind=Order.Kind.PAUSE, key=str(number), payload={"reason": str(number)})
    Order.objects.filter(key="3").update(refused="gone")
    assert [command for _, command in table_log.pending_orders(table.pk)] == [cm.Pause("0"), cm.Pause("2")]


def answers() -> list[tuple[str, int | None, bool, str]]:
    """Key, decision, whether it is applied, and refusal of every order."""
    rows = Order.objects.order_by("pk")
    return [(order.key, order.decision, order.applied_at is not None, order.refused) for order in rows]


@pytest.mark.django_db
def test_an_answer_is_for_one_order_and_leaves_the_others_in_the_inbox() -> None:
    host = SteppedHost(open_table().pk)
    first, second, third, _ = (
        Order.objects.create(table_id=host.id, kind=Order.Kind.PAUSE, key=key).pk for key in "abcd"
    )
    host.do(cm.Pause(), order=first)
    table_log.complete_order(second)
    assert table_log.refuse_order(third, "x" * 50, {"min": 5})
    assert answers() == [
        ("a", 1, True, ""),
        ("b", None, True, ""),
        ("c", None, False, "x" * 40),
        ("d", None, False, ""),
    ]
    assert Order.objects.get(pk=third).refused_detail == {"min": 5}
    with pytest.raises(table_log.OrderGone):
        host.do(cm.Resume(), order=third)
    assert not TableReport.objects.exists()


@pytest.mark.django_db
def test_an_order_is_applied_only_at_its_own_table() -> None:
    host, other = SteppedHost(open_table().pk), open_table("Brno")
    order = Order.objects.create(table=other, kind=Order.Kind.PAUSE, key="a").pk
    with pytest.raises(table_log.OrderGone):
        host.do(cm.Pause(), order=order)
    assert answers() == [("a", None, False, "")]


@pytest.mark.django_db
@pytest.mark.parametrize("amount", [1, BUY_IN])
def test_M3_an_order_with_chips_that_changes_nothing_is_refused_and_they_return(amount: int) -> None:
    table, alice = open_table(min_buy_in=0), person("Alice")
    cashier.hold(key="hold", user_id=alice.pk, table_id=table.pk, amount=amount, currency="PLAY")
    order = Order.objects.create(table=table, kind=Order.Kind.ADD_CHIPS, key="k", player=alice, amount=amount)
    table_log.complete_order(order.pk)
    assert answers() == [("k", None, False, "no_effect")]
    assert cashier.balance(user_id=alice.pk, currency="PLAY") == GRANT


@pytest.mark.django_db
def test_T12_the_director_is_told_of_a_refused_order() -> None:
    host, alice = open_tournament_table(), person("Alice")
    order = send_order(api.order_seat(table_id=host.id, player=alice.pk, seat=0, chips=1_500, key="seat"))
    assert table_log.refuse_order(order, "seat_taken")
    (line,) = api.reports_after(tournament=7, cursor=0, limit=10)
    assert (line.table, line.decision, line.kind) == (host.id, 0, "refused")
    assert line.data == {"order": order, "key": ANY, "kind": "seat_entrant", "player": alice.pk, "code": "seat_taken"}


@pytest.mark.django_db
@pytest.mark.parametrize(("must", "ended"), [(True, "stayed"), (False, "")])
def test_K8_a_refused_must_move_gives_up_the_reserved_seat(*, must: bool, ended: str) -> None:
    table, main, alice = open_table(), open_table("Brno"), person("Alice")
    move = HouseMove.objects.create(player=alice, source=table, target=main)
    payload = {"to": main.pk, "name": "Brno", "must": must}
    order = Order.objects.create(table=table, kind=Order.Kind.MOVE, key="m", player=alice, payload=payload)
    assert table_log.refuse_order(order.pk, "not_seated")
    move.refresh_from_db()
    assert move.ended == ended


@pytest.mark.django_db
def test_K8_no_other_refusal_gives_up_the_reserved_seat() -> None:
    table, main, alice = open_table(), open_table("Brno"), person("Alice")
    move = HouseMove.objects.create(player=alice, source=table, target=main)
    payload = {"to": 9, "below": 3, "rebuy": True, "must": True}
    order = Order.objects.create(table=table, kind=Order.Kind.REFILL, key="m", player=alice, payload=payload)
    assert table_log.refuse_order(order.pk, "not_seated")
    move.refresh_from_db()
    assert move.ended == ""


@pytest.mark.django_db
@pytest.mark.parametrize("moving", [True, False])
def test_K7_K8_only_a_stack_refused_on_its_way_counts_as_a_departure(*, moving: bool) -> None:
    table, alice = open_table(), person("Alice")
    order = api.take_seat(user=alice, table_id=table.pk, seat=0, amount=BUY_IN)
    if moving:
        Order.objects.filter(pk=order).update(key="move:99:1:0")
    assert table_log.refuse_order(order, "seat_taken")
    left = list(Departure.objects.values_list("player", "table", "chips"))
    assert left == ([(alice.pk, table.pk, BUY_IN)] if moving else [])
    notice = PlayerNotice(table.pk, "move_refused", {"to": "Prague", "amount": BUY_IN, "currency": "PLAY"})
    assert take_unread_notices(alice.pk) == ([notice] if moving else [])


@pytest.mark.django_db
def test_X2_only_the_broken_table_is_frozen_and_given_up_by_its_host() -> None:
    for name in ("Prague", "Brno"):
        Table.objects.filter(pk=open_table(name).pk).update(owner="host", lease_until=77)
    broken = Table.objects.get(name="Prague")
    table_log.freeze(broken.pk)
    assert list(Table.objects.order_by("pk").values_list("frozen", "owner", "lease_until")) == [
        (True, "", 0),
        (False, "host", 77),
    ]


@pytest.mark.django_db
def test_a_log_is_loaded_in_the_order_of_its_numbers_and_without_other_tables() -> None:
    host, other = SteppedHost(open_table().pk), SteppedHost(open_table("Brno").pk)
    seat(host, person("Alice"))
    other.do(cm.Pause())
    assert table_log.load(host.id)[1] == host.number
    assert table_log.load(other.id)[0].paused
