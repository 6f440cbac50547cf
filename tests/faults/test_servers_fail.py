"""Play continues when Redis is emptied, disconnected, hung or stopped, and when PostgreSQL drops its connections.

No hand is left incomplete, and every acknowledged action is in the log (X1, X3, C5, C6).
"""

import asyncio
import itertools
import signal
from collections.abc import Callable

import pytest

from tests.faults.people import Screen, Turn, seated
from tests.faults.room import Room, until
from tests.games.engine.support.rakes import online_rake

pytestmark = pytest.mark.usefixtures("audited")
CHIPS = 200_00
COMMANDS = {"Folded", "Checked", "Called", "Bet", "Raised"}


@pytest.fixture(scope="module", autouse=True)
def _open(room: Room) -> None:
    room.start_web()
    room.standby = room.start_host()


async def playing(room: Room) -> tuple[int, list[Screen]]:
    """Returns a table with three players in the middle of a hand."""
    assert room.standby
    await room.web_is_open()
    await room.host_is_up(room.standby)
    table = await room.open_table(rake=online_rake(200))
    screens = await seated(room, table, 3)
    for screen in screens:
        screen.plays(raise_sometimes())
    await until(lambda: room.hands(table) >= 1, "a hand")
    await until(lambda: any(len(screen.board) >= 3 for screen in screens), "a flop")
    return table, screens


def raise_sometimes() -> Callable[[Screen, Turn], tuple[str, int]]:
    """Returns a policy that raises on every fifth action and folds to a bet on every ninth."""
    count = itertools.count()

    def choose(screen: Screen, turn: Turn) -> tuple[str, int]:
        at = next(count)
        if turn.least and at % 5 == 0:
            return "raise", turn.least
        if turn.price and at % 9 == 0:
            return "fold", 0
        return ("call", 0) if turn.price else ("check", 0)

    return choose


async def acted(room: Room, table: int) -> list[tuple[int, int]]:
    """Returns the (hand, turn) of every action in the log, in order."""
    hand = turn = 0
    found = []
    for event in await room.events(table):
        if event[0] == "HandBegan":
            assert isinstance(event[1], int)
            hand = event[1]
        elif event[0] == "TurnBegan":
            assert isinstance(event[1], int)
            turn = event[1]
        elif event[0] in COMMANDS:
            found.append((hand, turn))
    return found


async def check_play_continues(room: Room, table: int, screens: list[Screen], *, within: float = 40.0) -> None:
    """Checks that two more hands are finished on every screen and every acknowledged action is in the log."""
    hands = room.hands(table)
    await until(lambda: room.hands(table) >= hands + 2, "two more hands", within=within)
    number = room.ask_sql("SELECT max(number) FROM games_hand WHERE table_id = %s", table)[0][0]
    await until(lambda: all(screen.hand > number for screen in screens), "the newest hand everywhere", within=within)
    assert all(screen.closed is None for screen in screens)
    # Play continues meanwhile, so acknowledgements are copied before the log is read.
    acknowledged = [set(screen.acknowledged) for screen in screens]
    log = await acted(room, table)
    assert len(set(log)) == len(log)
    for theirs in acknowledged:
        assert theirs <= set(log)
        assert len(theirs) > 2
    after, last = await room.load(table)
    events = await room.events(table, until=last)
    began = [event[1] for event in events if event[0] == "HandBegan"]
    ended = [event[1] for event in events if event[0] == "HandEnded"]
    assert began == list(range(1, len(began) + 1))
    assert ended == began[: len(ended)]
    assert len(began) - len(ended) <= 1
    rake = sum(event[3] for event in events if event[0] == "HandEnded")
    chips = sum(after.chips().values())
    assert chips + rake == 3 * CHIPS
    await asyncio.gather(*(screen.close() for screen in screens))


async def test_x3_play_continues_when_redis_is_emptied_mid_hand(room: Room) -> None:
    table, screens = await playing(room)
    for _ in range(5):
        assert room.redis.command("FLUSHALL").startswith("+OK")
    await check_play_continues(room, table, screens)


@pytest.mark.parametrize("kind", ["normal", "pubsub"])
async def test_x3_play_continues_when_redis_drops_all_connections_mid_hand(room: Room, kind: str) -> None:
    table, screens = await playing(room)
    for _ in range(3):
        before = room.numbers(table)[-1]
        killed = room.redis.command("CLIENT", "KILL", "TYPE", kind)
        assert killed.startswith(":")
        await until(lambda before=before: room.numbers(table)[-1] > before + 1, "play")
    await check_play_continues(room, table, screens)


async def test_x3_c5_play_resumes_after_redis_is_stopped_for_five_seconds(room: Room) -> None:
    table, screens = await playing(room)
    cards = {screen.cookie: (screen.hand, screen.cards) for screen in screens}
    room.redis.stop()
    before = room.numbers(table)[-1]
    await asyncio.sleep(5)
    # No action reaches the host while Redis is down, so only the clock can have advanced the hand.
    assert room.numbers(table)[-1] <= before + 6
    assert room.web.alive
    assert room.standby
    assert room.standby.alive
    room.redis.start()
    hand, held = cards[screens[0].cookie]
    await until(lambda: screens[0].hand > hand or screens[0].cards == held, "the same cards")
    await check_play_continues(room, table, screens)


async def test_x3_play_resumes_after_redis_hangs_for_three_seconds(room: Room) -> None:
    table, screens = await playing(room)
    room.redis.process.popen.send_signal(signal.SIGSTOP)
    await asyncio.sleep(3)
    room.redis.process.popen.send_signal(signal.SIGCONT)
    await check_play_continues(room, table, screens)


async def test_x1_c6_play_continues_when_postgres_drops_all_connections_mid_hand(room: Room) -> None:
    table, screens = await playing(room)
    for _ in range(4):
        assert await room.terminate_backends() > 0
        # What is written from here on came over new connections.
        before = room.numbers(table)[-1]
        await until(lambda before=before: room.numbers(table)[-1] > before + 2, "play after the disconnection")
    await check_play_continues(room, table, screens)


async def test_x1_c6_play_continues_when_postgres_drops_connections_during_settlement(room: Room) -> None:
    table, screens = await playing(room)
    hands = room.hands(table)
    cuts = 0
    while cuts < 12:
        cuts += await room.terminate_backends()
        await asyncio.sleep(0.1)
    await until(lambda: room.hands(table) > hands, "a hand despite the dropped connections")
    await check_play_continues(room, table, screens)
