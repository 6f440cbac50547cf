"""What the log of acts says of schedules of tables."""

from collections.abc import Collection, Mapping

from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from backoffice.api import ChangeText, Named, register_acts, register_change_text, register_subject
from games.models.schedules import TableSchedule
from games.operations.schedules import CHANGED, MADE, RETIRED, SUBJECT
from games.web.operators.schedules.words import days_text

NAMES = {
    "name": _("Name"),
    "template": _("Template"),
    "how_many": _("How many tables"),
    "weekdays": _("Opens on"),
    "opens": _("Opens at"),
    "closes": _("Closes at"),
}


def register_schedules() -> None:
    """Adds it when Django starts."""
    register_acts(
        {
            MADE: _("Schedule of tables made"),
            CHANGED: _("Schedule of tables changed"),
            RETIRED: _("Schedule of tables retired"),
        }
    )
    register_change_text(f"{SUBJECT}.", _change)
    register_subject(SUBJECT, _("schedule of tables"), _names)


def _change(_schedule: str, what: str, before: str, after: str) -> ChangeText:
    return ChangeText(capfirst(str(NAMES.get(what, what))), _value(what, before), _value(what, after))


def _value(what: str, value: str) -> str:
    return days_text(int(day) for day in value.split(",")) if what == "weekdays" and value else value


def _names(ids: Collection[str]) -> Mapping[str, Named]:
    rows = TableSchedule.objects.filter(pk__in=[number for number in ids if number.isdecimal()])
    return {
        str(row.pk): Named(row.name, "" if row.retired_at else reverse("operators:schedule", args=[row.pk]))
        for row in rows
    }
