"""A discrete-event simulation of the room as a network of queues.

An action goes from the actor's web process over Redis to the host of its table, is committed by PostgreSQL, and goes
over Redis to every web process that shows the table, which delivers it to its sockets. Each of them serves one request
after another; who finds all busy waits in line. Times to act are log-normal, service times exponential, which varies
more than what was measured, so the delays err upwards. The same seed gives the same figures.
"""

import heapq
from collections import deque
from collections.abc import Callable
from itertools import count
from math import log
from random import Random
from typing import Final, NamedTuple

from pokerroom.loadtest.delays import Figures, percentiles

Done = Callable[[], None]
SEATS: Final = 9
SEED: Final = 1
ACTIONS: Final = 10_000
"""How many actions of each configuration are simulated, after a tenth as many that are not counted."""


class Simulation:
    """The clock, in seconds, and what is due at which time."""

    def __init__(self) -> None:
        self.now = 0.0
        self._due: list[tuple[float, int, Done]] = []
        self._numbers = count()

    def after(self, seconds: float, call: Done) -> None:
        """Calls `call` when so much time has passed; calls that are due at one time keep their order."""
        heapq.heappush(self._due, (self.now + seconds, next(self._numbers), call))

    def run(self, is_over: Callable[[], bool]) -> None:
        """Runs until `is_over` or nothing is due."""
        while self._due and not is_over():
            self.now, _, call = heapq.heappop(self._due)
            call()


class Station:
    """One or more servers with one line: the first who comes is the first to be served."""

    def __init__(self, simulation: Simulation, servers: int = 1) -> None:
        self._simulation, self._servers = simulation, servers
        self._busy = 0
        self._line: deque[tuple[float, Done]] = deque()
        self.busy_seconds = 0.0
        """The service that all servers have begun, added up."""

    def serve(self, seconds: float, done: Done) -> None:
        """Serves for so many seconds, as soon as a server is free, then calls `done`."""
        if self._busy == self._servers:
            self._line.append((seconds, done))
        else:
            self._busy += 1
            self._begin(seconds, done)

    def _begin(self, seconds: float, done: Done) -> None:
        self.busy_seconds += seconds

        def end() -> None:
            if self._line:
                self._begin(*self._line.popleft())
            else:
                self._busy -= 1
            done()

        self._simulation.after(seconds, end)

    def utilisation(self, seconds: float) -> float:
        """The part of the time in which the servers were busy."""
        return self.busy_seconds / (self._servers * seconds)


class ServiceTimes(NamedTuple):
    """Processor time in ms: of one delivery or ask at a web process, and of an action at each of the others."""

    web_delivery: float
    host: float
    postgres: float
    redis: float


class Configuration(NamedTuple):
    """A room: its tables, the seconds between two actions at a table, and its processes.

    `databases` share the tables, each with `cores`; `shards` are Redis servers. `hop_ms` is the way between two
    machines, `commit_ms` how long a durable commit waits for the disk; nobody is busy meanwhile.
    """

    tables: int
    pace: float
    webs: int = 1
    hosts: int = 1
    shards: int = 1
    databases: int = 1
    cores: int = 8
    hop_ms: float = 0.1
    commit_ms: float = 1.0
    spread: float = 0.8


class Outcome(NamedTuple):
    """The delays until all at a table see an action, in ms, and how busy each kind of process is (0 to 1)."""

    delays: Figures
    utilisation: dict[str, float]


class RoomModel:
    """The stations of a room and the way of an action through them."""

    def __init__(self, configuration: Configuration, times: ServiceTimes, *, seed: int = SEED) -> None:
        self._configuration, self._times = configuration, times
        self._rng = Random(seed)  # noqa: S311 - a simulation
        self._simulation = simulation = Simulation()
        self._webs = [Station(simulation) for _ in range(configuration.webs)]
        self._hosts = [Station(simulation) for _ in range(configuration.hosts)]
        self._shards = [Station(simulation) for _ in range(configuration.shards)]
        self._databases = [Station(simulation, configuration.cores) for _ in range(configuration.databases)]
        self._hop, self._commit = configuration.hop_ms / 1000, configuration.commit_ms / 1000
        self._mu = log(configuration.pace) - configuration.spread**2 / 2
        self._delays: list[float] = []

    def run(self, actions: int = ACTIONS) -> Outcome:
        """Simulates so many actions and those of the warm-up."""
        # At a random moment long thoughts are found more often: so many of each length, and some part of it left.
        spread = self._configuration.spread
        for table in range(self._configuration.tables):
            thought = self._rng.lognormvariate(self._mu + spread**2, spread)
            self._simulation.after(self._rng.random() * thought, self._act_at(table))
        warm_up = actions // 10
        self._simulation.run(lambda: len(self._delays) >= actions + warm_up)
        kinds = {"web": self._webs, "host": self._hosts, "redis": self._shards, "postgres": self._databases}
        busy = {
            kind: sum(one.utilisation(self._simulation.now) for one in stations) / len(stations)
            for kind, stations in kinds.items()
        }
        return Outcome(percentiles(self._delays[warm_up:]), {kind: round(part, 3) for kind, part in busy.items()})

    def _act_at(self, table: int) -> Done:
        return lambda: self._act(table)

    def _service(self, milliseconds: float) -> float:
        return self._rng.expovariate(1000 / milliseconds) if milliseconds else 0.0

    def _act(self, table: int) -> None:
        """An action of somebody at the table; what follows is one step after another."""
        began, times, after = self._simulation.now, self._times, self._simulation.after
        # The sockets of a table are spread over web processes; the same ones for the whole run.
        first = table * SEATS
        webs = [self._webs[(first + seat) % len(self._webs)] for seat in range(SEATS)]
        host = self._hosts[table % len(self._hosts)]
        shard = self._shards[table % len(self._shards)]
        database = self._databases[table % len(self._databases)]
        waiting = SEATS

        def at_redis() -> None:
            shard.serve(self._service(times.redis / 2), lambda: after(self._hop, at_host))

        def at_host() -> None:
            host.serve(self._service(times.host / 2), lambda: after(self._hop, at_database))

        def at_database() -> None:
            database.serve(self._service(times.postgres), lambda: after(self._commit + self._hop, committed))

        def committed() -> None:
            host.serve(self._service(times.host / 2), lambda: after(self._hop, published))

        def published() -> None:
            shard.serve(self._service(times.redis / 2), lambda: after(self._hop, arrived))

        def arrived() -> None:
            for web in webs:
                web.serve(self._service(times.web_delivery), delivered)

        def delivered() -> None:
            nonlocal waiting
            waiting -= 1
            if not waiting:
                self._delays.append(self._simulation.now - began)
                spread = self._configuration.spread
                after(self._rng.lognormvariate(self._mu, spread), self._act_at(table))

        actor = webs[self._rng.randrange(SEATS)]
        actor.serve(self._service(times.web_delivery), lambda: after(self._hop, at_redis))


def open_queue(*, rate: float, service: Callable[[Random], float], customers: int, seed: int = SEED) -> float:
    """The average time that customers spend at one station, in seconds, if they come at random with this rate.

    For this there are formulas, so it shows whether the simulation is right.
    """
    rng, simulation = Random(seed), Simulation()  # noqa: S311 - a simulation
    station, spent = Station(simulation), [0.0, 0.0]

    def come() -> None:
        came = simulation.now

        def leave() -> None:
            spent[0] += 1
            spent[1] += simulation.now - came

        station.serve(service(rng), leave)
        simulation.after(rng.expovariate(rate), come)

    simulation.after(0.0, come)
    simulation.run(lambda: spent[0] >= customers)
    return spent[1] / spent[0]
