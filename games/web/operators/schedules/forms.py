"""The form of a schedule of tables."""

from typing import Any, Final, cast

from django import forms
from django.utils.dates import WEEKDAYS
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from backoffice.web.api import OnceField, ReasonField
from games.engine.errors import IllegalAction
from games.engine.events.kinds import LONGEST_REASON
from games.engine.opening_times import OpeningTimes
from games.models.schedules import MOST_SCHEDULED
from games.models.templates import TableTemplate
from games.operations.schedules import ScheduleWanted
from games.operations.tables import check_readable
from games.text.house_rules.rule_text import Label
from games.text.refusals import refusal_text

LONGEST_NAME: Final = 34
CLOCK: Final = "%H:%M"


def clock_field(label: Label, help_text: Label) -> forms.TimeField:
    """A local time of the room, to the minute."""
    widget = forms.TimeInput(attrs={"type": "time"}, format=CLOCK)
    return forms.TimeField(label=label, help_text=help_text, input_formats=[CLOCK], widget=widget)


class ScheduleForm(forms.Form):
    """When how many tables of which template open and close."""

    name = forms.CharField(
        label=_("Name"), max_length=LONGEST_NAME, help_text=_("Its tables are numbered: Evening 1, Evening 2 …")
    )
    template = forms.ModelChoiceField(
        label=_("Template"),
        queryset=TableTemplate.objects.none(),
        help_text=_("The game, stakes, seats and house rules of the tables, as they are when the tables open."),
    )
    how_many = forms.IntegerField(
        label=_("How many tables"),
        min_value=1,
        max_value=MOST_SCHEDULED,
        initial=1,
        help_text=_("All alike, up to 20 at once."),
    )
    weekdays = forms.TypedMultipleChoiceField(
        label=_("Opens on"),
        coerce=int,
        choices=[(number, capfirst(name)) for number, name in WEEKDAYS.items()],
        widget=forms.CheckboxSelectMultiple,
    )
    opens = clock_field(
        _("Opens at"), _("In the time zone of the room. If the room is down then, the tables open later.")
    )
    closes = clock_field(
        _("Closes at"),
        _("After the hand then running. A time at or before the opening is on the next day."),
    )
    reason = ReasonField(
        label=_("reason"),
        required=False,
        max_length=LONGEST_REASON,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text=_("Kept in the log, if there is anything to say."),
    )
    once = OnceField()

    def __init__(self, data: Any = None, *, wanted: ScheduleWanted | None = None) -> None:
        super().__init__(data, initial=_initial(wanted) if wanted else None)
        templates = cast("forms.ModelChoiceField[TableTemplate]", self.fields["template"])
        templates.queryset = TableTemplate.objects.filter(retired_at=None)
        if wanted is not None:
            self.fields["reason"].required = True
            self.fields["reason"].help_text = _("It is kept in the log.")

    def clean_name(self) -> str:
        """Refuses a name that nobody can read."""
        name: str = self.cleaned_data["name"]
        try:
            check_readable(name)
        except IllegalAction as refusal:
            raise forms.ValidationError(refusal_text(refusal.code)) from None
        return name

    @property
    def wanted(self) -> ScheduleWanted:
        """The schedule of a valid form."""
        data = self.cleaned_data
        times = OpeningTimes(frozenset(data["weekdays"]), data["opens"], data["closes"])
        return ScheduleWanted(data["name"], data["template"], data["how_many"], times)


def _initial(wanted: ScheduleWanted) -> dict[str, object]:
    times = wanted.times
    return {
        "name": wanted.name,
        "template": wanted.template.pk,
        "how_many": wanted.how_many,
        "weekdays": sorted(times.weekdays),
        "opens": times.opens,
        "closes": times.closes,
    }
