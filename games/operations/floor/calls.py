"""Players' calls for the floor, taken and answered by staff who do not play there (F2)."""

from django.db import transaction
from django.utils import timezone

from backoffice.api import Subject
from backoffice.api import record as log
from games import moderation
from games.engine.errors import IllegalAction
from games.models.conduct import FloorCall
from games.operations.impartiality import check_not_playing


def take_call(*, call_id: int, by: int) -> None:
    """Tells the player that this member of staff comes (F2); taking one's own call again changes nothing.

    Raises IllegalAction for whoever plays at the table, and with the name of whoever was faster.
    """
    call = _call(call_id)
    own = check_not_playing(by, table_id=call.table_id)
    with transaction.atomic():
        free = FloorCall.objects.filter(pk=call_id, taken_at=None, answered_at=None)
        if not free.update(taken_by_id=by, taken_at=timezone.now()):
            _check_taken_by(by, _call(call_id))
            return
        moderation.notify_call_changed(call.player_id)
        log(by=by, act="call.taken", subject=Subject("table", call.table_id), about=call.player_id, own=own)


def _check_taken_by(by: int, call: FloorCall) -> None:
    """Raises IllegalAction with the name of whoever has answered or taken the call, unless it is this person."""
    if call.answered_by is not None:
        raise IllegalAction("call_answered", name=call.answered_by.display_name)
    if call.taken_by is not None and call.taken_by_id != by:
        raise IllegalAction("call_taken", name=call.taken_by.display_name)


def check_answer(*, call_id: int, by: int) -> None:
    """Raises IllegalAction if this member of staff cannot answer the call: they play there, or it is answered."""
    call = _call(call_id)
    check_not_playing(by, table_id=call.table_id)
    if call.answered_by is not None:
        raise IllegalAction("call_answered", name=call.answered_by.display_name)


def answer_call(*, call_id: int, by: int, answer: str) -> None:
    """Answers a call for the floor, taken or not, and notifies the player who made it (F2).

    The first answer counts: sending it again changes nothing; for another one IllegalAction names who was faster.
    """
    call = _call(call_id)
    own = check_not_playing(by, table_id=call.table_id)
    text = moderation.checked_text(answer)
    with transaction.atomic():
        waiting = FloorCall.objects.filter(pk=call_id, answered_at=None)
        if not waiting.update(answer=text, answered_by_id=by, answered_at=timezone.now()):
            answered = _call(call_id)
            if (answered.answered_by_id, answered.answer) != (by, text):
                assert answered.answered_by is not None
                raise IllegalAction("call_answered", name=answered.answered_by.display_name)
            return
        moderation.notify_call_changed(call.player_id)
        at = Subject("table", call.table_id)
        log(by=by, act="call.answered", subject=at, about=call.player_id, reason=text, own=own)


def _call(call_id: int) -> FloorCall:
    """The call as it is now; raises IllegalAction if there is none."""
    call = FloorCall.objects.select_related("taken_by", "answered_by").filter(pk=call_id).first()
    if call is None:
        raise IllegalAction("no_such_call")
    return call
