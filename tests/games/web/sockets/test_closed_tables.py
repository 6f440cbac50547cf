"""K14: only the players of a table closed to watchers see it, through any socket."""

import pytest
from asgiref.sync import sync_to_async
from django.contrib.auth.models import AnonymousUser

from games import api
from games.live.host import Host
from games.models import Seat, Table
from games.seating import waiting_calls, waiting_list
from games.web.sockets import push_socket
from pokerroom.models import User
from tests.games.support.browsers import Browser, browsing, first_turn
from tests.games.support.live_hosts import hosting, open_table, sit, until, until_stored

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def closed_table(alice: User, bob: User) -> Table:
    """A table of two, closed to watchers."""
    table = open_table(seats=2)
    api.change_table(table_id=table.pk, closed_to_watchers=True)
    sit(alice, table)
    sit(bob, table)
    return table


async def until_seated(table: Table, players: int) -> None:
    """Waits until this many seats are stored as taken."""
    await until_stored(lambda: Seat.objects.filter(table=table).count() == players)


async def check_refused(browser: Browser) -> None:
    """Waits until the socket is closed, which must not have received any frame."""
    await until(lambda: browser.closed == push_socket.CloseCode.NOTHING_TO_WATCH)
    assert browser.frames == []


async def test_k14_only_seated_players_see_the_table(
    closed_table: Table, alice: User, bob: User, charlie: User
) -> None:
    async with hosting(Host()):
        await until_seated(closed_table, 2)
        async with browsing(closed_table, charlie, AnonymousUser(), alice) as (stranger, visitor, player):
            await check_refused(stranger)
            await check_refused(visitor)
            await until(lambda: "my-hand" in player.fragments)


async def test_k14_a_player_who_leaves_a_closed_table_is_disconnected(
    closed_table: Table, alice: User, bob: User
) -> None:
    async with hosting(Host()):
        await until_seated(closed_table, 2)
        async with browsing(closed_table, alice, bob) as both:
            leaver, _ = await first_turn(both)
            await leaver.send({"do": "leave"})
            await until(lambda: leaver.closed == push_socket.CloseCode.NOTHING_TO_WATCH)


async def test_k14_closing_a_table_to_watchers_disconnects_them(alice: User, bob: User, charlie: User) -> None:
    table = await sync_to_async(open_table)(seats=2)
    await sync_to_async(sit)(alice, table)
    async with hosting(Host()), browsing(table, charlie) as (watcher,):
        await until(lambda: "status" in watcher.fragments)
        await sync_to_async(api.change_table)(table_id=table.pk, closed_to_watchers=True)
        await until(lambda: watcher.closed == push_socket.CloseCode.RECONNECT)
        async with browsing(table, charlie) as (again,):
            await check_refused(again)


async def test_k14_a_new_delay_holds_for_those_who_watch_already(alice: User, bob: User, charlie: User) -> None:
    table = await sync_to_async(open_table)(seats=2)
    await sync_to_async(sit)(alice, table)
    async with hosting(Host()), browsing(table, charlie) as (watcher,):
        await until(lambda: "status" in watcher.fragments)
        await sync_to_async(api.change_table)(table_id=table.pk, watch_delay=600)
        await until(lambda: watcher.closed == push_socket.CloseCode.RECONNECT)
        await sync_to_async(sit)(bob, table)
        async with browsing(table, charlie, alice, bob) as (again, *players):
            await first_turn(players)
            assert "status" not in again.fragments


async def test_every_socket_of_a_player_pushes_the_strip(closed_table: Table, charlie: User) -> None:
    async with hosting(Host()), browsing(None, charlie) as (lobby,):
        await until(lambda: "my-tables" in lobby.fragments)
        assert "Waiting:" not in lobby.fragments["my-tables"]
        await sync_to_async(waiting_list.join_kind)(user_id=charlie.pk, kind=waiting_calls.kind_of(closed_table))
        await until(lambda: "Waiting:" in lobby.fragments["my-tables"])
        async with browsing(None, AnonymousUser()) as (stranger,):
            await until(lambda: "room-news" in stranger.fragments)
            assert "my-tables" not in stranger.fragments
