"""A running tournament, for what several people see of it at the same time."""

import pytest

from pokerroom.models import User
from tests.games.support.tables import person
from tests.tournaments.web.support.page_tournament import PageTournament, soon
from tournaments import api
from tournaments.engine.state import commands as cm


@pytest.fixture
def people() -> list[User]:
    """Seven players."""
    return [person(f"Player {number}") for number in range(1, 8)]


@pytest.fixture
def tournament(people: list[User]) -> PageTournament:
    """A running tournament of these players at three tables."""
    tournament = PageTournament(soon(seats=3, min_players=2))
    for user in people:
        api.enter(user=user, tournament_id=tournament.id, key="x")
    tournament.catch_up().carry_out(cm.Start())
    return tournament
