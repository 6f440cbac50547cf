"""M7: what may be brought to tables is at most what the player's loss limit leaves."""

import pytest
from django.db import transaction

from cashier import protection
from cashier.engine.limits import LimitKind, Period
from cashier.protection import LimitKey
from games import api
from games.models import Order
from pokerroom.models import User
from tests.games.seating.test_concurrency import seat_request
from tests.games.support.concurrency import concurrent_outcomes
from tests.games.support.seats import assert_audit_clean, assert_refused, notice_codes
from tests.games.support.tables import SteppedHost, open_table, person, seat

pytestmark = pytest.mark.django_db


def limited(name: str, amount: int) -> User:
    """A player who may lose this much a day."""
    user = person(name)
    key = LimitKey(LimitKind.LOSS, Period.DAY, "PLAY")
    protection.ask(user_id=user.pk, key=key, value=amount)
    return user


def test_M7_a_buy_in_and_a_top_up_above_the_loss_limit_are_refused() -> None:
    alice, host = limited("Alice", 2_500_00), SteppedHost(open_table().pk)
    assert_refused("play_limit", api.take_seat, user=alice, table_id=host.id, seat=-1, amount=2_500_01)
    seat(host, alice)
    detail = assert_refused("play_limit", api.top_up, user=alice, table_id=host.id, amount=500_01)
    assert "500" in str(detail["sentence"])
    api.top_up(user=alice, table_id=host.id, amount=500_00)
    assert_audit_clean()


def test_M7_an_automatic_top_up_above_the_loss_limit_ends_with_a_notice() -> None:
    alice, host = limited("Alice", 2_500_00), SteppedHost(open_table().pk)
    seat(host, alice)
    assert not api.refill(player=alice.pk, table_id=host.id, to=3_000_00, hand=1)
    assert notice_codes(alice) == ["refill_limit"]
    assert api.refill(player=alice.pk, table_id=host.id, to=2_500_00, hand=2)
    assert Order.objects.filter(kind=Order.Kind.ADD_CHIPS).count() == 1


@pytest.mark.django_db(transaction=True)
def test_M7_of_two_buy_ins_at_once_only_one_passes_the_loss_limit() -> None:
    alice = limited("Alice", 2_500_00)
    here, there = open_table("Here").pk, open_table("There").pk
    assert sorted(concurrent_outcomes(seat_request(alice, here), seat_request(alice, there))) == ["ok", "play_limit"]
    assert_audit_clean()


@pytest.mark.django_db(transaction=True)
def test_M7_a_buy_in_while_the_player_goes_away_is_refused_or_given_up() -> None:
    alice, host = person("Alice"), SteppedHost(open_table().pk)

    def go_away() -> object:
        with transaction.atomic():
            api.give_up_seats(player=alice.pk, notice="went_away")
            return protection.cool_off(user_id=alice.pk, days=1)

    outcomes = concurrent_outcomes(seat_request(alice, host.id), go_away)
    assert outcomes[1] == "ok"
    host.read_inbox()
    assert host.table.player_seat(alice.pk) is None
    assert_audit_clean()
