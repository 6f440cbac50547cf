"""The life of a feed: each loop has one, and nothing that it began outlasts it."""

import asyncio
import gc
import weakref
from collections.abc import Coroutine

import pytest

from games.web.sockets import feed as feeds
from games.web.sockets.feed import Feed
from tests.games.web.sockets.support.stepped import RecordedLayer
from tests.games.web.sockets.support.stepped_feed import TABLE, Page, standing


async def test_each_loop_has_one_feed_until_it_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feeds, "get_channel_layer", RecordedLayer)
    first = Feed.current()
    assert Feed.current() is first
    await first.close()
    second = Feed.current()
    assert second is not first
    await second.close()


async def test_closing_a_feed_ends_a_request_that_hangs(monkeypatch: pytest.MonkeyPatch) -> None:
    async with standing(monkeypatch) as stand:
        await stand.feed.watch(TABLE, Page())
        await stand.show(1)
        stand.layer.hangs = True
        await stand.show(2, host="two")
        await stand.feed.close()
        assert asyncio.all_tasks() == {asyncio.current_task()}


async def test_a_request_that_is_done_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[weakref.ref[asyncio.Task[None]]] = []
    create_task = asyncio.create_task

    def noted(work: Coroutine[object, object, None]) -> asyncio.Task[None]:
        task = create_task(work)
        begun.append(weakref.ref(task))
        return task

    async with standing(monkeypatch) as stand:
        await stand.feed.watch(TABLE, Page())
        await stand.show(1)
        with monkeypatch.context() as patch:
            patch.setattr(asyncio, "create_task", noted)
            await stand.show(1, host="two")
        gc.collect()
        assert [task() for task in begun] == [None]
