"""Lists of the back office filter, sort, search and page, and give the same rows as CSV."""

import csv

import pytest
from django.db.models import Q
from django.template.loader import render_to_string
from django.test import RequestFactory

from backoffice.web import listing
from backoffice.web.api import Cell, Column, Filter, Listing, words_in
from pokerroom.models import User

pytestmark = pytest.mark.django_db


@pytest.fixture
def people() -> Listing[User]:
    """Five accounts, two of them bots; one has a name that a spreadsheet would run."""
    for name, bot in (("anna", False), ("bert", True), ("cyril", False), ("dora", True), ("=1+1", False)):
        User.objects.create_user(username=name, display_name=f"{name}-x"[:20], is_bot=bot)
    return Listing(
        rows=User.objects.all(),
        columns=[
            Column("name", "Name", lambda user: Cell(user.username, f"/p/{user.pk}"), ("username",), "title"),
            Column("bot", "Bot", lambda user: "yes" if user.is_bot else "no"),
        ],
        filters=[Filter("bot", "Bot", {"yes": "Bots"}, lambda value: Q(is_bot=value == "yes"))],
        search=lambda words: words_in(words, "username", "display_name"),
        order=("username",),
    )


def names(listed: Listing[User], query: str = "") -> list[str]:
    """The first column of the page."""
    return [row[0][0].text for row in listed.context(RequestFactory().get(f"/?{query}"))["rows"]]


def test_a_list_is_ordered_filtered_searched_and_sorted(people: Listing[User]) -> None:
    assert names(people) == ["=1+1", "anna", "bert", "cyril", "dora"]
    assert names(people, "bot=yes") == ["bert", "dora"]
    assert names(people, "q=r+x") == ["bert", "cyril", "dora"]
    assert names(people, "sort=-name") == ["dora", "cyril", "bert", "anna", "=1+1"]
    assert names(people, "sort=password&bot=maybe&page=zero&page=-1") == names(people)


def test_a_list_has_pages(people: Listing[User], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listing, "PAGE", 2)
    first = people.context(RequestFactory().get("/?sort=name"))
    assert (first["newer"], first["older"]) == ("", "sort=name&page=2")
    last = people.context(RequestFactory().get("/?sort=name&page=3"))
    assert (len(last["rows"]), last["newer"], last["older"]) == (1, "sort=name&page=2", "")
    assert names(people, "page=99999999999999999999") == ["=1+1", "anna"]


def test_a_csv_file_has_all_rows_and_no_formula(people: Listing[User], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listing, "PAGE", 2)
    answer = people.csv(RequestFactory().get("/"), filename="people.csv")
    rows = list(csv.reader(answer.getvalue().decode("utf-8-sig").splitlines()))
    assert rows == [["Name", "Bot"], ["'=1+1", "no"], ["anna", "no"], ["bert", "yes"], ["cyril", "no"], ["dora", "yes"]]


def test_a_column_without_a_place_on_a_phone_is_named_there(people: Listing[User]) -> None:
    people.columns = [people.columns[0]._replace(css="title"), people.columns[1]]
    shown = render_to_string("backoffice/listing.html", people.context(RequestFactory().get("/")))
    assert shown.count('<span class="cell-name">Bot</span>') == 5
    assert '<span class="cell-name">Name</span>' not in shown
