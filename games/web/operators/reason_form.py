"""A form with a reason only."""

from django import forms

from backoffice.web.api import reason_field


class ReasonForm(forms.Form):
    """A reason."""

    reason = reason_field()
