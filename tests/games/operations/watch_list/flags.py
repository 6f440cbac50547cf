"""Flags that were found, for tests of cases and pages."""

from collections.abc import Sequence
from datetime import timedelta
from uuid import uuid4

from django.utils import timezone

from games.models.watch_list import WatchCase, WatchFlag
from games.operations.watch_list import cases
from pokerroom.models import User

HANDS = ((1, 7), (1, 9))


def found(
    person: User,
    other: User | None = None,
    *,
    kind: str = "soft_play",
    figure: int = 6,
    hands: Sequence[tuple[int, int]] = HANDS,
) -> WatchFlag:
    """A flag about these people; its hands are tables with numbers."""
    now = timezone.now()
    return WatchFlag.objects.create(
        kind=kind, person=person, other=other, figure=figure, threshold=4,
        since=now - timedelta(days=30), until=now, hands=[list(hand) for hand in hands],
    )  # fmt: skip


def case_of(flag: WatchFlag, by: User) -> WatchCase:
    """A case of this flag."""
    return cases.open_case(by=by.pk, flags=[flag.pk], reason="look at it", once=str(uuid4()))
