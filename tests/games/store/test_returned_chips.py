"""Chips that leave a table: in the currency of the table, once for each time, and together with what they belong to."""

from collections.abc import Callable
from typing import NoReturn

import pytest

from cashier import api as cashier
from games import api
from games.engine.table import commands as cm
from games.models import Order
from games.money import escrow
from games.seating import stay
from games.store import table_log
from pokerroom.models import User
from tests.games.support.seats import assert_audit_clean, move_as_host
from tests.games.support.tables import GRANT, NL_10_20, SteppedHost, open_table, person, seat

pytestmark = pytest.mark.django_db
BOUGHT = 2_000_00


@pytest.fixture
def people() -> tuple[User, User]:
    """Two players with money in two currencies."""
    both = person("Alice"), person("Bob")
    for user in both:
        cashier.open_wallet(user_id=user.pk, currency="EUR", grant=GRANT)
    return both


def refused_seat(host: SteppedHost, people: tuple[User, User]) -> None:
    table_log.refuse_order(api.take_seat(user=people[0], table_id=host.id, seat=0, amount=BOUGHT), "seat_taken")


def leaving(host: SteppedHost, people: tuple[User, User]) -> None:
    seat(host, *people)
    for user in people:
        host.do(cm.Leave(user.pk))


def excess(host: SteppedHost, people: tuple[User, User]) -> None:
    seat(host, *people)
    host.until("turn")
    api.top_up(user=people[0], table_id=host.id, amount=100_00)
    host.read_inbox()
    host.play_hand(raise_to=400_00)
    leaving_after_hand(host, people)


def leaving_after_hand(host: SteppedHost, people: tuple[User, User]) -> None:
    host.until("next_hand")
    for user in people:
        host.do(cm.Leave(user.pk))


def moving(host: SteppedHost, people: tuple[User, User]) -> None:
    brno = SteppedHost(open_table("Brno", currency="EUR").pk)
    seat(host, *people)
    host.fold_out()
    stay.move_player(player=people[0].pk, table_id=host.id, to=brno.id)
    host.read_inbox()
    move_as_host(host, people[0])
    brno.read_inbox()
    assert brno.table.player_seat(people[0].pk) is not None
    brno.do(cm.Leave(people[0].pk))
    host.do(cm.Leave(people[1].pk))


def closing(host: SteppedHost, people: tuple[User, User]) -> None:
    seat(host, *people)
    host.until("turn")
    api.close_table(table_id=host.id)
    host.read_inbox()
    host.fold_out()


@pytest.mark.parametrize("way", [refused_seat, leaving, excess, moving, closing])
def test_M4_chips_return_in_the_currency_of_the_table(
    people: tuple[User, User], way: Callable[[SteppedHost, tuple[User, User]], None]
) -> None:
    host = SteppedHost(open_table(currency="EUR", max_buy_in=2_100_00).pk)
    way(host, people)
    assert [cashier.balance(user_id=user.pk, currency="PLAY") for user in people] == [GRANT, GRANT]
    assert sum(cashier.balance(user_id=user.pk, currency="EUR") for user in people) == 2 * GRANT
    assert cashier.escrow(table_id=host.id) == {}
    assert_audit_clean()


def test_M2_a_player_who_leaves_the_same_seat_twice_with_the_same_stack_is_paid_twice(
    people: tuple[User, User],
) -> None:
    host = SteppedHost(open_table(rules=NL_10_20).pk)
    for _ in range(2):
        api.take_seat(user=people[0], table_id=host.id, seat=3, amount=BOUGHT)
        host.read_inbox()
        host.do(cm.Leave(people[0].pk))
        assert cashier.balance(user_id=people[0].pk, currency="PLAY") == GRANT
    assert_audit_clean()


def test_M3_an_order_whose_chips_cannot_be_returned_is_not_refused(
    people: tuple[User, User], monkeypatch: pytest.MonkeyPatch
) -> None:
    host = SteppedHost(open_table().pk)
    order = api.take_seat(user=people[0], table_id=host.id, seat=0, amount=BOUGHT)

    def killed(**kwargs: object) -> NoReturn:
        raise RuntimeError("killed")

    with monkeypatch.context() as patch:
        patch.setattr(escrow, "release", killed)
        with pytest.raises(RuntimeError):
            table_log.refuse_order(order, "seat_taken")
    assert Order.objects.unanswered().filter(pk=order).exists()
    assert table_log.refuse_order(order, "seat_taken")
    assert not table_log.refuse_order(order, "seat_taken")
    assert cashier.balance(user_id=people[0].pk, currency="PLAY") == GRANT
    assert_audit_clean()
