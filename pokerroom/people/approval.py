"""The accounts that staff approve before their first game, and the page of the decision (K15)."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.db.models import Q
from django.http import HttpRequest
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from backoffice.api import Refused, check_own_act
from backoffice.web.api import ActPage, Cell, Column, Filter, Listing, reason_field
from games import api as games
from pokerroom.models import User
from pokerroom.people.found import person_url, search_of


def approvals_list(request: HttpRequest) -> Listing[User]:
    """Every account of a person, those that staff have not approved first, the newest on top."""
    states = {"waiting": gettext_lazy("not approved"), "approved": gettext_lazy("approved")}

    def state(value: str) -> Q:
        approved = Q(now_approved=True)
        return approved if value == "approved" else ~approved | Q(now_approved=None)

    return Listing(
        rows=User.objects.filter(is_bot=False, is_active=True).annotate(now_approved=games.last_approval()),
        columns=[
            Column(
                "name",
                pgettext_lazy("of a person", "name"),
                lambda one: Cell(one.display_name, person_url(one.pk)),
                css="title",
            ),
            Column(
                "joined",
                gettext_lazy("joined"),
                lambda one: date_format(localtime(one.date_joined)),
                ("date_joined",),
                "sub",
            ),
            Column("state", gettext_lazy("approval"), lambda one: str(states[_state(one)]), ("now_approved",), "key"),
            Column(
                "act",
                gettext_lazy("decide"),
                lambda one: Cell(_decision(one), reverse("people:approve", args=[one.pk])),
                css="side",
            ),
        ],
        filters=[Filter("state", gettext_lazy("approval"), states, state)],
        search=search_of(request),
        order=("now_approved", "-date_joined"),
    )


def _state(person: User) -> str:
    return "approved" if getattr(person, "now_approved", None) else "waiting"


def _decision(person: User) -> str:
    return _("Take the approval back") if _state(person) == "approved" else _("Approve")


class ApprovalForm(forms.Form):
    """The reason, such as the document that was seen; hidden, what the page offered: to approve or to take it back."""

    approves = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        help_text = gettext_lazy("For example which document you have seen. It is kept in the log.")
        self.fields["reason"] = reason_field(help_text=help_text)


class ApprovalPage(ActPage[ApprovalForm]):
    """Approves an account, or takes the approval back."""

    form_class = ApprovalForm

    def __init__(self, request: HttpRequest, *, by: int, person: User) -> None:
        super().__init__(request)
        self.by, self.person = by, person
        self.approves = not games.is_approved(person.pk)
        self.title = (_("Approve %(name)s") if self.approves else _("Take back the approval of %(name)s")) % {
            "name": person.display_name
        }

    def form_options(self) -> dict[str, Any]:
        """What the page offers."""
        return {"initial": {"approves": "yes" if self.approves else "no"}}

    def consequences(self, form: ApprovalForm) -> Sequence[str]:
        """What the person may do afterwards; a second submit does not take back what the first one gave."""
        check_own_act(self.by, self.person.pk)
        if form.cleaned_data["approves"] != form.initial["approves"]:
            raise Refused("nothing_changed", _("Somebody has decided meanwhile: look at the page again."))
        if self.person.is_bot:
            raise Refused("bot", _("House bots need no approval."))
        name = {"name": self.person.display_name}
        if self.approves:
            return [_("%(name)s may play at tables and tournaments where staff approve accounts.") % name]
        return [
            _("%(name)s may no longer sit down or register where staff approve accounts.") % name,
            _("Seats that they have now are kept."),
        ]

    def carry_out(self, form: ApprovalForm) -> str:
        """Decides and logs it."""
        games.set_approval(
            person=self.person.pk, approved=self.approves, by=self.by, reason=form.cleaned_data["reason"]
        )
        return reverse("people:approvals")
