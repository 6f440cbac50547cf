"""Mutes: players whom the floor bans from the chat for a time, and who are told why (F6)."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from backoffice.api import Change, Subject
from backoffice.api import record as log
from games.engine.errors import IllegalAction
from games.messaging import notices
from games.models import Table
from games.models.conduct import ChatBan
from games.models.restrictions import IN_FORCE
from games.operations.floor.decisions import checked_reason
from games.operations.impartiality import check_no_opponent
from games.operations.once import first_time


def check_mute(*, by: int, player: int, until: datetime) -> bool:
    """Whether this member of staff mutes the player with the owner's leave; raises IllegalAction."""
    own = check_no_opponent(by, player)
    if until <= timezone.now():
        raise IllegalAction("mute_over")
    return own


def mute(*, by: int, player: int, until: datetime, why: str, key: str, table_id: int = 0) -> None:
    """Bans a player from the chat of all tables until a moment, and tells them (F6); once for a key.

    `table_id` is where it happened, 0 if it is about no one table. Raises IllegalAction.
    """
    why = checked_reason(why)
    with transaction.atomic():
        if not first_time(key):
            return
        own = check_mute(by=by, player=player, until=until)
        ChatBan.objects.create(player_id=player, by_id=by, until=until, reason=why)
        at = table_id if Table.objects.filter(pk=table_id).exists() else 0
        notices.write_notice(player, at, "chat_banned", until=int(until.timestamp() * 1000), why=why)
        log(
            by=by,
            act="chat_ban.imposed",
            subject=Subject("person", player),
            about=player,
            changes=[Change("until", "", until.isoformat(timespec="minutes"))],
            reason=why,
            own=own,
        )


def lift_mute(*, by: int, ban_id: int, why: str) -> None:
    """Lets a muted player chat again before the end, and tells them; an ended mute stays ended.

    Raises IllegalAction.
    """
    why = checked_reason(why)
    with transaction.atomic():
        ban = ChatBan.objects.filter(pk=ban_id).first()
        if ban is None:
            raise IllegalAction("no_such_mute")
        own = check_no_opponent(by, ban.player_id)
        in_force = ChatBan.objects.filter(IN_FORCE, pk=ban_id, until__gt=timezone.now())
        if not in_force.update(ended_at=timezone.now(), ended_by_id=by, end_reason=why):
            return
        notices.write_notice(ban.player_id, 0, "chat_ban_ended", why=why)
        subject = Subject("person", ban.player_id)
        log(by=by, act="chat_ban.ended", subject=subject, about=ban.player_id, reason=why, own=own)
