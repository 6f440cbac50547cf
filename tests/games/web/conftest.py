"""What tests of the card room's doors share: whose browser it is, and how the page's script asks."""

import pytest
from django.test import Client

from pokerroom.models import User

HTMX = {"HX-Request": "true"}


@pytest.fixture
def door(client: Client, petr: User) -> Client:
    """Petr's browser."""
    client.force_login(petr)
    return client
