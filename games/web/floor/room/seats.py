"""Giving no new seats in the room, and giving them again (F1)."""

from collections.abc import Sequence
from typing import Protocol

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from backoffice.api import Refused
from backoffice.web.api import ActPage, office_page, staff_id
from games.engine.errors import IllegalAction
from games.operations.floor import room
from games.operations.once import first_time, was_done
from games.text.refusals import refusal_text
from games.web.floor.permissions import RUN_FLOOR
from games.web.floor.room.forms import TITLES, RoomReasonForm
from games.web.operators.words import cash_tables


class Act(Protocol):
    """An act of the operations on the room."""

    def __call__(self, *, by: int, why: str) -> None: ...


class SeatsPage(ActPage[RoomReasonForm]):
    """Freezes or unfreezes new seats."""

    form_class = RoomReasonForm

    def __init__(self, request: HttpRequest, *, freezes: bool) -> None:
        super().__init__(request)
        self.freezes, self.is_danger = freezes, freezes
        self.title = TITLES["freeze" if freezes else "unfreeze"]
        self.act: Act = room.freeze_seats if freezes else room.unfreeze_seats

    def consequences(self, form: RoomReasonForm) -> Sequence[str]:
        """Whom it concerns."""
        if room.is_frozen() == self.freezes:
            raise _refused(IllegalAction("seats_frozen_already" if self.freezes else "seats_not_frozen"))
        count = cash_tables().filter(is_open=True).count()
        if not self.freezes:
            text = ngettext("%(count)s table takes players again", "%(count)s tables take players again", count)
            return [text % {"count": count}, _("Waiting lists are called again")]
        text = ngettext("Nobody sits down at %(count)s table", "Nobody sits down at %(count)s tables", count)
        return [
            text % {"count": count},
            _("Whoever is seated plays on, and may add chips"),
            _("Nobody on a waiting list is called; everybody keeps their place"),
            _("Tournaments seat their players as always"),
        ]

    def was_sent(self, form: RoomReasonForm) -> bool:
        """Whether it was done before."""
        return was_done(_key(form))

    def carry_out(self, form: RoomReasonForm) -> str:
        """Does it once."""
        try:
            if first_time(_key(form)):
                self.act(by=staff_id(self.request), why=form.cleaned_data["reason"])
        except IllegalAction as refusal:
            raise _refused(refusal) from None
        return reverse("floor:panel")


def _key(form: RoomReasonForm) -> str:
    return f"room:{form.cleaned_data['once']}"


def _refused(refusal: IllegalAction) -> Refused:
    return Refused(refusal.code, refusal_text(refusal.code, refusal.detail, amount=str))


@office_page(RUN_FLOOR)
def freeze(request: HttpRequest) -> HttpResponse:
    """Nobody is given a new seat."""
    return SeatsPage(request, freezes=True).respond()


@office_page(RUN_FLOOR)
def unfreeze(request: HttpRequest) -> HttpResponse:
    """New seats are given again."""
    return SeatsPage(request, freezes=False).respond()
