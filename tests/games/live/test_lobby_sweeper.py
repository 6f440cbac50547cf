"""The sweep of a host's tables: which fill their seats, and how often abandoned player tables are closed."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest
from asgiref.sync import sync_to_async
from django.contrib.sessions.models import Session

from games.live import lobby_sweeper
from games.live.hosting.table_messages import TableMessage, Wake
from games.live.lobby_sweeper import CLOSE_EVERY, SWEEP_SECONDS, LobbySweeper, tables_waited_for
from games.models import Order, Table
from games.operations import player_tables, rake_profiles, waiting_changes
from games.operations.automatic import closing_times, schedules, table_groups
from games.operations.automatic.concerned import concerned_tables
from pokerroom.models import User
from tests.games.support.stepped_consumers import START_MS, stepped_context
from tests.games.support.tables import open_table


@pytest.mark.django_db
def test_k8_all_must_move_tables_of_the_host_fill_their_seats() -> None:
    main, feeder, elsewhere = open_table("Main"), open_table("Feeder"), open_table("Elsewhere")
    Table.objects.filter(pk__in=(feeder.pk, elsewhere.pk)).update(feeds=main)
    Table.objects.filter(pk__in=(main.pk, feeder.pk)).update(owner="here")
    assert tables_waited_for("here") == {feeder.pk}
    assert tables_waited_for("there") == set()


@pytest.mark.django_db
def test_k9_tables_that_were_opened_as_others_were_full_fill_their_seats_from_the_lists_of_these() -> None:
    first = open_table("First", most_alike=2)
    second = open_table("Second", opened_for=first)
    Table.objects.update(owner="here")
    assert tables_waited_for("here") == {second.pk}


@pytest.mark.django_db
def test_a_sweep_reads_the_open_tables_of_its_host_that_the_room_may_change_by_itself(alice: User) -> None:
    soon = datetime.fromtimestamp(START_MS / 1000, UTC)
    closing, alike = open_table("Closing", closes_at=soon), open_table("Alike", most_alike=2)
    extra, own, waiting = open_table("Extra", opened_for=alike), open_table("Own"), open_table("Waiting")
    closed, _plain = open_table("Closed", most_alike=2), open_table("Plain")
    Table.objects.filter(pk=own.pk).update(opened_by=alice)
    Table.objects.filter(pk=waiting.pk).update(when_empty={"seats": 6, "rules": None, "reason": ""})
    Table.objects.filter(pk=closed.pk).update(is_open=False, closed_at=soon)
    Table.objects.update(owner="here")
    concerned = [closing.pk, alike.pk, extra.pk, own.pk, waiting.pk]
    assert concerned_tables("here") == concerned
    assert concerned_tables("there") == []


class Here:
    """The tables 4 and 5, which run here, and what is queued for them."""

    def __init__(self, *tables: int) -> None:
        self.tables, self.queued = list(tables), list[tuple[int, TableMessage]]()

    def held(self) -> list[int]:
        return self.tables

    def put(self, table: int, item: TableMessage) -> bool:
        self.queued.append((table, item))
        return table in self.tables


async def test_a_sweep_wakes_tables_that_still_run_here(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def waited_for(owner: str) -> set[int]:
        asked.append(owner)
        return {4, 9}

    def concerned(owner: str) -> list[int]:
        asked.append(owner)
        return [5]

    closed, raked, changed = list[list[int]](), list[list[int]](), list[list[int]]()
    monkeypatch.setattr(schedules, "open_due", lambda now: None)
    monkeypatch.setattr(table_groups, "open_more", lambda *asked: None)
    emptied = list[list[int]]()
    monkeypatch.setattr(table_groups, "close_empty", lambda tables, now: emptied.append(tables))
    monkeypatch.setattr(closing_times, "announce_closing", lambda *asked: None)
    monkeypatch.setattr(closing_times, "close_due", lambda *asked: None)
    monkeypatch.setattr(waiting_changes, "apply_at_empty_tables", changed.append)
    monkeypatch.setattr(rake_profiles, "apply_valid_versions", raked.append)
    monkeypatch.setattr(lobby_sweeper, "tables_waited_for", waited_for)
    monkeypatch.setattr(lobby_sweeper, "concerned_tables", concerned)
    monkeypatch.setattr(player_tables, "close_abandoned_tables", closed.append)
    here, context = Here(4, 5), stepped_context()
    sweeper = LobbySweeper(context, here)
    await sweeper.sweep(closing=False)
    woken = [(4, Wake.FILL_SEATS), (9, Wake.FILL_SEATS)]
    assert (sorted(here.queued), asked, closed) == (woken, [context.host] * 2, [])
    await sweeper.sweep(closing=True)
    assert (closed, emptied, raked, changed) == ([[5]], [[5]], [[4, 5]] * 2, [[5]] * 2)
    await asyncio.to_thread(context.threads.stop)


async def test_a_sweep_opens_and_closes_tables_whose_time_has_come_by_the_clock_of_the_host(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    opened, more = list[datetime](), list[tuple[list[int], datetime]]()
    monkeypatch.setattr(table_groups, "open_more", lambda *asked: more.append(asked))
    told, closed = list[tuple[list[int], datetime]](), list[tuple[list[int], datetime]]()

    def open_due(now: datetime) -> None:
        if opened:
            raise RuntimeError("no database")
        opened.append(now)

    monkeypatch.setattr(schedules, "open_due", open_due)
    monkeypatch.setattr(closing_times, "announce_closing", lambda *asked: told.append(asked))
    monkeypatch.setattr(closing_times, "close_due", lambda *asked: closed.append(asked))
    monkeypatch.setattr(waiting_changes, "apply_at_empty_tables", list)
    monkeypatch.setattr(rake_profiles, "apply_valid_versions", list)
    monkeypatch.setattr(lobby_sweeper, "tables_waited_for", lambda owner: set())
    monkeypatch.setattr(lobby_sweeper, "concerned_tables", lambda owner: [4])
    context = stepped_context()
    sweeper = LobbySweeper(context, Here(4))
    await sweeper.sweep(closing=False)
    now = datetime.fromtimestamp(START_MS / 1000, UTC)
    assert (opened, more, told, closed) == ([now], [([4], now)], [([4], now)], [([4], now)])
    await sweeper.sweep(closing=False)
    assert (opened, more, told, closed) == ([now], *[[([4], now)] * 2] * 3), "a part that fails stops no other"
    await asyncio.to_thread(context.threads.stop)


@pytest.mark.django_db(transaction=True)
async def test_a_sweep_acts_on_its_own_tables_only() -> None:
    context, past = stepped_context(), datetime.fromtimestamp(START_MS / 1000 - 60, UTC)

    def opened() -> list[Table]:
        tables = [open_table("Here", closes_at=past), open_table("Elsewhere", closes_at=past), open_table("No end")]
        Table.objects.exclude(pk=tables[1].pk).update(owner=context.host)
        return tables

    here, *_ = await sync_to_async(opened)()
    await LobbySweeper(context, Here()).sweep(closing=True)
    closed = await sync_to_async(
        lambda: set(Order.objects.filter(kind=Order.Kind.CLOSE).values_list("table", flat=True))
    )()
    assert closed == {here.pk}
    await asyncio.to_thread(context.threads.stop)


@pytest.mark.django_db(transaction=True)
async def test_a_sweep_deletes_the_sessions_that_have_ended() -> None:
    context, now = stepped_context(), datetime.fromtimestamp(START_MS / 1000, UTC)

    def begin() -> None:
        for key, seconds in (("ended", -1), ("lasts", 1)):
            Session.objects.create(session_key=key, expire_date=now + timedelta(seconds=seconds))

    await sync_to_async(begin)()
    await LobbySweeper(context, Here()).sweep(closing=True)
    assert await sync_to_async(lambda: [row.session_key for row in Session.objects.all()])() == ["lasts"]
    await asyncio.to_thread(context.threads.stop)


async def test_every_sixth_sweep_closes_abandoned_tables_and_a_fault_stops_none(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    sweeps: list[bool] = []
    pauses: list[float] = []
    sweeper = LobbySweeper(stepped_context(), Here())

    async def sweep(*, closing: bool) -> None:
        sweeps.append(closing)
        raise RuntimeError("no database")

    async def pause(seconds: float) -> None:
        pauses.append(seconds)
        if len(sweeps) > CLOSE_EVERY:
            raise asyncio.CancelledError

    monkeypatch.setattr(sweeper, "sweep", sweep)
    with monkeypatch.context() as patch:
        patch.setattr(asyncio, "sleep", pause)
        with pytest.raises(asyncio.CancelledError):
            await sweeper.run()
    assert sweeps == [True, False, False, False, False, False, True]
    assert pauses == [SWEEP_SECONDS] * 8
    assert caplog.text.count("The lobby could not be swept: RuntimeError") == 7
