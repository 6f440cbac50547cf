"""Names of tables: what people read as one name is one, whatever the database knows of letters."""

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from games import api
from games.models import Table
from games.operations.table_names import numbered_names
from tests.games.support.seats import assert_refused
from tests.games.support.tables import open_table

SPELLINGS = ["ŽILINA", "\uff3a\u030cilina", " Žilina ", "Z\u030cilina", "Ži\u200blina\u2060"]


@pytest.mark.django_db
@pytest.mark.parametrize("name", SPELLINGS)
def test_the_database_refuses_a_second_table_of_the_same_name(name: str) -> None:
    open_table("Žilina")
    brno = open_table("Brno")
    brno.name = name
    with pytest.raises(IntegrityError), transaction.atomic():
        brno.save(update_fields=["name"])
    assert_refused("name_taken", lambda: api.change_table(table_id=brno.pk, name=name))
    assert_refused("name_taken", lambda: open_table(name))
    assert api.name_taken(name=name)


@pytest.mark.django_db
def test_a_sharp_s_is_the_same_as_two() -> None:
    open_table("Große")
    assert_refused("name_taken", lambda: open_table("GROSSE"))


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["", " ", "\u200b\u200b", " \u2060\u00ad "])
def test_a_name_that_nobody_can_read_is_refused(name: str) -> None:
    brno = open_table("Brno")
    assert_refused("name_missing", lambda: open_table(name))
    assert_refused("name_missing", lambda: api.change_table(table_id=brno.pk, name=name))
    brno.name = name
    with pytest.raises(IntegrityError), transaction.atomic():
        brno.save(update_fields=["name"])


@pytest.mark.django_db
def test_a_closed_table_gives_its_name_free_to_one_other() -> None:
    yesterday = open_table("Evening 1")
    assert numbered_names("Evening", 1) == ["Evening 2"]
    Table.objects.filter(pk=yesterday.pk).update(closed_at=timezone.now(), is_open=False)
    assert numbered_names("Evening", 1) == ["Evening 1"]
    assert open_table("Evening 1").pk != yesterday.pk
    assert_refused("name_taken", lambda: open_table("EVENING 1"))


@pytest.mark.django_db
def test_a_renamed_table_gives_its_old_name_free() -> None:
    brno = open_table("Brno")
    api.change_table(table_id=brno.pk, name="Olomouc")
    assert open_table("BRNO").name == "BRNO"
    assert set(Table.objects.values_list("name", "name_key")) == {("Olomouc", "olomouc"), ("BRNO", "brno")}
