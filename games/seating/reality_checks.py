"""Reality checks: every so many minutes of play the player is told the time and the result, and goes on or not (M7)."""

from collections.abc import Mapping
from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from backoffice.api import Setting, number
from backoffice.compiled_query import CompiledQuery, one_of_each
from games.models.play_time import RealityCheck
from games.seating.play_time import session_starts

CHOICES = (15, 30, 60)
EVERY = "reality_check_minutes"
EVERY_SETTING = Setting(
    EVERY,
    _("Minutes between reality checks"),
    _(
        "A line on the player's pages says how long they have played and what they have won or lost. Players may choose"
        " another time for themselves; 0 is for none."
    ),
    60,
    _("Player protection"),
    most=24 * 60,
)
JUST = timedelta(minutes=1)


def own_choice(player: int) -> int | None:
    """What the player has chosen, in minutes; None for the room's default."""
    return RealityCheck.objects.filter(player=player).values_list("minutes", flat=True).first()


def minutes_of(player: int) -> int:
    """How often this player is told, in minutes; 0 for never."""
    row = RealityCheck.objects.filter(player=player).first()
    return row.minutes if row and row.minutes is not None else number(EVERY)


def choose(player: int, minutes: int | None) -> None:
    """Keeps the player's choice; None is the room's default."""
    RealityCheck.objects.update_or_create(player_id=player, defaults={"minutes": minutes})


def mark_seen(player: int, *, now: datetime | None = None) -> None:
    """Records that the player has read the check; the next one comes after as long again."""
    RealityCheck.objects.update_or_create(player_id=player, defaults={"seen_at": now or timezone.now()})


def due(started: Mapping[int, datetime], *, now: datetime) -> set[int]:
    """Those of the players who have sat since these times who have a check to read."""
    return {player for player, late in _lateness(started, now).items() if late >= timedelta()}


def just_due(players: set[int], *, now: datetime) -> set[int]:
    """Those of these players whose check has become due within the last minute."""
    late = _lateness(session_starts(players, now=now), now)
    return {player for player, by in late.items() if timedelta() <= by < JUST}


def _lateness(started: Mapping[int, datetime], now: datetime) -> dict[int, timedelta]:
    """By how much the checks of players who have sat since these times are late, below zero before they are due."""
    if not started:
        return {}
    rows = {row.player_id: row for row in _CHECKS.all_of("player", started)}
    room, found = number(EVERY), dict[int, timedelta]()
    for player, since in started.items():
        row = rows.get(player)
        every = row.minutes if row and row.minutes is not None else room
        counted_from = max(since, row.seen_at) if row and row.seen_at else since
        if every:
            found[player] = now - counted_from - timedelta(minutes=every)
    return found


_CHECKS = CompiledQuery(lambda: RealityCheck.objects.filter(one_of_each("player")))
