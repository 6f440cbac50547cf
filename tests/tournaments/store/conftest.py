"""Players with money, and the tournament of tests about what its tables are told."""

import pytest

from pokerroom.models import User
from tests.games.support.tables import person
from tests.tournaments.support.directed_tournament import DirectedTournament
from tests.tournaments.support.tournaments import announcement, enter_all
from tournaments import api

NAMES = ("Alice", "Bob", "Charlie", "Dana")


@pytest.fixture
def players() -> list[User]:
    """Four users with money."""
    return [person(name) for name in NAMES]


@pytest.fixture
def tournament() -> DirectedTournament:
    """A sit-and-go of two tables with two players each, both of which have a hand to play."""
    tournament = DirectedTournament(api.announce(setup=announcement(max_players=4, seats=2)))
    enter_all(tournament.id, [person(name) for name in NAMES])
    assert tournament.answer_orders() == []
    return tournament
