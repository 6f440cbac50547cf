"""Barring a person from a cash table or inviting them to it, and ending either (K12)."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from backoffice.web.api import OnceField, office_page, reason_field
from games.engine.errors import IllegalAction
from games.models import Seat, Table
from games.models.access import Admission
from games.operations import floor
from games.operations.floor.admissions import invitations
from games.text.moments import moment_text
from games.web.floor.acts.about_player import unseating
from games.web.floor.acts.act import Subject
from games.web.floor.permissions import ADMIT, END_ADMISSIONS
from games.web.floor.restrictions.act import ReasonForm, RestrictionAct
from games.web.forms import RoomMomentField, set_choices


class TableForm(forms.Form):
    """Which cash table."""

    table = forms.TypedChoiceField(label=gettext_lazy("table"), coerce=int)

    # Any: whatever a form takes.
    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        rows = Table.objects.filter(tournament=None, closed_at=None).order_by("name").values_list("pk", "name")
        set_choices(self, "table", rows)


class BarForm(TableForm):
    """From which table, until when, and why."""

    until = RoomMomentField(
        label=gettext_lazy("until"),
        required=False,
        help_text=gettext_lazy("Leave empty for no end: it then stays in force until staff end it."),
    )
    leaves = forms.BooleanField(
        label=gettext_lazy("takes a seat there away after the running hand"),
        required=False,
        help_text=gettext_lazy("Otherwise whoever sits there may play on until they leave."),
    )
    reason = reason_field(help_text=gettext_lazy("It is kept in the log; whoever loses a seat reads it."))
    once = OnceField()


class InviteForm(TableForm):
    """To which table, and why."""

    reason = reason_field()
    once = OnceField()


class BarPage(RestrictionAct[BarForm]):
    """Bars a person from a table."""

    form_class = BarForm
    button = gettext_lazy("Bar from the table")
    is_danger = True
    name = "bar"

    def __init__(self, request: HttpRequest, person: AbstractUser) -> None:
        super().__init__(request, person.pk)
        self.shown = str(person)
        self.title = _("Bar {name} from a table").format(name=self.shown)

    def lines(self, form: BarForm) -> Sequence[str]:
        """What becomes of the person and of a seat that they have there."""
        data, at = form.cleaned_data, _at(form, self.person, self.shown)
        text = (
            _("{name} may not sit down at {table} until {until}.")
            if data["until"]
            else _("{name} may not sit down at {table} again.")
        )
        until = moment_text(data["until"]) if data["until"] else ""
        lines = [text.format(name=self.shown, table=at.table.name, until=until)]
        if not Seat.objects.filter(table=at.table, player=self.person).exists():
            lines.append(_("{name} does not sit there now.").format(name=self.shown))
        elif data["leaves"]:
            lines += unseating(at, form)
        else:
            lines.append(_("{name} sits there now and may play on until they leave.").format(name=self.shown))
        return [*lines, _("{name} is told at once.").format(name=self.shown)]

    def do(self, form: BarForm) -> None:
        """Bars them."""
        data = form.cleaned_data
        floor.bar(
            by=self.by,
            table_id=data["table"],
            player=self.person,
            until=data["until"],
            why=data["reason"],
            leaves=data["leaves"],
        )


class InvitePage(RestrictionAct[InviteForm]):
    """Invites a person to a table."""

    form_class = InviteForm
    button = gettext_lazy("Invite")
    name = "invite"

    def __init__(self, request: HttpRequest, person: AbstractUser) -> None:
        super().__init__(request, person.pk)
        self.shown = str(person)
        self.title = _("Invite {name} to a table").format(name=self.shown)
        self.intro = _("A table with invitations admits invited players only.")

    def lines(self, form: InviteForm) -> Sequence[str]:
        """What becomes of the person and of everybody else."""
        at = _at(form, self.person, self.shown)
        lines = [_("{name} may sit down at {table}.").format(name=self.shown, table=at.table.name)]
        if not invitations(at.table.pk):
            text = _(
                "It is the first invitation: from now on nobody else may sit down at {table}. Whoever sits there stays."
            )
            lines.append(text.format(table=at.table.name))
        return [*lines, _("{name} is told at once; the reason is for staff.").format(name=self.shown)]

    def do(self, form: InviteForm) -> None:
        """Invites them."""
        data = form.cleaned_data
        floor.invite(by=self.by, table_id=data["table"], player=self.person, why=data["reason"])


class EndPage(RestrictionAct[ReasonForm]):
    """Ends a bar or an invitation."""

    form_class = ReasonForm
    name = "end_admission"

    def __init__(self, request: HttpRequest, row: Admission) -> None:
        super().__init__(request, row.player_id)
        self.row, self.is_bar = row, row.kind == Admission.Kind.BARRED
        self.named = {"name": row.player.display_name, "table": row.table.name}
        bar, invitation = _("Lift the bar of {name} from {table}"), _("End the invitation of {name} to {table}")
        self.title = (bar if self.is_bar else invitation).format(**self.named)
        self.button = _("Lift the bar") if self.is_bar else _("End the invitation")
        self.intro = f"{moment_text(row.created_at)} · {row.by} · {row.reason}"

    def lines(self, form: ReasonForm) -> Sequence[str]:
        """Who may sit down there afterwards."""
        if self.is_bar:
            text = _("{name} may sit down at {table} again and is told at once.")
        elif invitations(self.row.table_id) == 1:
            text = _("It is the last invitation: {table} is open to everybody again. {name} is told at once.")
        else:
            text = _("{name} may no longer sit down at {table} and is told at once; whoever sits there stays.")
        return [text.format(**self.named)]

    def do(self, form: ReasonForm) -> None:
        """Ends it; raises IllegalAction if it has ended."""
        self.row.refresh_from_db(fields=["ended_at"])
        if self.row.ended_at is not None:
            raise IllegalAction("nothing_changes")
        end = floor.lift_bar if self.is_bar else floor.end_invitation
        end(by=self.by, table_id=self.row.table_id, player=self.row.player_id, why=form.cleaned_data["reason"])


def _at(form: TableForm, player: int, name: str) -> Subject:
    return Subject(Table.objects.get(pk=form.cleaned_data["table"]), player, name)


@office_page(ADMIT)
def bar(request: HttpRequest, person: int) -> HttpResponse:
    """Bars a person from a table."""
    return BarPage(request, get_object_or_404(get_user_model(), pk=person, is_bot=False)).respond()


@office_page(ADMIT)
def invite(request: HttpRequest, person: int) -> HttpResponse:
    """Invites a person to a table."""
    return InvitePage(request, get_object_or_404(get_user_model(), pk=person, is_bot=False)).respond()


@office_page(END_ADMISSIONS)
def end(request: HttpRequest, admission: int) -> HttpResponse:
    """Ends a bar or an invitation."""
    rows = Admission.objects.select_related("player", "table", "by")
    return EndPage(request, get_object_or_404(rows, pk=admission)).respond()
