"""What the floor decides: at one table, at several at once, and about calls (F1-F5)."""

from games.operations.floor.admissions import bar, end_invitation, invite, lift_bar
from games.operations.floor.calls import answer_call, check_answer, take_call
from games.operations.floor.closing import close, close_after_orbit, close_at, close_by_the_room, close_now, keep_open
from games.operations.floor.decisions import (
    CurrentHand,
    CurrentHandState,
    Kind,
    chips_put_in,
    current_hand,
    decisions_at,
    table_of,
)
from games.operations.floor.penalties import Length, lift_penalty, penalise, warn
from games.operations.floor.seats import call_waiting, move, sit_in, sit_out, unseat
from games.operations.floor.table_acts import announce, change, pause, resume, thaw, void_hand
from games.operations.floor.table_orders import (
    ANNOUNCE,
    CLOSE,
    CLOSE_ORBIT,
    PAUSE,
    RESUME,
    Ordered,
    TableOrder,
    order_at_all,
)
from games.operations.floor.undo import undo

__all__ = [
    "ANNOUNCE",
    "CLOSE",
    "CLOSE_ORBIT",
    "PAUSE",
    "RESUME",
    "CurrentHand",
    "CurrentHandState",
    "Kind",
    "Length",
    "Ordered",
    "TableOrder",
    "announce",
    "answer_call",
    "bar",
    "call_waiting",
    "change",
    "check_answer",
    "chips_put_in",
    "close",
    "close_after_orbit",
    "close_at",
    "close_by_the_room",
    "close_now",
    "current_hand",
    "decisions_at",
    "end_invitation",
    "invite",
    "keep_open",
    "lift_bar",
    "lift_penalty",
    "move",
    "order_at_all",
    "pause",
    "penalise",
    "resume",
    "sit_in",
    "sit_out",
    "table_of",
    "take_call",
    "thaw",
    "undo",
    "unseat",
    "void_hand",
    "warn",
]
