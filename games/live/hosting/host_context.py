"""What all consumers at one host share."""

from typing import NamedTuple

from games.live.hosting.clock_and_shuffle import HostClock, Shuffler
from games.live.hosting.floor_reports import FloorReports
from games.live.hosting.outbox import Outbox
from games.live.hosting.threads import DatabaseThreads, WorkerThread


class HostContext(NamedTuple):
    """The host's id, under which it leases rows, and what its consumers share."""

    host: str
    clock: HostClock
    shuffler: Shuffler
    threads: DatabaseThreads
    outbox: Outbox
    worker: WorkerThread
    floor: FloorReports
