"""Two operators at one table's page at the same time: the second save takes nothing back that the first has done."""

import pytest

from games.engine.errors import IllegalAction
from games.models import Order, Table
from games.operations.changing import Wanted, change_running_table, settings_mark
from games.operations.floor import change
from games.tables.settings import TableSettings
from tests.browser_forms import shown_values
from tests.games.support.tables import NL_10_20, SteppedHost, open_table
from tests.games.web.operators.pages import errors_of, page_of, send, text_of
from tests.staff import staff

pytestmark = pytest.mark.django_db


def test_the_second_save_of_a_page_that_is_out_of_date_is_refused_and_keeps_what_was_typed() -> None:
    table, first, second = open_table(), staff("operator", "Anna"), staff("operator", "Boris")
    shown = shown_values(second.get(page_of(table)), "once")
    assert send(first, page_of(table), max_buy_in="9000", reason="more players").status_code == 302
    typed = shown | {"watch_delay": "30", "reason": "fair play"}
    for answer in (second.post(page_of(table), typed), second.post(page_of(table), typed | {"confirmed": "1"})):
        assert "Somebody has changed this table since you opened this page" in errors_of(answer)["__all__"]
        assert answer.context["form"]["watch_delay"].value() == "30"
    table.refresh_from_db()
    assert (table.max_buy_in, table.watch_delay) == (9_000_00, 0)
    assert send(second, page_of(table), watch_delay="30", reason="fair play").status_code == 302
    table.refresh_from_db()
    assert (table.max_buy_in, table.watch_delay) == (9_000_00, 30)


def test_a_change_between_the_preview_and_the_confirmation_is_found_too() -> None:
    table, first, second = open_table(), staff("operator", "Anna"), staff("operator", "Boris")
    shown = shown_values(second.get(page_of(table)), "once") | {"watch_delay": "30", "reason": "fair play"}
    assert "Delay for watchers: 0 s → 30 s" in text_of(second.post(page_of(table), shown))
    assert send(first, page_of(table), name="Renamed", reason="a better name").status_code == 302
    assert second.post(page_of(table), shown | {"confirmed": "1"}).status_code == 422
    assert Table.objects.get().watch_delay == 0


def test_the_lock_decides_and_orders_that_wait_count_while_hands_that_are_played_do_not() -> None:
    table = open_table()
    seen = settings_mark(table)
    by = int(staff("operator").session["_auth_user_id"])
    wanted = Wanted("Prague", TableSettings.of(table)._replace(watch_delay=30), None)
    slower = NL_10_20._replace(clock=NL_10_20.clock._replace(turn=9_000))
    change(by=by, table_id=table.pk, why="slower", rules=slower)
    assert Order.objects.unanswered().exists()
    changed = settings_mark(table)
    assert changed != seen
    with pytest.raises(IllegalAction, match="changed_meanwhile"):
        change_running_table(by=by, table_id=table.pk, wanted=wanted, why="fair", key="one", seen=seen)
    SteppedHost(table.pk).read_inbox()
    assert settings_mark(Table.objects.get()) == changed, "the same settings, now in force"
