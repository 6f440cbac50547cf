"""Reports of tables to the directors of their tournaments, and their count."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class TableReport(models.Model):
    """One report of a table to its director, numbered for each tournament without gaps; never changed.

    It is written in the transaction of the decision numbered `decision`, 0 for an order that was refused.
    """

    tournament = models.PositiveBigIntegerField()
    number = models.BigIntegerField()
    table = models.ForeignKey("games.Table", on_delete=models.PROTECT, related_name="reports", db_index=False)
    decision = models.BigIntegerField(default=0)
    kind = models.CharField(max_length=16)
    data = models.JSONField()
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["tournament", "number"]
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        indexes: ClassVar = [models.Index(fields=["table"], name="games_tablereport_table")]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "number"], name="games_tablereport_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="games_tablereport_number"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament}/{self.number}"


class TableConnections(models.Model):
    """The disconnected players of a tournament's table after its decision `number`, as [player, when lost in ms].

    The moment is 0 for who was absent before; see `engine.table.tournament_seat.lost_connections`.
    """

    table = models.OneToOneField(
        "games.Table", on_delete=models.PROTECT, primary_key=True, related_name="connections", db_index=False
    )
    tournament = models.PositiveBigIntegerField(db_index=True)
    number = models.BigIntegerField()
    players = models.JSONField(default=list)

    class Meta:
        verbose_name = _("connections of a table")
        verbose_name_plural = _("connections of tables")

    def __str__(self) -> str:
        return f"{self.tournament}/{self.table_id}"


class ReportCount(models.Model):
    """How many reports a tournament has; the writer of the next one locks this row, so numbers stay in order."""

    tournament = models.PositiveBigIntegerField(primary_key=True)
    reports = models.BigIntegerField(default=0)

    class Meta:
        verbose_name = _("count of reports")
        verbose_name_plural = _("counts of reports")

    def __str__(self) -> str:
        return str(self.tournament)
