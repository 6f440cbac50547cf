"""The queue of a leased row: items in order, wake-ups once at a time, and the end."""

import asyncio
from enum import Enum, auto

import pytest
from channels.exceptions import StopConsumer

from games.live.hosting.leased_runner import (
    Slot,
)
from games.messaging.messages import ReadInbox, Watch


class Alarm(Enum):
    """Something a consumer is woken for."""

    RING = auto()
    BUZZ = auto()


Item = Alarm | ReadInbox | Watch


async def taken(slot: Slot[Item]) -> Item:
    return await asyncio.wait_for(slot.get(), 1)


async def test_a_slot_gives_items_in_order_and_each_wake_up_once_at_a_time() -> None:
    slot = Slot[Item](7, 10)
    assert (slot.stopping, slot.frozen, slot.attempts) == (False, False, {})
    items: list[Item] = [ReadInbox(7), Alarm.RING, Watch(7, 1, "web"), Alarm.RING, ReadInbox(7), Watch(7, 1, "web")]
    assert [slot.put(item) for item in items] == [True] * 6
    assert [await taken(slot) for _ in range(4)] == [ReadInbox(7), Alarm.RING, Watch(7, 1, "web"), Watch(7, 1, "web")]
    for item in (Alarm.RING, ReadInbox(7)):
        assert slot.put(item)
        assert await taken(slot) == item


async def test_what_onlookers_ask_waits_in_a_part_of_the_slot_behind_all_others() -> None:
    slot = Slot[Item](7, 8)
    crowd = [Watch(7, number, "web") for number in range(100)]
    assert [slot.put(item, onlooker=True) for item in crowd] == [True] * 2 + [False] * 98
    others: list[Item] = [Watch(7, number, "web") for number in range(200, 206)]
    assert [slot.put(item) for item in others] == [True] * 6
    assert not slot.put(Alarm.RING)
    assert [await taken(slot) for _ in range(8)] == [*others, *crowd[:2]]
    assert slot.put(crowd[2], onlooker=True)
    assert slot.take_all() == [crowd[2]]
    assert slot.put(crowd[3], onlooker=True)


async def test_a_full_slot_refuses_items_and_takes_an_alarm_again_later() -> None:
    slot = Slot[Item](7, 1)
    assert slot.put(Watch(7, 1, "web"))
    assert not slot.put(ReadInbox(7))
    assert not slot.put(Alarm.RING)
    await taken(slot)
    assert slot.put(Alarm.RING)
    assert slot.put(Alarm.RING)
    assert await taken(slot) is Alarm.RING


async def test_a_stopped_slot_ends_its_consumer_whether_it_waits_or_has_work() -> None:
    idle, busy, full = Slot[Item](1, 5), Slot[Item](2, 5), Slot[Item](3, 1)
    waiting = asyncio.create_task(idle.get())
    await asyncio.sleep(0)
    for slot in (busy, full):
        slot.put(ReadInbox(1))
    for slot in (idle, busy, full):
        slot.stop()
        assert slot.stopping
    for ended in (waiting, taken(busy), taken(full)):
        with pytest.raises(StopConsumer):
            await asyncio.wait_for(ended, 1)
