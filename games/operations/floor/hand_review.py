"""Reviews of hands with all cards: the only place that unseals hidden cards for people other than their player (H8)."""

from datetime import timedelta

from django.conf import settings
from django.contrib.auth import get_user_model
from django.db import transaction
from django.utils import timezone

from backoffice.api import Change, Subject
from backoffice.api import record as log
from backoffice.text import clean_line
from games.engine.errors import IllegalAction
from games.engine.events import TableEvent
from games.engine.events.kinds import LONGEST_REASON
from games.messaging import notices
from games.messaging.orders import lock_user
from games.models import Decision, Hand
from games.models.hand_reviews import HandReview
from games.operations.impartiality import check_no_part
from games.operations.once import first_time
from games.store import archive
from games.store.card_sealing import BrokenSeal

Suspicion = HandReview.Suspicion
REVIEWED = "hand.reviewed"
"""The act of a review, one for each player of the hand."""
LIMITED_WITHIN = timedelta(hours=1)
"""The time in which one person may review `settings.HAND_REVIEWS_PER_HOUR` hands, at all tables together."""


def check_reviewable(*, by: int, table_id: int, number: int) -> Hand:
    """The finished hand, if this member of staff may see all its cards; raises IllegalAction.

    A hand that runs has no result yet. Whoever plays there, played it, or plays with one of its players elsewhere, may
    not, even where the owner lets staff decide about themselves; nor who has reviewed too many hands just now.
    """
    hand = Hand.objects.select_related("table").filter(table=table_id, number=number).first()
    if hand is None:
        begun = Decision.objects.filter(table=table_id, hand=number).exists()
        raise IllegalAction("hand_not_finished" if begun else "no_hand")
    check_no_part(by, *players_of(hand), table_id=table_id, hand=number)
    _check_limit(by)
    return hand


def _check_limit(by: int) -> None:
    """Raises IllegalAction for a person with as many reviews in the last hour as there may be."""
    now, most = timezone.now(), settings.HAND_REVIEWS_PER_HOUR
    latest = HandReview.objects.filter(by=by, created_at__gt=now - LIMITED_WITHIN).order_by("-created_at")
    times = list(latest.values_list("created_at", flat=True)[:most])
    if len(times) == most:
        wait = times[-1] + LIMITED_WITHIN - now
        raise IllegalAction("too_many_reviews", count=most, minutes=int(wait.total_seconds() // 60) + 1)


def players_of(hand: Hand) -> list[int]:
    """The ids of those who played the hand, in the order of seats."""
    return [player for _seat, player, _name, _won in hand.results]


def log_review(*, by: int, table_id: int, number: int, suspicion: Suspicion, why: str, key: str) -> bool:
    """Records that somebody is about to see all cards of a hand, and tells its players that it was reviewed (H8).

    False if the form with this key was carried out before. Its transaction is committed when it returns. Raises
    IllegalAction.
    """
    why = clean_line(why)[:LONGEST_REASON]
    if not why:
        raise IllegalAction("why_needed")
    with transaction.atomic(durable=True):
        if not first_time(key):
            return False
        # Two looks at the same moment count one after the other.
        lock_user(by)
        hand = check_reviewable(by=by, table_id=table_id, number=number)
        now = timezone.now()
        HandReview.objects.create(hand=hand, by_id=by, suspicion=suspicion, reason=why, created_at=now)
        people = get_user_model().objects.filter(pk__in=players_of(hand), is_bot=False, deleted_at=None)
        for person in people.order_by("pk").values_list("pk", flat=True):
            notices.write_notice(person, table_id, "hand_reviewed", table=hand.table.name, number=number)
        for player in players_of(hand):
            log(
                by=by,
                act=REVIEWED,
                subject=Subject("hand", f"{table_id}:{number}"),
                about=player,
                changes=[Change("suspicion", "", suspicion.value)],
                reason=why,
            )
    return True


def review_hand(
    *, by: int, table_id: int, number: int, suspicion: Suspicion, why: str, key: str
) -> tuple[TableEvent, ...] | None:
    """All events of a finished hand, secret ones included, once the look is in the log (H8).

    None if the form with this key was carried out before: it has to be asked for again. Raises IllegalAction.
    """
    if not log_review(by=by, table_id=table_id, number=number, suspicion=suspicion, why=why, key=key):
        return None
    rows = archive.decisions_of_hand(table_id, number)
    try:
        return tuple(event for row in rows for event in archive.unsealed(table_id, row))
    except (BrokenSeal, archive.BrokenArchive):
        raise IllegalAction("cards_unreadable") from None
