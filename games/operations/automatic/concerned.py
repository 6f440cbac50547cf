"""Which tables of a host the room may act on by itself, so that a sweep reads these and no others."""

from django.db.models import Q

from backoffice.compiled_query import CompiledQuery, Given
from games.models import Table

_CONCERNED = CompiledQuery(
    lambda: (
        Table.objects.filter(
            Q(closes_at__isnull=False)
            | Q(most_alike__gt=1)
            | Q(when_empty__isnull=False)
            | Q(opened_for__isnull=False)
            | Q(opened_by__isnull=False),
            owner=Given("owner"),
            closed_at=None,
        )
        .order_by("pk")
        .values_list("pk", flat=True)
    )
)


def concerned_tables(owner: str) -> list[int]:
    """The open tables of this host with something that the room does by itself, then or later.

    A closing time, one more when all are full, changes that wait until it is empty, or closing when nobody needs it: as
    it was opened for others, or is a player's own.
    """
    return _CONCERNED.all(owner=owner)
