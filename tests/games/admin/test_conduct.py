"""Pairs kept apart: what staff may not enter (K12)."""

import pytest
from django.contrib.auth.models import Group
from django.db import IntegrityError, transaction
from django.test import Client

from pokerroom.models import User
from tests.games.support.restrictions import keep_apart
from tests.games.support.tables import person

pytestmark = pytest.mark.django_db
APART = "/admin/games/separatedplayers/add/"


@pytest.fixture
def floorman(client: Client) -> Client:
    """A browser in which a floorman has signed in."""
    user = User.objects.create_user(username="floris", display_name="Floris", is_staff=True)
    user.groups.add(Group.objects.get(name="floorman"))
    client.force_login(user)
    return client


def test_K12_a_pair_is_kept_apart_once_whichever_is_named_first(floorman: Client) -> None:
    one, other = person("Alice"), person("Bob")
    keep_apart(one, other)
    for pair in ({"one": one.pk, "other": other.pk}, {"one": other.pk, "other": one.pk}):
        answer = floorman.post(APART, {**pair, "reason": "again"})
        assert answer.context["adminform"].form.errors == {"__all__": ["These two players are kept apart already."]}
    with pytest.raises(IntegrityError), transaction.atomic():
        keep_apart(other, one)
    answer = floorman.post(APART, {"one": one.pk, "other": one.pk, "reason": "self"})
    assert answer.context["adminform"].form.errors["__all__"] == ["Choose two different players."]
