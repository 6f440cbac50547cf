"""F1, F3: what an operator changes at a table is told to its players."""

from typing import Any

import pytest

from games.engine import events as ev
from games.engine.errors import IllegalAction
from games.engine.rules.stakes import Stakes, Structure
from games.models import Order, Table
from games.operations import floor
from games.operations.tables import CHANGED_AT_ONCE, TOLD, change_table
from tests.games.support.tables import NL_10_20, SteppedHost, open_table, person

pytestmark = pytest.mark.django_db

NOT_TOLD = {"bots", "sort_order", "most_alike", "empty_minutes"}
"""House bots come and go in sight of everybody; the order of the lobby and other tables are no matter of the table."""


@pytest.mark.parametrize(
    ("opened", "change", "told"),
    [
        ({}, {"password": "sesame"}, ["password", "", "new"]),
        ({"password": "sesame"}, {"password": ""}, ["password", "set", ""]),
        ({}, {"name": "Brno"}, ["name", "Prague", "Brno"]),
        ({}, {"closed_to_watchers": True}, ["closed_to_watchers", "off", "on"]),
    ],
    ids=["a password", "no password", "a name", "closed to watchers"],
)
def test_F1_what_changes_at_once_is_told_at_the_table_with_the_reason(
    opened: dict[str, Any],
    change: dict[str, Any],
    told: list[str],
) -> None:
    table = open_table(**opened)
    floor.change(by=person("Dana").pk, table_id=table.pk, why="a closed game", rules=table.rules, **change)
    order = Order.objects.get(table=table, kind=Order.Kind.CHANGE_RULES)
    assert (order.payload["changes"], order.payload["reason"]) == ([told], "a closed game")
    host = SteppedHost(table.pk)
    host.read_inbox()
    (event,) = [event for event in host.table.public_events if isinstance(event, ev.RulesChanged)]
    assert ([list(change) for change in event.changes], event.reason) == ([told], "a closed game")


def test_F1_a_new_name_is_one_line_without_characters_that_disguise_it() -> None:
    table = open_table()
    change_table(table_id=table.pk, name="Br\u200bno\nII")
    assert Table.objects.get(pk=table.pk).name == "Brno II"
    order = Order.objects.get(table=table, kind=Order.Kind.CHANGE_RULES)
    assert order.payload["changes"] == [["name", "Prague", "Brno II"]]


def test_F1_every_setting_is_told_or_no_matter_of_the_table() -> None:
    assert set(TOLD) | NOT_TOLD == {*CHANGED_AT_ONCE, "password"}


def test_D4_blinds_changed_in_fixed_limit_are_refused_unless_the_small_one_is_half_the_lower_limit() -> None:
    odd = NL_10_20._replace(stakes=Stakes(Structure.FIXED_LIMIT, 5_00, 20_00))
    table = open_table(rules=odd)
    with pytest.raises(IllegalAction, match="limit_blinds_wrong"):
        change_table(table_id=table.pk, rules=odd._replace(stakes=odd.stakes._replace(small_blind=15_00)))
    change_table(table_id=table.pk, rules=odd._replace(stakes=odd.stakes._replace(small_blind=10_00)))


def test_D4_a_table_with_other_blinds_keeps_them_when_something_else_changes() -> None:
    odd = NL_10_20._replace(stakes=Stakes(Structure.FIXED_LIMIT, 5_00, 20_00))
    table = open_table(rules=odd)
    change_table(table_id=table.pk, rules=odd._replace(clock=odd.clock._replace(turn=30_000)))
    assert Order.objects.filter(table=table, kind=Order.Kind.CHANGE_RULES).exists()


def test_F3_a_password_that_stays_is_no_change() -> None:
    table = open_table(password="sesame")
    assert floor.change(by=person("Dana").pk, table_id=table.pk, why="", rules=table.rules, password=None) == []
    assert not Order.objects.exists()
    assert Table.objects.get(pk=table.pk).password == table.password
