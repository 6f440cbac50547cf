"""Pairs kept apart: two people who are not seated at the same cash table (K12)."""

from collections.abc import Iterable

from django.db import transaction
from django.utils import timezone

from backoffice.api import Subject
from backoffice.api import record as log
from games.engine.errors import IllegalAction
from games.messaging import notices
from games.messaging.orders import lock_user
from games.models import Seat
from games.models.access import SeparatedPlayers
from games.models.restrictions import IN_FORCE
from games.operations.floor.decisions import checked_reason
from games.operations.impartiality import check_no_opponent


def keep_apart(*, by: int, one: int, other: int, why: str, tell: bool) -> None:
    """Keeps two people apart from now on, and tells them if wanted, without the reason (K12).

    Who sit together now stay. Raises IllegalAction for a pair that is kept apart already, and for one person twice.
    """
    why = checked_reason(why)
    if one == other:
        raise IllegalAction("two_people")
    own = check_no_opponent(by, one, other)
    with transaction.atomic():
        # A second order for the same two, whichever is named first, waits for the first one.
        for person in sorted((one, other)):
            lock_user(person)
        pairs = SeparatedPlayers.objects.filter(IN_FORCE, one__in=(one, other), other__in=(one, other))
        if pairs.exists():
            raise IllegalAction("apart_already")
        SeparatedPlayers.objects.create(one_id=one, other_id=other, reason=why, by_id=by)
        _tell("kept_apart", (one, other) if tell else ())
        log(by=by, act="apart.imposed", subject=Subject("person", other), about=one, reason=why, own=own)


def end_pair(*, by: int, pair_id: int, why: str, tell: bool) -> None:
    """Lets two people sit together again, and tells them if wanted (K12); raises IllegalAction if they may already."""
    why = checked_reason(why)
    with transaction.atomic():
        pair = SeparatedPlayers.objects.select_for_update(no_key=True).filter(IN_FORCE, pk=pair_id).first()
        if pair is None:
            raise IllegalAction("nothing_changes")
        one, other = pair.one_id, pair.other_id
        own = check_no_opponent(by, one, other)
        pair.ended_at, pair.ended_by_id, pair.end_reason = timezone.now(), by, why
        pair.save(update_fields=["ended_at", "ended_by", "end_reason"])
        _tell("together_again", (one, other) if tell else ())
        log(by=by, act="apart.ended", subject=Subject("person", other), about=one, reason=why, own=own)


def tables_together(one: int, other: int) -> list[str]:
    """The names of the cash tables at which both sit now."""
    here = Seat.objects.filter(player=one, table__tournament=None).values("table")
    rows = Seat.objects.filter(player=other, table__in=here).order_by("table__name")
    return list(rows.values_list("table__name", flat=True))


def _tell(code: str, people: Iterable[int]) -> None:
    """Tells each of two people about the other."""
    told = list(people)
    for person, other in zip(told, reversed(told), strict=True):
        notices.write_notice(person, 0, code, other_id=other)
