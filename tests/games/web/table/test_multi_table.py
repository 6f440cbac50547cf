"""The page with all of a player's tables, and who may show a table's page in a frame."""

import pytest
from django.test import Client
from django.utils import timezone

from games.models import Table
from tests.games.support.tables import SteppedHost, open_table, person, seat

pytestmark = pytest.mark.django_db


def policy(client: Client, path: str) -> tuple[set[str], str]:
    """The `frame-ancestors` sources of a page's content security policy, and its X-Frame-Options header."""
    answer = client.get(path)
    assert answer.status_code == 200
    parts = {part.strip() for part in answer.headers["Content-Security-Policy"].split(";")}
    return parts, answer.headers["X-Frame-Options"]


def test_all_my_tables_are_tiles(client: Client) -> None:
    petr = person("Petr")
    client.force_login(petr)
    assert "have no seat yet" in client.get("/tables/").content.decode()
    for name in ("Prague", "Brno"):
        seat(SteppedHost(open_table(name).pk), petr)
    open_table("Plzeň")
    html = client.get("/tables/").content.decode()
    assert html.count("<iframe") == 2
    assert "Prague" in html
    assert "Plzeň" not in html
    assert 'class="tiles of-2"' in html


def test_visitors_must_sign_in(client: Client, db: None) -> None:
    assert client.get("/tables/").headers["Location"] == "/accounts/sign-in/?next=/tables/"


def test_only_tiles_may_be_framed_and_only_by_this_site(client: Client) -> None:
    petr, table = person("Petr"), open_table()
    client.force_login(petr)
    seat(SteppedHost(table.pk), petr)
    parts, frames = policy(client, f"/table/{table.pk}/?tile")
    assert ("frame-ancestors 'self'" in parts, frames) == (True, "SAMEORIGIN")
    for path in (f"/table/{table.pk}/", "/tables/", "/", "/preferences/"):
        parts, frames = policy(client, path)
        assert ("frame-ancestors 'none'" in parts, frames) == (True, "DENY")
        assert ("frame-src 'self'" in parts) is (path == "/tables/")


def test_the_tile_of_a_table_that_has_closed_says_so_in_its_frame(client: Client) -> None:
    table = open_table()
    Table.objects.filter(pk=table.pk).update(closed_at=timezone.now(), is_open=False)
    parts, frames = policy(client, f"/table/{table.pk}/?tile")
    assert ("frame-ancestors 'self'" in parts, frames) == (True, "SAMEORIGIN")
    html = client.get(f"/table/{table.pk}/?tile").content.decode()
    assert "This table is closed." in html
    assert 'href="/" target="_top"' in html
