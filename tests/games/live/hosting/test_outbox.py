"""The outbox: the newest of each view goes out, whatever the channel layer does meanwhile."""

import asyncio
from collections.abc import Callable

import pytest
from asgiref.sync import async_to_sync
from channels.exceptions import ChannelFull

from games.live.hosting import outbox
from games.live.hosting.outbox import Outbox
from games.messaging.messages import Message, NoticeWritten, unpack

GROUP = "table_1"


class FakeLayer:
    """A channel layer that records what it takes; `fails` is called before each message and may raise."""

    def __init__(self) -> None:
        self.taken: list[tuple[str, tuple[Message, ...]]] = []
        self.fails: Callable[[], None] = lambda: None

    async def group_send(self, address: str, packed: dict[str, object]) -> None:
        await self.send(f"group {address}", packed)

    async def send(self, address: str, packed: dict[str, object]) -> None:
        self.fails()
        self.taken.append((address, tuple(unpack(packed))))


@pytest.fixture
def layer(monkeypatch: pytest.MonkeyPatch) -> FakeLayer:
    """A layer, with no pause after its errors."""
    monkeypatch.setattr(outbox, "AGAIN_AFTER_SECONDS", 0)
    return FakeLayer()


def notice(number: int) -> NoticeWritten:
    """One of several messages of a type."""
    return NoticeWritten(user=1, table=number)


def sent(layer: FakeLayer, box: Outbox) -> list[int]:
    """The numbers of all messages, once the outbox is empty."""
    async_to_sync(box.drain)()
    return [message.table for _, messages in layer.taken for message in messages if isinstance(message, NoticeWritten)]


def failing_once(layer: FakeLayer, meanwhile: Callable[[], None] = lambda: None) -> None:
    """Lets the layer refuse the first message, after something else has happened."""

    def fail() -> None:
        layer.fails = lambda: None
        meanwhile()
        raise ConnectionError

    layer.fails = fail


def test_a_newer_view_replaces_a_queued_one_and_other_messages_are_all_sent(layer: FakeLayer) -> None:
    box = Outbox(layer)
    for number in (1, 2):
        box.to_group(GROUP, notice(number), newest=True)
        box.to_group(GROUP, notice(10 * number))
    assert sorted(sent(layer, box)) == [2, 10, 20]


def test_a_view_that_failed_is_sent_again_after_a_pause_and_another_message_is_not(
    layer: FakeLayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    pauses: list[float] = []

    async def pause(seconds: float) -> None:
        pauses.append(seconds)

    monkeypatch.setattr(asyncio, "sleep", pause)
    monkeypatch.setattr(outbox, "AGAIN_AFTER_SECONDS", 0.3)
    box = Outbox(layer)
    box.to_group(GROUP, notice(1), newest=True)
    failing_once(layer)
    assert sent(layer, box) == [1]
    box.to_channel("web", notice(2), newest="view")
    failing_once(layer)
    assert sent(layer, box) == [1, 2]
    box.to_group(GROUP, notice(3))
    failing_once(layer)
    assert sent(layer, box) == [1, 2]
    box.to_channel("web", notice(4))
    failing_once(layer)
    assert sent(layer, box) == [1, 2]
    assert pauses == [0.3] * 4


def test_a_layer_that_is_away_for_long_is_logged_once_and_its_return_once(
    layer: FakeLayer, caplog: pytest.LogCaptureFixture
) -> None:
    box, refused = Outbox(layer), iter(range(50))

    def fail() -> None:
        if next(refused, None) is not None:
            raise ConnectionError

    layer.fails = fail
    box.to_group(GROUP, notice(1), newest=True)
    assert sent(layer, box) == [1]
    box.to_group(GROUP, notice(2))
    sent(layer, box)
    assert caplog.messages == [
        "The channel layer does not take messages: ConnectionError.",
        "The channel layer takes messages again.",
    ]


@pytest.mark.parametrize("to_channel", [False, True])
def test_a_view_that_failed_does_not_replace_a_newer_one(layer: FakeLayer, to_channel: bool) -> None:
    box = Outbox(layer)

    def put(number: int) -> None:
        if to_channel:
            box.to_channel("web", notice(number), newest="view")
        else:
            box.to_group(GROUP, notice(number), newest=True)

    put(1)
    failing_once(layer, lambda: put(2))
    assert sent(layer, box) == [2]


def test_a_full_outbox_takes_newer_views_and_drops_other_messages(
    layer: FakeLayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "MOST", 2)
    box = Outbox(layer)
    box.to_group(GROUP, notice(1), newest=True)
    box.to_group(GROUP, notice(10))
    box.to_group(GROUP, notice(20))
    box.to_group(GROUP, notice(2), newest=True)
    assert sorted(sent(layer, box)) == [2, 10]


def test_messages_for_one_process_go_out_together_in_order(layer: FakeLayer) -> None:
    box = Outbox(layer)
    for number in (1, 2):
        box.to_channel("web", notice(number))
        box.to_channel("other", notice(10 * number))
    async_to_sync(box.drain)()
    assert layer.taken == [("web", (notice(1), notice(2))), ("other", (notice(10), notice(20)))]


def test_a_message_to_a_group_goes_out_alone_and_many_to_a_process_in_several_parts(
    layer: FakeLayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "MOST_TOGETHER", 2)
    box = Outbox(layer)
    for number in (1, 2):
        box.to_group("web", notice(number))
    for number in (3, 4, 5):
        box.to_channel("web", notice(number))
    async_to_sync(box.drain)()
    assert layer.taken == [
        ("group web", (notice(1),)),
        ("group web", (notice(2),)),
        ("web", (notice(3), notice(4))),
        ("web", (notice(5),)),
    ]


async def test_a_running_outbox_sends_whatever_comes_and_rests_in_between(layer: FakeLayer) -> None:
    box = Outbox(layer)
    task = asyncio.create_task(box.run())
    for number in (1, 2):
        box.to_channel("web", notice(number))
        await asyncio.sleep(0.01)
        assert layer.taken[-1] == ("web", (notice(number),))
    task.cancel()


def test_a_process_that_does_not_read_is_not_sent_its_message_again(layer: FakeLayer) -> None:
    box = Outbox(layer)
    box.to_channel("web", notice(1), newest="view")
    tries = []

    def full() -> None:
        tries.append(1)
        raise ChannelFull

    layer.fails = full
    assert sent(layer, box) == []
    assert tries == [1]
