"""The forms of acts on the whole room."""

from collections.abc import Sequence
from datetime import timedelta
from enum import StrEnum
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from backoffice.web.api import OnceField, ReasonField
from games.engine.events.kinds import LONGEST_REASON
from games.models import Table
from games.operations.like_tables import LikeTables
from games.seating.taken_seats import players_at_each
from games.tables.kind import TableKind, kind_of
from games.text.house_rules.rule_text import Label
from games.web.floor.stakes import stakes_code, stakes_name
from games.web.forms import set_choices
from games.web.operators.bulk_acts import SeveralForm
from games.web.security.numbers import parse_number

LONGEST_NOTICE = 12 * 60
MOST_LISTED = 250
"""The most tables that are offered for closing."""


class RoomForm(SeveralForm):
    """At which tables, which were read `with_rules_text`, and why."""

    stakes = forms.ChoiceField(label=_("Tables"), required=False)
    field_order: tuple[str, ...] = ("stakes", "reason")

    def __init__(self, data: Any = None, *, tables: Sequence[Table], **options: Any) -> None:
        super().__init__(data, tables=tables, **options)
        del self.fields["ticked"]
        kinds = dict.fromkeys(map(kind_of, tables))
        found = {stakes_code(kind.stakes, kind.currency): _kind_name(kind) for kind in kinds}
        set_choices(self, "stakes", [("", _("all tables")), *found.items()])

    def holds(self, table: Table) -> bool:
        """Whether the choice of stakes holds this table."""
        return self.cleaned_data["stakes"] in ("", stakes_code(kind_of(table).stakes, table.currency))


class When(StrEnum):
    """When the tables close."""

    ORBIT = "orbit"
    HAND = "hand"
    MINUTES = "minutes"


class EndForm(RoomForm):
    """When the tables close as well."""

    when = forms.ChoiceField(
        label=_("Close the tables"),
        choices=[
            (When.ORBIT, _("after this orbit: once the button has come round once more")),
            (When.HAND, _("after this hand")),
            (When.MINUTES, _("at a set time, in minutes from now")),
        ],
        widget=forms.RadioSelect,
        initial=When.ORBIT,
    )
    minutes = forms.IntegerField(
        label=_("In how many minutes"),
        min_value=1,
        max_value=LONGEST_NOTICE,
        initial=30,
        required=False,
        help_text=_("Only for closing at a time: the hand that is then running is played to its end."),
    )
    field_order = ("stakes", "when", "minutes", "reason")

    def clean(self) -> dict[str, Any]:
        """Sets the moment for all tables once."""
        data = super().clean() or self.cleaned_data
        self.closes_at = timezone.now().replace(second=0, microsecond=0)
        if data.get("when") == When.MINUTES and "minutes" in data:
            if data["minutes"] is None:
                self.add_error("minutes", _("In how many minutes do the tables close?"))
            else:
                self.closes_at += timedelta(minutes=data["minutes"])
        return data


class FewerTablesForm(forms.Form):
    """Which tables of one stake close, or how many of them stay; by default as few as their players need."""

    group = forms.ChoiceField(label=_("Stakes"))
    stay = forms.IntegerField(
        label=_("How many of these tables stay open"),
        min_value=1,
        required=False,
        help_text=_("Leave empty for as few as their players need. Those with the most players stay."),
    )
    closing = forms.TypedMultipleChoiceField(
        label=_("Or choose the tables that close"),
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    reason = ReasonField(
        label=_("reason"),
        max_length=LONGEST_REASON,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text=_("Kept with the decision and shown to the players"),
    )
    once = OnceField()

    def __init__(self, data: Any = None, *, groups: Sequence[LikeTables], **options: Any) -> None:
        super().__init__(data, **options)
        self.groups = {group.key: group for group in groups}
        set_choices(self, "group", [(group.key, _group_name(group)) for group in groups])
        tables = [table for group in groups for table in group.tables]
        people = players_at_each([table.pk for table in tables])
        emptiest = sorted(tables, key=lambda table: len(people[table.pk]))[:MOST_LISTED]
        listed = {table.pk for table in emptiest} | set(map(parse_number, data.getlist("closing") if data else ()))
        choices = [(table.pk, _table_name(table, len(people[table.pk]))) for table in tables if table.pk in listed]
        set_choices(self, "closing", choices)
        if len(choices) < len(tables):
            label = gettext("Or choose the tables that close, of the {count} with the fewest players")
            self.fields["closing"].label = label.format(count=len(choices))

    def clean(self) -> dict[str, Any]:
        """Checks that the tables belong together, and that some stay and some close."""
        data = super().clean() or self.cleaned_data
        group, closing, stay = self.groups.get(data.get("group", "")), set(data.get("closing", ())), data.get("stay")
        if group is None:
            return data
        if closing and stay:
            self.add_error("stay", _("Choose tables or say how many stay, not both."))
        elif not closing <= {table.pk for table in group.tables}:
            self.add_error("closing", _("Choose only tables of these stakes."))
        elif max(len(closing), stay or 0) >= len(group.tables):
            at_least = _("At least one table stays and at least one closes.")
            self.add_error("stay" if stay else "closing", at_least)
        return data

    @property
    def chosen_group(self) -> LikeTables:
        """The tables of the chosen stakes."""
        return self.groups[self.cleaned_data["group"]]


def _group_name(group: LikeTables) -> str:
    text = ngettext("%(stakes)s: %(count)s table", "%(stakes)s: %(count)s tables", len(group.tables))
    return text % {"stakes": _kind_name(kind_of(group.tables[0])), "count": len(group.tables)}


def _table_name(table: Table, people: int) -> str:
    taken = gettext("{taken} of {seats} seats").format(taken=people, seats=table.seats)
    return f"{table.name} · {_kind_name(kind_of(table))} · {taken}"


def _kind_name(kind: TableKind) -> str:
    return stakes_name(kind.game, kind.stakes, kind.currency)


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
    "fewer": _("Close tables and move their players"),
    "freeze": _("Give no new seats"),
    "unfreeze": _("Give new seats again"),
}
"""The names of the acts by their addresses, in the order of their buttons."""
