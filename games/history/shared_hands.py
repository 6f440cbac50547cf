"""Links to hands: created by players who may see the hand, and stopped by them one by one."""

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
    """One of a player's links that still works."""

    key: int
    token: str
    at: datetime
    hand: Hand
    line: HandLine


class LinkTarget(NamedTuple):
    """A link's hand: id, table, number, whether it is still shared, and whether it was called void (F5)."""

    hand: int
    table: int
    number: int
    is_shared: bool
    void: bool


def share(*, user_id: int, hand_id: int) -> str:
    """The token of this player's link to a hand, created if there is none."""
    kept = token_of(user_id=user_id, hand_id=hand_id)
    if kept:
        return kept
    token = get_random_string(_LETTERS)
    try:
        with transaction.atomic():
            SharedHand.objects.create(hand_id=hand_id, player_id=user_id, token=token)
    except IntegrityError:
        # A double click: the first request has created it.
        return token_of(user_id=user_id, hand_id=hand_id)
    return token


def stop(*, user_id: int, token: str) -> bool:
    """Stops a link; returns whether it was a working link of this player."""
    if not _TOKEN.fullmatch(token):
        return False
    links = SharedHand.objects.filter(player=user_id, token=token, ended_at=None)
    return links.update(ended_at=timezone.now()) > 0


def token_of(*, user_id: int, hand_id: int) -> str:
    """The token of this player's working link to a hand; "" without one."""
    found = SharedHand.objects.filter(player=user_id, hand=hand_id, ended_at=None).values_list("token", flat=True)
    return found.first() or ""


def link_target(token: str) -> LinkTarget | None:
    """The hand of a link; None for an unknown token."""
    if not _TOKEN.fullmatch(token):
        return None
    fields = ("hand", "hand__table", "hand__number", "ended_at", "hand__void")
    row = SharedHand.objects.filter(token=token).values_list(*fields).first()
    if row is None:
        return None
    hand, table, number, ended_at, void = row
    return LinkTarget(hand, table, number, is_shared=ended_at is None, void=void)


def shared_by(user_id: int, *, before: int | None = None, limit: int = 25) -> tuple[list[Share], int]:
    """A page of a player's links older than the link `before`, newest first.

    Also returns `before` of the next page, 0 on the last.
    """
    found = SharedHand.objects.filter(player=user_id, ended_at=None, hand__void=False).select_related("hand__table")
    found = found.defer("hand__table__snapshot", "hand__table__next_snapshot", "hand__table__rules_data")
    if before is not None:
        found = found.filter(pk__lt=before)
    rows = list(found[: limit + 1])
    page = [Share(row.pk, row.token, row.created_at, row.hand, hand_line(row.hand)) for row in rows[:limit]]
    return page, page[-1].key if len(rows) > limit else 0
