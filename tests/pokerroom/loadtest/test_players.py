"""How simulated players measure: an action is due at its planned time, and nobody's view of it is forgotten."""

import asyncio
from random import Random

import msgspec
import pytest

from pokerroom.loadtest import players
from pokerroom.loadtest.delays import ThinkTimes
from pokerroom.loadtest.players import LoadTable, Measurements, SimulatedPlayer
from pokerroom.loadtest.web_session import WebSession


class Clock:
    """Stands for `perf_counter`."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


class Sent:
    """Stands for an open socket, or for one that has just closed."""

    def __init__(self, *, is_open: bool = True) -> None:
        self.is_open = is_open
        self.asks: list[dict[str, object]] = []

    def send(self, *texts: bytes) -> bool:
        if self.is_open:
            self.asks.append(msgspec.json.decode(texts[0]))
        return self.is_open

    def abort(self) -> None:
        self.is_open = False


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(players, "perf_counter", clock)
    return clock


def table_of(count: int) -> LoadTable:
    """A table of players who act at once, with open sockets; everything is counted."""
    table, measurements = LoadTable(1), Measurements(counting=True)
    for _ in range(count):
        think = ThinkTimes(0.0, 0.0, longest=1.0, rng=Random(1))
        web, later = WebSession("http://127.0.0.1"), asyncio.get_running_loop().call_later
        player = SimulatedPlayer(table, measurements, think, Random(1), web, lambda player: None, later)
        player.socket = Sent()
        table.players.append(player)
    return table


def version(number: int) -> bytes:
    return b'<i id="server-time" data-now="1" data-version="%d" hidden></i>' % number


def turn(number: int, at: int) -> bytes:
    return (
        b'<footer id="controls" class="controls is-turn" data-hand="4" data-turn="%d" data-price="0">' % at
        + version(number)
    )


async def asked() -> None:
    """Lets the loop call what is due."""
    await asyncio.sleep(0.001)


async def test_the_delay_of_an_action_counts_from_when_it_was_due(clock: Clock) -> None:
    table = table_of(2)
    actor, other = table.players
    actor.receive(turn(1, at=7))
    # The generator is late by 0.4 s, and the room takes another 0.1.
    clock.now += 0.4
    await asked()
    assert actor.socket.asks[0]["turn"] == 7
    clock.now += 0.1
    actor.receive(version(2))
    other.receive(version(2))
    measured = actor.measurements
    assert [one.seconds for one in measured.late.all] == [pytest.approx(0.4)]
    assert [one.seconds for one in measured.actor.all] == [pytest.approx(0.5)]
    assert [one.seconds for one in measured.everyone.all] == [pytest.approx(0.5)]


async def test_an_action_waits_for_the_last_who_sees_it_even_if_others_act_meanwhile(clock: Clock) -> None:
    table = table_of(3)
    first, second, slow = table.players
    first.receive(turn(1, at=1))
    await asked()
    clock.now += 0.1
    first.receive(version(2))
    second.receive(turn(2, at=2))
    await asked()
    clock.now += 0.1
    first.receive(version(3))
    second.receive(version(3))
    assert not first.measurements.everyone.all
    clock.now += 1.0
    slow.receive(version(3))
    assert [one.seconds for one in first.measurements.everyone.all] == [pytest.approx(1.2), pytest.approx(1.1)]


async def test_the_next_player_is_able_to_act_once_the_buttons_are_there(clock: Clock) -> None:
    table = table_of(2)
    first, second = table.players
    first.receive(turn(1, at=1))
    await asked()
    clock.now += 0.2
    second.receive(turn(2, at=2))
    assert [one.seconds for one in first.measurements.next_able.all] == [pytest.approx(0.2)]


async def test_what_is_a_players_own_may_follow_the_view_in_a_frame_without_a_version(clock: Clock) -> None:
    table = table_of(2)
    first, second = table.players
    first.receive(turn(1, at=1))
    await asked()
    clock.now += 0.2
    second.receive(version(2))
    clock.now += 0.1
    second.receive(turn(0, at=2).partition(b"<i ")[0])
    measured = first.measurements
    assert [one.seconds for one in measured.next_able.all] == [pytest.approx(0.3)]
    assert measured.deliveries == 2
    await asked()
    assert second.socket.asks[0]["turn"] == 2


async def test_what_somebody_has_not_seen_by_the_end_counts_with_the_time_so_far(clock: Clock) -> None:
    table = table_of(2)
    actor = table.players[0]
    actor.receive(turn(1, at=1))
    await asked()
    actor.receive(version(2))
    actor.measurements.count_unfinished(table, clock.now + 3.0)
    assert actor.measurements.unfinished == 1
    assert [one.seconds for one in actor.measurements.everyone.all] == [pytest.approx(3.0)]


async def test_an_action_that_met_a_closed_socket_is_sent_again_and_counts_from_its_time(clock: Clock) -> None:
    table = table_of(1)
    actor = table.players[0]
    actor.socket = Sent(is_open=False)
    actor.receive(turn(1, at=1))
    await asked()
    actor.socket = Sent()
    clock.now += 2.0
    actor.receive(turn(1, at=1))
    assert len(actor.socket.asks) == 1
    actor.receive(version(2))
    assert [one.seconds for one in actor.measurements.everyone.all] == [pytest.approx(2.0)]


async def test_the_same_turn_is_answered_once(clock: Clock) -> None:
    table = table_of(1)
    actor = table.players[0]
    for _ in range(3):
        actor.receive(turn(1, at=1))
        await asked()
    assert len(actor.socket.asks) == 1


async def test_somebody_who_sits_out_comes_back(clock: Clock) -> None:
    table = table_of(1)
    actor = table.players[0]
    actor.receive(b'<footer id="controls" class="controls is-sitting-out" tabindex="-1">' + version(1))
    assert actor.socket.asks == [{"do": "sit_in"}]
