"""Schedules, by which tables open and close by themselves, and the tables that each has opened."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.engine.opening_times import OpeningTimes
from games.models.names import NO_NAME
from games.models.templates import OperatorsPlan, TableTemplate

MOST_SCHEDULED = 20
"""Tables that one schedule opens at a time."""


class TableSchedule(OperatorsPlan):
    """Tables of one template that open on some weekdays (Monday is 0), in the local time of the room.

    `refused` is the code of why the last opening failed, "" if it did not.
    """

    name = models.CharField(_("name"), max_length=34)
    template = models.ForeignKey(
        TableTemplate, on_delete=models.PROTECT, related_name="schedules", verbose_name=_("template")
    )
    how_many = models.PositiveSmallIntegerField(_("number of tables"), default=1)
    weekdays = models.JSONField(_("weekdays"), default=list)
    opens = models.TimeField(_("opens"))
    closes = models.TimeField(_("closes"))
    refused = models.CharField(max_length=40, blank=True)

    class Meta(OperatorsPlan.Meta):
        verbose_name = _("schedule of tables")
        verbose_name_plural = _("schedules of tables")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["name_key"], condition=Q(retired_at=None), name="games_schedule_name_once"),
            models.CheckConstraint(
                condition=~Q(name_key=""), name="games_schedule_name", violation_error_message=NO_NAME
            ),
            models.CheckConstraint(
                condition=Q(how_many__gte=1, how_many__lte=MOST_SCHEDULED), name="games_schedule_how_many"
            ),
        ]

    @property
    def times(self) -> OpeningTimes:
        """When its tables open and close."""
        return OpeningTimes(frozenset(self.weekdays), self.opens, self.closes)


class ScheduledTable(models.Model):
    """A table that a schedule has opened: on which local day, and as which of that day's tables, from 1 on."""

    schedule = models.ForeignKey(TableSchedule, on_delete=models.PROTECT, related_name="opened", db_index=False)
    day = models.DateField()
    place = models.PositiveSmallIntegerField()
    table = models.OneToOneField("games.Table", on_delete=models.PROTECT, related_name="scheduled")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["schedule", "day", "place"], name="games_scheduled_once"),
        ]

    def __str__(self) -> str:
        return f"{self.schedule_id} {self.day} #{self.place}"
