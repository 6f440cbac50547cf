"""The simulation of the room's queues, held against the formulas of queueing theory."""

from random import Random

import pytest

from benchmarks.scale.plan import BUSY, SOCKETS_A_WEB, most_actions, plan_for
from benchmarks.scale.queueing import Configuration, RoomModel, ServiceTimes, open_queue

TIMES = ServiceTimes(web_delivery=0.2, host=2.0, postgres=1.0, redis=0.3)
CUSTOMERS = 25_000


@pytest.mark.parametrize("busy", [0.3, 0.6, 0.75])
def test_the_average_time_at_a_station_is_that_of_m_m_1(busy: float) -> None:
    spent = open_queue(rate=busy, service=lambda rng: rng.expovariate(1.0), customers=CUSTOMERS)
    assert spent == pytest.approx(1 / (1 - busy), rel=0.06)


@pytest.mark.parametrize("busy", [0.3, 0.6, 0.75])
def test_the_average_time_at_a_station_is_that_of_m_d_1(busy: float) -> None:
    spent = open_queue(rate=busy, service=lambda rng: 1.0, customers=CUSTOMERS)
    assert spent == pytest.approx(1 + busy / (2 * (1 - busy)), rel=0.04)


def test_two_runs_of_one_seed_agree_and_other_seeds_differ() -> None:
    room = Configuration(tables=50, pace=1.0)
    first, again, other = (RoomModel(room, TIMES, seed=seed).run(500) for seed in (1, 1, 2))
    assert first == again
    assert first != other


def test_without_a_queue_an_action_takes_its_services_and_ways() -> None:
    """One table never waits for another; only its nine deliveries wait for each other."""
    room = Configuration(tables=1, pace=1.0, hop_ms=1.0, commit_ms=5.0)
    nothing = ServiceTimes(web_delivery=0.0, host=0.0, postgres=0.0, redis=0.0)
    assert RoomModel(room, nothing).run(50).delays["p50"] == pytest.approx(6 * 1.0 + 5.0)


def test_stations_are_as_busy_as_their_work_demands() -> None:
    busy = RoomModel(Configuration(tables=100, pace=1.0, hosts=2), TIMES).run(5_000).utilisation
    assert busy["web"] == pytest.approx(100 * 10 * 0.0002, rel=0.1)
    assert busy["host"] == pytest.approx(100 * 0.002 / 2, rel=0.1)
    assert busy["postgres"] == pytest.approx(100 * 0.001 / 8, rel=0.1)


def test_delays_grow_with_the_load() -> None:
    quiet, full = (RoomModel(Configuration(tables, 1.0), TIMES).run(3_000) for tables in (20, 400))
    assert full.delays["p99"] > 2 * quiet.delays["p99"]


@pytest.mark.parametrize("players", [1_000, 100_000, 1_000_000])
def test_a_plan_leaves_every_process_room(players: int) -> None:
    plan, most = plan_for(players, TIMES), most_actions(TIMES)
    actions = plan.tables / plan.pace
    planned = {"web": plan.webs, "host": plan.hosts, "redis": plan.shards, "postgres": plan.databases}
    assert all(actions / most[kind] / number <= BUSY for kind, number in planned.items())
    assert players / plan.webs <= SOCKETS_A_WEB


def test_a_service_may_depend_on_chance() -> None:
    """A station serves each customer for as long as it is told."""
    assert open_queue(rate=0.001, service=lambda rng: Random(1).random(), customers=100) == pytest.approx(
        Random(1).random()
    )
