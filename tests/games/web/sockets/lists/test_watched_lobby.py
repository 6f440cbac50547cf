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
from games.web.lobby.listing import Listed
from games.web.sockets.feed import Feed
from games.web.sockets.frames import frame_of
from games.web.sockets.lists import watched_list
from games.web.sockets.lists.watched_list import MESSAGE_LENGTH, Messages, Reading, ShownList, Viewer, joined
from games.web.sockets.lists.watched_lobby import WatchedLobby, read_for
from tests.games.support.lobby import lobby_fragments, seen_by
from tests.games.support.tables import SteppedHost, open_table, person, seat
from tests.games.support.waiting_lists import full_table
from tests.games.web.sockets.support.served import RecordedFeed

pytestmark = pytest.mark.django_db
VISITOR = Viewer[Listed]("en", 0, None)


def read(lobby: WatchedLobby, *viewers: Viewer[Listed]) -> None:
    lobby.take(read_for(frozenset(viewers)))


def ids(messages: Messages) -> list[str]:
    """The ids of the fragments in these messages."""
    return re.findall(r'<(?:tr|p|div) (?:class="muted" )?id="([\w-]+)"', "".join(messages.texts))


def test_a_new_page_gets_what_it_does_not_show_and_later_only_what_changes() -> None:
    prague, brno = open_table(), open_table("Ústí", sort_order=1)
    lobby, blank, loaded = WatchedLobby(), ShownList(VISITOR), ShownList(VISITOR, seen_by(0))
    Table.objects.filter(pk=brno.pk).update(name="Plzeň")
    read(lobby, VISITOR)
    rest = [f"table-{brno.pk}", "lobby-summary", "room-news"]
    assert ids(lobby.take_changes(blank)) == ["lobby-tables", f"table-{prague.pk}", *rest]
    assert ids(lobby.take_changes(loaded)) == ["lobby-tables", *rest]
    read(lobby, VISITOR)
    assert lobby.take_changes(blank).texts == lobby.take_changes(loaded).texts == []
    Table.objects.filter(pk=prague.pk).update(is_paused=True)
    read(lobby, VISITOR)
    assert ids(lobby.take_changes(blank)) == [f"table-{prague.pk}"]
    assert lobby.take_changes(blank).texts == []


def test_a_page_that_missed_readings_gets_all_that_changed_meanwhile_and_one_back_at_its_start_too() -> None:
    prague, brno = open_table(), open_table("Ústí", sort_order=1)
    lobby, shown = WatchedLobby(), ShownList(VISITOR)
    read(lobby, VISITOR)
    lobby.take_changes(shown)
    for name in ("One", prague.name):
        Table.objects.filter(pk=prague.pk).update(name=name)
        read(lobby, VISITOR)
    Table.objects.filter(pk=brno.pk).update(name="Two")
    read(lobby, VISITOR)
    assert ids(lobby.take_changes(shown)) == [f"table-{prague.pk}", f"table-{brno.pk}"]


def test_a_thousand_viewers_cost_the_same_queries_as_one_and_get_the_same_frames(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    table = open_table()
    for crowd in ([VISITOR], [VISITOR, *(Viewer("en", player, None) for player in range(1000, 2000))]):
        signed_in = 2 if len(crowd) > 1 else 0
        # Signed in or not, each asks once for the tables; seats and waiting lists are asked for together.
        with django_assert_num_queries(3 + signed_in + (2 if signed_in else 1)):
            read_for(frozenset(crowd))
    lobby, pages = WatchedLobby(), [ShownList(Viewer("en", player, None)) for player in range(1000, 1003)]
    read(lobby, *(page.viewer for page in pages))
    for page in pages:
        lobby.take_changes(page)
    Table.objects.filter(pk=table.pk).update(name="Plzeň")
    read(lobby, *(page.viewer for page in pages))
    first, second, third = (lobby.take_changes(page) for page in pages)
    assert first is second is third
    assert first.frames() is second.frames()


def test_rows_of_ones_own_are_pushed_to_nobody_else_and_become_everybodys_again() -> None:
    prague, brno = open_table(), open_table("Ústí", sort_order=1)
    petr = person("Petr")
    seat(SteppedHost(prague.pk), petr)
    player, other = Viewer("en", petr.pk, None), Viewer("en", person("Emil").pk, None)
    lobby, his, anothers = WatchedLobby(), ShownList(player, seen_by(petr.pk)), ShownList(other)
    read(lobby, player, other)
    assert f"table-{prague.pk}" not in ids(lobby.take_changes(his)), "the page shows it already"
    assert "Return" not in "".join(lobby.take_changes(anothers).texts)
    Table.objects.filter(pk=brno.pk).update(name="Plzeň")
    Table.objects.filter(pk=prague.pk).update(is_paused=True)
    read(lobby, player, other)
    messages = lobby.take_changes(his)
    assert ids(messages) == [f"table-{prague.pk}", f"table-{brno.pk}"]
    assert "Return" in "".join(messages.texts)
    Seat.objects.filter(player=petr.pk).delete()
    read(lobby, player, other)
    [row] = [text for text in lobby.take_changes(his).texts if f"table-{prague.pk}" in text]
    assert "Return" not in row
    assert row.startswith(lobby_fragments("en", petr.pk)[f"table-{prague.pk}"])


def test_k9_a_waiting_players_place_is_pushed() -> None:
    host = full_table()
    first, second = person("First"), person("Second")
    entry = waiting_list.join(user_id=first.pk, table_id=host.id)
    waiting_list.join(user_id=second.pk, table_id=host.id)
    lobby, shown = WatchedLobby(), ShownList(Viewer("en", second.pk, None))
    read(lobby, shown.viewer)
    assert "Place 2 of 2" in "".join(lobby.take_changes(shown).texts)
    waiting_list.leave(user_id=first.pk, entry_id=entry)
    read(lobby, shown.viewer)
    assert "Place 1 of 1" in "".join(lobby.take_changes(shown).texts)


def test_languages_and_viewers_that_were_not_read_yet_get_nothing() -> None:
    open_table()
    lobby, czech, late = WatchedLobby(), ShownList(Viewer("cs", 0, None)), ShownList(Viewer("en", 7, None))
    read(lobby, VISITOR)
    assert lobby.take_changes(czech).texts == lobby.take_changes(late).texts == []
    read(lobby, VISITOR, czech.viewer, late.viewer)
    assert "Zatím nikdo nehraje" in "".join(lobby.take_changes(czech).texts)
    assert "Nobody is playing" in "".join(lobby.take_changes(late).texts)


def test_a_long_list_is_sent_in_frames_that_a_socket_takes() -> None:
    rows = [f"<tr>{'ž' * 1500}{number}</tr>" for number in range(200)]
    texts = joined(rows)
    assert "".join(texts) == "".join(rows)
    assert max(len(text.encode()) for text in texts) <= 2 * MESSAGE_LENGTH
    assert all(text.endswith("</tr>") for text in texts)
    frames = Messages(texts).frames()
    assert frames == b"".join(map(frame_of, texts))
    assert Messages([]).frames() == b""


@pytest.fixture
def one_at_a_time(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A page lists one table."""
    for module in (open_tables, listing):
        monkeypatch.setattr(module, "MOST_LISTED", 1)
    yield
    open_tables.forget_open_tables()


def announced(messages: Messages) -> list[str]:
    """The tables that the page is told to have, before all rows."""
    ids = re.findall(r'^<tr id="lobby-tables" hidden data-rows="([^"]*)"', "".join(messages.texts))
    return str(ids[0]).split() if ids else []


def test_a_table_that_opens_or_closes_is_announced_before_its_row_and_only_once() -> None:
    prague = open_table()
    lobby, shown = WatchedLobby(), ShownList(VISITOR, seen_by(0))
    read(lobby, VISITOR)
    assert announced(lobby.take_changes(shown)) == [str(prague.pk)]
    first = open_table("Aš", sort_order=-1)
    read(lobby, VISITOR)
    messages = lobby.take_changes(shown)
    assert announced(messages) == [str(first.pk), str(prague.pk)]
    assert ids(messages) == ["lobby-tables", f"table-{first.pk}"]
    Table.objects.filter(pk=first.pk).update(name="Beroun")
    read(lobby, VISITOR)
    assert ids(lobby.take_changes(shown)) == [f"table-{first.pk}"]
    Table.objects.filter(pk=prague.pk).update(closed_at=timezone.now(), is_open=False)
    read(lobby, VISITOR)
    messages = lobby.take_changes(shown)
    assert (announced(messages), ids(messages)) == ([str(first.pk)], ["lobby-tables"])


def test_a_player_at_a_table_is_told_of_new_tables_too() -> None:
    prague = open_table()
    petr = person("Petr")
    seat(SteppedHost(prague.pk), petr)
    lobby, shown = WatchedLobby(), ShownList(Viewer("en", petr.pk, None), seen_by(petr.pk))
    read(lobby, shown.viewer)
    lobby.take_changes(shown)
    brno = open_table("Brno", sort_order=1)
    read(lobby, shown.viewer)
    messages = lobby.take_changes(shown)
    assert announced(messages) == [str(prague.pk), str(brno.pk)]
    assert ids(messages) == ["lobby-tables", f"table-{brno.pk}"]


def test_a_page_of_many_tables_gets_the_rows_that_it_lists_and_no_others(one_at_a_time: None) -> None:
    prague, brno = open_table(), open_table("Brno", sort_order=1)
    petr = person("Petr")
    seat(SteppedHost(prague.pk), petr)
    first, second = ShownList(Viewer("en", 0, None)), ShownList(Viewer("en", 0, frozenset({brno.pk})))
    his = ShownList(Viewer("en", petr.pk, frozenset({brno.pk})))
    lobby, pages = WatchedLobby(), (first, second, his)

    def read_and_push() -> list[list[str]]:
        open_tables.forget_open_tables()
        read(lobby, *(page.viewer for page in pages))
        return [ids(lobby.take_changes(page)) for page in pages]

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
        self.shown = ShownList(VISITOR)

    def list_read(self) -> None:
        """Not looked at."""

    def list_failed(self) -> None:
        raise AssertionError("the reading has failed")


def test_a_table_that_moves_up_to_the_first_page_comes_with_its_row_though_another_page_has_long_had_it(
    one_at_a_time: None,
) -> None:
    prague, brno = open_table(), open_table("Brno", sort_order=1)
    petr = person("Petr")
    seat(SteppedHost(prague.pk), petr)
    visitor, second = ShownList(VISITOR), ShownList(Viewer("en", 0, frozenset({brno.pk})))
    his, his_second = ShownList(Viewer("en", petr.pk, None)), ShownList(Viewer("en", petr.pk, frozenset({brno.pk})))
    lobby, pages = WatchedLobby(), (visitor, second, his, his_second)
    for _ in range(2):
        read(lobby, *(page.viewer for page in pages))
        for page in pages:
            lobby.take_changes(page)
    Table.objects.filter(pk=prague.pk).update(closed_at=timezone.now(), is_open=False)
    open_tables.forget_open_tables()
    read(lobby, *(page.viewer for page in pages))
    moved = ["lobby-tables", f"table-{brno.pk}"]
    assert [ids(lobby.take_changes(page))[:2] for page in (visitor, his)] == [moved, moved]
    assert f"table-{brno.pk}" not in ids(lobby.take_changes(second)) + ids(lobby.take_changes(his_second))


class FailedSocket(SilentSocket):
    """A socket of the lobby that is told that it could not be read."""

    def __init__(self) -> None:
        super().__init__()
        self.failed = asyncio.Event()

    def list_failed(self) -> None:
        self.failed.set()


async def test_a_reading_that_fails_is_told_to_all_sockets_and_the_next_hint_reads_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A socket that is told closes itself, and its browser opens another, whose page is read anew."""
    works, done = asyncio.Event(), asyncio.Event()

    def reading(viewers: frozenset[Viewer[Listed]]) -> Reading[Listed]:
        if not works.is_set():
            raise RuntimeError("secret")
        loop.call_soon_threadsafe(done.set)
        return Reading(viewers, {viewer.page: {} for viewer in viewers}, {}, 0.0)

    loop = asyncio.get_running_loop()
    monkeypatch.setattr(WatchedLobby, "read", staticmethod(reading))
    monkeypatch.setattr(WatchedLobby, "every_seconds", 0.0)
    feed, sockets, lobby = cast(Feed, RecordedFeed()), [FailedSocket(), FailedSocket()], WatchedLobby()
    async with asyncio.timeout(10):
        for socket in sockets:
            await lobby.watch(feed, socket)
        for socket in sockets:
            await socket.failed.wait()
        works.set()
        for socket in sockets:
            await lobby.unwatch(feed, socket)
        await lobby.watch(feed, SilentSocket())
        await done.wait()
    assert "RuntimeError" in caplog.text
    assert "secret" not in caplog.text


async def test_a_hint_that_comes_while_many_tables_are_kept_is_followed_by_another_reading(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What the hint is about may be missing in tables that were read before it, so they are read until it is not."""
    read_at, hinted = iter([10.0, 10.0, 30.0]), 20.0
    readings, done = list[float](), asyncio.Event()

    def reading(viewers: frozenset[Viewer[Listed]]) -> Reading[Listed]:
        readings.append(next(read_at))
        if readings[-1] > hinted:
            loop.call_soon_threadsafe(done.set)
        return Reading(viewers, {viewer.page: {} for viewer in viewers}, {}, readings[-1])

    loop = asyncio.get_running_loop()
    monkeypatch.setattr(watched_list, "monotonic", lambda: hinted)
    monkeypatch.setattr(WatchedLobby, "read", staticmethod(reading))
    monkeypatch.setattr(WatchedLobby, "every_seconds", 0.0)
    feed, socket, lobby = cast(Feed, RecordedFeed()), SilentSocket(), WatchedLobby()
    await lobby.watch(feed, socket)
    lobby.hint_received()
    async with asyncio.timeout(10):
        await done.wait()
    await asyncio.sleep(0)
    assert readings == [10.0, 10.0, 30.0]
    await lobby.unwatch(feed, socket)
