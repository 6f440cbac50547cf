"""Names of several tables of a kind: the numbers of closed tables are free again."""

import pytest
from django.utils import timezone

from games.models import Table
from games.operations.table_names import numbered_names
from tests.games.support.tables import open_table

pytestmark = pytest.mark.django_db


def test_a_schedule_of_every_day_opens_tables_with_the_same_names() -> None:
    for _day in range(2):
        (name,) = numbered_names("Evening 1", 1)
        assert name == "Evening 1"
        table = open_table(name)
        assert numbered_names("Evening", 2) == ["Evening 2", "Evening 3"]
        Table.objects.filter(pk=table.pk).update(closed_at=timezone.now(), is_open=False)


def test_open_tables_keep_their_names_whatever_the_letter_case() -> None:
    open_table("EVENING 2")
    assert numbered_names("Evening", 3) == ["Evening 1", "Evening 3", "Evening 4"]
