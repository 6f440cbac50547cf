"""What a table's queue holds: messages from other processes, and wake-ups from tasks of its own host."""

from enum import Enum, auto
from typing import TypeAlias

from games.engine.table.commands import MoveToTable
from games.messaging.messages import Ask, ReadInbox, Watch


class Wake(Enum):
    """Something in the table's own process has happened; the name says it all."""

    TICK = auto()
    """The table's clock has run out."""
    SWEEP = auto()
    """It is time to look for disconnected players and missing bots."""
    FILL_SEATS = auto()
    """A seat may be free for somebody on the waiting list."""
    EQUITY_FOUND = auto()
    """The all-in equity of the shown hands has been calculated."""
    LEAVE = auto()
    """Another host is to run the table, from the end of the hand."""


TableMessage: TypeAlias = Ask | Watch | ReadInbox | MoveToTable | Wake
