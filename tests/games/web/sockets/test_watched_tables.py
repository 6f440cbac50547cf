"""A watched table: which views it stores, whom it notifies, when its host counts as new or silent."""

import time

import pytest

from games.engine.views.types import OwnView, SeatView, TableView
from games.messaging.chat import ChatEntry
from games.messaging.messages import OwnViewUpdate, ViewUpdate
from games.web.sockets.watched_tables import IN_FLIGHT_SECONDS, SILENT_AFTER_SECONDS, WatchedTable
from games.web.table.wording import DEFAULT_PREFERENCES

TABLE, EVE, MALLORY = 7, 5, 6
NOW_MS = 1_700_000_000_125


class Subscriber:
    """Counts how often it is notified."""

    def __init__(self, player: int) -> None:
        self.player = player
        self.changes = 0

    def view_changed(self) -> None:
        self.changes += 1

    def chat_posted(self, entry: ChatEntry) -> None: ...
    def table_silent(self) -> None: ...
    def watchers_changed(self) -> None: ...


@pytest.fixture(autouse=True)
def _wall_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "time", lambda: NOW_MS / 1000)


def update(version: int, *, stack: int = 0, host: str = "one", at: int = NOW_MS) -> ViewUpdate:
    view = TableView(TABLE, version, (SeatView(0, player=EVE, stack=stack),))
    return ViewUpdate(TABLE, version, host, view, at=at)


def own(player: int, version: int, *, stack: int = 0) -> OwnViewUpdate:
    return OwnViewUpdate(TABLE, player, version, OwnView(TABLE, version, 0, player, stack=stack))


def watched_by(*players: int) -> tuple[WatchedTable, list[Subscriber]]:
    watched, subscribers = WatchedTable(TABLE), [Subscriber(player) for player in players]
    for subscriber in subscribers:
        watched.add(subscriber)
    return watched, subscribers


def changes(subscribers: list[Subscriber]) -> list[int]:
    return [subscriber.changes for subscriber in subscribers]


def test_a_table_is_silent_when_a_request_waits_too_long() -> None:
    watched = WatchedTable(TABLE, requested_at=100.0, received_at=99.0)
    assert not watched.is_silent(100.0 + SILENT_AFTER_SECONDS)
    assert watched.is_silent(100.1 + SILENT_AFTER_SECONDS)
    watched.received_at = 100.0
    assert not watched.is_silent(100.1 + SILENT_AFTER_SECONDS), "it has answered at once"
    watched.received_at = 99.0
    assert not watched.is_silent(101.0), "the request has just been sent"


def test_the_hosts_time_follows_the_newest_view() -> None:
    watched, _ = watched_by(0)
    assert watched.now() == NOW_MS
    watched.update_view(update(1, at=NOW_MS + 4_000), 1.0)
    assert (watched.clock_offset_ms, watched.now()) == (4_000, NOW_MS + 4_000)
    watched.update_view(update(2, at=NOW_MS - 250), 1.0)
    assert (watched.clock_offset_ms, watched.now()) == (-250, NOW_MS - 250)


def test_older_views_and_equal_ones_notify_nobody() -> None:
    watched, subscribers = watched_by(0, EVE)
    watched.update_view(update(5, stack=50), 10.0)
    assert changes(subscribers) == [1, 1]
    assert (watched.view, watched.version, watched.received_at) == (update(5, stack=50).view, 5, 10)
    assert not watched.update_view(update(4, stack=40, host="two"), 11.0), "an old view tells nothing about the host"
    assert (watched.version, watched.host, watched.received_at) == (5, "one", 11.0)
    watched.update_view(update(5, stack=50), 12.0)
    assert changes(subscribers) == [1, 1]
    watched.update_view(update(5, stack=60), 13.0)
    assert changes(subscribers) == [2, 2]


def test_K14_earlier_views_are_kept_only_where_watchers_see_them_later() -> None:
    watched, _ = watched_by(0)
    watched.update_view(update(1), 10.0)
    assert watched.earlier_views.at(10.0) is None
    watched.delay = 5.0
    watched.update_view(update(2), 11.0)
    watched.update_view(update(3), 12.0)
    assert watched.earlier_views.at(11.5) == update(2).view
    watched.update_view(update(4), 17.5)
    assert watched.earlier_views.at(11.5) is None, "it is older than the delay"
    assert watched.earlier_views.at(12.0) == update(3).view


def test_a_new_host_is_asked_again_unless_it_has_just_been() -> None:
    watched = WatchedTable(TABLE, requested_at=100.0)
    assert not watched.update_view(update(1), 100.0 + IN_FLIGHT_SECONDS / 2), "it answers the request"
    assert not watched.update_view(update(2), 200.0)
    assert watched.update_view(update(3, host="two"), 200.0)
    watched.requested_at = 300.0
    assert watched.update_view(update(4, host="three"), 300.1), "the request went to the host before"
    late = WatchedTable(TABLE, requested_at=100.0)
    assert late.update_view(update(1), 100.0 + IN_FLIGHT_SECONDS)


def test_own_views_are_stored_for_players_who_watch_here_and_newer_ones_win() -> None:
    watched, subscribers = watched_by(0, EVE, EVE, MALLORY)
    watched.update_view(update(3), 1.0)
    assert changes(subscribers) == [1, 1, 1, 1]
    watched.update_own_view(own(99, 3))
    watched.update_own_view(own(EVE, 3, stack=30))
    assert changes(subscribers) == [1, 2, 2, 1]
    assert watched.own_views == {EVE: own(EVE, 3, stack=30).view}
    watched.update_own_view(own(EVE, 2, stack=20))
    assert changes(subscribers) == [1, 2, 2, 1]
    watched.update_own_view(own(EVE, 3, stack=31))
    assert watched.own_views == {EVE: own(EVE, 3, stack=31).view}, "the same version may be sent again"
    assert changes(subscribers) == [1, 3, 3, 1]


def test_what_only_a_player_sees_goes_with_the_players_last_socket() -> None:
    watched, (one, two, mallory) = watched_by(EVE, EVE, MALLORY)
    watched.update_own_view(own(EVE, 3))
    rendered = [watched.own_fragments(player, "en", DEFAULT_PREFERENCES) for player in (EVE, MALLORY)]
    assert watched.own_fragments(EVE, "cs", DEFAULT_PREFERENCES) not in rendered
    watched.remove(one)
    assert watched.own_fragments(EVE, "en", DEFAULT_PREFERENCES) is rendered[0]
    watched.remove(two)
    watched.add(two)
    assert watched.own_views == {}
    assert watched.own_fragments(EVE, "en", DEFAULT_PREFERENCES) is not rendered[0]
    assert watched.own_fragments(mallory.player, "en", DEFAULT_PREFERENCES) is rendered[1]


def test_an_own_view_ahead_of_the_public_one_waits_for_it() -> None:
    watched, subscribers = watched_by(EVE)
    watched.update_view(update(3), 1.0)
    watched.update_own_view(own(EVE, 4))
    assert changes(subscribers) == [1]
    watched.update_view(update(4), 1.0)
    assert changes(subscribers) == [2]


def test_a_player_without_a_seat_is_known_to_have_none() -> None:
    watched, subscribers = watched_by(EVE)
    watched.update_view(update(3), 1.0)
    watched.update_own_view(OwnViewUpdate(TABLE, EVE, 3, None))
    assert (watched.own_views, changes(subscribers)) == ({EVE: None}, [2])
    watched.update_own_view(own(EVE, 1))
    assert watched.own_views == {EVE: own(EVE, 1).view}


def test_an_own_view_that_says_nothing_new_is_told_to_nobody() -> None:
    watched, (eve,) = watched_by(EVE)
    watched.update_view(update(3), 1.0)
    before = eve.changes
    watched.update_own_view(own(EVE, 3))
    watched.update_own_view(own(EVE, 3))
    assert eve.changes == before + 1
    watched.update_own_view(own(EVE, 3, stack=5))
    assert eve.changes == before + 2


def test_a_player_without_a_seat_is_told_so_once() -> None:
    watched, (eve,) = watched_by(EVE)
    watched.update_view(update(3), 1.0)
    before = eve.changes
    for _ in range(2):
        watched.update_own_view(OwnViewUpdate(TABLE, EVE, 3, None))
    assert eve.changes == before + 1
