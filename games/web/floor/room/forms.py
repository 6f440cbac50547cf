"""The forms of acts on the whole room."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from backoffice.web.api import OnceField, ReasonField
from games.engine.events.kinds import LONGEST_REASON
from games.models import Table
from games.text.games import code_of
from games.text.house_rule_text import Label
from games.web.floor.stakes import stakes_code, stakes_name
from games.web.forms import set_choices
from games.web.operators.bulk_acts import SeveralForm

LONGEST_NOTICE = 12 * 60


class RoomForm(SeveralForm):
    """At which tables, and why."""

    stakes = forms.ChoiceField(label=_("Tables"), required=False)
    field_order: tuple[str, ...] = ("stakes", "reason")

    def __init__(self, data: Any = None, *, tables: Sequence[Table], **options: Any) -> None:
        super().__init__(data, tables=tables, **options)
        del self.fields["ticked"]
        found = {
            stakes_code(one.rules.stakes, one.currency): stakes_name(code_of(one.rules), one.rules.stakes, one.currency)
            for one in tables
        }
        set_choices(self, "stakes", [("", _("all tables")), *found.items()])

    def holds(self, table: Table) -> bool:
        """Whether the choice of stakes holds this table."""
        return self.cleaned_data["stakes"] in ("", stakes_code(table.rules.stakes, table.currency))


class EndForm(RoomForm):
    """When the tables close as well."""

    minutes = forms.IntegerField(
        label=_("In how many minutes"),
        min_value=0,
        max_value=LONGEST_NOTICE,
        initial=30,
        help_text=_("0 closes each table after the hand that runs now."),
    )
    field_order = ("stakes", "minutes", "reason")

    def clean_minutes(self) -> int:
        """The minutes, with the moment for all tables set once."""
        minutes: int = self.cleaned_data["minutes"]
        now = timezone.now().replace(second=0, microsecond=0)
        self.closes_at = now + timedelta(minutes=minutes) if minutes else None
        return minutes


class RoomReasonForm(forms.Form):
    """A reason that players are told, for an act on the room as one."""

    reason = ReasonField(
        label=_("reason"),
        max_length=LONGEST_REASON,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text=_("Kept with the decision and shown to the players"),
    )
    once = OnceField()


TITLES: dict[str, Label] = {
    "pause": _("Pause the room"),
    "resume": _("Resume the room"),
    "announce": _("Announce to all tables"),
    "end": _("Close tables"),
    "freeze": _("Give no new seats"),
    "unfreeze": _("Give new seats again"),
}
"""The names of the acts by their addresses, in the order of their buttons."""
