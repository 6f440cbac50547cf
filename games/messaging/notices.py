"""What players have yet to be told: written in the transaction of what they are told, shown on the next page."""

from functools import partial
from typing import Any, NamedTuple

from django.db import transaction
from django.utils import timezone

from games.messaging import messages
from games.models import Notice


class News(NamedTuple):
    """Something to tell a player: the table it is about, a code, and what the sentence names."""

    table: int
    code: str
    detail: dict[str, Any]


def tell(player: int, table_id: int, code: str, **detail: Any) -> None:
    """Keep what this player is to be told, the same words once while untold; their pages hear of it after the commit.

    `amount` in `detail` is minor units, `table` and `to` are names, `to_id` a table to go to.
    """
    untold = Notice.objects.filter(player=player, table=table_id, code=code, detail=detail, told_at=None)
    if not untold.exists():
        Notice.objects.create(player_id=player, table_id=table_id, code=code, detail=detail)
    transaction.on_commit(partial(messages.notify_notice_written, player, table_id))


def take_news(player: int, table_id: int | None = None) -> list[News]:
    """What the player has not been told yet, of one table or all, oldest first; from now on it is told."""
    untold = Notice.objects.filter(player=player, told_at=None).order_by("pk")
    if table_id is not None:
        untold = untold.filter(table=table_id)
    if not untold.exists():
        return []
    with transaction.atomic():
        found = list(untold.select_for_update())
        Notice.objects.filter(pk__in=[row.pk for row in found]).update(told_at=timezone.now())
    return [News(row.table_id, row.code, row.detail) for row in found]
