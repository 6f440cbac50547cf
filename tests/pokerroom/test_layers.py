"""The in-memory channel layer: delivery, full channels, expiry, speed with many tables."""

import asyncio
import time

import pytest
from channels.exceptions import ChannelFull
from channels.layers import get_channel_layer

from pokerroom.layers import MemoryLayer


async def test_group_message_reaches_every_member_and_nobody_else() -> None:
    layer = MemoryLayer()
    for name in ("a", "b", "c"):
        await layer.group_add("views.1" if name != "c" else "views.2", name)
    await layer.group_send("views.1", {"type": "view", "version": 7})
    for name in ("a", "b"):
        assert await asyncio.wait_for(layer.receive(name), 60) == {"type": "view", "version": 7}
    with pytest.raises(asyncio.TimeoutError):
        await asyncio.wait_for(layer.receive("c"), 0.01)


async def test_a_full_channel_refuses_a_send_and_drops_a_group_message() -> None:
    layer = MemoryLayer(capacity=1)
    await layer.group_add("views.1", "slow")
    await layer.group_add("views.1", "quick")
    await layer.send("slow", {"type": "first"})
    with pytest.raises(ChannelFull):
        await layer.send("slow", {"type": "second"})
    await layer.group_send("views.1", {"type": "view"})
    assert await layer.receive("quick") == {"type": "view"}
    assert await layer.receive("slow") == {"type": "first"}


async def test_expired_messages_are_dropped_within_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    layer = MemoryLayer(expiry=-1)
    await layer.send("unread", {"type": "old"})
    monkeypatch.setattr(layer, "_cleaned_at", float("-inf"))
    await layer.group_send("nobody", {"type": "view"})
    assert "unread" not in layer.channels


async def test_expiry_scans_once_a_second_for_any_number_of_messages(monkeypatch: pytest.MonkeyPatch) -> None:
    scans = 0

    def scan(self: object) -> None:
        nonlocal scans
        scans += 1

    monkeypatch.setattr("channels.layers.InMemoryChannelLayer._clean_expired", scan)
    layer = MemoryLayer(capacity=10_000)
    await layer.group_add("views.1", "a")
    began = time.monotonic()
    for number in range(500):
        await layer.group_send("views.1", {"type": "view", "version": number})
    assert scans <= 2 + (time.monotonic() - began)
    assert [(await layer.receive("a"))["version"] for _ in range(500)] == list(range(500))


async def test_the_redis_layer_still_receives_after_eight_idle_seconds() -> None:
    """Longer than the read timeout that some client versions set on an idle subscription."""
    layer = get_channel_layer()
    assert layer is not None
    channel = await layer.new_channel()
    await layer.group_add("idle", channel)
    waiting = asyncio.ensure_future(layer.receive(channel))
    await asyncio.sleep(8)
    await layer.group_send("idle", {"type": "view", "version": 1})
    assert await asyncio.wait_for(waiting, 30) == {"type": "view", "version": 1}
    await layer.flush()
