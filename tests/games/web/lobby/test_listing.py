"""Which tables a page of the lobby lists: all, or with many of them the part of those that fit."""

import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
from django.conf import settings
from django.http import QueryDict
from django.test import Client

from games.lobby import open_tables
from games.lobby.open_tables import MOST_LISTED, OpenTables
from games.lobby.queries import LobbyRow
from games.models import Table
from games.web.lobby import listing
from games.web.lobby.filters import Filters
from games.web.lobby.listing import Listing, listed_text, listing_of, read_listed
from games.web.lobby.lobby import Lobby
from games.web.lobby.rows import row_context
from games.web.lobby.viewer_relations import ViewerRelation
from tests.games.support.tables import open_table
from tests.games.web.lobby.test_lobby_rows import row_of

VISITOR = ViewerRelation()


def lobby_of(rows: list[LobbyRow], relations: dict[int, ViewerRelation] | None = None) -> Lobby:
    return Lobby(OpenTables(rows, 0), relations or {}, VISITOR, [])


def tables(count: int) -> list[LobbyRow]:
    """Tables 1 to `count`, every third of them a stud table, the last ones with the highest stakes."""
    return [row_of(table=at, game="holdem" if at % 3 else "stud", big_blind=at * 100) for at in range(1, count + 1)]


def numbers(found: Listing) -> list[int]:
    return [row.table for row in found.rows]


def test_a_page_of_few_tables_has_them_all_whatever_the_filters() -> None:
    for filters in (Filters(), Filters(games=("stud",)), Filters(private=True)):
        found = listing_of(lobby_of(tables(MOST_LISTED)), filters, 7)
        assert numbers(found) == list(range(1, MOST_LISTED + 1))
        assert (found.listed, found.previous, found.next) == (None, 0, 0)
    assert numbers(listing_of(lobby_of(tables(3)), Filters(sort="-stakes"), 1)) == [3, 2, 1]


def test_many_tables_come_in_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (listing, open_tables):
        monkeypatch.setattr(module, "MOST_LISTED", 4)
    lobby = lobby_of(tables(10))
    first, second, third = (listing_of(lobby, Filters(), page) for page in (1, 2, 3))
    assert [numbers(page) for page in (first, second, third)] == [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10]]
    assert [(page.first, page.last, page.fitting) for page in (first, third)] == [(1, 4, 10), (9, 10, 10)]
    assert [(page.previous, page.next) for page in (first, second, third)] == [(0, 2), (1, 3), (2, 0)]
    assert (first.listed, second.listed) == (None, frozenset({5, 6, 7, 8})), "new tables come to the first page only"
    assert listing_of(lobby, Filters(), 99) == third
    stud = listing_of(lobby, Filters(games=("stud",), sort="-stakes"), 1)
    assert (numbers(stud), stud.fitting, stud.next, stud.listed) == ([9, 6, 3], 3, 0, frozenset({3, 6, 9}))
    none = listing_of(lobby, Filters(private=True), 2)
    assert (none.rows, none.fitting, none.listed, none.previous) == ([], 0, frozenset(), 0)


HIDDEN = re.compile(r"^\.page:has\(([^)]*)\) \.list (.*) \{$", re.MULTILINE)


def test_a_filter_fits_the_same_tables_as_the_style_sheet_shows() -> None:
    """Rows of few tables are hidden by their classes, those of many are not sent."""
    rules = HIDDEN.findall((Path(settings.BASE_DIR) / "static/css/lobby.css").read_text())
    assert len(rules) == 11, "a filter was added: it belongs below"
    shown_by = {
        "free=on": lambda classes: "full" not in classes or "here" in classes,
        "people=on": lambda classes: "nobody" not in classes,
        "private=on": lambda classes: "private" in classes,
        "structure=pl": lambda classes: "of-pl" in classes,
        "structure=pl&structure=fl": lambda classes: bool({"of-pl", "of-fl"} & classes),
        "game=stud&game=draw": lambda classes: bool({"in-stud", "in-draw"} & classes),
        "band=low": lambda classes: "at-low" in classes,
        "band=middle&band=high": lambda classes: bool({"at-middle", "at-high"} & classes),
        "currency=EUR": lambda classes: "in-currency-0" not in classes,
    }
    changes = (
        *({"game": game, "structure": structure} for game, structure in (("holdem", "nl"), ("stud", "fl"))),
        {"game": "omaha", "structure": "pl"},
        *({"taken": taken, "reserved": reserved} for taken, reserved in ((0, 0), (5, 1), (6, 0))),
        *({"big_blind": blind} for blind in (100, 20_00, 1_000_00)),
        *({"locked": True}, {"owner": 3}, {"currency": "EUR"}),
    )
    outcomes = set()
    for (query, shown), changed, is_seated in product(shown_by.items(), changes, (False, True)):
        row = row_of(**changed)
        classes = set(row_context(row, ViewerRelation(is_seated=is_seated))["classes"].split())
        fits = Filters.of(QueryDict(query)).fit(row, is_seated=is_seated)
        assert fits == shown(classes), (query, changed, is_seated)
        outcomes.add((query, fits))
    assert len(outcomes) == 2 * len(shown_by), "each filter shows some and hides some"


@pytest.mark.parametrize("text", ["", "x", "1,2", "1..2", "-1", "٣", "9" * 5000, ".".join(["1"] * (MOST_LISTED + 1))])
def test_an_address_that_names_no_tables_means_the_first_ones(text: str) -> None:
    assert read_listed(text) is None


@pytest.mark.parametrize("listed", [None, frozenset({3, 12, 7})])
def test_an_address_names_the_tables_of_a_page(listed: frozenset[int] | None) -> None:
    assert read_listed(listed_text(listed)) == listed


def test_a_page_without_tables_is_no_first_page() -> None:
    assert read_listed(listed_text(frozenset())) == frozenset({0})


@pytest.fixture
def three(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Table]]:
    """Three tables where a page lists two."""
    for module in (listing, open_tables):
        monkeypatch.setattr(module, "MOST_LISTED", 2)
    yield [open_table(name, sort_order=place) for place, name in enumerate(("Prague", "Ústí", "Plzeň"))]
    open_tables.forget_open_tables()


@pytest.mark.django_db
def test_the_pages_of_many_tables_lead_to_each_other_and_open_a_socket_for_theirs(three: list[Table]) -> None:
    client, (prague, usti, plzen) = Client(), three

    def page(query: str) -> tuple[list[str], list[str], str, str]:
        html = client.get(f"/{query}").content.decode()
        [socket] = re.findall(r'data-socket="/ws/lobby/\?seen=\w*(.*?)"', html)
        [ids] = re.findall(r'data-rows="([^"]*)" data-more', html)
        return re.findall(r'<tr id="table-(\d+)"', html), re.findall(r'href="(\?page=\d+)"', html), socket, ids

    first = [str(prague.pk), str(usti.pk)]
    assert page("") == (first, ["?page=2"], "", " ".join(first))
    assert page("?page=2") == ([str(plzen.pk)], ["?page=1"], f"&amp;tables={plzen.pk}", str(plzen.pk))
    assert page("?page=0") == page("?page=x") == page("?page=" + "9" * 9) == page("")
    assert page("?f=1&sort=-name")[0] == [str(usti.pk), str(prague.pk)]
    assert page("?page=2")[0] == [str(plzen.pk)], "the order is kept"
    html = client.get("/?f=1&private=on").content.decode()
    assert 'class="muted none-fits shown"' in html
    assert "No tables are open" not in html
    assert "&amp;tables=0" in html
