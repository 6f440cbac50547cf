"""Rule K8: moves to another table with the whole stack, as stored in the database."""

import pytest

from cashier import api as cashier
from cashier.web.text import movement_text
from games import api
from games.engine.errors import IllegalAction
from games.engine.table import commands as cm
from games.engine.table.seat_commands import moves_due
from games.models import Departure, Order, Seat, Table
from games.models.room import SeatFreeze
from games.seating.move_stack import check_target, close_if_merged
from games.store import table_log
from pokerroom.models import User
from tests.games.support.seats import assert_audit_clean, assert_refused, move_as_host, notice_codes, stakes, wallet
from tests.games.support.tables import SteppedHost, open_table, person, seat
from tests.games.support.watched import recorded_groups

pytestmark = pytest.mark.django_db


def two_tables() -> tuple[SteppedHost, SteppedHost, User, User]:
    """Prague with Alice and Bob at it, and Brno, empty."""
    prague, brno = SteppedHost(open_table().pk), SteppedHost(open_table("Brno", min_buy_in=3_000_00).pk)
    alice, bob = person("Alice"), person("Bob")
    seat(prague, alice, bob)
    prague.fold_out()
    return prague, brno, alice, bob


def test_K8_the_whole_stack_moves_to_the_new_seat() -> None:
    prague, brno, alice, bob = two_tables()
    chips, before = prague.table.chips()[alice.pk], wallet(alice)
    assert [table.name for table in api.tables_to_move_to(player=alice.pk, table_id=prague.id)] == ["Brno"]
    api.move_player(player=alice.pk, table_id=prague.id, to=brno.id)
    prague.read_inbox()
    with recorded_groups() as groups:
        move_as_host(prague, alice)
    assert f"host.{brno.id}" in groups
    # Between the two seats, the chips are in escrow at the other table, with an order.
    assert_audit_clean()
    order = Order.objects.get(table=brno.id)
    assert (order.kind, order.player, order.amount) == (Order.Kind.TAKE_SEAT, alice, chips)
    assert order.payload == {
        "name": "Alice",
        "bot": False,
        "seat": -1,
        "auto_muck": True,
        "auto_post": True,
        "enter_now": False,
        "free": False,
        "hands_left": 1,
        "players": 2,
        "skips_small": True,
        "owes_small": 0,
        "owes_big": 0,
    }
    assert cashier.escrow(table_id=brno.id) == {alice.pk: chips}
    assert prague.table.player_seat(alice.pk) is None
    assert_refused("already_seated", api.take_seat, user=alice, table_id=brno.id, seat=0, amount=3_000_00)
    brno.read_inbox()
    # The stack is below the smallest buy-in and never passes through the wallet; the distance goes along (D8).
    assert brno.table.chips() == {alice.pk: chips}
    assert not brno.table.seat(0).newcomer
    assert brno.table.seat(0).old_distance >= 0
    assert wallet(alice) == before
    assert not Departure.objects.exists()
    assert list(Seat.objects.order_by("table_id").values_list("player", flat=True)) == [bob.pk, alice.pk]
    assert notice_codes(alice) == ["moved"]
    assert_audit_clean()
    moves = cashier.statement(user_id=alice.pk, causes=("move",), currency="PLAY").rows
    assert {movement_text(row) for row in moves} == {"Moved to Brno with all chips"}
    assert [row.amount for row in moves] == [chips, -chips]


def test_K8_a_move_waits_for_the_end_of_the_hand() -> None:
    prague, brno, alice, _ = two_tables()
    prague.until("turn")
    api.move_player(player=alice.pk, table_id=prague.id, to=brno.id)
    prague.read_inbox()
    assert moves_due(prague.table) == []
    prague.fold_out()
    move_as_host(prague, alice)
    brno.read_inbox()
    assert brno.table.player_seat(alice.pk) == 0
    assert_audit_clean()


def test_K8_a_player_whose_seat_is_gone_stays_and_is_notified() -> None:
    prague, brno, alice, _ = two_tables()
    api.move_player(player=alice.pk, table_id=prague.id, to=brno.id)
    prague.read_inbox()
    for number in range(len(brno.table.seats)):
        api.take_seat(user=person(f"Guest {number}"), table_id=brno.id, seat=-1, amount=3_000_00)
    number = prague.number
    with pytest.raises(IllegalAction) as refusal:
        prague.do(cm.MoveToTable(alice.pk))
    assert refusal.value.code == "no_seat_there"
    assert prague.number == number
    prague.do(cm.SetTableMove(alice.pk, 0))
    api.record_failed_move(player=alice.pk, table_id=prague.id, to=brno.id)
    assert prague.table.player_seat(alice.pk) is not None
    assert notice_codes(alice) == ["move_failed"]
    assert_audit_clean()
    assert SteppedHost(prague.id).table.chips() == prague.table.chips()


@pytest.mark.parametrize("change", [{"is_open": False}, {"frozen": True}])
def test_K8_no_player_moves_to_a_closing_or_stopped_table(change: dict[str, bool]) -> None:
    prague, brno, alice, _ = two_tables()
    api.move_player(player=alice.pk, table_id=prague.id, to=brno.id)
    prague.read_inbox()
    Table.objects.filter(pk=brno.id).update(**change)
    with pytest.raises(IllegalAction):
        prague.do(cm.MoveToTable(alice.pk))
    assert api.tables_to_move_to(player=alice.pk, table_id=prague.id) == []
    assert_audit_clean()


def test_K8_impossible_moves_are_refused() -> None:
    prague, brno, alice, _ = two_tables()
    request = {"player": alice.pk, "table_id": prague.id}
    dear, locked = open_table("Dear", rules=stakes(20_00, 40_00)), open_table("Locked", password="x")
    assert_refused("another_game", api.move_player, **request, to=dear.pk)
    assert_refused("wrong_password", api.move_player, **request, to=locked.pk)
    assert_refused("no_seat_there", api.move_player, **request, to=prague.id)
    assert_refused("no_seat_there", api.move_player, **request, to=10**9)
    assert_refused("not_seated", api.move_player, player=person("Eve").pk, table_id=prague.id, to=brno.id)
    api.take_seat(user=alice, table_id=brno.id, seat=0, amount=3_000_00)
    assert_refused("already_seated", api.move_player, **request, to=brno.id)
    assert api.tables_to_move_to(player=alice.pk, table_id=prague.id) == []


def test_K8_a_target_that_closes_during_the_move_pays_out_and_notifies() -> None:
    prague, brno, alice, _ = two_tables()
    chips, before = prague.table.chips()[alice.pk], wallet(alice)
    api.move_player(player=alice.pk, table_id=prague.id, to=brno.id)
    prague.read_inbox()
    move_as_host(prague, alice)
    brno.do(cm.Close())
    brno.read_inbox()
    assert wallet(alice) == before + chips
    assert notice_codes(alice) == ["moved", "move_refused"]
    # The player counts as having left: the return rule applies to these chips.
    assert Departure.objects.get().chips == chips
    assert_audit_clean()


def test_K8_chips_survive_a_crash_of_the_host_during_a_move() -> None:
    prague, brno, alice, _ = two_tables()
    api.move_player(player=alice.pk, table_id=prague.id, to=brno.id)
    prague.read_inbox()
    restarted = SteppedHost(prague.id, now=prague.now)
    assert moves_due(restarted.table) == [alice.pk]
    move_as_host(restarted, alice)
    # The first host does not know about the second, which has taken over the table.
    with pytest.raises(table_log.LostTable):
        prague.do(cm.MoveToTable(alice.pk))
    target = SteppedHost(brno.id)
    target.read_inbox()
    target.read_inbox()
    assert list(target.table.chips()) == [alice.pk]
    assert_audit_clean()


def test_K8_a_top_up_in_progress_is_returned_when_the_player_moves() -> None:
    prague, brno, alice, _ = two_tables()
    api.move_player(player=alice.pk, table_id=prague.id, to=brno.id)
    prague.read_inbox()
    before = wallet(alice)
    api.top_up(user=alice, table_id=prague.id, amount=100_00)
    move_as_host(prague, alice)
    assert_audit_clean()
    prague.read_inbox()
    brno.read_inbox()
    assert wallet(alice) == before
    assert_audit_clean()


def test_K8_a_table_closes_by_itself_only_if_it_was_merged_and_is_ordered_to_close_once() -> None:
    merged, into, other = open_table("Merged"), open_table("Into"), open_table("Other")
    seat(SteppedHost(merged.pk), person("Alice"))
    api.merge_tables(table_id=merged.pk, into=into.pk, reason="two short tables", by=person("Fiona").pk)
    with recorded_groups() as groups:
        close_if_merged(other)
        close_if_merged(into)
    closing = Order.objects.filter(kind=Order.Kind.CLOSE)
    assert (groups, closing.count()) == ([], 0)
    for _ in range(2):
        with recorded_groups() as groups:
            close_if_merged(merged)
        assert groups == [f"host.{merged.pk}", "lobby"]
        assert closing.get().table == merged


def test_F1_while_nobody_is_given_a_new_seat_only_the_house_moves_players() -> None:
    prague, brno, alice, _bob = two_tables()
    here, there = Table.objects.get(pk=prague.id), Table.objects.get(pk=brno.id)
    assert check_target(here, there, alice.pk) == there
    SeatFreeze.objects.create(by=person("Floor"), reason="fire alarm")
    with pytest.raises(IllegalAction, match="no_seat_there"):
        check_target(here, there, alice.pk)
