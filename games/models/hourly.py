"""What tables played and who sat at them, added up by the hour, so that reports need not add up every hand."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q


class HourlyTable(models.Model):
    """The hands of one cash table in one hour at one game and stakes, added up; amounts in minor units.

    Written with each hand and equal to the sum of the table's hands that are not void; `hour` is when the hour began.
    Its hands are numbered from `first_hand` to `last_hand`, with those of other games of a rotation between them.
    """

    table = models.ForeignKey("games.Table", on_delete=models.PROTECT, related_name="+", db_index=False)
    currency = models.CharField(max_length=8)
    hour = models.DateTimeField()
    game = models.CharField(max_length=12)
    structure = models.CharField(max_length=2)
    small_blind = models.BigIntegerField()
    big_blind = models.BigIntegerField()
    hands = models.PositiveIntegerField()
    pots = models.BigIntegerField()
    rake = models.BigIntegerField()
    first_hand = models.BigIntegerField()
    last_hand = models.BigIntegerField()

    class Meta:
        indexes: ClassVar = [models.Index(fields=["currency", "hour"], name="games_hourlytable_when")]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["table", "hour", "game", "structure", "small_blind", "big_blind"],
                name="games_hourlytable_once",
            )
        ]

    def __str__(self) -> str:
        return f"{self.table_id} {self.hour}"


class Stay(models.Model):
    """One stay of a player or house bot at a cash table, from taking the seat to leaving it; written once."""

    table = models.ForeignKey("games.Table", on_delete=models.PROTECT, related_name="+", db_index=False)
    currency = models.CharField(max_length=8)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    bot = models.BooleanField()
    seated_at = models.DateTimeField()
    left_at = models.DateTimeField()
    seconds = models.PositiveIntegerField()

    class Meta:
        indexes: ClassVar = [models.Index(fields=["left_at"], name="games_stay_when")]
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(left_at__gte=F("seated_at")), name="games_stay_ends_after_it_began")
        ]

    def __str__(self) -> str:
        return f"{self.player_id} at {self.table_id}"


class HourlySeats(models.Model):
    """How long the seats of one cash table were taken in one hour, in seconds, by players and by house bots.

    Equal to the sum of the table's stays in that hour; who still sits there is in no row. `seats` is how many the
    table has.
    """

    table = models.ForeignKey("games.Table", on_delete=models.PROTECT, related_name="+", db_index=False)
    currency = models.CharField(max_length=8)
    hour = models.DateTimeField()
    seats = models.PositiveSmallIntegerField()
    player_seconds = models.PositiveIntegerField()
    bot_seconds = models.PositiveIntegerField()

    class Meta:
        indexes: ClassVar = [models.Index(fields=["currency", "hour"], name="games_hourlyseats_when")]
        constraints: ClassVar = [models.UniqueConstraint(fields=["table", "hour"], name="games_hourlyseats_once")]

    def __str__(self) -> str:
        return f"{self.table_id} {self.hour}"


class PlayedDay(models.Model):
    """How many hands a player was dealt at one table on one day of the room, at cash tables and in tournaments."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False)
    table = models.ForeignKey("games.Table", on_delete=models.PROTECT, related_name="+", db_index=False)
    day = models.DateField()
    hands = models.PositiveIntegerField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["day", "player", "table"], name="games_playedday_once")
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.day}"
