"""The page of a table closed to watchers (K14), and the rules that pages show of a table."""

import pytest
from django.test import Client

from games.models import Table
from games.web.table.head import head_context
from games.web.text.rules import rules_sections
from tests.games.support.tables import SteppedHost, open_table, person, seat

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("query", "opens"), [("", ""), ("?sit", "sit"), ("?wait", "wait"), ("?x=1", "")])
def test_K14_the_page_of_a_closed_table_tells_its_rules_and_players_and_opens_what_is_asked(
    client: Client, query: str, opens: str
) -> None:
    main = open_table("Main")
    seat(SteppedHost(main.pk), person("Jan"))
    table = open_table(closed_to_watchers=True, feeds=main)
    seat(SteppedHost(table.pk), person("Alice"), person("Bob"))
    context = client.get(f"/table/{table.pk}/{query}").context
    shown = {name: context[name] for name in ("game", "stakes", "taken", "big_blind", "opens")}
    assert shown == {"game": "No-limit hold'em", "stakes": "10/20", "taken": 2, "big_blind": 20_00, "opens": opens}
    assert context["table"].pk == table.pk
    assert context["rules"] == rules_sections(
        table.rules, min_buy_in=800_00, max_buy_in=5_000_00, feeds="Main", currency="PLAY"
    )


def test_the_rules_of_a_table_tell_its_buy_in_its_main_table_and_the_delay_of_watchers() -> None:
    main = open_table("Main")
    table = open_table(feeds=main)
    Table.objects.filter(pk=table.pk).update(watch_delay=30)
    table.refresh_from_db()
    rules = head_context(table, None)["rules"]
    assert rules == rules_sections(
        table.rules, min_buy_in=800_00, max_buy_in=5_000_00, watch_delay=30, feeds="Main", currency="PLAY"
    )
    assert isinstance(rules, tuple)
    texts = dict(rules)
    assert texts["Buy-in"].startswith("From 800 to 5\u202f000, that is 40 to 250 big blinds.")
    assert texts["Watching"] == "Watchers see the table with a delay of 30 seconds."
    assert texts["Must-move table"].startswith("This is the must-move table of Main.")
    assert head_context(table, None)["about"] == "Table Prague, No-limit hold'em, 10/20"
