"""Notes of the staff about people: added, read, never changed."""

from collections.abc import Sequence

from django import forms
from django.db import transaction
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from backoffice.api import Subject, record
from backoffice.web.api import ActPage, OnceField
from pokerroom.models import StaffNote, User
from pokerroom.models.people import LONGEST_NOTE

NOTED = "people.noted"


class NoteForm(forms.Form):
    """A note."""

    text = forms.CharField(
        label=gettext_lazy("note"),
        max_length=LONGEST_NOTE,
        widget=forms.Textarea(attrs={"rows": 4, "cols": 70}),
        help_text=gettext_lazy("Staff read it with your name and the time. It cannot be changed afterwards."),
    )
    once = OnceField()


class NotePage(ActPage[NoteForm]):
    """Adds a note about a person."""

    form_class = NoteForm
    button = gettext_lazy("Add the note")

    def __init__(self, request: HttpRequest, *, by: int, person: User) -> None:
        super().__init__(request)
        self.by, self.person = by, person
        self.title = _("Note about %(name)s") % {"name": person.display_name}

    def consequences(self, form: NoteForm) -> Sequence[str]:
        """That the note stays."""
        return [_("The note stays on the page of %(name)s for the staff.") % {"name": self.person.display_name}]

    def carry_out(self, form: NoteForm) -> str:
        """Adds the note once; the log tells of it without its text."""
        data = form.cleaned_data
        with transaction.atomic():
            _note, is_new = StaffNote.objects.get_or_create(
                once=data["once"], defaults={"person": self.person, "by_id": self.by, "text": data["text"]}
            )
            if is_new:
                record(by=self.by, act=NOTED, subject=Subject("person", self.person.pk), about=self.person.pk)
        return reverse("people:person", args=[self.person.pk])
