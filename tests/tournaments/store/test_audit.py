"""The audit finds every planted error in a tournament."""

from collections.abc import Callable
from typing import Any

import pytest

from cashier import api as cashier
from games.models import Order
from tests.games.support.tables import person
from tests.tournaments.support.director import Desk
from tests.tournaments.support.tournaments import announcement
from tournaments import api
from tournaments.models import Ticket, Tournament
from tournaments.store.audit import tournaments_agree

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk() -> Desk:
    """Three players at a table that has read no order yet."""
    made = Desk(api.announce(setup=announcement(max_players=3)))
    for name in ("Alice", "Bob", "Charlie"):
        api.enter(user=person(name), tournament_id=made.id)
    made.read()
    return made


def codes() -> set[str]:
    return {code for code, _ in tournaments_agree()}


def steal(desk: Desk) -> None:
    cashier.move_pool(key="theft", tournament_id=desk.id, cause="prize", pool=-1, house=1)


def spend(desk: Desk) -> None:
    cashier.move_pool(key="theft", tournament_id=desk.id, cause="fee", fees=-1, house=1)


def forge(desk: Desk) -> None:
    player = next(iter(desk.state.players))
    Ticket.objects.create(player_id=player, currency="PLAY", amount=5, from_tournament_id=desk.id)


def give_chips(desk: Desk) -> None:
    order = Order.objects.filter(kind="seat_entrant").first()
    assert order is not None
    order.payload["chips"] += 25
    order.save()


def lose_a_seat(desk: Desk) -> None:
    Order.objects.filter(kind="seat_entrant").last().delete()


def skip(desk: Desk) -> None:
    Tournament.objects.filter(pk=desk.id).update(number=desk.number + 1)


@pytest.mark.parametrize(
    ("plant", "found"),
    [
        (steal, "pool_differs"),
        (spend, "fees_differ"),
        (forge, "tickets_differ"),
        (give_chips, "chips_differ"),
        (lose_a_seat, "chips_differ"),
        (skip, "decisions_missing"),
    ],
)
def test_M2_every_planted_error_is_found(desk: Desk, plant: Callable[[Any], None], found: str) -> None:
    assert codes() == set()
    plant(desk)
    assert codes() == {found}
