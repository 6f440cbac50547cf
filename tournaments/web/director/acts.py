"""Pages of a director's acts: form, what will happen, done; each act is carried out once (F3, F4, F8)."""

from typing import Any, TypeVar

from django import forms
from django.contrib.auth.models import AbstractUser
from django.http import Http404, HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from backoffice.api import Refused
from backoffice.web.api import ActPage, OnceField, ReasonField
from games.engine.errors import IllegalAction
from games.engine.events.kinds import LONGEST_REASON
from games.web.api import exceeds_rate_limit
from tournaments import api
from tournaments.engine.state import commands as cm
from tournaments.engine.tournament import Decision, Tournament
from tournaments.web.director.access import log_refusal, view_or_404
from tournaments.web.pages.permissions import can_direct
from tournaments.web.text.refusals import refusal_text


class DirectorForm(forms.Form):
    """The reason of an act, which its players are told, and the token by which it is carried out once."""

    reason = ReasonField(
        label=gettext_lazy("reason"),
        max_length=LONGEST_REASON,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text=gettext_lazy("Kept, and shown to players"),
    )
    once = OnceField()


F = TypeVar("F", bound=DirectorForm)


class DirectorAct(ActPage[F]):
    """An act of a director on a page of its own; raises Http404 for whoever may not direct."""

    template = "tournaments/act.html"

    def __init__(self, request: HttpRequest, tournament_id: int) -> None:
        super().__init__(request)
        if not can_direct(request.user):
            log_refusal(request, tournament_id)
            raise Http404(refusal_text("no_such_tournament"))
        self.user: AbstractUser = request.user
        self.tournament = tournament_id
        self.view = view_or_404(request, tournament_id)

    def command(self, form: F) -> cm.Command:
        """The command that the filled-in form stands for; raises Refused."""
        raise NotImplementedError

    def rehearse(self, form: F) -> tuple[Tournament, Decision]:
        """The tournament now and what the command would do; raises Refused as `check` does."""
        if api.is_refused_in(self.user.pk, self.tournament):
            raise self.refused("plays_in_it")
        try:
            return api.preview(tournament_id=self.tournament, command=self.command(form))
        except IllegalAction as refusal:
            raise self.refused(refusal.code, refusal.detail) from None

    def check(self, form: F) -> None:
        """Raises Refused for a command that would be refused now, and for whoever plays in the tournament."""
        self.rehearse(form)

    def was_sent(self, form: F) -> bool:
        """Whether this form was carried out before."""
        return api.was_directed(user=self.user, tournament_id=self.tournament, once=form.cleaned_data["once"].hex)

    def carry_out(self, form: F) -> str:
        """Sends the command to the director's host and returns to the director's page."""
        if exceeds_rate_limit(self.request, "direct", most=60, seconds=60):
            raise self.refused("slow_down")
        data = form.cleaned_data
        try:
            api.direct(
                user=self.user,
                tournament_id=self.tournament,
                command=self.command(form),
                why=data["reason"],
                once=data["once"].hex,
            )
        except IllegalAction as refusal:
            raise self.refused(refusal.code, refusal.detail) from None
        return reverse("tournaments:direct", args=(self.tournament,))

    def done(self, form: F) -> str:
        """That the decision is on its way."""
        return _("The decision has been sent. Its result will be listed among the decisions.")

    def context(self) -> dict[str, Any]:
        """The tournament, to which the page leads back."""
        return {"tournament": self.tournament, "view": self.view}

    def refused(self, code: str, detail: Any = None) -> Refused:
        """The refusal with its sentence."""
        return Refused(code, refusal_text(code, detail or {}, currency=self.view.setup.currency))
