"""The tournament of tests about what its tables are told."""

import pytest

from tests.games.support.tables import person
from tests.tournaments.support.directed_tournament import DirectedTournament
from tests.tournaments.support.tournaments import announcement, enter_all
from tournaments import api


@pytest.fixture
def tournament() -> DirectedTournament:
    """A sit-and-go of two tables with two players each, both of which have a hand to play."""
    tournament = DirectedTournament(api.announce(setup=announcement(max_players=4, seats=2)))
    enter_all(tournament.id, [person(name) for name in ("Alice", "Bob", "Charlie", "Dana")])
    assert tournament.answer_orders() == []
    return tournament
