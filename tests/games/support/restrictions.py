"""Restrictions that the floor has imposed, for tests."""

from django.utils import timezone

from games.models import Table
from games.models.access import Admission, SeparatedPlayers
from pokerroom.models import User


def floor() -> User:
    """The member of staff who decides."""
    return User.objects.get_or_create(username="floor", defaults={"display_name": "Floor", "is_staff": True})[0]


def bar(player: User, table: Table | int, kind: str = "barred") -> Admission:
    """Bars a player from a table, or invites them."""
    table_id = table if isinstance(table, int) else table.pk
    return Admission.objects.create(table_id=table_id, player=player, kind=kind, reason="loud", by=floor())


def keep_apart(one: User, other: User) -> SeparatedPlayers:
    """Two players may not sit at one table any more."""
    return SeparatedPlayers.objects.create(one=one, other=other, reason="family", by=floor())


def lift(restriction: Admission | SeparatedPlayers) -> None:
    """Ends a bar, an invitation, or the keeping apart of two players."""
    restriction.ended_at, restriction.ended_by, restriction.end_reason = timezone.now(), floor(), "served"
    restriction.save()
