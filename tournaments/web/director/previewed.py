"""The acts by which players gain or lose something: each shows what, is confirmed, and is then done once (F3, F4).

The forms of the director's page lead straight to what will happen, so that such an act takes two taps.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple
from uuid import uuid4

from django import forms
from django.http import HttpRequest, QueryDict
from django.urls import reverse
from django.utils.translation import gettext_lazy

from backoffice.api import Text
from games.engine.errors import IllegalAction
from tournaments import api
from tournaments.engine.state import commands as cm
from tournaments.engine.views.types import TournamentView
from tournaments.web.director import consequences, panel
from tournaments.web.director.acts import DirectorAct, DirectorForm
from tournaments.web.director.commands import command_of
from tournaments.web.director.consequences import Rehearsal

Fields = Mapping[str, forms.Field]


class Previewed(NamedTuple):
    """An act: its title, the fields of its form, and what it will do.

    `seen` is what the act is about when its consequences are shown: to another one it is not done unseen.
    """

    title: Text
    lines: Callable[[Rehearsal], Sequence[str]]
    fields: Callable[[TournamentView], Fields] = lambda view: {}
    is_danger: bool = False
    seen: Callable[[TournamentView, QueryDict], object] = lambda view, typed: ""


class PreviewedForm(DirectorForm):
    """The reason, and what else an act needs.

    The forms of the director's page call the reason `why` and carry no token; the page they lead to makes one.
    """

    do = forms.CharField(widget=forms.HiddenInput)
    seen = forms.CharField(widget=forms.HiddenInput, required=False)

    def __init__(self, data: QueryDict | None = None, *, fields: Fields, seen: object = "") -> None:
        if data is not None:
            data = data.copy()
            if "confirmed" not in data:
                data["seen"] = str(seen)
            data["reason"] = api.clean_reason(data.get("reason", data.get("why", "")))
            data.setdefault("once", str(uuid4()))
        super().__init__(data)
        self.fields.update(fields)
        self.order_fields([*fields, "reason"])


class PreviewedPage(DirectorAct[PreviewedForm]):
    """The page of one of the `ACTS`."""

    form_class = PreviewedForm

    def __init__(self, request: HttpRequest, tournament_id: int, do: str) -> None:
        super().__init__(request, tournament_id)
        self.act = ACTS[do]
        self.title, self.is_danger = self.act.title, self.act.is_danger

    def form_options(self) -> dict[str, Any]:
        """The fields of the act, and what it is about now."""
        return {"fields": self.act.fields(self.view), "seen": self.act.seen(self.view, self.request.POST)}

    def command(self, form: PreviewedForm) -> cm.Command:
        """The command; raises Refused for numbers that are none."""
        data = form.cleaned_data
        try:
            return command_of(data, data["reason"], self.view.setup.currency)
        except IllegalAction as refusal:
            raise self.refused(refusal.code, refusal.detail) from None

    def consequences(self, form: PreviewedForm) -> Sequence[str]:
        """What each player gets or loses, and who is told."""
        before, decision = self.rehearse(form)
        return self.act.lines(Rehearsal(self.view, before, decision, self.command(form)))

    def context(self) -> dict[str, Any]:
        """The way back is the director's page, whose form was sent here."""
        return super().context() | {"came_from": reverse("tournaments:direct", args=(self.tournament,))}


def _player(view: TournamentView) -> Fields:
    return {"player": forms.ChoiceField(label=gettext_lazy("Player"), choices=panel.players_left(view))}


def _table(view: TournamentView) -> Fields:
    return {"table": forms.ChoiceField(label=gettext_lazy("Table"), choices=panel.tables_open(view))}


def _number(label: Text) -> forms.CharField:
    return forms.CharField(label=label, required=False, widget=forms.TextInput(attrs={"inputmode": "numeric"}))


def _level(view: TournamentView, typed: QueryDict) -> int:
    return view.clock.level


def _hand(view: TournamentView, typed: QueryDict) -> int:
    """The running or last hand of the chosen table."""
    return next((table.hand for table in view.tables if str(table.number) == typed.get("table")), 0)


def _terms(view: TournamentView, typed: QueryDict) -> str:
    return view.deal.terms if view.deal else ""


def _penalty(view: TournamentView) -> Fields:
    return {
        **_player(view),
        "hands": _number(gettext_lazy("Hands")),
        "rounds": _number(gettext_lazy("Rounds")),
        "minutes": _number(gettext_lazy("Minutes")),
        "chips": _number(gettext_lazy("Chips")),
    }


def _move(view: TournamentView) -> Fields:
    return {
        **_player(view),
        "to": forms.ChoiceField(label=gettext_lazy("To table"), choices=panel.tables_open(view)),
        "seat": _number(gettext_lazy("Seat")),
    }


def _seats(view: TournamentView) -> Fields:
    label = gettext_lazy("One line per player: player number, table, seat")
    return {"seats": forms.CharField(label=label, required=False, widget=forms.Textarea(attrs={"rows": 6}))}


ACTS: dict[str, Previewed] = {
    "start": Previewed(gettext_lazy("Start the tournament"), consequences.of_start, _seats),
    "next": Previewed(gettext_lazy("Next level"), consequences.of_level, seen=_level),
    "previous": Previewed(gettext_lazy("Previous level"), consequences.of_level, seen=_level),
    "end": Previewed(gettext_lazy("End the tournament"), consequences.of_end, is_danger=True),
    "warn": Previewed(gettext_lazy("Warn a player"), consequences.of_warning, _player),
    "penalise": Previewed(gettext_lazy("Give a penalty"), consequences.of_penalty, _penalty),
    "lift": Previewed(gettext_lazy("Lift the penalty"), consequences.of_lifting, _player),
    "disqualify": Previewed(gettext_lazy("Disqualify a player"), consequences.of_disqualification, _player, True),
    "move": Previewed(gettext_lazy("Move a player"), consequences.of_move, _move),
    "break_table": Previewed(gettext_lazy("Break a table"), consequences.of_table_break, _table),
    "void": Previewed(gettext_lazy("Void the hand"), consequences.of_void_hand, _table, True, _hand),
    "deal:yes": Previewed(gettext_lazy("Confirm the deal"), consequences.of_deal, seen=_terms),
}
"""By the values of the buttons; all others act at once, as what they do is taken back on the same page."""
