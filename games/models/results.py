"""Players' results by the hour, so that pages of results need not add up every hand."""

from typing import ClassVar

from django.conf import settings
from django.db import models


class HourlyResult(models.Model):
    """One player's hands of one game in one hour of one sitting, added up; amounts in minor units, only for money.

    Written with each hand (`hourly_results.add`) and equal to the sum of its `HandPlayer` rows, whose fields these are.
    `first_hand_player` is the id of the first of those rows, `hour` when the hour began, `last_hand_at` when the last
    hand in it ended.
    """

    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False)
    table = models.ForeignKey("games.Table", on_delete=models.PROTECT, related_name="+", db_index=False)
    seated_at = models.DateTimeField()
    hour = models.DateTimeField()
    game = models.CharField(max_length=12, default="")
    structure = models.CharField(max_length=2, default="")
    small_blind = models.BigIntegerField(default=0)
    big_blind = models.BigIntegerField(default=0)
    first_hand_player = models.BigIntegerField()
    last_hand_at = models.DateTimeField()
    hands = models.PositiveIntegerField(default=0)
    net = models.BigIntegerField(default=0)
    rake = models.BigIntegerField(default=0)
    entered = models.PositiveIntegerField(default=0)
    raised = models.PositiveIntegerField(default=0)
    bets_and_raises = models.PositiveIntegerField(default=0)
    calls = models.PositiveIntegerField(default=0)
    saw_second_street = models.PositiveIntegerField(default=0)
    showdown = models.PositiveIntegerField(default=0)
    won_showdown = models.PositiveIntegerField(default=0)

    class Meta:
        indexes: ClassVar = [models.Index(fields=["hour"], name="games_hourlyresult_when")]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["player", "hour", "table", "seated_at", "game", "structure", "small_blind", "big_blind"],
                name="games_hourlyresult_once",
            )
        ]

    def __str__(self) -> str:
        return f"{self.player_id}@{self.table_id} {self.hour}"


class TournamentGame(models.Model):
    """How many hands a player was dealt at a tournament's table of one game at these blinds (chips).

    Written with each hand (`tournament_games.add`), so that a list of what somebody has played need not read the hands.
    """

    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False)
    table = models.ForeignKey("games.Table", on_delete=models.PROTECT, related_name="+", db_index=False)
    game = models.CharField(max_length=12)
    structure = models.CharField(max_length=2)
    small_blind = models.BigIntegerField()
    big_blind = models.BigIntegerField()
    hands = models.PositiveIntegerField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["player", "table", "game", "structure", "small_blind", "big_blind"],
                name="games_tournamentgame_once",
            )
        ]

    def __str__(self) -> str:
        return f"{self.player_id}@{self.table_id} {self.game}"
