"""Links to hands: made by those who may look at the hand, and stopped by them one by one."""

import re
from datetime import datetime
from typing import NamedTuple

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.crypto import get_random_string

from games.lobby.queries import HandLine, hand_line
from games.models import Hand
from games.models.shares import LONGEST_TOKEN, SharedHand

_LETTERS = 20
_TOKEN = re.compile(rf"[A-Za-z0-9]{{1,{LONGEST_TOKEN}}}")


class Share(NamedTuple):
    """One of one's own links that still leads to its hand."""

    key: int
    token: str
    at: datetime
    hand: Hand
    line: HandLine


class LinkTarget(NamedTuple):
    """The id of the hand that a link was made for, whether it is shared still, and whether it was called void (F5)."""

    hand: int
    still: bool
    void: bool


def share(*, user_id: int, hand_id: int) -> str:
    """The token of this person's link to a hand, the same one until they stop it."""
    kept = token_of(user_id=user_id, hand_id=hand_id)
    if kept:
        return kept
    token = get_random_string(_LETTERS)
    try:
        with transaction.atomic():
            SharedHand.objects.create(hand_id=hand_id, player_id=user_id, token=token)
    except IntegrityError:
        # Pressed twice at once: the first press has made it.
        return token_of(user_id=user_id, hand_id=hand_id)
    return token


def stop(*, user_id: int, token: str) -> bool:
    """Whether this was a link of this person's; from now on it leads nowhere."""
    if not _TOKEN.fullmatch(token):
        return False
    mine = SharedHand.objects.filter(player=user_id, token=token, ended_at=None)
    return mine.update(ended_at=timezone.now()) > 0


def token_of(*, user_id: int, hand_id: int) -> str:
    """The token by which this person shares a hand now, empty for none."""
    found = SharedHand.objects.filter(player=user_id, hand=hand_id, ended_at=None).values_list("token", flat=True)
    return found.first() or ""


def link_target(token: str) -> LinkTarget | None:
    """Where a link leads; None for no such link."""
    if not _TOKEN.fullmatch(token):
        return None
    row = SharedHand.objects.filter(token=token).values_list("hand", "ended_at", "hand__void").first()
    return LinkTarget(row[0], still=row[1] is None, void=row[2]) if row else None


def shared_by(user_id: int, *, before: int | None = None, limit: int = 25) -> tuple[list[Share], int]:
    """A page of one's links, newest first, below the link `before`; and the link the next page is below, 0 if none."""
    found = SharedHand.objects.filter(player=user_id, ended_at=None, hand__void=False).select_related("hand__table")
    found = found.defer("hand__table__snapshot", "hand__table__next_snapshot", "hand__table__rules_data")
    if before is not None:
        found = found.filter(pk__lt=before)
    rows = list(found[: limit + 1])
    page = [Share(row.pk, row.token, row.at, row.hand, hand_line(row.hand)) for row in rows[:limit]]
    return page, page[-1].key if len(rows) > limit else 0
