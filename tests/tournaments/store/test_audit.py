"""The audit of tournaments finds planted errors (M2)."""

from collections.abc import Callable

import pytest

from cashier import api as cashier
from games.models import Order
from tests.games.support.tables import person
from tests.tournaments.support.directed_tournament import DirectedTournament
from tests.tournaments.support.tournaments import announcement
from tournaments import api
from tournaments.models import Ticket, Tournament
from tournaments.store.audit import tournaments_agree

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> DirectedTournament:
    """Three players at a table that has not read its orders yet."""
    made = DirectedTournament(api.announce(setup=announcement(max_players=3)))
    for name in ("Alice", "Bob", "Charlie"):
        api.enter(user=person(name), tournament_id=made.id)
    made.answer_orders()
    return made


def finding_codes() -> set[str]:
    return {code for code, _ in tournaments_agree()}


def take_from_pool(tournament: DirectedTournament) -> None:
    cashier.move_pool(key="theft", tournament_id=tournament.id, cause="prize", pool=-1, house=1, currency="PLAY")


def take_from_fees(tournament: DirectedTournament) -> None:
    cashier.move_pool(key="theft", tournament_id=tournament.id, cause="fee", fees=-1, house=1, currency="PLAY")


def forge_ticket(tournament: DirectedTournament) -> None:
    player = next(iter(tournament.state.players))
    Ticket.objects.create(player_id=player, currency="PLAY", amount=5, from_tournament_id=tournament.id)


def give_chips(tournament: DirectedTournament) -> None:
    order = Order.objects.filter(kind="seat_entrant").first()
    assert order is not None
    order.payload["chips"] += 25
    order.save()


def lose_seat_order(tournament: DirectedTournament) -> None:
    Order.objects.filter(kind="seat_entrant").last().delete()


def skip_decision(tournament: DirectedTournament) -> None:
    Tournament.objects.filter(pk=tournament.id).update(number=tournament.number + 1)


@pytest.mark.parametrize(
    ("plant", "found"),
    [
        (take_from_pool, "pool_differs"),
        (take_from_fees, "fees_differ"),
        (forge_ticket, "tickets_differ"),
        (give_chips, "chips_differ"),
        (lose_seat_order, "chips_differ"),
        (skip_decision, "decisions_missing"),
    ],
)
def test_M2_the_audit_finds_a_planted_error(
    tournament: DirectedTournament, plant: Callable[[DirectedTournament], None], found: str
) -> None:
    assert finding_codes() == set()
    plant(tournament)
    assert finding_codes() == {found}
