"""A sit-and-go of four with a price, for tests of its money and of its writes."""

from typing import Unpack

from pokerroom.models import User
from tests.tournaments.support.directed_tournament import DirectedTournament
from tests.tournaments.support.setup_fields import SetupFields
from tests.tournaments.support.tournaments import announcement
from tournaments import api


def opened(**changes: Unpack[SetupFields]) -> DirectedTournament:
    """A sit-and-go of four for 100 + 10, open for registration."""
    fields: SetupFields = {"max_players": 4, **changes}
    return DirectedTournament(api.announce(setup=announcement(**fields)))


def enter(tournament: DirectedTournament, *players: User, ticket: bool = False) -> list[str]:
    """Registers these users; the codes of the refusals."""
    for user in players:
        api.enter(user=user, tournament_id=tournament.id, ticket=ticket, key=f"in.{tournament.number}.{ticket}")
    return tournament.answer_orders()
