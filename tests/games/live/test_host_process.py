"""A host's own work: its channel and groups, what it hands to its runners, and how it ends."""

import asyncio
from typing import Any

import pytest

from games.live import host as host_module
from games.live.host import NEW_CHANNEL_AFTER_SECONDS, Host
from games.live.hosting.host_context import HostContext
from games.live.hosting.leased_runner import OnChange
from games.live.hosting.threads import DatabaseThreads, WorkerThread
from games.messaging.messages import HOSTS, Hint, Message, ReadInbox, TablesReleased, pack, unpack
from tests.games.support.live_hosts import until


class Layer:
    """A channel layer of one process; notes what happens to its groups."""

    def __init__(self) -> None:
        self.log: list[tuple[str, ...]] = []
        self.sent: list[tuple[str, tuple[Message, ...]]] = []
        self.inbox = asyncio.Queue[dict[str, object] | Exception]()
        self.channels = 0

    async def new_channel(self) -> str:
        self.channels += 1
        return f"channel {self.channels}"

    async def group_add(self, group: str, channel: str) -> None:
        self.log.append(("add", group, channel))

    async def group_discard(self, group: str, channel: str) -> None:
        self.log.append(("discard", group, channel))

    async def group_send(self, group: str, packed: dict[str, object]) -> None:
        self.sent.append((group, tuple(unpack(packed))))

    async def receive(self, channel: str) -> dict[str, object]:
        item = await self.inbox.get()
        if isinstance(item, Exception):
            raise item
        return item


class Runner:
    """Stands in for the runners of tables and tournaments."""

    def __init__(self, name: str, context: HostContext, on_change: OnChange, log: list[str]) -> None:
        self.name, self.context, self.on_change, self.log = name, context, on_change, log
        self.groups: set[str] = set()
        self.ids: set[int] = set()
        self.delivered: list[Message] = []
        self.renewals = 0

    async def run(self) -> None:
        try:
            await asyncio.Event().wait()
        finally:
            self.log.append(f"{self.name} ended")

    def renew_now(self) -> None:
        self.renewals += 1

    def deliver(self, message: Message) -> None:
        self.delivered.append(message)

    async def hand_over(self) -> None:
        self.log.append(f"{self.name} handed over")
        self.context.outbox.to_group("views", Hint(self.name))

    async def cancel(self) -> None:
        await asyncio.sleep(0)
        self.log.append(f"{self.name} cancelled")


class Room(Host):
    """A host whose layer and runners belong to the test."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.layer, self.log = Layer(), list[str]()
        self.tables_runner: Runner
        self.other: Runner

        def tables(context: HostContext, on_change: OnChange, *, limit: int) -> Runner:
            self.tables_runner = Runner("tables", context, on_change, self.log)
            return self.tables_runner

        def other(context: Any, on_change: Any) -> Any:
            self.other = Runner("tournaments", context, on_change, self.log)
            return self.other

        monkeypatch.setattr(host_module, "get_channel_layer", lambda: self.layer)
        monkeypatch.setattr(host_module, "TableRunner", tables)
        for kind in (DatabaseThreads, WorkerThread):
            stop = kind.stop

            def stopped(pool: Any, stop: Any = stop, name: str = kind.__name__) -> None:
                stop(pool)
                self.log.append(f"{name} stopped")

            monkeypatch.setattr(kind, "stop", stopped)
        super().__init__(runners=[other])

    async def begin(self) -> "asyncio.Task[None]":
        assert self.tables == []
        task = asyncio.create_task(self.run())
        await until(lambda: self.layer.log)
        return task


@pytest.fixture
def room(monkeypatch: pytest.MonkeyPatch) -> Room:
    return Room(monkeypatch)


async def test_a_host_that_stops_hands_over_says_so_leaves_its_groups_and_ends_everything(room: Room) -> None:
    task = await room.begin()
    room.tables_runner.ids = {5}
    assert room.tables == [5]
    room.stop()
    await asyncio.wait_for(task, 10)
    assert room.log[:2] == ["tournaments handed over", "tables handed over"]
    assert sorted(room.log[2:6]) == ["tables cancelled", "tables ended", "tournaments cancelled", "tournaments ended"]
    assert room.log[6:] == ["DatabaseThreads stopped", "WorkerThread stopped"]
    assert [sent for sent in room.layer.sent if sent[0] == "views"] == [
        ("views", (Hint("tournaments"),)),
        ("views", (Hint("tables"),)),
    ]
    assert room.layer.sent[-1] == (HOSTS, (TablesReleased(),))
    assert room.layer.log == [("add", HOSTS, "channel 1"), ("discard", HOSTS, "channel 1")]


async def test_a_host_listens_in_the_groups_of_what_it_runs_and_no_others(room: Room) -> None:
    task = await room.begin()
    log = room.layer.log
    log.clear()
    room.tables_runner.groups, room.other.groups = {"host.1"}, {"director.2"}
    await room.tables_runner.on_change()
    assert sorted(log) == [("add", "director.2", "channel 1"), ("add", "host.1", "channel 1")]
    log.clear()
    room.tables_runner.groups = set()
    for _ in range(2):
        await room.other.on_change()
    assert log == [("discard", "host.1", "channel 1")]
    room.stop()
    await task
    assert sorted(log[1:]) == [("discard", "director.2", "channel 1"), ("discard", HOSTS, "channel 1")]


async def test_messages_reach_every_runner_and_free_tables_are_leased_at_once(room: Room) -> None:
    task = await room.begin()
    room.layer.inbox.put_nowait(pack(ReadInbox(5), Hint("lobby")))
    await until(lambda: len(room.other.delivered) == 2)
    assert room.tables_runner.delivered == room.other.delivered == [ReadInbox(5), Hint("lobby")]
    assert (room.tables_runner.renewals, room.other.renewals) == (0, 0)
    room.layer.inbox.put_nowait(pack(TablesReleased()))
    await until(lambda: room.other.renewals)
    assert (room.tables_runner.renewals, room.other.renewals) == (1, 1)
    room.stop()
    await task


async def test_a_host_whose_channel_failed_takes_a_new_one_after_a_pause(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    task = await room.begin()
    room.tables_runner.groups = {"host.1"}
    pauses: list[float] = []
    sleep = asyncio.sleep

    async def pause(seconds: float) -> None:
        pauses.append(seconds)
        await room.tables_runner.on_change()
        await sleep(0)

    with monkeypatch.context() as patch:
        patch.setattr(asyncio, "sleep", pause)
        room.layer.log.clear()
        room.layer.inbox.put_nowait(ConnectionError())
        while len(room.layer.log) < 2:
            await sleep(0)
    assert pauses == [NEW_CHANNEL_AFTER_SECONDS]
    assert sorted(room.layer.log) == [("add", "host.1", "channel 2"), ("add", HOSTS, "channel 2")]
    room.stop()
    await task
