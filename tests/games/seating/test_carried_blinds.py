"""Rule D7: a player who leaves a table and buys in at another of the same game and stakes avoids no blinds by it."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games import api
from games.engine.rules.button import NOBODY
from games.engine.rules.house_rule import Preset
from games.engine.rules.house_rules import PRESETS
from games.engine.rules.rules import Rules
from games.engine.rules.stakes import Structure
from games.engine.rules.usual_stakes import usual_stakes
from games.engine.rules.variants import CATALOGUE
from games.engine.table import commands as cm
from games.engine.table.seat import Seat
from games.models import Departure, Order, Table
from games.seating import return_rule
from games.store import table_log
from pokerroom.models import User
from tests.games.support.seats import assert_audit_clean, move_as_host, stakes
from tests.games.support.tables import NL_10_20, SteppedHost, open_table, person, seat

pytestmark = pytest.mark.django_db

CHIPS = 2_000_00


def table_of(preset: Preset = Preset.SHOWDOWN, name: str = "Prague", **settings: Any) -> SteppedHost:
    """An empty table 10/20 with the house rules of a preset, for accounts that nobody approved."""
    house = replace(PRESETS[preset], staff_approval=False)
    return SteppedHost(open_table(name, **{"rules": NL_10_20._replace(house=house), "max_buy_in": 0, **settings}).pk)


def one_hand_played(host: SteppedHost, *names: str) -> list[User]:
    """Seats people, who play one hand."""
    people = [person(name) for name in names]
    seat(host, *people)
    host.fold_out()
    return people


def next_in_the_big_blind(host: SteppedHost) -> User:
    """The player whose big blind comes next."""
    taken = [number for number, one in enumerate(host.table.seats) if one]
    after = [number for number in taken if number > host.table.positions.big] or taken
    return User.objects.get(pk=host.table.seat(after[0]).player)


def leave(host: SteppedHost, user: User) -> int:
    """Makes the player leave now; returns the chips they leave with."""
    host.come_to_the_present()
    chips = host.table.chips()[user.pk]
    host.do(cm.Leave(user.pk))
    return chips


def buy_in(host: SteppedHost, user: User, amount: int = CHIPS) -> Seat:
    """Seats the player anywhere; returns the seat."""
    seat(host, user, amount=amount)
    number = host.table.player_seat(user.pk)
    assert number is not None
    return host.table.seat(number)


def owed_at(host: SteppedHost, user: User) -> dict[str, int]:
    """The blinds that a seat at this table would take over."""
    return dict(return_rule.blinds_to_take_over(player=user.pk, table=Table.objects.get(pk=host.id)))


@pytest.mark.parametrize("preset", list(Preset))
def test_D7_a_player_who_leaves_before_the_big_blind_is_no_newcomer_at_another_table_of_any_preset(
    preset: Preset,
) -> None:
    prague, brno = table_of(preset), table_of(preset, "Brno")
    one_hand_played(prague, "Alice", "Bob", "Carl")
    one_hand_played(brno, "Dora", "Emil", "Fred")
    player = next_in_the_big_blind(prague)
    taken = buy_in(brno, player, leave(prague, player))
    assert (taken.newcomer, taken.old_distance, taken.posts_now) == (False, 0, False)
    assert_audit_clean()


def test_D7_blinds_missed_at_one_table_are_owed_at_another() -> None:
    prague, brno = table_of(), table_of(name="Brno")
    alice, *_ = one_hand_played(prague, "Alice", "Bob", "Carl")
    one_hand_played(brno, "Dora", "Emil")
    prague.do(cm.SitOut(alice.pk))
    for _ in range(3):
        prague.fold_out()
    assert buy_in(brno, alice, leave(prague, alice)).owes_big


def test_D7_the_old_table_remembers_the_player_itself() -> None:
    prague = table_of()
    alice, *_ = one_hand_played(prague, "Alice", "Bob", "Carl")
    chips = leave(prague, alice)
    assert owed_at(prague, alice) == {}
    buy_in(prague, alice, chips)
    assert owed_at(table_of(name="Brno"), alice) == {}
    order = Order.objects.filter(player=alice, kind=Order.Kind.TAKE_SEAT).latest("pk")
    assert "hands_left" not in order.payload


def test_D7_one_departure_is_asked_for_by_one_seat_only() -> None:
    prague, brno, third = table_of(Preset.ETHP), table_of(Preset.ETHP, "Brno"), table_of(Preset.ETHP, "Plzeň")
    alice, *_ = one_hand_played(prague, "Alice", "Bob", "Carl")
    chips = leave(prague, alice)
    assert owed_at(third, alice)
    buy_in(brno, alice, chips)
    assert owed_at(third, alice) == {}
    assert buy_in(third, alice, 800_00).newcomer
    # Not yet dealt in at the table in between, the player leaves it with the same distance.
    leave(brno, alice)
    assert owed_at(table_of(name="Ostrava"), alice)["hands_left"] == 0


def test_D7_a_refused_buy_in_leaves_the_blinds_for_the_next() -> None:
    prague, brno = table_of(), table_of(name="Brno")
    alice, *_ = one_hand_played(prague, "Alice", "Bob", "Carl")
    order = api.take_seat(user=alice, table_id=brno.id, seat=0, amount=leave(prague, alice))
    owed = {name: Order.objects.get(pk=order).payload[name] for name in ("hands_left", "players", "skips_small")}
    table_log.refuse_order(order, "seat_taken")
    assert owed.items() <= owed_at(brno, alice).items()


@pytest.mark.parametrize(
    ("hours", "minutes", "applies"), [(2, 119, True), (2, 121, False), (0, 119, True), (0, 121, False), (12, 700, True)]
)
def test_D7_blinds_go_along_as_long_as_the_return_rule_lasts_and_two_hours_at_least(
    hours: int, minutes: int, applies: bool
) -> None:
    prague = table_of()
    alice, *_ = one_hand_played(prague, "Alice", "Bob", "Carl")
    chips = leave(prague, alice)
    Departure.objects.update(left_at=timezone.now() - timedelta(minutes=minutes))
    house = replace(PRESETS[Preset.SHOWDOWN], return_hours=hours, staff_approval=False)
    brno = table_of(name="Brno", rules=NL_10_20._replace(house=house))
    assert bool(owed_at(brno, alice)) == applies
    assert buy_in(brno, alice, chips if applies and hours else CHIPS).newcomer != applies


def test_D7_a_stack_below_the_smallest_buy_in_leaves_the_blinds_as_they_are() -> None:
    prague, brno = table_of(), table_of(name="Brno", min_buy_in=CHIPS + 100_00)
    alice, *_ = one_hand_played(prague, "Alice", "Bob", "Carl")
    assert leave(prague, alice) <= CHIPS
    assert not buy_in(brno, alice, CHIPS + 100_00).newcomer


def test_D7_other_stakes_ask_for_nothing_and_games_without_blinds_neither() -> None:
    prague, dear = table_of(), table_of(name="Dear", rules=stakes(20_00, 40_00))
    alice, *_ = one_hand_played(prague, "Alice", "Bob", "Carl")
    leave(prague, alice)
    assert owed_at(dear, alice) == {}
    stud = Rules(CATALOGUE["stud"], usual_stakes(CATALOGUE["stud"], Structure.FIXED_LIMIT, 20_00))
    first, second = table_of(name="Stud", rules=stud, seats=8), table_of(name="Stud II", rules=stud, seats=8)
    dora, emil = person("Dora"), person("Emil")
    seat(first, dora, emil)
    first.play_hand()
    leave(first, dora)
    assert owed_at(second, dora) == {}


def test_D6_a_player_who_never_got_a_hand_is_a_newcomer_at_another_table() -> None:
    prague, brno = table_of(), table_of(name="Brno")
    alice = person("Alice")
    seat(prague, alice)
    assert buy_in(brno, alice, leave(prague, alice)).newcomer


@pytest.mark.parametrize("order", [cm.Close, cm.RemovePlayer])
def test_K8_whom_the_house_sends_away_owes_nothing_elsewhere(order: type[cm.Close | cm.RemovePlayer]) -> None:
    prague, brno = table_of(), table_of(name="Brno")
    alice, *_ = one_hand_played(prague, "Alice", "Bob", "Carl")
    prague.come_to_the_present()
    prague.do(cm.Close() if order is cm.Close else cm.RemovePlayer(alice.pk, "late"))
    assert Departure.objects.filter(player=alice).exists()
    assert buy_in(brno, alice, Departure.objects.get(player=alice).chips).old_distance == NOBODY


def test_K8_a_refused_move_keeps_what_was_on_its_way() -> None:
    prague, brno, third = table_of(), table_of(name="Brno"), table_of(name="Plzeň")
    alice, *_ = one_hand_played(prague, "Alice", "Bob", "Carl")
    api.move_player(player=alice.pk, table_id=prague.id, to=brno.id)
    prague.read_inbox()
    move_as_host(prague, alice)
    payload = Order.objects.get(table=brno.id).payload
    brno.do(cm.Close())
    brno.read_inbox()
    owed = owed_at(third, alice)
    assert owed == {name: payload[name] for name in owed}
    assert owed["hands_left"] >= 0
    assert_audit_clean()
