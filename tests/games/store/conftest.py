"""A raked table with three players, and the floor."""

import pytest

from pokerroom.models import User
from tests.games.engine.support.rakes import ETHP_RAKE
from tests.games.support.tables import NL_10_20, SteppedHost, open_table, person, seat


@pytest.fixture
def people() -> list[User]:
    return [person(name) for name in ("Alice", "Bob", "Charlie")]


@pytest.fixture
def floorman() -> User:
    return person("Dana")


@pytest.fixture
def host(people: list[User]) -> SteppedHost:
    """A raked table with three seated players."""
    host = SteppedHost(open_table(rules=NL_10_20._replace(rake=ETHP_RAKE)).pk)
    seat(host, *people)
    return host
