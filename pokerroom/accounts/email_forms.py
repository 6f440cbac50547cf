"""Forms of the e-mail address and the forgotten password."""

from django import forms
from django.contrib.auth.password_validation import password_validators_help_texts, validate_password
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from pokerroom.accounts.forms import password_field
from pokerroom.models import User


def _email_field() -> forms.EmailField:
    widget = forms.EmailInput(attrs={"autocomplete": "email"})
    return forms.EmailField(label=_("E-mail"), max_length=254, widget=widget)


class ForgottenForm(forms.Form):
    """The e-mail address of an account whose password is forgotten."""

    email = _email_field()


class EmailForm(forms.Form):
    """A new e-mail address, with the password."""

    email = _email_field()
    password = password_field(_("Current password"), "current-password")

    def __init__(self, data: QueryDict | None = None, *, person: User) -> None:
        super().__init__(data)
        self.person = person

    def clean_password(self) -> str:
        """Refuses a wrong password."""
        password: str = self.cleaned_data["password"]
        if not self.person.check_password(password):
            raise ValidationError(_("This is not your current password."))
        return password


class NewPasswordForm(forms.Form):
    """A new password instead of a forgotten one."""

    new = password_field(_("New password"), "new-password")

    def __init__(self, data: QueryDict | None = None, *, person: User) -> None:
        super().__init__(data)
        self.person = person
        self.fields["new"].help_text = " ".join(password_validators_help_texts())

    def clean_new(self) -> str:
        """Validates the new password."""
        new: str = self.cleaned_data["new"]
        validate_password(new, self.person)
        return new
