"""A running table changed: what happens when is shown first, the rest stays, and nobody decides where they play."""

from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from backoffice.models import RoomSetting, StaffAct
from cashier import api as cashier
from games import api
from games.engine.rules.house_rule import Preset
from games.engine.rules.house_rules import HOUSE_RULES, PRESETS, Disconnect
from games.engine.rules.mixed_games import rotation
from games.engine.rules.rules import Game, Rules
from games.engine.rules.stakes import AnteKind, Stakes, Structure
from games.engine.rules.variants import CATALOGUE
from games.engine.table import commands as cm
from games.models import Order, Table
from games.models.floor_decisions import FloorDecision
from games.operations.waiting_changes import apply_at_empty_tables
from pokerroom.models import User
from tests.browser_forms import shown_values
from tests.games.support.tables import SteppedHost, open_table, person, seat
from tests.games.support.tournament_tables import TOURNAMENT, level_rules
from tests.games.support.unusual_rules import CLOCK, CUSTOM_RAKE, EVERY_RULE
from tests.games.web.operators.pages import errors_of, page_of, send, text_of
from tests.staff import staff

pytestmark = pytest.mark.django_db

PLAYABLE = replace(EVERY_RULE, rabbit_hunt=True, rabbit_fee=3_00, chip_unit=50, disconnect=Disconnect.ALL_IN_PROTECTION)
HOLDEM = Rules(
    CATALOGUE["holdem"],
    Stakes(Structure.POT_LIMIT, 7_00, 20_00, 3_00, AnteKind.BIG_BLIND),
    PLAYABLE,
    CUSTOM_RAKE,
    CLOCK,
)
STUD_STAKES = Stakes(Structure.FIXED_LIMIT, 0, 20_00, 5_50, bring_in=12_50)
HORSE = rotation("horse", 20_00, every=7)
OWN_ROTATION = (Game(CATALOGUE["holdem"], HOLDEM.stakes), Game(CATALOGUE["stud"], STUD_STAKES))
TABLES = {
    "hold'em with every rule changed": HOLDEM,
    "a game in which many of them have no effect": HOLDEM._replace(variant=CATALOGUE["stud"], stakes=STUD_STAKES),
    "a rotation": HORSE._replace(house=PLAYABLE, clock=CLOCK),
    "a rotation of its own": HOLDEM._replace(mix=OWN_ROTATION, every=3),
    "no rake under a preset with rake": Rules(CATALOGUE["omaha"], HOLDEM.stakes, PRESETS[Preset.ETHP]),
}


@pytest.fixture
def operator() -> Client:
    """A browser in which an operator has signed in."""
    return staff("operator")


def stored(table: Table) -> dict[str, Any]:
    """Every column of the row."""
    return dict(Table.objects.filter(pk=table.pk).values().get())


def table_with(rules: Rules) -> Table:
    """A table of which every column that an operator may set has an unusual value."""
    main = open_table("Main", rules=rules, seats=5)
    return open_table(
        "Feeder", rules=rules, seats=6, min_buy_in=800_50, max_buy_in=5_000_50, bots=3, sort_order=-7,
        closed_to_watchers=True, watch_delay=45, password="sesame", feeds=main, opened_by=person("Owner").pk,
    )  # fmt: skip


@pytest.mark.parametrize("language", ["en", "cs", "sk"])
@pytest.mark.parametrize("rules", TABLES.values(), ids=TABLES)
def test_renaming_a_table_changes_its_name_alone(operator: Client, rules: Rules, language: str) -> None:
    table = table_with(rules)
    before = stored(table)
    operator.cookies["django_language"] = language
    assert send(operator, page_of(table)).status_code == 422, "untouched, nothing changes"
    assert stored(table) == before
    assert send(operator, page_of(table), name="Renamed", reason="a better name").status_code == 302
    assert stored(table) == {**before, "name": "Renamed", "name_key": "renamed"}
    order = Order.objects.get()
    assert order.payload["changes"] == [["name", before["name"], "Renamed"]], "the players are told"
    assert Rules.from_data(order.payload["rules"]) == table.rules


def test_every_rule_of_the_unusual_table_differs_from_a_preset() -> None:
    same = [rule for rule in HOUSE_RULES if all(getattr(PLAYABLE, rule) == getattr(p, rule) for p in PRESETS.values())]
    assert not same


def headings(answer: Any) -> dict[str, list[str]]:
    """What the preview says, by heading."""
    return {str(group.heading): list(group.lines) for group in answer.context["groups"]}


CHANGED = {"big_blind": "40", "max_buy_in": "9000", "seats": "6", "watch_delay": "30", "reason": "more players"}


def test_every_change_is_shown_below_the_time_at_which_it_takes_effect(operator: Client) -> None:
    host = SteppedHost(open_table().pk)
    seat(host, person("Alice"))
    before = stored(Table.objects.get())
    preview = send(operator, page_of(Table.objects.get()), confirmed=False, **CHANGED, currency="CZK")
    assert headings(preview) == {
        "At once": ["Maximum buy-in: 5\u202f000 → 9\u202f000", "Delay for watchers: 0 s → 30 s"],
        "With the next hand": ["Stakes: 10/20 → 20/40"],
        "When nobody sits at the table any more": ["Seats: 9 → 6"],
        "Refused: this stays as it is": [
            "Currency: PLAY → CZK. A table keeps its currency, in which its hands were played and its ledger is kept:"
            " open a copy instead."
        ],
    }
    assert stored(Table.objects.get()) == before


def test_F3_a_change_is_carried_out_recorded_and_told(operator: Client) -> None:
    host = SteppedHost(open_table(bots=2).pk)
    seat(host, person("Alice"))
    table = Table.objects.get()
    assert "Give a reason" in errors_of(send(operator, page_of(table), **{**CHANGED, "reason": " "}))["reason"]
    assert send(operator, page_of(table), **CHANGED).status_code == 302
    host.read_inbox()
    table.refresh_from_db()
    assert (table.max_buy_in, table.watch_delay, table.seats, table.rules.stakes.big_blind) == (9_000_00, 30, 9, 40_00)
    decision = FloorDecision.objects.get()
    assert (decision.kind, decision.reason) == ("change", "more players")
    assert ["stakes", "holdem:nl:1000:2000", "holdem:nl:2000:4000"] in decision.changes
    act = StaffAct.objects.get(act="table.change_waits")
    assert (act.changes, act.reason) == ([["seats", "9", "6"]], "more players")
    page = text_of(operator.get(page_of(table)))
    assert "This waits until nobody sits at the table" in page
    assert "Seats: 9 → 6" in page


def test_what_waits_is_carried_out_once_the_table_is_empty(operator: Client) -> None:
    host = SteppedHost(open_table().pk)
    alice = person("Alice")
    seat(host, alice)
    table = Table.objects.get()
    assert send(operator, page_of(table), seats="6", game="omaha", reason="a short table").status_code == 302
    assert apply_at_empty_tables([table.pk]) == []
    host.do(cm.Leave(alice.pk))
    assert apply_at_empty_tables([table.pk]) == [table.pk]
    assert apply_at_empty_tables([table.pk]) == []
    host.read_inbox()
    table.refresh_from_db()
    assert (table.seats, table.rules.variant.code, table.when_empty) == (6, "omaha", None)
    assert len(host.table.seats) == 6


def test_an_empty_table_changes_at_once(operator: Client) -> None:
    table = open_table()
    preview = send(operator, page_of(table), confirmed=False, **CHANGED)
    assert list(headings(preview)) == ["At once"]
    send(operator, page_of(table), **CHANGED)
    host = SteppedHost(table.pk)
    host.read_inbox()
    table.refresh_from_db()
    assert (table.seats, len(host.table.seats), table.when_empty) == (6, 6, None)


def test_what_waits_can_be_dropped_and_is_replaced_by_the_next_change(operator: Client) -> None:
    host = SteppedHost(open_table().pk)
    seat(host, person("Alice"))
    table = Table.objects.get()
    send(operator, page_of(table), seats="6", reason="short")
    preview = send(operator, page_of(table), confirmed=False, seats="8", reason="not so short")
    assert "What waited until the table is empty is discarded." in headings(preview)["At once"]
    send(operator, page_of(table), seats="8", reason="not so short")
    drop = f"{page_of(table)}drop-waiting/"
    assert "Seats: 9 → 8" in text_of(operator.post(drop, {"reason": "as it was"}))
    assert operator.post(drop, {"reason": "as it was", "confirmed": "1"}).status_code == 302
    table.refresh_from_db()
    assert table.when_empty is None
    assert StaffAct.objects.filter(act="table.waiting_dropped").count() == 1
    assert operator.post(drop, {"reason": "again"}).status_code == 422


def test_a_change_that_is_sent_twice_happens_once(operator: Client) -> None:
    host = SteppedHost(open_table().pk)
    seat(host, person("Alice"))
    page = page_of(Table.objects.get())
    data = shown_values(operator.get(page), "once") | CHANGED | {"confirmed": "1"}
    assert [operator.post(page, data).status_code for _ in range(2)] == [302, 302]
    assert FloorDecision.objects.count() == 1


def test_F8_nobody_changes_a_table_they_play_at_unless_the_owner_allows_it(operator: Client) -> None:
    host = SteppedHost(open_table().pk)
    olga = User.objects.get(username="operator")
    cashier.open_wallet(user_id=olga.pk, name="Olga", grant=10_000_00, currency="PLAY")
    seat(host, olga)
    page = page_of(Table.objects.get())
    for confirmed in (False, True):
        answer = send(operator, page, confirmed=confirmed, **CHANGED)
        assert "another member of staff has to decide" in errors_of(answer)["__all__"]
    assert not Order.objects.filter(kind="change_rules").exists()
    RoomSetting.objects.create(pk="own_acts", value=True)
    assert send(operator, page, **CHANGED).status_code == 302
    assert StaffAct.objects.get(act="table.change_waits").own


def test_a_password_is_set_kept_and_removed(operator: Client) -> None:
    table = open_table(password="x")
    kept = table.password
    send(operator, page_of(table), name="Renamed", reason="a name")
    assert Table.objects.get().password == kept
    preview = send(operator, page_of(table), confirmed=False, no_password="on", reason="for all")
    assert headings(preview) == {"At once": ["Password: the old one → none"]}
    send(operator, page_of(table), no_password="on", reason="for all")
    assert Table.objects.get().password == ""


def test_somebody_who_may_not_change_tables_reads_what_a_table_is(operator: Client) -> None:
    table = open_table(watch_delay=30)
    reader = staff("auditor")
    page = text_of(reader.get(page_of(table)))
    assert "No-limit hold&#x27;em 10/20" in page
    assert "<textarea" not in page
    assert "Save" not in page
    assert 'name="big_blind"' not in text_of(reader.post(page_of(table), {"name": "Mine", "confirmed": "1"}))
    assert Table.objects.get().name == "Prague"


def test_a_closed_table_and_one_of_a_tournament_cannot_be_changed(operator: Client) -> None:
    table = open_table()
    Table.objects.update(is_open=False, closed_at="2026-01-01T00:00:00Z")
    assert 'name="big_blind"' not in text_of(operator.get(page_of(table)))
    number = api.open_tournament_table(tournament=TOURNAMENT, name="Final", rules=level_rules(), seats=6)
    assert operator.get(f"/office/tables/{number}/").status_code == 404
