"""The feed of a web process on real Redis: it keeps receiving, recovers by itself, and matches answers to asks."""

import asyncio
from typing import Any

from channels.layers import get_channel_layer

from games.engine.views.types import OwnView, SeatView, TableView
from games.messaging import messages
from games.messaging.messages import Answer, Ask, Heartbeat, Message, OwnViewUpdate, ViewUpdate, Watch
from games.models import Table
from games.web.sockets.feed import Feed
from tests.games.support.live_hosts import ViewListener, until

TABLE = Table(pk=77)
NEVER = 1e9


def view_of(version: int, *, stack: int = 0) -> TableView:
    return TableView(TABLE.pk, version, (SeatView(0, "waiting", 5, "Eve", stack=stack), SeatView(1)))


class FakeHost:
    """The other end of the channel layer: receives what a table's host would, and sends what the test wants."""

    def __init__(self) -> None:
        self.layer: Any = get_channel_layer()
        self.received: list[Message] = []
        self.feeds: list[Feed] = []

    async def __aenter__(self) -> "FakeHost":
        self.channel = await self.layer.new_channel()
        await self.layer.group_add(messages.host_group(TABLE.pk), self.channel)
        self.task = asyncio.create_task(self._listen())
        return self

    async def __aexit__(self, *_: Any) -> None:
        self.task.cancel()
        await asyncio.gather(self.task, return_exceptions=True)
        for feed in [*self.feeds, Feed.current()]:
            await feed.close()

    async def _listen(self) -> None:
        while True:
            self.received += messages.unpack(await self.layer.receive(self.channel))

    def feed_on(self, layer: Any, **how: Any) -> Feed:
        """A feed with a layer of its own, closed at the end."""
        feed = Feed(layer, **how)
        self.feeds.append(feed)
        return feed

    async def show(self, version: int, *, host: str = "one", **more: Any) -> None:
        update = ViewUpdate(TABLE.pk, version, host, view_of(version, **more), at=1)
        await self.layer.group_send(messages.views_group(TABLE.pk), messages.pack(update))

    async def show_own(self, reply: str, player: int, version: int) -> None:
        own = OwnView(TABLE.pk, version, 0, player)
        await self.layer.send(reply, messages.pack(OwnViewUpdate(TABLE.pk, player, version, own)))

    def requests(self) -> list[Watch]:
        return [message for message in self.received if isinstance(message, Watch)]

    def asks(self) -> list[Ask]:
        return [message for message in self.received if isinstance(message, Ask)]


class FaultyLayer:
    """The real layer with a fault in what it receives for one feed, and a record of the groups the feed is in."""

    def __init__(self) -> None:
        self._layer: Any = get_channel_layer()
        self.groups: set[str] = set()
        self.channels: list[str] = []
        self.failures_left = 0
        self.loses_messages = False
        self.lost: list[Message] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._layer, name)

    async def new_channel(self) -> str:
        self.channels.append(await self._layer.new_channel())
        return self.channels[-1]

    async def group_add(self, group: str, channel: str) -> None:
        self.groups.add(group)
        await self._layer.group_add(group, channel)

    async def group_discard(self, group: str, channel: str) -> None:
        self.groups.discard(group)
        await self._layer.group_discard(group, channel)

    async def receive(self, channel: str) -> Any:
        while True:
            packed = await self._layer.receive(channel)
            if self.failures_left:
                self.failures_left -= 1
                raise ConnectionError
            if not self.loses_messages:
                return packed
            self.lost += messages.unpack(packed)

    def lost_heartbeats(self) -> int:
        return sum(isinstance(message, Heartbeat) for message in self.lost)


async def test_older_views_are_dropped_and_equal_ones_notify_nobody() -> None:
    async with FakeHost() as host:
        listener = await ViewListener(TABLE).begin()
        await host.show(5, stack=50)
        await host.show(4, stack=40)
        await host.show(5, stack=50)
        await host.show(6, stack=60)
        await until(lambda: listener.watched.version == 6)
        assert listener.changes == 2
        assert listener.view
        assert listener.view.seats[0].stack == 60


async def test_views_are_requested_for_a_player_again_however_many_others_come() -> None:
    def requests_for_eve() -> int:
        return sum(request.player == 5 for request in host.requests())

    async with FakeHost() as host:
        eve = await ViewListener(TABLE, 5, host.feed_on(get_channel_layer(), request_every=0.5)).begin()
        reply = (await until(host.requests))[0].reply
        await host.show_own(reply, 5, 1)
        await until(lambda: eve.own)
        before = requests_for_eve()
        version = 1
        while requests_for_eve() < before + 2:
            version += 1
            # Ten times a second somebody comes and the table answers.
            await host.show(version)
            await eve.feed.request_views(TABLE.pk, [6])
            await asyncio.sleep(0.1)
            assert version < 100, "nothing was requested for Eve any more"


async def test_views_are_requested_once_for_each_player_and_again_from_a_new_host() -> None:
    async with FakeHost() as host:
        await ViewListener(TABLE, 5).begin()
        await ViewListener(TABLE).begin()
        await until(lambda: {request.player for request in host.requests()} == {0, 5})
        before = len(host.requests())
        await host.show(1)
        await host.show(1, host="two")
        await until(lambda: {request.player for request in host.requests()[before:]} == {0, 5})
        assert len({request.reply for request in host.requests()}) == 1


async def test_own_views_reach_only_their_player() -> None:
    async with FakeHost() as host:
        eve, mallory = await ViewListener(TABLE, 5).begin(), await ViewListener(TABLE, 6).begin()
        reply = (await until(host.requests))[0].reply
        await host.show_own(reply, 5, 3)
        await until(lambda: eve.own)
        assert mallory.own is None
        await host.show_own(reply, 99, 3)
        await host.show_own(reply, 6, 3)
        await until(lambda: mallory.own)
        assert set(eve.watched.own_views) == {5, 6}


async def test_an_answer_finds_its_ask_and_one_that_comes_too_late_is_dropped() -> None:
    async with FakeHost() as host:
        listener = await ViewListener(TABLE, 5).begin()
        asks = [asyncio.create_task(listener.feed.ask(TABLE.pk, 5, {"do": "leave"})) for _ in range(2)]
        received = await until(lambda: host.asks()[1:])
        second = received[0]
        answer = Answer(TABLE.pk, 5, second.id, ok=False, code="not_seated")
        await host.layer.send(second.reply, messages.pack(answer))
        assert await asks[1] == answer
        assert await asks[0] is None
        await host.layer.send(second.reply, messages.pack(answer))
        await host.show(1)
        await until(lambda: listener.view)


async def test_a_feed_whose_channel_breaks_gets_another_and_requests_views_again() -> None:
    layer = FaultyLayer()
    async with FakeHost() as host:
        listener = await ViewListener(TABLE, 0, host.feed_on(layer)).begin()
        await until(host.requests)
        layer.failures_left = 2
        await host.show(1)
        await until(lambda: not layer.failures_left and len(layer.channels) == 3)
        await until(lambda: any(request.reply == layer.channels[-1] for request in host.requests()))
        await host.show(2)
        await until(lambda: listener.watched.version == 2)


async def test_groups_are_left_with_the_last_socket() -> None:
    layer = FaultyLayer()
    async with FakeHost() as host:
        feed = host.feed_on(layer)
        one, two = await ViewListener(TABLE, 5, feed).begin(), await ViewListener(TABLE, 5, feed).begin()
        await feed.unwatch(TABLE.pk, one)
        await host.show(1)
        await until(lambda: two.view)
        await feed.unwatch(TABLE.pk, two)
        assert not feed.tables
        assert not layer.groups


async def test_a_feed_that_missed_messages_notices_it_and_requests_views_at_once() -> None:
    layer = FaultyLayer()
    async with FakeHost() as host:
        listener = await ViewListener(TABLE, 0, host.feed_on(layer, request_every=NEVER)).begin()
        await host.show(1)
        await until(lambda: listener.view)
        # A feed may ask a host it did not know once more; this answers it.
        await asyncio.sleep(0.3)
        await host.show(2)
        await until(lambda: listener.watched.version == 2)
        layer.loses_messages = True
        await host.show(3)
        await until(lambda: layer.lost_heartbeats() >= 2)
        before = len(host.requests())
        layer.loses_messages = False
        await until(lambda: len(host.requests()) > before)
        assert not listener.silences, "the table had answered every request"
