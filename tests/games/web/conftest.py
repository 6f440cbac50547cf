"""Fixtures for tests of pages: a player and their signed-in client, and the header that htmx sends."""

import pytest
from django.test import Client

from pokerroom.models import User
from tests.games.support.tables import person

HTMX = {"HX-Request": "true"}


@pytest.fixture
def petr() -> User:
    """A player with money."""
    return person("Petr")


@pytest.fixture
def petr_client(client: Client, petr: User) -> Client:
    """A test client signed in as Petr."""
    client.force_login(petr)
    return client
