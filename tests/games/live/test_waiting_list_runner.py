"""Waiting lists on a live host: calls when a seat becomes free or a call runs out, also after a restart."""

import asyncio
from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.utils import timezone

from cashier import api as cashier
from games import api
from games.live import lobby_sweeper
from games.live.host import Host
from games.live.lobby_sweeper import tables_waited_for
from games.models import Seat, Table
from games.models.access import PlayerTableLimits, WaitingEntry
from games.operations import player_tables
from games.seating import waiting_calls, waiting_list
from games.web.sockets.feed import Feed
from pokerroom.models import User
from tests.games.support.live_hosts import SetClock, ViewListener, hosting, open_table, sit, until, until_stored

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def full(alice: User, bob: User) -> Table:
    """A table with two seats, both taken."""
    table = open_table(seats=2)
    sit(alice, table)
    sit(bob, table)
    return table


def called_to() -> dict[str, int | None]:
    """The table each waiting player is called to, by name."""
    return dict(waiting_calls.active_entries().values_list("player__display_name", "called_to"))


async def until_called(wanted: dict[str, int | None]) -> None:
    """Waits until `called_to` returns this."""
    end = asyncio.get_running_loop().time() + 60
    while (found := await sync_to_async(called_to)()) != wanted:
        assert asyncio.get_running_loop().time() < end, found
        await asyncio.sleep(0.02)


class Socket:
    """A player's socket as the feed sees it; counts the changes of seats it was notified of."""

    def __init__(self) -> None:
        self.changes = 0

    def seats_changed(self) -> None:
        self.changes += 1

    def access_ended(self) -> None: ...

    def access_changed(self) -> None: ...

    def notice_written(self, table: int) -> None: ...

    def player_notes_changed(self) -> None: ...


async def both_seated(table: Table, alice: User, bob: User) -> list[ViewListener]:
    watching = [await ViewListener(table, user.pk).begin() for user in (alice, bob)]
    await until(lambda: all(listener.own for listener in watching))
    return watching


async def one_leaves(watching: list[ViewListener]) -> None:
    """The player to act leaves."""
    await until(lambda: any(listener.my_turn for listener in watching))
    one = next(listener for listener in watching if listener.my_turn)
    assert (await one.ask({"do": "leave"})).ok


async def test_k9_the_first_in_line_is_called_and_notified_when_a_seat_becomes_free(
    full: Table, alice: User, bob: User, charlie: User
) -> None:
    async with hosting(Host()):
        watching = await both_seated(full, alice, bob)
        socket = Socket()
        await Feed.current().add_socket(charlie.pk, socket)
        await sync_to_async(waiting_list.join)(user_id=charlie.pk, table_id=full.pk)
        await until(lambda: socket.changes)
        before = socket.changes
        await one_leaves(watching)
        await until_called({"Charlie": full.pk})
        await until(lambda: socket.changes > before)


async def test_k9_after_a_restart_a_call_that_ran_out_passes_the_seat_on(
    full: Table, alice: User, bob: User, charlie: User, dana: User
) -> None:
    clock = SetClock()
    async with hosting(Host(clock=clock)):
        watching = await both_seated(full, alice, bob)
        for user in (charlie, dana):
            await sync_to_async(waiting_list.join)(user_id=user.pk, table_id=full.pk)
        await one_leaves(watching)
        await until_called({"Charlie": full.pk, "Dana": None})
    later = SetClock()
    later.skipped = 60_000
    async with hosting(Host(clock=later)):
        await until_called({"Charlie": None, "Dana": full.pk})
        assert await sync_to_async(WaitingEntry.objects.get)(player=charlie, misses=1)


async def test_k9_a_running_host_passes_the_seat_on_when_a_call_runs_out(
    full: Table, alice: User, bob: User, charlie: User, dana: User, settings: Any
) -> None:
    settings.CALL_SECONDS = 3
    async with hosting(Host()):
        watching = await both_seated(full, alice, bob)
        for user in (charlie, dana):
            await sync_to_async(waiting_list.join)(user_id=user.pk, table_id=full.pk)
        await one_leaves(watching)
        await until_called({"Charlie": full.pk, "Dana": None})
        await until_called({"Charlie": None, "Dana": full.pk})


async def test_k9_the_list_is_empty_after_the_called_player_sits_down(
    full: Table, alice: User, bob: User, charlie: User
) -> None:
    async with hosting(Host()):
        watching = await both_seated(full, alice, bob)
        await sync_to_async(waiting_list.join)(user_id=charlie.pk, table_id=full.pk)
        await one_leaves(watching)
        await until_called({"Charlie": full.pk})
        await sync_to_async(sit)(charlie, full)
        await until_called({})
        listener = await ViewListener(full, charlie.pk).begin()
        await until(lambda: listener.own)


def test_k9_the_sweeper_finds_the_tables_with_waiting_players(full: Table, charlie: User, dana: User) -> None:
    from tests.games.support.tables import SteppedHost

    SteppedHost(full.pk).read_inbox()
    same, other = open_table("Same", seats=2), open_table("Other", seats=2)
    Table.objects.filter(pk=other.pk).update(currency="EUR")
    Table.objects.update(owner="here")
    assert tables_waited_for("here") == set()
    waiting_list.join(user_id=charlie.pk, table_id=full.pk)
    assert tables_waited_for("here") == {full.pk}
    waiting_list.join_kind(user_id=dana.pk, kind=waiting_calls.kind_of(full))
    assert tables_waited_for("here") == {full.pk, same.pk}
    Table.objects.filter(pk=other.pk).update(owner="there")
    assert tables_waited_for("there") == set()


async def test_k9_the_sweeper_calls_a_waiting_player_whom_no_message_announced(
    full: Table, alice: User, bob: User, charlie: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby_sweeper, "SWEEP_SECONDS", 0.2)
    async with hosting(Host()):
        watching = await both_seated(full, alice, bob)
        await one_leaves(watching)
        await until_stored(lambda: Seat.objects.filter(table=full).count() == 1)
        await WaitingEntry.objects.acreate(player=charlie, table=full)
        await until_called({"Charlie": full.pk})


async def test_k10_a_players_own_table_closes_after_standing_empty(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby_sweeper, "SWEEP_SECONDS", 0.2)
    monkeypatch.setattr(lobby_sweeper, "CLOSE_EVERY", 1)

    def open_own(name: str) -> Table:
        cashier.open_wallet(user_id=alice.pk, name="Alice", grant=1_000_00, currency="PLAY")
        table = open_table(name)
        long_ago = timezone.now() - timedelta(minutes=PlayerTableLimits.current().close_after_minutes + 1)
        Table.objects.filter(pk=table.pk).update(opened_by=alice, empty_since=long_ago)
        return table

    empty = await sync_to_async(open_own)("Empty")
    ordered = await sync_to_async(open_own)("Ordered")
    await sync_to_async(api.take_seat)(user=alice, table_id=ordered.pk, seat=0, amount=200_00)
    async with hosting(Host()):
        await until_stored(lambda: not Table.objects.get(pk=empty.pk).is_open)
        assert await sync_to_async(player_tables.close_abandoned_tables)([empty.pk, ordered.pk]) == []
        rows = Table.objects.filter(is_open=True).values_list("name", flat=True)
        assert await sync_to_async(lambda: list(rows))() == ["Ordered"]
