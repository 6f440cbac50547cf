"""The lobby for all sockets of a process: read and rendered once, and each page gets what it does not show yet."""

import re

import pytest
from pytest_django import DjangoAssertNumQueries

from games.models import Seat, Table
from games.seating import waiting_list
from games.web.lobby.lobby import lobby_fragments, read_lobby
from games.web.lobby.rows import digests_of, rows_html
from games.web.sockets.watched_lobby import (
    FRAME_LENGTH,
    ShownLobby,
    Viewer,
    WatchedLobby,
    frames_of,
    read_for,
)
from tests.games.support.tables import SteppedHost, open_table, person, seat
from tests.games.support.waiting_lists import full_table

pytestmark = pytest.mark.django_db
VISITOR = Viewer("en", 0)


def read(lobby: WatchedLobby, *viewers: Viewer) -> None:
    lobby.take(read_for(frozenset(viewers)))


def ids(frames: list[str]) -> list[str]:
    """The ids of the fragments in these frames."""
    return re.findall(r'<(?:tr|p|div) (?:class="muted" )?id="([\w-]+)"', "".join(frames))


def seen_by(player: int, language: str = "en") -> str:
    """What a page of the lobby tells its socket."""
    lobby = read_lobby(player)
    return digests_of(rows_html(lobby.rows, lobby.relation, language))


def test_a_new_page_gets_what_it_does_not_show_and_later_only_what_changes() -> None:
    prague, brno = open_table(), open_table("Ústí", sort_order=1)
    lobby, blank, loaded = WatchedLobby(), ShownLobby(VISITOR), ShownLobby(VISITOR, seen_by(0))
    Table.objects.filter(pk=brno.pk).update(name="Plzeň")
    read(lobby, VISITOR)
    assert ids(lobby.changed_frames(blank)) == [f"table-{prague.pk}", f"table-{brno.pk}", "lobby-summary", "room-news"]
    assert ids(lobby.changed_frames(loaded)) == [f"table-{brno.pk}", "lobby-summary", "room-news"]
    read(lobby, VISITOR)
    assert lobby.changed_frames(blank) == lobby.changed_frames(loaded) == []
    Table.objects.filter(pk=prague.pk).update(is_paused=True)
    read(lobby, VISITOR)
    assert ids(lobby.changed_frames(blank)) == [f"table-{prague.pk}"]
    assert lobby.changed_frames(blank) == []


def test_a_page_that_missed_readings_gets_all_that_changed_meanwhile_and_one_back_at_its_start_too() -> None:
    prague, brno = open_table(), open_table("Ústí", sort_order=1)
    lobby, shown = WatchedLobby(), ShownLobby(VISITOR)
    read(lobby, VISITOR)
    lobby.changed_frames(shown)
    for name in ("One", prague.name):
        Table.objects.filter(pk=prague.pk).update(name=name)
        read(lobby, VISITOR)
    Table.objects.filter(pk=brno.pk).update(name="Two")
    read(lobby, VISITOR)
    assert ids(lobby.changed_frames(shown)) == [f"table-{prague.pk}", f"table-{brno.pk}"]


def test_a_thousand_viewers_cost_the_same_queries_as_one_and_get_the_same_frames(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    table = open_table()
    for crowd in ([VISITOR], [VISITOR, *(Viewer("en", player) for player in range(1000, 2000))]):
        signed_in = 2 if len(crowd) > 1 else 0
        # Signed in or not, each asks once for the tables; seats and waiting lists are asked for together.
        with django_assert_num_queries(3 + signed_in + (2 if signed_in else 1)):
            read_for(frozenset(crowd))
    lobby, pages = WatchedLobby(), [ShownLobby(Viewer("en", player)) for player in range(1000, 1003)]
    read(lobby, *(page.viewer for page in pages))
    for page in pages:
        lobby.changed_frames(page)
    Table.objects.filter(pk=table.pk).update(name="Plzeň")
    read(lobby, *(page.viewer for page in pages))
    [first], [second], [third] = (lobby.changed_frames(page) for page in pages)
    assert first is second is third


def test_rows_of_ones_own_are_pushed_to_nobody_else_and_become_everybodys_again() -> None:
    prague, brno = open_table(), open_table("Ústí", sort_order=1)
    petr = person("Petr")
    seat(SteppedHost(prague.pk), petr)
    player, other = Viewer("en", petr.pk), Viewer("en", person("Emil").pk)
    lobby, his, anothers = WatchedLobby(), ShownLobby(player, seen_by(petr.pk)), ShownLobby(other)
    read(lobby, player, other)
    assert f"table-{prague.pk}" not in ids(lobby.changed_frames(his)), "the page shows it already"
    assert "Return" not in "".join(lobby.changed_frames(anothers))
    Table.objects.filter(pk=brno.pk).update(name="Plzeň")
    Table.objects.filter(pk=prague.pk).update(is_paused=True)
    read(lobby, player, other)
    frames = lobby.changed_frames(his)
    assert ids(frames) == [f"table-{prague.pk}", f"table-{brno.pk}"]
    assert "Return" in "".join(frames)
    Seat.objects.filter(player=petr.pk).delete()
    read(lobby, player, other)
    [row] = [frame for frame in lobby.changed_frames(his) if f"table-{prague.pk}" in frame]
    assert "Return" not in row
    assert row.startswith(lobby_fragments("en", petr.pk)[f"table-{prague.pk}"])


def test_k9_a_waiting_players_place_is_pushed() -> None:
    host = full_table()
    first, second = person("First"), person("Second")
    entry = waiting_list.join(user_id=first.pk, table_id=host.id)
    waiting_list.join(user_id=second.pk, table_id=host.id)
    lobby, shown = WatchedLobby(), ShownLobby(Viewer("en", second.pk))
    read(lobby, shown.viewer)
    assert "Place 2 of 2" in "".join(lobby.changed_frames(shown))
    waiting_list.leave(user_id=first.pk, entry_id=entry)
    read(lobby, shown.viewer)
    assert "Place 1 of 1" in "".join(lobby.changed_frames(shown))


def test_languages_and_viewers_that_were_not_read_yet_get_nothing() -> None:
    open_table()
    lobby, czech, late = WatchedLobby(), ShownLobby(Viewer("cs", 0)), ShownLobby(Viewer("en", 7))
    read(lobby, VISITOR)
    assert lobby.changed_frames(czech) == lobby.changed_frames(late) == []
    read(lobby, VISITOR, czech.viewer, late.viewer)
    assert "Zatím nikdo nehraje" in "".join(lobby.changed_frames(czech))
    assert "Nobody is playing" in "".join(lobby.changed_frames(late))


def test_a_long_list_is_sent_in_frames_that_a_socket_takes() -> None:
    rows = [f"<tr>{'ž' * 1500}{number}</tr>" for number in range(200)]
    frames = frames_of(rows)
    assert "".join(frames) == "".join(rows)
    assert max(len(frame.encode()) for frame in frames) <= 2 * FRAME_LENGTH
    assert all(frame.endswith("</tr>") for frame in frames)
