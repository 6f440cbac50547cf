"""The room in which hidden cards are looked for."""

import pytest

from tests.pokerroom.hidden_cards.secret_room import SecretRoom, open_room


@pytest.fixture
def room(db: None) -> SecretRoom:
    """A room with cards that were not shown."""
    return open_room()
