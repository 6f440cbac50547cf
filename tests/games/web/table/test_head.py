"""What a table's page shows of its settings, and when it is pushed again."""

import pytest

from games.models import Table
from games.preferences import Preferences
from games.web.table.head import FRAGMENTS, head_context, head_of, settings_digest
from pokerroom.models import User
from tests.games.support.tables import open_table, person
from tests.games.support.tournament_tables import open_tournament_table

pytestmark = pytest.mark.django_db


def prefers(amounts: str) -> User:
    """A player who prefers amounts in this form."""
    user = person(amounts.title())
    user.preferences = Preferences()._replace(amounts=amounts).to_data()
    user.save()
    return user


def test_settings_are_pushed_to_pages_that_show_others() -> None:
    first, table = open_table("Aš"), open_table("Brno")
    shown = settings_digest(table)
    assert head_of(table.pk, None, "en", shown) is None
    assert head_of(table.pk + 99, None, "en", "") is None
    head = head_of(table.pk, None, "en", settings_digest(first))
    assert head is not None
    assert head.digest == shown
    assert "Brno" in head.html and "Aš" not in head.html and f"/table/{table.pk}/" in head.html
    assert head.html.count("<") > len(FRAGMENTS)
    for change in ({"watch_delay": 30}, {"seats": 6}):
        Table.objects.filter(pk=table.pk).update(**change)
        changed = head_of(table.pk, None, "en", shown)
        assert changed is not None and changed.digest != shown
        shown = changed.digest
    assert 'data-seats="6"' in changed.html


@pytest.mark.parametrize(("amounts", "cash", "tournament"), [
    ("money", "", ""), ("chips", "chips", ""), ("blinds", "blinds", "blinds"),
])  # fmt: skip
def test_amounts_on_the_page_are_as_the_viewer_prefers(amounts: str, cash: str, tournament: str) -> None:
    viewer = prefers(amounts)
    table, played = open_table(), Table.objects.get(pk=open_tournament_table().id)
    for row, unit in ((table, cash), (played, tournament)):
        context = head_context(row, viewer)
        assert [context[name] for name in ("amount_unit", "big_blind")] == [unit, row.rules.stakes.big_blind]


def test_a_tournaments_head_leaves_out_stakes_that_change() -> None:
    table, played = open_table(), Table.objects.get(pk=open_tournament_table().id)
    cash = head_context(table, None)
    assert (cash["name"], cash["game"]) == ("Prague 10/20", "NL 10/20")
    head = head_context(played, None)
    assert (head["name"], head["game"]) == (played.title, "No-limit hold'em")
