"""The pages of the reports: who may read them, and what they show."""

import csv

import pytest
from django.test import Client
from django.urls import reverse

from games.models.hourly import HourlyTable
from pokerroom.models import User
from tests.staff import staff

pytestmark = pytest.mark.django_db
PAGES = ("today", "rake", "play", "players", "money", "drawers", "tournaments", "table_fees", "given")
DAYS = "from=2020-01-01&to=2199-12-31"


def page(client: Client, name: str, query: str = "") -> str:
    """The HTML of a report."""
    answer = client.get(f"{reverse(f'reports:{name}')}?{query}")
    assert answer.status_code == 200
    return answer.content.decode()


def test_M6_reports_are_for_owner_operator_and_auditor(played: dict[str, User]) -> None:
    for role in ("owner", "operator", "auditor"):
        client = staff(role)
        assert page(client, "today") and page(client, "rake")
    for role in ("cashier", "floorman", "tournament director"):
        client = staff(role, role.title().replace(" ", ""))
        assert {client.get(reverse(f"reports:{name}")).status_code for name in PAGES} == {403}


def test_the_first_page_of_the_owner_is_today(owner: Client) -> None:
    assert owner.get(reverse("backoffice:home")).headers["Location"] == reverse("reports:today")


def test_a_chart_of_a_report_has_a_name_for_screen_readers_and_a_table_beside_it(owner: Client) -> None:
    html = page(owner, "rake", "range=week")
    assert html.count('role="img" aria-label="Rake: ') == 2
    assert 'class="list report"' in html


def test_M6_a_csv_file_has_every_row_in_plain_numbers(owner: Client) -> None:
    answer = owner.get(f"{reverse('reports:rake')}?{DAYS}&by=table&csv=1&currency=PLAY")
    rows = list(csv.reader(answer.getvalue().decode("utf-8-sig").splitlines()))
    assert rows[0] == ["Table", "Rake", "Hands", "Average pot"]
    booked = sum(HourlyTable.objects.filter(currency="PLAY").values_list("rake", flat=True))
    assert [(name, rake) for name, rake, *_rest in rows[1:]] == [("Prague", f"{booked / 100:.2f}")]


@pytest.mark.parametrize(
    "query",
    [
        "range=never&by=luck&currency=XXX&table=x&page=-1&after=zz",
        "from=2026-13-45&to=nonsense&cause=hand&ref=1&by=entries&player=7",
        "from=2026-03-02&to=2026-03-01&stakes=nl-1&game=&clock=99&player=999999999999999999999",
        "stakes=zz-1-2&clock=7&by=hands&table=5",
        "by=hands&player=5&page=99999&from=2000-01-01&to=2199-12-31",
        "from=2000-01-01&to=2199-12-31&by=day",
    ],
)
def test_an_address_that_means_nothing_is_a_page_all_the_same(owner: Client, query: str) -> None:
    for name in PAGES:
        page(owner, name, query)


def test_two_currencies_are_never_in_one_figure(owner: Client) -> None:
    for currency in ("PLAY", "CZK"):
        html = page(owner, "rake", f"{DAYS}&by=table&currency={currency}")
        assert (">Prague<" in html, ">Brno<" in html) == (currency == "PLAY", currency == "CZK")


def test_today_leads_to_the_reports_and_shows_the_drawers_of_the_currency(owner: Client) -> None:
    html = page(owner, "today", "currency=PLAY")
    for name in ("rake", "play", "players", "money"):
        assert f'href="{reverse(f"reports:{name}")}?' in html
    assert ("Main" in html, "Main" in page(owner, "today", "currency=CZK")) == (False, True)


def test_days_on_which_nothing_happened_are_told_in_words(owner: Client) -> None:
    for name in ("rake", "play", "money", "drawers", "tournaments", "given"):
        html = page(owner, name, "currency=CZK&from=2020-01-01&to=2020-01-05")
        assert ("Nothing happened in these days." in html, "<table" in html, 'role="img"' in html) == (
            True,
            False,
            False,
        )
