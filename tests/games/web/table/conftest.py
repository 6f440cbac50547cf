"""Tables for tests of the table's pages and dialogs."""

import pytest

from games.models import Table
from pokerroom.models import User
from tests.games.support.tables import SteppedHost, open_table, seat


@pytest.fixture
def prague() -> Table:
    """A table with blinds 10/20."""
    return open_table(seats=6)


@pytest.fixture
def petrs_table(petr: User) -> SteppedHost:
    """A table with blinds 10/20 where Petr sits."""
    host = SteppedHost(open_table().pk)
    seat(host, petr)
    return host
