"""What directors need of the process they run in: a clock, threads for the database, a way to tell."""

from collections.abc import Callable
from enum import Enum, auto
from typing import ParamSpec, Protocol, TypeVar

from games.api import Hint

Given = ParamSpec("Given")
Result = TypeVar("Result")


class Wake(Enum):
    """What a director is told."""

    READ = auto()
    """People have asked, tables have reported, or the clock has run out."""
    SWEEP = auto()
    """It is time to look for missing house bots and lost hints."""
    STOP = auto()
    """The host gives the tournament up."""


class World(Protocol):
    """The room's clock."""

    def now(self) -> int:
        """Ms since the epoch."""


class Threads(Protocol):
    """The process's own threads for the database."""

    async def run(self, work: Callable[Given, Result], *args: Given.args, **kwargs: Given.kwargs) -> Result:
        """What `work` returns or raises."""


class Outbox(Protocol):
    """Hints on their way; trouble of the layer never comes back."""

    def to_group(self, group: str, message: Hint, *, newest: bool = False) -> None:
        """Tells a group; `newest` replaces one of its type that waits."""


class House(Protocol):
    """The process, as a host of tables offers it to its guests."""

    @property
    def host(self) -> str:
        """The name under which it leases."""

    @property
    def world(self) -> World:
        """Its clock."""

    @property
    def threads(self) -> Threads:
        """Its threads."""

    @property
    def outbox(self) -> Outbox:
        """Where its hints go."""


class Place(Protocol):
    """A tournament in the process, as its director sees it."""

    tournament: int

    def put(self, wake: Wake) -> None:
        """Queues what the director is told."""
