"""Notices for players: written in the transaction of what they report, shown on the next page the player opens."""

from datetime import datetime
from functools import partial
from typing import NamedTuple, TypeAlias

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from backoffice.compiled_query import CompiledQuery, Given
from games.messaging import messages
from games.models import Notice

Detail: TypeAlias = dict[str, int | str]


class PlayerNotice(NamedTuple):
    """A notice: the table it is about (0 = the room), the code of its sentence, and the amounts and names in it."""

    table: int
    code: str
    detail: Detail


def write_notice(player: int, table_id: int, code: str, **detail: int | str) -> None:
    """Writes a notice about a table (0 = the room), unless the same one waits; pages show it after the commit.

    In `detail` `amount` is in minor units of `currency` and `until` in ms since the epoch, `table` and `to` are names,
    `to_id` is the table to go to, and `other_id` a player, who is named when the notice is read.
    """
    waiting = Notice.objects.filter(player=player, table=table_id or None, code=code, detail=detail, shown_at=None)
    if not waiting.exists():
        Notice.objects.create(player_id=player, table_id=table_id or None, code=code, detail=detail)
    transaction.on_commit(partial(messages.notify_notice_written, player, table_id))


def take_unread_notices(player: int, table_id: int | None = None) -> list[PlayerNotice]:
    """The notices that the player has not seen, all or those of one table and the room, oldest first.

    They are marked as shown.
    """
    if _UNREAD.first(player=player) is None:
        return []
    waiting = Notice.objects.filter(player=player, shown_at=None).order_by("pk")
    if table_id is not None:
        waiting = waiting.filter(Q(table=table_id) | Q(table=None))
    with transaction.atomic():
        found = list(waiting.select_for_update())
        Notice.objects.filter(pk__in=[row.pk for row in found]).update(shown_at=timezone.now())
    return [PlayerNotice(row.table_id or 0, row.code, row.detail) for row in found]


def delete_read_notices(before: datetime) -> int:
    """Deletes the notices that were shown before a moment, and how many there were."""
    return Notice.objects.filter(shown_at__lt=before).delete()[0]


_UNREAD = CompiledQuery(
    lambda: Notice.objects.filter(player=Given("player"), shown_at=None).values_list("pk", flat=True)[:1]
)
