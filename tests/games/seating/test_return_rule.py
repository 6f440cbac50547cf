"""The return rule: players who come back soon bring what they left with (K7)."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games import api
from games.engine.hand.actions import Fold
from games.engine.rules.house_rules import HouseRules
from games.engine.table import commands as cm
from games.engine.table.seat import CarriedBlinds
from games.models import Departure, Order, Table
from games.seating import return_rule, stay
from games.store import table_log
from pokerroom.models import User
from tests.games.support.seats import assert_audit_clean, assert_refused, open_table_with_house_rules, stakes
from tests.games.support.tables import NL_10_20, SteppedHost, open_table, person, seat

pytestmark = pytest.mark.django_db


def sit_and_leave(host: SteppedHost, user: User, amount: int = 2_000_00) -> None:
    """Makes the player sit down with this amount and leave again."""
    seat(host, user, amount=amount)
    host.come_to_the_present()
    host.do(cm.Leave(user.pk))


def test_K7_a_returning_player_brings_the_chips_they_left_with() -> None:
    host, alice = SteppedHost(open_table().pk), person("Alice")
    sit_and_leave(host, alice, 3_456_78)
    request = {"user": alice, "table_id": host.id, "seat": 0}
    for amount in (800_00, 3_456_77, 5_000_00):
        assert assert_refused("return_exact", api.take_seat, **request, amount=amount) == {"amount": 3_456_78}
    assert api.take_seat(**request, amount=3_456_78)
    host.read_inbox()
    assert host.table.chips() == {alice.pk: 3_456_78}
    assert not Departure.objects.filter(returned_at=None).exists()
    assert_audit_clean()


def test_K5_K7_chips_that_never_were_in_play_need_not_be_brought_back() -> None:
    host, alice, bob = SteppedHost(open_table().pk), person("Alice"), person("Bob")
    seat(host, alice, bob, amount=2_000_00)
    host.come_to_the_present()
    host.until("turn")
    api.top_up(user=alice, table_id=host.id, amount=3_000_00)
    host.read_inbox()
    host.do(cm.Leave(alice.pk))
    while host.table.running:
        host.act(Fold())
    left = Departure.objects.get(player=alice).chips
    assert left == 4_000_00 - host.table.chips()[bob.pk]
    assert_refused("return_exact", api.take_seat, user=alice, table_id=host.id, seat=0, amount=left + 3_000_00)
    assert_audit_clean()


def test_K7_after_returning_the_next_buy_in_is_ordinary() -> None:
    host, alice = SteppedHost(open_table().pk), person("Alice")
    sit_and_leave(host, alice, 3_000_00)
    other = open_table("Brno")
    seat(host, alice, amount=3_000_00)
    assert api.take_seat(user=alice, table_id=other.pk, seat=0, amount=1_000_00)


def test_K7_the_return_rule_holds_for_all_tables_of_the_same_game_and_stakes() -> None:
    host, alice = SteppedHost(open_table().pk), person("Alice")
    sit_and_leave(host, alice, 3_000_00)
    same, dearer = open_table("Brno"), open_table("Dear", rules=stakes(20_00, 40_00))
    assert_refused("return_exact", api.take_seat, user=alice, table_id=same.pk, seat=0, amount=1_000_00)
    assert api.take_seat(user=alice, table_id=dearer.pk, seat=0, amount=1_000_00)
    assert api.take_seat(user=person("Bob"), table_id=same.pk, seat=0, amount=1_000_00)


def test_K7_a_return_may_exceed_the_largest_buy_in_and_be_in_odd_chips() -> None:
    host, alice = SteppedHost(open_table().pk), person("Alice")
    sit_and_leave(host, alice, 3_000_01)
    house = HouseRules(chip_unit=500)
    api.change_table(table_id=host.id, max_buy_in=1_000_00, rules=NL_10_20._replace(house=house))
    host.read_inbox()
    assert api.take_seat(user=alice, table_id=host.id, seat=0, amount=3_000_01)


def test_K7_a_return_below_the_smallest_buy_in_is_an_ordinary_buy_in() -> None:
    host, alice = SteppedHost(open_table().pk), person("Alice")
    sit_and_leave(host, alice, 800_00)
    api.change_table(table_id=host.id, min_buy_in=900_00)
    assert_refused("buy_in_too_small", api.take_seat, user=alice, table_id=host.id, seat=0, amount=800_00)
    assert api.take_seat(user=alice, table_id=host.id, seat=0, amount=900_00)


@pytest.mark.parametrize(
    ("hours", "minutes", "applies"), [(2, 119, True), (2, 121, False), (0, 0, False), (12, 700, True)]
)
def test_K7_the_return_rule_ends_after_the_hours_of_the_house_rule(hours: int, minutes: int, applies: bool) -> None:
    host, alice = SteppedHost(open_table_with_house_rules(return_hours=hours).pk), person("Alice")
    sit_and_leave(host, alice)
    Departure.objects.update(left_at=timezone.now() - timedelta(minutes=minutes))
    due = return_rule.required_return(player=alice.pk, table=Table.objects.get())
    assert (due is not None) == applies
    if due:
        assert due.amount == 2_000_00
        assert timedelta(0) < due.until - timezone.now() <= timedelta(minutes=hours * 60 - minutes)


def test_K7_a_player_short_of_money_does_not_return_with_less() -> None:
    host, alice = SteppedHost(open_table().pk), person("Alice")
    sit_and_leave(host, alice, 5_000_00)
    other = open_table("Dear", rules=stakes(20_00, 40_00), max_buy_in=0)
    api.take_seat(user=alice, table_id=other.pk, seat=0, amount=6_000_00)
    assert_refused("not_enough_money", api.take_seat, user=alice, table_id=host.id, seat=0, amount=5_000_00)
    assert_audit_clean()


def test_K7_a_refused_seat_does_not_fulfil_the_return_rule() -> None:
    host, alice = SteppedHost(open_table().pk), person("Alice")
    sit_and_leave(host, alice)
    order = api.take_seat(user=alice, table_id=host.id, seat=0, amount=2_000_00)
    table_log.refuse_order(order, "seat_taken")
    assert_refused("return_exact", api.take_seat, user=alice, table_id=host.id, seat=0, amount=1_000_00)


def leave(host: SteppedHost, user: User) -> None:
    """Makes the seated player leave now."""
    host.come_to_the_present()
    host.do(cm.Leave(user.pk))


def due_at(table_id: int, user: User) -> int | None:
    """The amount that the return rule requires of the player at this table; None for an ordinary buy-in."""
    due = return_rule.required_return(player=user.pk, table=Table.objects.get(pk=table_id))
    return due.amount if due else None


def seated_at_two_tables(user: User) -> tuple[SteppedHost, SteppedHost]:
    """Two tables of the same game and stakes, at which the player sits with 5,000 and with 800."""
    rich, poor = SteppedHost(open_table().pk), SteppedHost(open_table("Brno").pk)
    seat(rich, user, amount=5_000_00)
    seat(poor, user, amount=800_00)
    return rich, poor


@pytest.mark.parametrize("rich_first", [True, False])
def test_K7_each_table_has_its_own_due_for_a_player_who_left_both(rich_first: bool) -> None:
    alice = person("Alice")
    rich, poor = seated_at_two_tables(alice)
    for host in (rich, poor) if rich_first else (poor, rich):
        leave(host, alice)
    assert (due_at(rich.id, alice), due_at(poor.id, alice)) == (5_000_00, 800_00)
    seat(poor, alice, amount=800_00)
    assert due_at(rich.id, alice) == 5_000_00, "sitting down at the other table does not fulfil it"
    assert_refused("return_exact", api.take_seat, user=alice, table_id=rich.id, seat=0, amount=800_00)
    seat(rich, alice, amount=5_000_00)
    assert not Departure.objects.filter(returned_at=None).exists()
    assert_audit_clean()


def test_K7_a_third_table_asks_for_the_last_of_two_departures_and_then_for_the_other() -> None:
    alice = person("Alice")
    rich, poor = seated_at_two_tables(alice)
    leave(rich, alice)
    leave(poor, alice)
    third = SteppedHost(open_table("Plzeň").pk)
    assert due_at(third.id, alice) == 800_00
    seat(third, alice, amount=800_00)
    assert (due_at(rich.id, alice), due_at(poor.id, alice)) == (5_000_00, 5_000_00)


def move(source: SteppedHost, target: SteppedHost, user: User, *, must: bool = False) -> None:
    """Carries the player over to the other table, by order of the house with `must`."""
    source.do(cm.SetTableMove(user.pk, target.id, "there", must))
    source.do(cm.MoveToTable(user.pk))
    target.read_inbox()


def test_K7_K8_a_player_who_asks_for_a_move_cannot_come_back_with_fewer_chips_by_it() -> None:
    alice = person("Alice")
    rich, poor = seated_at_two_tables(alice)
    third = open_table("Plzeň")
    leave(rich, alice)
    request = {"player": alice.pk, "table_id": poor.id}
    assert assert_refused("return_exact", api.move_player, **request, to=rich.id) == {"amount": 5_000_00}
    assert [table.pk for table in stay.tables_to_move_to(**request)] == [third.pk], "nor is the table offered"
    assert api.move_player(**request, to=third.pk)


@pytest.mark.parametrize("must", [True, False])
def test_K7_K8_a_move_brings_chips_from_a_seat_and_fulfils_nothing(must: bool) -> None:
    alice = person("Alice")
    rich, poor = seated_at_two_tables(alice)
    third = SteppedHost(open_table("Plzeň").pk)
    leave(rich, alice)
    move(poor, third, alice, must=must)
    assert third.table.chips() == {alice.pk: 800_00}
    assert due_at(rich.id, alice) == 5_000_00
    leave(third, alice)
    assert (due_at(rich.id, alice), due_at(third.id, alice)) == (5_000_00, 800_00)
    assert_audit_clean()


def test_K7_the_last_departure_from_a_table_is_asked_for_even_if_an_earlier_one_was_too_small_to_fulfil() -> None:
    host, alice = SteppedHost(open_table(min_buy_in=100_00).pk), person("Alice")
    sit_and_leave(host, alice, 300_00)
    api.change_table(table_id=host.id, min_buy_in=800_00)
    sit_and_leave(host, alice, 1_000_00)
    api.change_table(table_id=host.id, min_buy_in=100_00)
    assert due_at(host.id, alice) == 1_000_00
    seat(host, alice, amount=1_000_00)
    assert not Departure.objects.filter(returned_at=None).exists()


def test_K7_sitting_down_at_one_game_leaves_the_due_of_another_game() -> None:
    alice = person("Alice")
    cheap, dear = SteppedHost(open_table().pk), SteppedHost(open_table("Dear", rules=stakes(20_00, 40_00)).pk)
    sit_and_leave(cheap, alice, 3_000_00)
    sit_and_leave(dear, alice, 4_000_00)
    seat(dear, alice, amount=4_000_00)
    assert due_at(cheap.id, alice) == 3_000_00


def test_K7_the_return_of_one_player_leaves_the_due_of_another() -> None:
    host, alice, bob = SteppedHost(open_table().pk), person("Alice"), person("Bob")
    sit_and_leave(host, alice, 3_000_00)
    sit_and_leave(host, bob, 4_000_00)
    seat(host, bob, amount=4_000_00)
    assert due_at(host.id, alice) == 3_000_00


def departures() -> list[tuple[int, bool]]:
    """The chips of each departure, oldest first, and whether the player has returned."""
    rows = Departure.objects.order_by("pk").values_list("chips", "returned_at")
    return [(chips, at is not None) for chips, at in rows]


def test_K7_the_window_ends_at_its_last_moment_and_the_smallest_buy_in_is_due(monkeypatch: pytest.MonkeyPatch) -> None:
    table, alice, now = open_table(), person("Alice"), timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: now)
    window = timedelta(hours=table.rules.house.return_hours)
    return_rule.record_departure(player=alice.pk, table=table, chips=800_00, at=now - window + timedelta(seconds=1))
    due = return_rule.required_return(player=alice.pk, table=table)
    assert due == return_rule.RequiredReturn(800_00, now + timedelta(seconds=1), "Prague")
    Departure.objects.update(left_at=now - window)
    assert return_rule.required_return(player=alice.pk, table=table) is None
    Departure.objects.update(left_at=now, chips=799_99)
    assert return_rule.required_return(player=alice.pk, table=table) is None


def test_K7_a_player_who_leaves_without_chips_is_not_recorded_and_one_cent_is() -> None:
    table, alice, now = open_table(), person("Alice"), timezone.now()
    for chips in (0, 1):
        return_rule.record_departure(player=alice.pk, table=table, chips=chips, at=now)
    assert departures() == [(1, False)]


def test_K7_sitting_down_marks_what_was_due_here_and_what_was_asked_for_from_elsewhere() -> None:
    here, there, alice, now = open_table(), open_table("Brno"), person("Alice"), timezone.now()
    for table, chips in ((there, 900_00), (there, 950_00)):
        return_rule.record_departure(player=alice.pk, table=table, chips=chips, at=now)
    return_rule.mark_returned(player=alice.pk, table=here, at=now)
    assert departures() == [(900_00, False), (950_00, True)]
    return_rule.record_departure(player=alice.pk, table=here, chips=1, at=now)
    Departure.objects.filter(chips=900_00).update(returned_at=now)
    return_rule.mark_returned(player=alice.pk, table=here, at=now)
    assert departures() == [(900_00, True), (950_00, True), (1, True)]


@pytest.mark.parametrize(("change", "chips"), [(25, 925), (-25, 875), (-899, 1), (-900, 1), (-5_000, 1)])
def test_F5_K7_the_last_departure_since_the_void_hand_is_corrected_and_keeps_a_chip(change: int, chips: int) -> None:
    table, other, alice, since = open_table(), open_table("Brno"), person("Alice"), timezone.now()
    for place, at in ((table, since - timedelta(seconds=1)), (table, since), (table, since), (other, since)):
        return_rule.record_departure(player=alice.pk, table=place, chips=900, at=at)
    return_rule.record_departure(player=person("Bob").pk, table=table, chips=900, at=since)
    return_rule.correct_departure(player=alice.pk, table=table, chips=change, since=since, at=since)
    assert departures() == [(900, False), (900, False), (chips, False), (900, False), (900, False)]


def test_F5_K7_a_player_who_has_come_back_keeps_the_old_departure() -> None:
    table, alice, since = open_table(), person("Alice"), timezone.now()
    return_rule.record_departure(player=alice.pk, table=table, chips=900, at=since)
    Departure.objects.update(returned_at=since)
    return_rule.correct_departure(player=alice.pk, table=table, chips=50, since=since, at=since)
    assert departures() == [(900, True)]


def test_F5_K7_a_player_who_lost_all_in_a_void_hand_is_recorded_unless_seated_or_moved_since() -> None:
    table, other, since = open_table(), open_table("Brno"), timezone.now()
    alice, bob, carl, dora = (person(name) for name in ("Alice", "Bob", "Carl", "Dora"))
    seat(SteppedHost(table.pk), bob)
    seat(SteppedHost(other.pk), alice)
    earlier = since - timedelta(seconds=1)
    for player, place, at in ((carl, table, since), (dora, table, earlier), (dora, other, since)):
        key = f"move:{place.pk}:{player.pk}"
        Order.objects.create(table=other, player=player, kind=Order.Kind.TAKE_SEAT, key=key, created_at=at)
    for player in (alice, bob, carl, dora):
        for chips in (0, -5, 70):
            return_rule.correct_departure(player=player.pk, table=table, chips=chips, since=since, at=earlier)
    rows = Departure.objects.order_by("pk").values_list("player", "table", "chips", "left_at")
    assert list(rows) == [(alice.pk, table.pk, 70, earlier), (dora.pk, table.pk, 70, earlier)]


def test_F5_D7_a_void_hand_corrects_what_those_who_played_it_take_along_and_nobody_else() -> None:
    host, alice, bob = SteppedHost(open_table().pk), person("Alice"), person("Bob")
    for player in (alice, bob):
        sit_and_leave(host, player)
    Departure.objects.update(carried=CarriedBlinds(owes_big=True, hands_left=3, players=4)._asdict())
    owed = CarriedBlinds(owes_small=True, hands_left=2, players=4)
    return_rule.correct_carried(table=Table.objects.get(pk=host.id), carried={alice.pk: owed})
    carried = dict(Departure.objects.values_list("player", "carried"))
    assert carried[alice.pk] == owed._asdict()
    assert carried[bob.pk]["owes_big"] is True
    return_rule.correct_carried(table=Table.objects.get(pk=host.id), carried={bob.pk: CarriedBlinds()})
    assert Departure.objects.get(player=bob).carried == {}
