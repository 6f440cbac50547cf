"""A web process's ear on real Redis: it keeps hearing, heals itself, and routes answers to who asked."""

import asyncio
from typing import Any

import pytest
from channels.layers import get_channel_layer

from games.engine.views.types import OwnView, SeatView, TableView
from games.messaging import messages
from games.messaging.messages import Answer, Ask, Message, OwnViewUpdate, ViewUpdate, Watch
from games.models import Table
from games.web.sockets import feed as feeds
from games.web.sockets.feed import Feed
from tests.games.support.live_hosts import Ear, until

TABLE = Table(pk=77)


def picture(version: int, *, stack: int = 0) -> TableView:
    return TableView(TABLE.pk, version, (SeatView(0, "waiting", 5, "Eve", stack=stack), SeatView(1)))


class FakeHost:
    """The other end of the wire: hears what a table's host would hear, says what the test wants."""

    def __init__(self) -> None:
        self.layer: Any = get_channel_layer()
        self.heard: list[Message] = []

    async def __aenter__(self) -> "FakeHost":
        self.channel = await self.layer.new_channel()
        await self.layer.group_add(messages.host_group(TABLE.pk), self.channel)
        self.task = asyncio.create_task(self._listen())
        return self

    async def __aexit__(self, *_: Any) -> None:
        self.task.cancel()
        await asyncio.gather(self.task, return_exceptions=True)
        await Feed.here().close()

    async def _listen(self) -> None:
        while True:
            self.heard += messages.unpack(await self.layer.receive(self.channel))

    async def show(self, version: int, *, host: str = "one", **more: Any) -> None:
        view = ViewUpdate(TABLE.pk, version, host, picture(version, **more), at=1)
        await self.layer.group_send(messages.views_group(TABLE.pk), messages.pack(view))

    async def show_own(self, reply: str, player: int, version: int) -> None:
        own = OwnView(TABLE.pk, version, 0, player)
        await self.layer.send(reply, messages.pack(OwnViewUpdate(TABLE.pk, player, version, own)))

    def looks(self) -> list[Watch]:
        return [message for message in self.heard if isinstance(message, Watch)]


async def test_a_feed_idle_for_eight_seconds_still_hears() -> None:
    async with FakeHost() as there:
        ear = await Ear(TABLE).begin()
        await there.show(1)
        await until(lambda: ear.view)
        await asyncio.sleep(8)
        await there.show(2)
        # Nobody here answers a look: what was lost would stay lost.
        await until(lambda: ear.watched.version == 2)


async def test_older_views_are_dropped_and_equal_ones_wake_nobody() -> None:
    async with FakeHost() as there:
        ear = await Ear(TABLE).begin()
        await there.show(5, stack=50)
        await there.show(4, stack=40)
        await there.show(5, stack=50)
        await there.show(6, stack=60)
        await until(lambda: ear.watched.version == 6)
        assert ear.changes == 2
        assert ear.view
        assert ear.view.seats[0].stack == 60


async def test_who_is_there_is_looked_for_again_however_many_others_come(monkeypatch: pytest.MonkeyPatch) -> None:
    def looks_for_eve() -> int:
        return sum(look.player == 5 for look in there.looks())

    monkeypatch.setattr(feeds, "LOOK_EVERY_SECONDS", 0.5)
    async with FakeHost() as there:
        eve = await Ear(TABLE, 5).begin()
        reply = (await until(there.looks))[0].reply
        await there.show_own(reply, 5, 1)
        await until(lambda: eve.own)
        before = looks_for_eve()
        version = 1
        while looks_for_eve() < before + 2:
            version += 1
            # Somebody comes, the table answers, ten times a second.
            await there.show(version)
            await eve.feed.look(TABLE.pk, [6])
            await asyncio.sleep(0.1)
            assert version < 100, "nobody looked for Eve any more"


async def test_one_look_for_each_player_and_again_when_the_host_changes() -> None:
    async with FakeHost() as there:
        await Ear(TABLE, 5).begin()
        await Ear(TABLE).begin()
        await until(lambda: {look.player for look in there.looks()} == {0, 5})
        before = len(there.looks())
        await there.show(1)
        await there.show(1, host="two")
        await until(lambda: {look.player for look in there.looks()[before:]} == {0, 5})
        assert len({look.reply for look in there.looks()}) == 1


async def test_own_views_reach_only_their_player() -> None:
    async with FakeHost() as there:
        eve, mallory = await Ear(TABLE, 5).begin(), await Ear(TABLE, 6).begin()
        reply = (await until(there.looks))[0].reply
        await there.show_own(reply, 5, 3)
        await until(lambda: eve.own)
        assert mallory.own is None
        await there.show_own(reply, 99, 3)
        await there.show_own(reply, 6, 3)
        await until(lambda: mallory.own)
        assert set(eve.watched.owns) == {5, 6}


async def test_answers_find_their_ask_and_late_ones_are_nobodys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feeds, "ANSWER_WITHIN_SECONDS", 3.0)
    async with FakeHost() as there:
        ear = await Ear(TABLE, 5).begin()
        asks = [asyncio.create_task(ear.feed.ask(TABLE.pk, 5, {"do": "leave"})) for _ in range(2)]
        heard = await until(lambda: [m for m in there.heard if isinstance(m, Ask)][1:])
        second = heard[0]
        answer = Answer(TABLE.pk, 5, second.id, ok=False, code="not_seated")
        await there.layer.send(second.reply, messages.pack(answer))
        assert await asks[1] == answer
        assert await asks[0] is None
        await there.layer.send(second.reply, messages.pack(answer))
        await there.show(1)
        await until(lambda: ear.view)


async def test_a_silent_table_is_looked_for_again_and_its_watchers_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feeds, "SILENT_AFTER_SECONDS", 0.2)
    async with FakeHost() as there:
        ear = await Ear(TABLE).begin()
        await until(lambda: ear.silences and len(there.looks()) > 1)
        looked, look = [], ear.feed.look

        def noted(table: int, players: Any) -> Any:
            looked.append(table)
            return look(table, players)

        monkeypatch.setattr(ear.feed, "look", noted)
        await there.show(1)
        await until(lambda: ear.view)
        before = len(looked), ear.silences
        await asyncio.sleep(2.3)
        assert (len(looked), ear.silences) == before


async def test_a_feed_whose_channel_breaks_makes_another_and_looks_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feeds, "BACKOFF_SECONDS", 0.05)
    async with FakeHost() as there:
        ear = await Ear(TABLE).begin()
        await until(there.looks)
        first, receive = ear.feed._channel, there.layer.receive
        failed: list[str] = []

        async def broken(channel: str) -> Any:
            if channel != there.channel and len(failed) < 3:
                failed.append(channel)
                raise ConnectionError("gone")
            return await receive(channel)

        monkeypatch.setattr(ear.feed, "_layer", Layer(there.layer, broken))
        await there.show(1)
        await until(lambda: len(failed) == 3 and ear.feed._channel not in ("", *failed))
        assert failed[0] == first
        await until(lambda: any(look.reply == ear.feed._channel for look in there.looks()))
        await there.show(2)
        await until(lambda: ear.watched.version == 2)


class Layer:
    """The real layer with another way to receive."""

    def __init__(self, layer: Any, receive: Any) -> None:
        self._layer, self.receive = layer, receive

    def __getattr__(self, name: str) -> Any:
        return getattr(self._layer, name)


async def test_groups_are_left_with_the_last_socket() -> None:
    async with FakeHost() as there:
        one, two = await Ear(TABLE, 5).begin(), await Ear(TABLE, 5).begin()
        await one.feed.unwatch(TABLE.pk, one)
        await there.show(1)
        await until(lambda: two.view)
        await two.feed.unwatch(TABLE.pk, two)
        assert not two.feed.tables
        assert not two.feed._wanted
        assert not two.feed._joined


async def test_a_feed_that_missed_messages_notices_and_looks_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feeds, "LOOK_EVERY_SECONDS", 600.0)
    async with FakeHost() as there:
        ear = await Ear(TABLE).begin()
        await until(lambda: there.looks())
        await there.show(1)
        await until(lambda: ear.view and ear.view.version == 1)
        looks, hear = len(there.looks()), ear.feed._hear
        monkeypatch.setattr(ear.feed, "_hear", lambda message: None)
        await until(lambda: ear.feed._deaf)
        await there.show(2)
        monkeypatch.setattr(ear.feed, "_hear", hear)
        await until(lambda: len(there.looks()) > looks, within=feeds.LOOK_EVERY_SECONDS / 10)
