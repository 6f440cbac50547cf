"""Fields of staff's forms: a reason that can be read, a person by name, and a token by which a form acts once."""

from typing import Any
from uuid import UUID, uuid4

from django import forms
from django.contrib.auth import get_user_model
from django.db.models import Q
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from backoffice.models import LONGEST_REASON
from backoffice.registry import Text
from backoffice.text import clean_line


class ReasonField(forms.CharField):
    """A reason or an answer of the staff; blanks and invisible characters alone are none (F3)."""

    widget = forms.Textarea(attrs={"rows": 3, "cols": 70})

    def to_python(self, value: object) -> str:
        """The text, empty where nothing of it could be read."""
        text = super().to_python(value) or ""
        return text if clean_line(text) else ""


def reason_field(*, help_text: Text = "") -> ReasonField:
    """The field for the reason of an act, which the log keeps."""
    return ReasonField(label=_("reason"), max_length=LONGEST_REASON, help_text=help_text or _("It is kept in the log."))


class LineField(forms.CharField):
    """Text on one line as people read it: characters that nobody sees are dropped, and alone they are none."""

    def to_python(self, value: object) -> str:
        """The text that can be read."""
        return clean_line(super().to_python(value) or "")


class PersonField(LineField):
    """Somebody's name, typed as at the table or as at sign-in; cleaned to the account's id."""

    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=150, **options)

    def clean(self, value: object) -> int | None:
        """The id, None for an empty optional field; raises ValidationError for a name that nobody has."""
        name = super().clean(value)
        if not name:
            return None
        people = get_user_model().objects.filter(is_bot=False)
        found = people.filter(Q(display_name__iexact=name) | Q(username__iexact=name)).values_list("pk", flat=True)
        if len(found) != 1:
            raise forms.ValidationError(gettext("Nobody has exactly this name. Copy it from the person's page."))
        return int(found[0])


class OnceField(forms.UUIDField):
    """A hidden token made with the form: a second submit of the same form carries the same one."""

    widget = forms.HiddenInput

    def __init__(self) -> None:
        super().__init__(initial=uuid4)

    def clean(self, value: object) -> UUID:
        """The token; raises ValidationError for a form that was put together by hand."""
        token = super().clean(value)
        assert isinstance(token, UUID)
        return token
