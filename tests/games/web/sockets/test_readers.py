"""What sockets read when they open is read in turn, in few threads, and once for all who ask for the same."""

import asyncio
import itertools
import threading
from types import SimpleNamespace

import pytest
from django.db import connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper

from games.web.sockets import readers as module
from games.web.sockets.push_socket import in_thread
from games.web.sockets.readers import FILLING_SECONDS, MOST_TOGETHER, TURNS_AT_ONCE, Line, Readers

NUMBER = 7


class Room:
    """Something that sockets read: each read waits until it is released."""

    def __init__(self) -> None:
        self.value = 1
        self.release, self.begun = threading.Event(), threading.Semaphore(0)
        self.threads: list[threading.Thread] = []

    def read(self, number: int) -> tuple[int, int]:
        """The number and the value now."""
        value = self.value
        self.threads.append(threading.current_thread())
        self.begun.release()
        assert self.release.wait(60)
        return number, value


async def asked(readers: Readers, room: Room, *numbers: int) -> list[asyncio.Task[tuple[int, int]]]:
    """Sockets that ask for these numbers, once all of them have asked."""
    tasks = [asyncio.create_task(readers.read(Line.OPENING, room.read, number)) for number in numbers]
    await asyncio.sleep(0)
    return tasks


async def test_few_sockets_read_at_once_and_others_read_meanwhile() -> None:
    room, readers = Room(), Readers(2)
    waiting = await asked(readers, room, *range(6))
    for _ in range(2):
        await asyncio.to_thread(room.begun.acquire)
    assert await in_thread(lambda: "page") == "page", "what others read does not wait"
    assert len(room.threads) == 2
    room.release.set()
    assert await asyncio.gather(*waiting) == [(number, 1) for number in range(6)]
    assert (len(room.threads), len(set(room.threads))) == (6, 2)


async def test_what_is_urgent_is_read_first() -> None:
    """Sockets that are let in get the table before the next are let in; what a page has shown already comes last."""
    room, readers = Room(), Readers(1)
    order: list[Line] = []
    first = await asked(readers, room, 0)
    await asyncio.to_thread(room.begun.acquire)
    waiting = [asyncio.create_task(readers.read(line, order.append, line)) for line in reversed(Line)]
    await asyncio.sleep(0)
    room.release.set()
    await asyncio.gather(*first, *waiting)
    assert order == [Line.OPENING, Line.ARRIVED, Line.SHOWN]


async def test_what_can_wait_leaves_play_its_share(monkeypatch: pytest.MonkeyPatch) -> None:
    """While more of it waits, the thread rests twice as long as it has read; nobody who opens a page waits for that."""
    clock, rests = itertools.count(step=3), list[float]()
    times = SimpleNamespace(thread_time=lambda: next(clock), sleep=rests.append)
    monkeypatch.setattr(module, "time", times)
    for line, pauses in ((Line.OPENING, []), (Line.SHOWN, [6, 6])):
        room, readers = Room(), Readers(1)
        first = await asked(readers, room, 0)
        await asyncio.to_thread(room.begun.acquire)
        waiting = [asyncio.create_task(readers.read(line, abs, number)) for number in range(3)]
        await asyncio.sleep(0)
        room.release.set()
        await asyncio.gather(*first, *waiting)
        assert rests == pauses


async def test_somebody_who_asks_for_the_same_shares_a_read_that_has_not_begun() -> None:
    room, readers = Room(), Readers(1)
    first = await asked(readers, room, 0)
    await asyncio.to_thread(room.begun.acquire)
    crowd = await asked(readers, room, *[NUMBER] * 100, NUMBER + 1)
    room.release.set()
    await asyncio.gather(*first, *crowd)
    assert [task.result()[0] for task in crowd] == [NUMBER] * 100 + [NUMBER + 1]
    assert len(room.threads) == 3


async def test_nobody_gets_what_was_read_before_they_asked() -> None:
    room, readers = Room(), Readers(1)
    before = await asked(readers, room, NUMBER)
    await asyncio.to_thread(room.begun.acquire)
    room.value = 2
    after = await asked(readers, room, NUMBER)
    room.release.set()
    assert await asyncio.gather(*before, *after) == [(NUMBER, 1), (NUMBER, 2)]
    room.value = 3
    assert await readers.read(Line.OPENING, room.read, NUMBER) == (NUMBER, 3)


async def test_a_socket_that_ends_takes_nothing_from_others_who_wait() -> None:
    room, readers = Room(), Readers(1)
    first = await asked(readers, room, 0)
    await asyncio.to_thread(room.begun.acquire)
    ends, stays = await asked(readers, room, NUMBER, NUMBER)
    ends.cancel()
    room.release.set()
    assert await stays == (NUMBER, 1)
    await asyncio.gather(*first)


async def test_a_crowd_that_shares_a_result_goes_on_few_at_a_time_and_others_have_their_turns() -> None:
    room, readers = Room(), Readers(1)
    happened: list[str] = []

    async def socket() -> None:
        await readers.read(Line.OPENING, room.read, NUMBER)
        happened.append("socket")

    async def others() -> None:
        while happened.count("socket") < len(crowd):
            happened.append("other")
            await asyncio.sleep(0)

    first = await asked(readers, room, 0)
    await asyncio.to_thread(room.begun.acquire)
    crowd = [asyncio.create_task(socket()) for _ in range(20)]
    play = asyncio.create_task(others())
    room.release.set()
    await asyncio.gather(*first, *crowd, play)
    begun = "".join("s" if one == "socket" else "." for one in happened[happened.index("socket") :])
    assert max(map(len, begun.split("."))) == TURNS_AT_ONCE < len(crowd)


class Squares:
    """Something that is read for many at once, which fails for one number."""

    def __init__(self, broken: int = -1) -> None:
        self.broken = broken
        self.read: list[list[int]] = []

    def of(self, numbers: list[int]) -> list[int]:
        self.read.append(numbers)
        if self.broken in numbers:
            raise ValueError(self.broken)
        return [number**2 for number in numbers]


async def squared(squares: Squares, *numbers: int) -> list[int | BaseException]:
    """What sockets are told that ask for these numbers while something else is read."""
    room, readers = Room(), Readers(1)
    first = await asked(readers, room, 0)
    await asyncio.to_thread(room.begun.acquire)
    crowd = [asyncio.create_task(readers.read_together(Line.ARRIVED, squares.of, number)) for number in numbers]
    await asyncio.sleep(0)
    room.release.set()
    await asyncio.gather(*first)
    return await asyncio.gather(*crowd, return_exceptions=True)


async def test_what_a_crowd_asks_for_is_read_together_and_each_gets_their_own() -> None:
    squares = Squares()
    numbers = [*range(MOST_TOGETHER), 3, MOST_TOGETHER, 3]
    assert await squared(squares, *numbers) == [number**2 for number in numbers]
    assert squares.read == [[*range(MOST_TOGETHER)], [MOST_TOGETHER, 3]], "a full read takes nobody more"


async def test_a_read_waits_for_more_of_a_crowd_unless_it_is_full_or_nobody_was_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rests: list[float] = []
    monkeypatch.setattr(module, "time", SimpleNamespace(thread_time=lambda: 0.0, sleep=rests.append))
    await squared(Squares(), *range(MOST_TOGETHER))
    assert await Readers(1).read_together(Line.OPENING, Squares().of, 3) == 9
    assert rests == []
    await squared(Squares(), 1, 2)
    assert rests == [FILLING_SECONDS]


async def test_a_fault_of_one_is_not_that_of_others_who_are_read_with_them() -> None:
    squares = Squares(broken=2)
    one, broken, three = await squared(squares, 1, 2, 3)
    assert (one, str(broken), three) == (1, "2", 9)
    assert squares.read == [[1, 2, 3], [1], [2], [3]]


async def test_a_fault_reaches_all_who_wait_and_others_are_read_after_it() -> None:
    room, readers = Room(), Readers(1)

    def fails(number: int) -> int:
        raise ValueError(number)

    first = await asked(readers, room, 0)
    await asyncio.to_thread(room.begun.acquire)
    failed = [asyncio.create_task(readers.read(Line.OPENING, fails, NUMBER)) for _ in range(2)]
    await asyncio.sleep(0)
    last = await asked(readers, room, 1)
    room.release.set()
    assert [str(fault) for fault in await asyncio.gather(*failed, return_exceptions=True)] == [str(NUMBER)] * 2
    assert await asyncio.gather(*first, *last) == [(0, 1), (1, 1)]


@pytest.mark.django_db(transaction=True)
async def test_a_reader_gives_its_connection_back_once_nobody_waits() -> None:
    def work() -> BaseDatabaseWrapper:
        connection.ensure_connection()
        return connections[connection.alias]

    readers = Readers(1)
    used = await readers.read(Line.OPENING, work)
    await asyncio.to_thread(readers._threads.shutdown)
    assert used.connection is None
