"""Acts on several tables: what happens where is shown first, refusing tables do not change, nothing happens twice."""

from datetime import timedelta
from typing import Any
from urllib.parse import urlencode

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from backoffice.web.listing import PAGE
from cashier import api as cashier
from cashier import currencies
from cashier.models import Currency
from games.engine.rules.house_rules import SHOWDOWN
from games.engine.rules.rules import Rules
from games.engine.rules.stakes import Stakes, Structure
from games.engine.rules.variants import CATALOGUE
from games.models import Hand, Order, Table
from games.models.floor_decisions import FloorDecision
from games.operations.tables import newest_rules
from games.web.operators import bulk_acts, several, table_list
from pokerroom.models import User
from tests.browser_forms import shown_values
from tests.games.support.tables import NL_10_20, SteppedHost, open_table, person, seat
from tests.games.web.operators.pages import errors_of, text_of
from tests.staff import staff

pytestmark = pytest.mark.django_db
INVISIBLE = "\u200b"


@pytest.fixture
def operator() -> Client:
    """A browser in which an operator has signed in."""
    return staff("operator")


@pytest.fixture
def tables() -> list[Table]:
    """Three tables: hold'em 10/20 twice, and stud."""
    stud = Rules(CATALOGUE["stud"], Stakes(Structure.FIXED_LIMIT, 0, 20_00, 5_00, bring_in=10_00))
    return [open_table("Prague"), open_table("Brno"), open_table("Stud", rules=stud, seats=8)]


def address(act: str, tables: list[Table]) -> str:
    """The page of an act on these tables."""
    return "/office/tables/several/?" + urlencode({"act": act, "ticked": [table.pk for table in tables]}, doseq=True)


def send(
    client: Client, act: str, tables: list[Table], *, confirmed: bool = True, reason: str = "fire drill", **changed: Any
) -> Any:
    """Fills in the form of an act on these tables, and confirms it."""
    page = address(act, tables)
    data = shown_values(client.get(page), "once") | changed | {"reason": reason}
    return client.post(page, data | ({"confirmed": "1"} if confirmed else {}))


def groups(answer: Any) -> list[list[str]]:
    """The lines of the preview, by heading."""
    return [list(group.lines) for group in answer.context["groups"]]


def test_the_list_names_the_currency_of_the_rake_of_each_table(operator: Client) -> None:
    open_table("Karlštejn", currency="CZK")
    assert "0\N{NO-BREAK SPACE}Kč" in operator.get("/office/tables/").content.decode()


def test_the_list_filters_tables_and_ticks_all_that_are_left(operator: Client, tables: list[Table]) -> None:
    Table.objects.filter(name="Brno").update(is_paused=True)
    page = text_of(operator.get("/office/tables/?game=stud&tick=all"))
    assert page.count('name="ticked"') == 1
    assert f'value="{tables[2].pk}"' in page
    assert "checked" in page
    for query, found in (
        ("", {"Prague", "Brno", "Stud"}),
        ("state=paused", {"Brno"}),
        ("state=closed", set()),
        ("stakes=nl:1000:2000:PLAY", {"Prague", "Brno"}),
        ("stakes=nl:1000:2000:EUR", {"Prague", "Brno", "Stud"}),
        ("structure=fl", {"Stud"}),
        ("preset=showdown", set()),
        ("preset=online&q=st", {"Stud"}),
        ("currency=PLAY&sort=-players", {"Prague", "Brno", "Stud"}),
    ):
        rows = operator.get(f"/office/tables/?{query}").context["rows"]
        assert {row[1][0].text for row in rows} == found, query


def test_the_list_tells_stakes_of_equal_minor_units_apart_by_their_currency(operator: Client) -> None:
    """1,000 and 2,000 minor units are 10/20 euro and 1,000/2,000 yen."""
    Currency.objects.create(code="JPY", digits=0)
    currencies.read_again()
    open_table("Dublin", currency="EUR")
    open_table("Kyoto", currency="JPY")
    listing = operator.get("/office/tables/?stakes=nl:1000:2000:JPY").context
    assert [row[1][0].text for row in listing["rows"]] == ["Kyoto"]
    page = text_of(operator.get("/office/tables/"))
    assert "10/20\N{NO-BREAK SPACE}€ No limit" in page
    assert "1\N{NARROW NO-BREAK SPACE}000/2\N{NARROW NO-BREAK SPACE}000\N{NO-BREAK SPACE}JPY No limit" in page


WHOLE_LIST = "/office/tables/several/?act=pause&whole=1&"


@pytest.fixture
def crowd() -> list[Table]:
    """More tables than a page of the list shows, every other one paused."""
    found = [open_table(f"Table {number}") for number in range(PAGE + 2)]
    Table.objects.filter(pk__in=[table.pk for table in found[::2]]).update(is_paused=True)
    return found


def test_a_whole_list_is_chosen_with_its_filters(operator: Client, crowd: list[Table]) -> None:
    page = text_of(operator.get("/office/tables/?game=holdem&q=table&tick=all&sort=-name"))
    assert f"All {len(crowd)} tables of this list, on every page" in page
    assert page.count('name="ticked"') == PAGE
    assert '<input type="hidden" name="q" value="table">' in page
    assert "on every page" not in text_of(operator.get("/office/tables/?state=paused")), "it has one page"
    for query, found in (
        ("game=holdem", crowd),
        ("state=paused", crowd[::2]),
        ("q=table+5&ticked=1", [table for table in crowd if "5" in table.name]),
        ("state=unheard", crowd),
        ("game=stud", []),
    ):
        answer = operator.get(WHOLE_LIST + query)
        ticked = answer.context["form"].initial["ticked"] if found else []
        assert ticked == [table.pk for table in found], query
    assert answer.headers["Location"] == "/office/tables/"


def test_a_form_keeps_the_tables_of_its_list_when_the_list_changes(operator: Client, crowd: list[Table]) -> None:
    page = WHOLE_LIST + "state=open"
    data = shown_values(operator.get(page), "once") | {"reason": "fire drill"}
    opened = open_table("Opened meanwhile")
    preview = groups(operator.post(page, data))
    assert [line.partition(":")[0] for line in preview[0]] == [table.name for table in crowd[1::2]]
    assert [operator.post(page, data | {"confirmed": "1"}).status_code for _ in range(2)] == [302, 302]
    assert set(Order.objects.values_list("table", flat=True)) == {table.pk for table in crowd[1::2]}
    assert opened.pk not in Order.objects.values_list("table", flat=True)
    assert Order.objects.count() == len(crowd[1::2])


def test_a_list_that_is_too_long_is_not_chosen_as_a_whole(
    operator: Client, crowd: list[Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (table_list, several, bulk_acts):
        monkeypatch.setattr(module, "MOST_TABLES", PAGE + 1)
    told = f"At most {PAGE + 1} tables can be selected at once. Filter the list to select all of it."
    page = text_of(operator.get("/office/tables/"))
    assert told in page
    assert 'name="whole"' not in page
    assert told in text_of(operator.get(WHOLE_LIST, follow=True))
    monkeypatch.setattr(several, "MOST_TABLES", PAGE + 2)
    assert operator.get(WHOLE_LIST).status_code == 200


def test_a_form_of_as_many_tables_as_are_chosen_at_once_is_taken(operator: Client) -> None:
    settings_allow = int(settings.DATA_UPLOAD_MAX_NUMBER_FIELDS or 0)
    assert settings_allow >= bulk_acts.MOST_TABLES + 20


def test_the_list_shows_no_boxes_to_who_may_not_change_tables(tables: list[Table]) -> None:
    assert "With the selected tables" not in text_of(staff("auditor").get("/office/tables/"))
    assert staff("floorman").get(address("close", tables)).status_code == 403


def test_F3_tables_are_paused_resumed_and_closed_through_their_inboxes(operator: Client) -> None:
    table = open_table()
    host = SteppedHost(table.pk)
    for act in ("pause", "resume", "close"):
        assert send(operator, act, [table]).status_code == 302
        host.read_inbox()
    assert list(Order.objects.values_list("kind", flat=True)) == ["pause", "resume", "close"]
    decided = FloorDecision.objects.filter(table=table).order_by("pk").values_list("kind", "reason")
    assert list(decided) == [("pause", "fire drill"), ("resume", "fire drill"), ("close", "fire drill")]
    table.refresh_from_db()
    assert table.closed_at is not None
    assert "This table is closed." in errors_of(send(operator, "pause", [table]))["__all__"]


def test_a_stopped_table_can_be_restarted(operator: Client) -> None:
    table = open_table()
    Table.objects.update(frozen=True)
    send(operator, "thaw", [table])
    assert not Table.objects.get().frozen


@pytest.mark.parametrize("reason", ["", "  ", INVISIBLE])
def test_F3_nothing_happens_without_a_reason_that_can_be_read(
    operator: Client, tables: list[Table], reason: str
) -> None:
    for act in ("pause", "close", "rake"):
        assert "reason" in errors_of(send(operator, act, tables, reason=reason))
    assert not Order.objects.exists()
    assert not FloorDecision.objects.exists()


def test_somebody_who_refuses_is_named_before_and_stays_as_it_is(operator: Client, tables: list[Table]) -> None:
    olga = User.objects.get(username="operator")
    cashier.open_wallet(user_id=olga.pk, name="Olga", grant=10_000_00, currency="PLAY")
    seat(SteppedHost(tables[0].pk), olga)
    Table.objects.filter(pk=tables[1].pk).update(is_open=False)
    preview = groups(send(operator, "close", tables, confirmed=False))
    assert [len(lines) for lines in preview] == [1, 1, 1]
    assert preview[0][0].startswith("Stud: closes after this hand")
    assert preview[1] == ["Brno"]
    assert preview[2] == ["Prague: You play at this table: another member of staff has to decide."]
    assert send(operator, "close", tables).status_code == 302
    assert list(Order.objects.filter(kind="close").values_list("table", flat=True)) == [tables[2].pk]


def test_an_act_that_is_sent_twice_happens_once_at_each_table(operator: Client, tables: list[Table]) -> None:
    page = address("pause", tables)
    data = shown_values(operator.get(page), "once") | {"reason": "lunch", "confirmed": "1"}
    assert [operator.post(page, data).status_code for _ in range(2)] == [302, 302]
    assert Order.objects.filter(kind="pause").count() == 3


def test_R_the_rake_of_several_tables_follows_their_presets(operator: Client, tables: list[Table]) -> None:
    preview = send(operator, "rake", tables, confirmed=False, rake="")
    assert "Prague: Rake: none → 5%, caps: 10 with 2 players" in groups(preview)[0][0]
    assert "With the next hand" in str(preview.context["groups"][0].heading)
    assert not Order.objects.exists(), "a rehearsal leaves nothing behind"
    send(operator, "rake", tables, rake="")
    assert {newest_rules(table).rake.code for table in Table.objects.all()} == {"online"}
    again = send(operator, "rake", tables, confirmed=False, rake="")
    assert "Nothing would change." in errors_of(again)["__all__"]


def test_K2_limits_of_buy_ins_are_counted_in_big_blinds_of_each_table(operator: Client, tables: list[Table]) -> None:
    send(operator, "buy_in", tables, min_buy_in="50", max_buy_in="250")
    assert set(Table.objects.values_list("min_buy_in", "max_buy_in")) == {(1_000_00, 5_000_00)}
    send(operator, "buy_in", tables, min_buy_in="200", max_buy_in="", counted_in="money")
    assert set(Table.objects.values_list("min_buy_in", "max_buy_in")) == {(200_00, 0)}
    answer = send(operator, "buy_in", tables, min_buy_in="300", max_buy_in="200")
    assert "must not be below the minimum" in errors_of(answer)["__all__"]


def test_a_house_rule_changes_where_it_means_anything(operator: Client, tables: list[Table]) -> None:
    preview = groups(send(operator, "rule", tables, confirmed=False, rule="run_it=3"))
    assert preview[0][0] == "Prague: Boards dealt in an all-in: up to two → up to three"
    assert preview[1] == ["Stud: This rule has no effect on the game of this table."]
    send(operator, "rule", tables, rule="run_it=3")
    assert [newest_rules(table).house.run_it for table in tables] == [3, 3, 2]
    send(operator, "rule", tables, rule="run_it=")
    assert newest_rules(tables[0]).house.run_it == 2


@pytest.mark.parametrize("query", ["", "act=close", "act=steal&ticked=1", "act=close&ticked=x&ticked=0"])
def test_without_tables_or_an_act_the_page_leads_back(operator: Client, query: str) -> None:
    assert operator.get(f"/office/tables/several/?{query}").headers["Location"] == "/office/tables/"


# Templates.


def test_a_template_is_saved_from_a_table_and_opens_others_like_it(operator: Client) -> None:
    table = open_table(rules=NL_10_20._replace(house=SHOWDOWN), seats=7, password="x", watch_delay=30)
    page = f"/office/tables/templates/new/?table={table.pk}"
    data = shown_values(operator.get(page), "once") | {"name": "Evening", "confirmed": "1"}
    assert [operator.post(page, data).status_code for _ in range(2)] == [302, 302]
    (row,) = operator.get("/office/tables/templates/").context["rows"]
    template = row[0][0].url
    new = f"/office/tables/new/?template={template.split('/')[-2]}"
    assert "Evening" in text_of(operator.get("/office/tables/new/"))
    opened = shown_values(operator.get(new), "once") | {"name": "Copy", "how_many": "2", "confirmed": "1"}
    operator.post(new, opened)
    copy = Table.objects.get(name="Copy 2")
    assert (copy.rules, copy.seats, copy.watch_delay, copy.password) == (table.rules, 7, 30, "")
    again = data | {"name": "evening", "once": "5a1d9a5e-0000-4000-8000-000000000001"}
    assert "already a template" in errors_of(operator.post(page, again))["name"]
    # It is changed and retired; what was opened from it stays.
    changed = shown_values(operator.get(template), "once") | {"seats": "6", "reason": "shorter", "confirmed": "1"}
    assert operator.post(template, changed).status_code == 302
    assert Table.objects.get(name="Copy 2").seats == 7
    assert 'value="6" selected' in text_of(operator.get(new))
    assert operator.post(f"{template}retire/", {"reason": "old", "confirmed": "1"}).status_code == 302
    assert operator.get(template).status_code == 404
    assert operator.get("/office/tables/templates/").context["rows"] == []
    assert operator.post(page, again).status_code == 302, "the name is free again"


def test_people_at_the_tables_keep_their_chips_when_limits_change(operator: Client) -> None:
    host = SteppedHost(open_table().pk)
    alice = person("Alice")
    seat(host, alice)
    send(operator, "buy_in", [Table.objects.get()], min_buy_in="10", max_buy_in="20")
    host.read_inbox()
    assert host.table.seat(0).stack == 2_000_00


def test_R_the_list_shows_the_rake_of_the_last_day_of_each_table(operator: Client, tables: list[Table]) -> None:
    def rake(table: Table, number: int, amount: int, *, hours: int, void: bool = False) -> None:
        ended = timezone.now() - timedelta(hours=hours)
        Hand.objects.create(
            table=table, number=number, began_at=ended, ended_at=ended, pot=0, rake=amount, players=2, rules_data={},
            second_street_players=0, game="holdem", structure="nl", small_blind=1, big_blind=2, void=void,
        )  # fmt: skip

    prague, brno, stud = tables
    rake(prague, 1, 2_50, hours=1)
    rake(prague, 2, 1_00, hours=23)
    rake(prague, 3, 9_00, hours=25)
    rake(brno, 1, 7_00, hours=1, void=True)
    table_list._add_rake(tables)
    assert [table_list._rake(table) for table in (prague, brno, stud)] == ["3.50", "0", "0"]
    assert "3.50" in text_of(operator.get("/office/tables/"))
