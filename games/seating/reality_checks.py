"""Reality checks: every so many minutes of play the player is told the time and the result, and goes on or not (M7)."""

from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from backoffice.api import Setting, number
from backoffice.compiled_query import CompiledQuery, Given
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


def is_due(player: int, started: datetime, *, now: datetime) -> bool:
    """Whether a player who has sat since `started` has a check to read."""
    row = _CHECK.first(player=player)
    every = row.minutes if row and row.minutes is not None else number(EVERY)
    return bool(every) and now - _counted_from(started, row) >= timedelta(minutes=every)


_CHECK = CompiledQuery(lambda: RealityCheck.objects.filter(player=Given("player")))


def just_due(players: set[int], *, now: datetime) -> set[int]:
    """Those of these players whose check has become due within the last minute."""
    if not players:
        return set()
    rows = {row.player_id: row for row in RealityCheck.objects.filter(player__in=players)}
    room, found = number(EVERY), set()
    for player, started in session_starts(players, now=now).items():
        row = rows.get(player)
        every = row.minutes if row and row.minutes is not None else room
        late = now - _counted_from(started, row) - timedelta(minutes=every)
        if every and timedelta() <= late < JUST:
            found.add(player)
    return found


def _counted_from(started: datetime, row: RealityCheck | None) -> datetime:
    return max(started, row.seen_at) if row and row.seen_at else started
