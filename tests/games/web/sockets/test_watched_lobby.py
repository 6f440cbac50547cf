"""The lobby for all sockets of a process: read and rendered once, and each page gets what it does not show yet."""

import asyncio
import re
from collections.abc import Iterator
from typing import cast

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from games.lobby import open_tables
from games.models import Seat, Table
from games.seating import waiting_list
from games.web.lobby import listing
from games.web.sockets import watched_lobby
from games.web.sockets.feed import Feed
from games.web.sockets.watched_lobby import (
    FRAME_LENGTH,
    Reading,
    ShownLobby,
    Viewer,
    WatchedLobby,
    frames_of,
    read_for,
)
from tests.games.support.lobby import lobby_fragments, seen_by
from tests.games.support.tables import SteppedHost, open_table, person, seat
from tests.games.support.waiting_lists import full_table
from tests.games.web.sockets.served import RecordedFeed

pytestmark = pytest.mark.django_db
VISITOR = Viewer("en", 0)


def read(lobby: WatchedLobby, *viewers: Viewer) -> None:
    lobby.take(read_for(frozenset(viewers)))


def ids(frames: list[str]) -> list[str]:
    """The ids of the fragments in these frames."""
    return re.findall(r'<(?:tr|p|div) (?:class="muted" )?id="([\w-]+)"', "".join(frames))


def test_a_new_page_gets_what_it_does_not_show_and_later_only_what_changes() -> None:
    prague, brno = open_table(), open_table("Ústí", sort_order=1)
    lobby, blank, loaded = WatchedLobby(), ShownLobby(VISITOR), ShownLobby(VISITOR, seen_by(0))
    Table.objects.filter(pk=brno.pk).update(name="Plzeň")
    read(lobby, VISITOR)
    rest = [f"table-{brno.pk}", "lobby-summary", "room-news"]
    assert ids(lobby.changed_frames(blank)) == ["lobby-tables", f"table-{prague.pk}", *rest]
    assert ids(lobby.changed_frames(loaded)) == ["lobby-tables", *rest]
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


@pytest.fixture
def one_at_a_time(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A page lists one table."""
    for module in (open_tables, listing):
        monkeypatch.setattr(module, "MOST_LISTED", 1)
    yield
    open_tables.forget_open_tables()


def announced(frames: list[str]) -> list[str]:
    """The tables that the page is told to have, in the first frame before all rows."""
    ids = re.findall(r'^<tr id="lobby-tables" hidden data-tables="([^"]*)"', "".join(frames))
    return str(ids[0]).split() if ids else []


def test_a_table_that_opens_or_closes_is_announced_before_its_row_and_only_once() -> None:
    prague = open_table()
    lobby, shown = WatchedLobby(), ShownLobby(VISITOR, seen_by(0))
    read(lobby, VISITOR)
    assert announced(lobby.changed_frames(shown)) == [str(prague.pk)]
    first = open_table("Aš", sort_order=-1)
    read(lobby, VISITOR)
    frames = lobby.changed_frames(shown)
    assert announced(frames) == [str(first.pk), str(prague.pk)]
    assert ids(frames) == ["lobby-tables", f"table-{first.pk}"]
    Table.objects.filter(pk=first.pk).update(name="Beroun")
    read(lobby, VISITOR)
    assert ids(lobby.changed_frames(shown)) == [f"table-{first.pk}"]
    Table.objects.filter(pk=prague.pk).update(closed_at=timezone.now(), is_open=False)
    read(lobby, VISITOR)
    frames = lobby.changed_frames(shown)
    assert (announced(frames), ids(frames)) == ([str(first.pk)], ["lobby-tables"])


def test_a_player_at_a_table_is_told_of_new_tables_too() -> None:
    prague = open_table()
    petr = person("Petr")
    seat(SteppedHost(prague.pk), petr)
    lobby, shown = WatchedLobby(), ShownLobby(Viewer("en", petr.pk), seen_by(petr.pk))
    read(lobby, shown.viewer)
    lobby.changed_frames(shown)
    brno = open_table("Brno", sort_order=1)
    read(lobby, shown.viewer)
    frames = lobby.changed_frames(shown)
    assert announced(frames) == [str(prague.pk), str(brno.pk)]
    assert ids(frames) == ["lobby-tables", f"table-{brno.pk}"]


def test_a_page_of_many_tables_gets_the_rows_that_it_lists_and_no_others(one_at_a_time: None) -> None:
    prague, brno = open_table(), open_table("Brno", sort_order=1)
    petr = person("Petr")
    seat(SteppedHost(prague.pk), petr)
    first, second = ShownLobby(Viewer("en", 0)), ShownLobby(Viewer("en", 0, frozenset({brno.pk})))
    his = ShownLobby(Viewer("en", petr.pk, frozenset({brno.pk})))
    lobby, pages = WatchedLobby(), (first, second, his)

    def read_and_push() -> list[list[str]]:
        open_tables.forget_open_tables()
        read(lobby, *(page.viewer for page in pages))
        return [ids(lobby.changed_frames(page)) for page in pages]

    of_first, *of_others = read_and_push()
    rest = ["lobby-summary", "room-news"]
    assert of_first == ["lobby-tables", f"table-{prague.pk}", *rest]
    assert of_others == 2 * [["lobby-tables", f"table-{brno.pk}", *rest]], "his own table is on another page"
    Table.objects.filter(pk=brno.pk).update(name="Plzeň")
    assert read_and_push() == [[], *2 * [[f"table-{brno.pk}"]]]
    earlier = open_table("Aš", sort_order=-1)
    assert read_and_push() == [["lobby-tables", f"table-{earlier.pk}"], [], []]
    Table.objects.filter(pk=brno.pk).update(closed_at=timezone.now(), is_open=False)
    assert read_and_push() == [[], *2 * [["lobby-tables"]]]


class SilentSocket:
    """A socket of the lobby that sends nothing."""

    def __init__(self) -> None:
        self.shown = ShownLobby(VISITOR)

    def lobby_read(self) -> None:
        """Not looked at."""

    def lobby_failed(self) -> None:
        raise AssertionError("the reading has failed")


async def test_a_hint_that_comes_while_many_tables_are_kept_is_followed_by_another_reading(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What the hint is about may be missing in tables that were read before it, so they are read until it is not."""
    read_at, hinted = iter([10.0, 10.0, 30.0]), 20.0
    readings, done = list[float](), asyncio.Event()

    def reading(viewers: frozenset[Viewer]) -> Reading:
        readings.append(next(read_at))
        if readings[-1] > hinted:
            loop.call_soon_threadsafe(done.set)
        return Reading(viewers, {}, {}, {}, readings[-1])

    loop = asyncio.get_running_loop()
    monkeypatch.setattr(watched_lobby, "monotonic", lambda: hinted)
    monkeypatch.setattr(watched_lobby, "read_for", reading)
    monkeypatch.setattr(watched_lobby, "READ_EVERY_SECONDS", 0.0)
    feed, socket, lobby = cast(Feed, RecordedFeed()), SilentSocket(), WatchedLobby()
    await lobby.watch(feed, socket)
    lobby.hint_received()
    async with asyncio.timeout(10):
        await done.wait()
    await asyncio.sleep(0)
    assert readings == [10.0, 10.0, 30.0]
    await lobby.unwatch(feed, socket)
