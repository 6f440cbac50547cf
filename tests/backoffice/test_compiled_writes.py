"""Rows written with SQL that is made once are as the ORM writes them; a second writer writes nothing."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from backoffice.compiled_writes import insert, update
from pokerroom.models import User

pytestmark = pytest.mark.django_db


def person(name: str) -> User:
    """An account that is not written yet."""
    return User(username=name.lower(), display_name=name, preferences={"deck": "two"})


def test_a_new_row_is_as_the_orm_writes_it() -> None:
    eva = person("Eva")
    assert insert(eva)
    assert (eva.pk, eva._state.adding) == (User.objects.filter(username="eva").get().pk, False)
    jan = person("Jan")
    jan.save()
    own = {"id", "username", "display_name", "name_skeleton", "date_joined"}
    rows = [User.objects.filter(pk=one.pk).values().get() for one in (eva, jan)]
    written, known = ({name: value for name, value in row.items() if name not in own} for row in rows)
    assert written == known
    assert written["preferences"] == {"deck": "two"}


def test_a_row_in_conflict_is_not_written_and_the_transaction_goes_on() -> None:
    insert(person("Eva"))
    with transaction.atomic():
        second = person("EVA")
        second.username = "another"
        assert not insert(second), "the display name is taken in any case"
        assert second.pk is None
        assert insert(person("Jan"))
    assert set(User.objects.values_list("display_name", flat=True)) == {"Eva", "Jan"}


def test_a_conflict_that_is_not_meant_is_an_error() -> None:
    insert(person("Eva"))
    assert not insert(person("Eva"), conflict="username")
    with pytest.raises(IntegrityError), transaction.atomic():
        insert(User(username="another", display_name="Eva"), conflict="username")


def test_only_named_fields_of_one_row_are_changed() -> None:
    eva, jan, now = person("Eva"), person("Jan"), timezone.now() - timedelta(days=1)
    assert insert(eva)
    assert insert(jan)
    eva.last_login, eva.display_name = now, "Evka"
    assert update(eva, "last_login")
    assert list(User.objects.order_by("username").values_list("display_name", "last_login")) == [
        ("Eva", now),
        ("Jan", None),
    ]
    User.objects.filter(pk=eva.pk).delete()
    assert not update(eva, "last_login"), "there is no such row any more"
