"""The page on which a person's roles are given and taken."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from backoffice.web.api import ActPage, reason_field
from pokerroom.models import User
from pokerroom.owners import roles_of
from pokerroom.people.giving import check_roles, givable, set_roles
from pokerroom.people.role_texts import ROLE_NAMES, ROLE_POWERS, role_names


class RolesForm(forms.Form):
    """The roles that the member of staff may give, those of the person ticked, and the reason."""

    roles = forms.MultipleChoiceField(
        label=gettext_lazy("roles"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=gettext_lazy("Somebody may have several roles, and is staff as long as they have one."),
    )

    def __init__(self, *args: Any, by: User, person: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [(role, f"{str(ROLE_NAMES[role]).capitalize()}: {ROLE_POWERS[role]}") for role in givable(by)]
        self.fields["roles"] = roles = self.fields["roles"]
        assert isinstance(roles, forms.MultipleChoiceField)
        roles.choices = choices
        self.initial.setdefault("roles", [role for role in roles_of(person) if role in givable(by)])
        self.fields["reason"] = reason_field()


class RolesPage(ActPage[RolesForm]):
    """Gives and takes roles."""

    form_class = RolesForm
    button = gettext_lazy("Change the roles")

    def __init__(self, request: HttpRequest, *, by: User, person: User) -> None:
        super().__init__(request)
        self.by, self.person = by, person
        self.title = _("Roles of %(name)s") % {"name": person.display_name}

    def form_options(self) -> dict[str, Any]:
        """Who decides about whom."""
        return {"by": self.by, "person": self.person}

    def consequences(self, form: RolesForm) -> Sequence[str]:
        """Each role given and taken."""
        before, after = check_roles(by=self.by, person=self.person, roles=form.cleaned_data["roles"])
        name = self.person.display_name
        given = role_names(role for role in after if role not in before)
        taken = role_names(role for role in before if role not in after)
        lines = [_("%(name)s gets the role: %(role)s.") % {"name": name, "role": role} for role in given]
        lines += [_("%(name)s loses the role: %(role)s.") % {"name": name, "role": role} for role in taken]
        if not after:
            lines.append(_("%(name)s is no longer staff.") % {"name": name})
        return [*lines, _("It takes effect with their next click, on every page that they have open.")]

    def carry_out(self, form: RolesForm) -> str:
        """Changes the roles and logs it."""
        data = form.cleaned_data
        set_roles(by=self.by, person_id=self.person.pk, roles=data["roles"], reason=data["reason"])
        return reverse("people:person", args=[self.person.pk])
