"""The page on which an owner takes away the second factor of somebody who has lost it."""

from collections.abc import Sequence

from django import forms
from django.db import transaction
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from backoffice.api import Refused, Subject, check_own_act, record
from backoffice.web.api import ActPage, reason_field
from pokerroom.accounts import mail, second_factor
from pokerroom.models import User
from pokerroom.sessions.verified import is_required

SECOND_FACTOR_RESET = "people.second_factor_reset"


def reset_url(person: int) -> str:
    """The page for a person who has a second factor, "" for others."""
    found = User.objects.get(pk=person)
    return reverse("people:reset_second_factor", args=[person]) if second_factor.is_set_up(found) else ""


class ResetForm(forms.Form):
    """The reason."""

    reason = reason_field(
        help_text=gettext_lazy("Make sure in person who is asking: anybody with the password gets in.")
    )


class ResetSecondFactorPage(ActPage[ResetForm]):
    """Takes the second factor of somebody else away."""

    form_class = ResetForm
    button = gettext_lazy("Take the second factor away")
    is_danger = True

    def __init__(self, request: HttpRequest, *, by: int, person: User) -> None:
        super().__init__(request)
        self.by, self.person = by, person
        self.title = _("Take the second factor of %(name)s away") % {"name": person.display_name}

    def consequences(self, form: ResetForm) -> Sequence[str]:
        """What signing in takes afterwards; raises Refused where there is nothing to take away."""
        check_own_act(self.by, self.person.pk)
        if not second_factor.is_set_up(self.person):
            raise Refused("no_second_factor", _("This account has no second factor."))
        name = {"name": self.person.display_name}
        lines = [_("%(name)s signs in with the password alone.") % name]
        if is_required(self.person):
            lines.append(_("As staff they set up a new one before they open any page.") % name)
        if self.person.email:
            lines.append(_("An e-mail tells them."))
        return lines

    def carry_out(self, form: ResetForm) -> str:
        """Takes it away and logs it."""
        with transaction.atomic():
            self.consequences(form)
            second_factor.remove(self.person)
            record(
                by=self.by,
                act=SECOND_FACTOR_RESET,
                subject=Subject("person", self.person.pk),
                about=self.person.pk,
                reason=form.cleaned_data["reason"],
                own=check_own_act(self.by, self.person.pk),
            )
        if self.person.email:
            mail.send("second_factor_removed", to=self.person.email, person=self.person)
        return reverse("people:person", args=[self.person.pk])
