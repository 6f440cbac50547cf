"""The waiting list driven by a live host: who is called when a seat frees or a call runs out, also after a restart."""

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
from games.models.access import OwnTableRules, WaitingEntry
from games.operations import player_tables
from games.seating import waiting_calls, waiting_list
from games.web.sockets.feed import Feed
from pokerroom.models import User
from tests.games.support.live_hosts import SetClock, ViewListener, hosting, open_table, sit, until, until_stored

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def full(alice: User, bob: User) -> Table:
    """A table of two with both seats taken."""
    table = open_table(seats=2)
    sit(alice, table)
    sit(bob, table)
    return table


def called_to() -> dict[str, int | None]:
    """Who waits, and where they are called to."""
    return dict(waiting_calls.active_entries().values_list("player__display_name", "called_to"))


async def calls(wanted: dict[str, int | None]) -> None:
    """Waits until the lists are as wanted."""
    end = asyncio.get_running_loop().time() + 60
    while (found := await sync_to_async(called_to)()) != wanted:
        assert asyncio.get_running_loop().time() < end, found
        await asyncio.sleep(0.02)


class Pages:
    """A player's pages as the feed sees them: how often they were told to look again."""

    def __init__(self) -> None:
        self.told = 0

    def seats_changed(self) -> None:
        self.told += 1

    def access_ended(self) -> None: ...

    def notice_written(self, table: int) -> None: ...

    def player_notes_changed(self) -> None: ...


async def both_seated(table: Table, alice: User, bob: User) -> list[ViewListener]:
    ears = [await ViewListener(table, user.pk).begin() for user in (alice, bob)]
    await until(lambda: all(ear.own for ear in ears))
    return ears


async def one_leaves(ears: list[ViewListener]) -> None:
    """Whose turn it is folds and goes home."""
    await until(lambda: any(ear.my_turn for ear in ears))
    one = next(ear for ear in ears if ear.my_turn)
    assert (await one.ask({"do": "leave"})).ok


async def test_k9_a_seat_frees_and_the_first_in_line_is_called_and_told(
    full: Table, alice: User, bob: User, charlie: User
) -> None:
    async with hosting(Host()):
        ears = await both_seated(full, alice, bob)
        pages = Pages()
        await Feed.current().add_socket(charlie.pk, pages)
        await sync_to_async(waiting_list.join)(user_id=charlie.pk, table_id=full.pk)
        await until(lambda: pages.told)
        before = pages.told
        await one_leaves(ears)
        await calls({"Charlie": full.pk})
        await until(lambda: pages.told > before)


async def test_k9_a_call_that_runs_out_passes_the_seat_on_and_a_restart_changes_nothing(
    full: Table, alice: User, bob: User, charlie: User, dana: User
) -> None:
    clock = SetClock()
    async with hosting(Host(clock=clock)):
        ears = await both_seated(full, alice, bob)
        for user in (charlie, dana):
            await sync_to_async(waiting_list.join)(user_id=user.pk, table_id=full.pk)
        await one_leaves(ears)
        await calls({"Charlie": full.pk, "Dana": None})
    later = SetClock()
    later.skipped = 60_000
    async with hosting(Host(clock=later)):
        await calls({"Charlie": None, "Dana": full.pk})
        assert await sync_to_async(WaitingEntry.objects.get)(player=charlie, misses=1)


async def test_k9_the_host_itself_sees_a_call_run_out(
    full: Table, alice: User, bob: User, charlie: User, dana: User, settings: Any
) -> None:
    settings.CALL_SECONDS = 3
    async with hosting(Host()):
        ears = await both_seated(full, alice, bob)
        for user in (charlie, dana):
            await sync_to_async(waiting_list.join)(user_id=user.pk, table_id=full.pk)
        await one_leaves(ears)
        await calls({"Charlie": full.pk, "Dana": None})
        await calls({"Charlie": None, "Dana": full.pk})


async def test_k9_the_called_one_sits_down_and_the_list_is_empty(
    full: Table, alice: User, bob: User, charlie: User
) -> None:
    async with hosting(Host()):
        ears = await both_seated(full, alice, bob)
        await sync_to_async(waiting_list.join)(user_id=charlie.pk, table_id=full.pk)
        await one_leaves(ears)
        await calls({"Charlie": full.pk})
        await sync_to_async(sit)(charlie, full)
        await calls({})
        ear = await ViewListener(full, charlie.pk).begin()
        await until(lambda: ear.own)


def test_k9_the_sweeper_finds_the_tables_that_somebody_waits_for(full: Table, charlie: User, dana: User) -> None:
    from tests.games.support.tables import Host as Steps

    Steps(full.pk).read_inbox()
    same, other = open_table("Same", seats=2), open_table("Other", seats=2)
    Table.objects.filter(pk=other.pk).update(currency="EUR")
    every = [full.pk, same.pk, other.pk]
    assert tables_waited_for(every) == set()
    waiting_list.join(user_id=charlie.pk, table_id=full.pk)
    assert tables_waited_for(every) == {full.pk}
    waiting_list.join_kind(user_id=dana.pk, kind=waiting_calls.kind_of(full))
    assert tables_waited_for(every) == {full.pk, same.pk}
    assert tables_waited_for([other.pk]) == set()


async def test_k9_a_seat_is_filled_although_no_message_announced_who_waits(
    full: Table, alice: User, bob: User, charlie: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby_sweeper, "SWEEP_SECONDS", 0.2)
    async with hosting(Host()):
        ears = await both_seated(full, alice, bob)
        await one_leaves(ears)
        await until_stored(lambda: Seat.objects.filter(table=full).count() == 1)
        await WaitingEntry.objects.acreate(player=charlie, table=full)
        await calls({"Charlie": full.pk})


async def test_k10_a_players_table_that_is_long_empty_closes_by_itself(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby_sweeper, "SWEEP_SECONDS", 0.2)
    monkeypatch.setattr(lobby_sweeper, "CLOSE_EVERY", 1)

    def open_own(name: str) -> Table:
        cashier.open_wallet(user_id=alice.pk, name="Alice", grant=1_000_00)
        table = open_table(name)
        long_ago = timezone.now() - timedelta(minutes=OwnTableRules.now().close_after + 1)
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
