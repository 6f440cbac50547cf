"""What every table of a host shares, and where each of them lives."""

from typing import NamedTuple, Protocol

from games.live.clock_and_shuffle import World
from games.live.outbox import Outbox
from games.live.table_messages import TableMessage
from games.live.threads import DatabaseThreads, SumsThread


class House(NamedTuple):
    """What every table of a host shares."""

    host: str
    world: World
    threads: DatabaseThreads
    outbox: Outbox
    sums: SumsThread


class Place(Protocol):
    """A table at its host: its queue, and what outlives a consumer that crashed.

    `tries` counts by order how often it was begun.
    """

    table: int
    stopping: bool
    frozen: bool
    tries: dict[int, int]

    def put(self, message: TableMessage) -> bool:
        """Queues a message; False when the queue is full."""
