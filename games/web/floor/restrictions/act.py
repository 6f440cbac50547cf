"""What acts on restrictions have in common: a rehearsal says what will happen, and a form is carried out once."""

from collections.abc import Sequence
from typing import ClassVar, Generic, TypeVar

from django import forms
from django.db import transaction
from django.http import HttpRequest

from backoffice.api import Refused, person_url
from backoffice.web.api import ActPage, OnceField, reason_field, staff_id
from games.engine.errors import IllegalAction
from games.operations.once import first_time, was_done
from games.text.refusals import refusal_text


class ReasonForm(forms.Form):
    """Why, which staff alone read."""

    reason = reason_field()
    once = OnceField()


F = TypeVar("F", bound=forms.Form)


class RestrictionAct(ActPage[F], Generic[F]):
    """An act about the restrictions of one person, to whose page it leads back; its form has a field `once`."""

    name: ClassVar[str]
    """Tells its forms from those of other acts."""

    def __init__(self, request: HttpRequest, person: int) -> None:
        super().__init__(request)
        self.person, self.by = person, staff_id(request)

    def lines(self, form: F) -> Sequence[str]:
        """What it does, a sentence each."""
        raise NotImplementedError

    def do(self, form: F) -> None:
        """Does it; raises IllegalAction."""
        raise NotImplementedError

    def consequences(self, form: F) -> Sequence[str]:
        """What it does, once a rehearsal that is rolled back was not refused."""
        try:
            with transaction.atomic():
                lines = self.lines(form)
                self.do(form)
                transaction.set_rollback(True)
        except IllegalAction as refusal:
            raise refused(refusal) from None
        return lines

    def was_sent(self, form: F) -> bool:
        """Whether this form was carried out before."""
        return was_done(self._key(form))

    def carry_out(self, form: F) -> str:
        """Does it; the second time the same form does nothing."""
        try:
            with transaction.atomic():
                if first_time(self._key(form)):
                    self.do(form)
        except IllegalAction as refusal:
            raise refused(refusal) from None
        return person_url(self.person)

    def _key(self, form: F) -> str:
        return f"{self.name}:{form.cleaned_data['once']}"


def refused(refusal: IllegalAction) -> Refused:
    """A refusal as one of the back office."""
    return Refused(refusal.code, refusal_text(refusal.code, refusal.detail, amount=str))
