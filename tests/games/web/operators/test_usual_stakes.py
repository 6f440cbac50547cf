"""What the form of a new table shows first: the room's first currency, and buy-ins that follow the stakes typed."""

import pytest
from django.test import Client

from cashier import currencies
from cashier.models import Currency
from games.engine.rules.house_rule import Preset
from games.engine.rules.house_rules import preset_house
from games.models import Table
from tests.browser_forms import shown_values
from tests.games.support.tables import NL_10_20, open_table
from tests.games.web.operators.pages import NEW, send
from tests.staff import staff

pytestmark = pytest.mark.django_db

AMOUNTS = ("currency", "big_blind", "min_buy_in", "max_buy_in")


@pytest.fixture
def operator() -> Client:
    """A browser in which an operator has signed in."""
    return staff("operator")


def limits_of(name: str) -> tuple[int, int]:
    """The limits of buy-ins of a table."""
    return Table.objects.values_list("min_buy_in", "max_buy_in").get(name=name)


def test_usual_buy_ins_follow_the_stakes_typed_also_without_scripts(operator: Client) -> None:
    assert send(operator, NEW, name="Usual").status_code == 302
    assert send(operator, NEW, name="Dear", big_blind="50").status_code == 302
    assert [limits_of("Usual"), limits_of("Dear")] == [(800_00, 2_000_00), (2_000_00, 5_000_00)]
    preview = send(operator, NEW, confirmed=False, name="Cheap", big_blind="0,50")
    assert "Buy-in from 20 to 50" in preview.content.decode()


def test_buy_ins_that_were_typed_or_come_from_another_table_stay(operator: Client) -> None:
    assert send(operator, NEW, name="Typed", big_blind="50", max_buy_in="3000").status_code == 302
    assert send(operator, NEW, name="None", big_blind="50", min_buy_in="", max_buy_in="").status_code == 302
    source = open_table("Source", min_buy_in=800_00, max_buy_in=2_000_00)
    assert send(operator, f"{NEW}?copy={source.pk}", name="Copy", big_blind="50").status_code == 302
    assert [limits_of(name) for name in ("Typed", "None", "Copy")] == [
        (800_00, 3_000_00),
        (0, 0),
        (800_00, 2_000_00),
    ]


def test_buy_ins_stay_that_were_typed_as_the_form_had_shown_them(operator: Client) -> None:
    """The page empties the hidden big blind of the shown buy-ins once somebody types into one of them."""
    assert send(operator, NEW, name="Meant", big_blind="50", usual_for="").status_code == 302
    emptied = {"min_buy_in": "", "max_buy_in": "", "usual_for": ""}
    assert send(operator, NEW, name="Free", big_blind="50", **emptied).status_code == 302
    assert [limits_of("Meant"), limits_of("Free")] == [(800_00, 2_000_00), (0, 0)]


def test_the_live_help_shows_the_new_buy_ins_and_follows_once_more(operator: Client) -> None:
    form = shown_values(operator.get(NEW), "once") | {"big_blind": "50"}
    first = operator.post(NEW, form, headers={"X-Fragment": "1", "X-Changed": "big_blind"})
    page = first.content.decode()
    assert 'id="id_min_buy_in"' in page
    assert [first.context["form"][name].value() for name in ("usual_for", "min_buy_in")] == ["50", "2\u202f000"]
    again = operator.post(NEW, form | {"seats": "6"}, headers={"X-Fragment": "1", "X-Changed": "seats"})
    assert 'id="id_usual_for"' in again.content.decode()


@pytest.mark.parametrize(("digits", "blind"), [(0, "20"), (3, "20")])
def test_the_first_values_are_in_the_rooms_first_currency_and_its_decimals(
    operator: Client, digits: int, blind: str
) -> None:
    Currency.objects.create(code="AAA", name="First", symbol="A", digits=digits, order=0)
    currencies.read_again()
    shown = shown_values(operator.get(NEW), "once")
    assert [shown[name][0] for name in ("currency", "big_blind")] == ["AAA", blind]
    assert shown["min_buy_in"][0].replace("\u202f", "").replace("\u00a0", "") == "800"


def test_a_table_of_a_preset_shows_it_whatever_the_decimals_of_its_currency(operator: Client) -> None:
    Currency.objects.create(code="KWD", name="Dinar", symbol="KD", digits=3, order=9)
    currencies.read_again()
    stakes = NL_10_20.stakes._replace(small_blind=10_000, big_blind=20_000)
    rules = NL_10_20._replace(stakes=stakes, house=preset_house(Preset.SHOWDOWN, 3))
    table = open_table("Dinars", currency="KWD", rules=rules, min_buy_in=800_000, max_buy_in=5_000_000)
    shown = shown_values(operator.get(f"{NEW}?copy={table.pk}"), "once")
    assert (shown["preset"], shown["chip_unit"]) == ([Preset.SHOWDOWN], [""])
