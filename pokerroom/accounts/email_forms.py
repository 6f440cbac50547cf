"""Forms of the e-mail address and the forgotten password."""

from django import forms
from django.utils.translation import gettext_lazy as _

from pokerroom.accounts.forms import CurrentPasswordForm


def _email_field() -> forms.EmailField:
    widget = forms.EmailInput(attrs={"autocomplete": "email"})
    return forms.EmailField(label=_("E-mail"), max_length=254, widget=widget)


class ForgottenForm(forms.Form):
    """The e-mail address of an account whose password is forgotten."""

    email = _email_field()


class EmailForm(CurrentPasswordForm):
    """A new e-mail address, with the password."""

    email = _email_field()
    field_order = ("email", "password")
