"""What waits in a table's queue: messages from other processes, and what its own host's tasks tell it."""

from enum import Enum, auto
from typing import TypeAlias

from games.engine.table.commands import MoveToTable
from games.messaging.messages import Ask, ReadInbox, Watch


class Wake(Enum):
    """Something in the table's own process has happened that needs no more words."""

    TICK = auto()
    """The table's clock has run out."""
    SWEEP = auto()
    """It is time to look for disconnected players and missing bots."""
    FILL_SEATS = auto()
    """A seat may be free for whoever waits for it."""
    EQUITY_FOUND = auto()
    """The all-in equity of the hands on show has been worked out."""


TableMessage: TypeAlias = Ask | Watch | ReadInbox | MoveToTable | Wake
