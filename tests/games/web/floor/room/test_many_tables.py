"""F1: pages of staff that look at all tables read the rules of tables alike once, and name no more than fit a page."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.engine.rules.house_rule import Preset
from games.engine.rules.rake_presets import with_preset_rake
from games.engine.rules.rules import Rules
from games.web.rake import views
from pokerroom.roles import OPERATOR
from tests.games.support.tables import NL_10_20, open_table, person
from tests.staff import staff

pytestmark = pytest.mark.django_db
PAGES = (
    "/floor/", "/floor/room/pause/", "/floor/room/end/", "/floor/room/announce/", "/floor/room/fewer/",
    "/floor/room/freeze/", "/floor/{table}/act/merge/", "/floor/{table}/act/spread/", "/floor/people/{person}/bar/",
    "/office/tables/?preset=showdown", "/office/tables/{table}/", "/office/tables/new/", "/office/rake/online/",
)  # fmt: skip


@pytest.fixture
def client() -> Client:
    return staff(OPERATOR)


@pytest.mark.parametrize("page", PAGES)
def test_a_page_over_all_tables_is_made_as_fast_for_sixty_as_for_thirty(
    client: Client, monkeypatch: pytest.MonkeyPatch, page: str
) -> None:
    first, *_ = [open_table(f"First {number}") for number in range(30)]
    path = page.format(table=first.pk, person=person("Ada").pk)
    read = list[object]()
    from_data = Rules.from_data

    def noted(data: Any) -> Rules:
        read.append(data)
        return from_data(data)

    monkeypatch.setattr(Rules, "from_data", noted)
    assert client.get(path).status_code == 200
    costs = []
    for _ in range(2):
        read.clear()
        with CaptureQueriesContext(connection) as queries:
            client.get(path)
        costs.append((len(queries), len(read)))
        for number in range(30):
            open_table(f"Table {len(costs)}-{number}")
    assert costs[1] <= costs[0]


def test_R1_of_many_tables_with_a_profile_some_are_named_and_all_are_a_click_away(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(views, "MOST_TABLES", 2)
    rules = with_preset_rake(NL_10_20, Preset.ONLINE, digits=2)
    for name in ("Brno", "Prague", "Zlín"):
        open_table(name, rules=rules)
    code = rules.rake.code
    profile = client.get(f"/office/rake/{code}/")
    assert [table.name for table in profile.context["tables"]] == ["Brno", "Prague"]
    page = profile.content.decode()
    assert f'<a href="/office/tables/?rake={code}">and 1 more</a>' in page
    listed = client.get(f"/office/tables/?rake={code}").content.decode()
    assert all(name in listed for name in ("Brno", "Prague", "Zlín"))
    assert "Brno" not in client.get("/office/tables/?rake=showdown").content.decode()
