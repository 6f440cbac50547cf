"""The forms of the floor's acts: a reason, and further fields for some of them."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from backoffice.web.api import OnceField, ReasonField
from games.engine.events.kinds import LONGEST_REASON
from games.engine.table.floor_commands import LONGEST_PENALTY
from games.models import Table
from games.operations.floor import Length
from games.operations.merge_tables import tables_to_merge_into
from games.seating.waiting_calls import active_entries
from games.web.forms import RoomMomentField, set_choices

UNITS = (("hands", _("hands")), ("rounds", _("rounds")), ("minutes", _("minutes")))


class ActForm(forms.Form):
    """A reason; `table` is where the act is done."""

    reason = ReasonField(
        label=_("reason"),
        max_length=LONGEST_REASON,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text=_("Kept with the decision and shown to the players"),
    )
    once = OnceField()

    # Any: whatever a form takes.
    def __init__(self, *args: Any, table: Table, **options: Any) -> None:
        super().__init__(*args, **options)
        self.table = table


class PenaltyForm(ActForm):
    """How long a penalty is."""

    length = forms.IntegerField(label=_("Length"), min_value=1, max_value=LONGEST_PENALTY, initial=1)
    unit = forms.ChoiceField(label=_("Counted in"), choices=UNITS)
    field_order = ("length", "unit", "reason")

    @property
    def penalty(self) -> Length:
        """The length that was typed."""
        return Length(**{self.cleaned_data["unit"]: self.cleaned_data["length"]})


class MomentForm(ActForm):
    """When a table closes."""

    at = RoomMomentField(label=_("Closes at"))
    field_order = ("at", "reason")


class BarForm(ActForm):
    """Until when a player is barred."""

    until = RoomMomentField(
        label=_("until"),
        required=False,
        help_text=_("Leave empty for no end: it then stays in force until staff end it."),
    )
    field_order = ("until", "reason")


class MoveForm(ActForm):
    """To which table a player moves, or all of a table."""

    to = forms.TypedChoiceField(label=_("To table"), coerce=int)
    field_order = ("to", "reason")

    # Any: whatever a form takes.
    def __init__(self, *args: Any, table: Table, **options: Any) -> None:
        super().__init__(*args, table=table, **options)
        set_choices(self, "to", [(one.pk, one.name) for one in tables_to_merge_into(table=table)])


class WaitingForm(ActForm):
    """Which waiting player is called."""

    entry = forms.TypedChoiceField(label=_("Player"), coerce=int)
    field_order = ("entry", "reason")

    # Any: whatever a form takes.
    def __init__(self, *args: Any, table: Table, **options: Any) -> None:
        super().__init__(*args, table=table, **options)
        entries = active_entries().filter(table=table, called_to=None).select_related("player")
        set_choices(self, "entry", [(one.pk, one.player.display_name) for one in entries])
