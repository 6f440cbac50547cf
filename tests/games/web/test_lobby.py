"""The lobby's pieces: rows that stand alone, for the page and for the socket."""

import pytest

from games.web.lobby import lobby_pieces
from tests.games.rooms import Host, open_table, person, seat

pytestmark = pytest.mark.django_db


def test_each_table_is_a_piece_of_its_own_and_the_page_shows_the_same() -> None:
    prague, brno = open_table(), open_table("Brno", password="x", seats=2)
    petr = person("Petr")
    seat(Host(prague.pk), petr, person("Emil", bot=True))
    pieces = lobby_pieces("en", petr.pk)
    assert set(pieces) == {f"table-{prague.pk}", f"table-{brno.pk}", "lobby-summary"}
    mine, other = pieces[f"table-{prague.pk}"], pieces[f"table-{brno.pk}"]
    assert mine.startswith(f'<tr id="table-{prague.pk}" class="of-nl here"')
    assert "2 of 9 seats" in mine
    assert mine.count('class="on"') == 2
    assert "bots" in mine
    assert "password" in other
    assert f'data-tables="{brno.pk} {prague.pk}"' in pieces["lobby-summary"]


def test_a_full_table_is_to_watch() -> None:
    prague = open_table(seats=2)
    seat(Host(prague.pk), person("Petr"), person("Jan"))
    row = lobby_pieces("en", 0)[f"table-{prague.pk}"]
    assert "Watch" in row
    assert "full" in row
    assert "?sit" not in row
