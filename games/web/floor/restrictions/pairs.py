"""Keeping two people apart, so that they are not seated at one cash table, and ending it (K12)."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from backoffice.web.api import OnceField, PersonField, office_page, reason_field
from games.models.access import SeparatedPlayers
from games.operations.floor import pairs
from games.text.moments import moment_text
from games.web.floor.permissions import END_PAIRS, KEEP_APART
from games.web.floor.restrictions.act import RestrictionAct
from games.web.security.numbers import parse_number


class PairForm(forms.Form):
    """Whether the two are told, and why."""

    tell = forms.BooleanField(
        label=gettext_lazy("both are told"),
        required=False,
        initial=True,
        help_text=gettext_lazy("Leave it unticked if they should not know, for example on a suspicion."),
    )
    reason = reason_field(help_text=gettext_lazy("Only staff see it."))
    once = OnceField()


class KeepApartForm(PairForm):
    """From whom."""

    other = PersonField(label=gettext_lazy("from"), help_text=gettext_lazy("The name at the table, or at sign-in."))
    field_order = ("other", "tell", "reason")


class KeepApartPage(RestrictionAct[KeepApartForm]):
    """Keeps a person apart from another."""

    form_class = KeepApartForm
    button = gettext_lazy("Keep apart")
    is_danger = True
    name = "apart"

    def __init__(self, request: HttpRequest, person: AbstractUser) -> None:
        super().__init__(request, person.pk)
        self.shown = str(person)
        self.title = _("Keep {name} apart from somebody").format(name=self.shown)

    def form_options(self) -> dict[str, Any]:
        """The other person whom a link names."""
        number = parse_number(self.request.GET.get("other", "")) or 0
        other = get_user_model().objects.filter(pk=number, is_bot=False).first()
        return {"initial": {"other": str(other)}} if other else {}

    def lines(self, form: KeepApartForm) -> Sequence[str]:
        """What becomes of the two at tables, now and later."""
        other = get_user_model().objects.get(pk=form.cleaned_data["other"])
        text = _("{one} and {other} are not seated at the same cash table any more.")
        return [
            text.format(one=self.shown, other=other),
            _together(pairs.tables_together(self.person, other.pk)),
            _told(form),
        ]

    def do(self, form: KeepApartForm) -> None:
        """Keeps them apart."""
        data = form.cleaned_data
        pairs.keep_apart(by=self.by, one=self.person, other=data["other"], why=data["reason"], tell=data["tell"])


class EndPairPage(RestrictionAct[PairForm]):
    """Lets two people sit together again."""

    form_class = PairForm
    button = gettext_lazy("Let them sit together")
    name = "end_pair"

    def __init__(self, request: HttpRequest, pair: SeparatedPlayers) -> None:
        super().__init__(request, pair.one_id)
        self.pair = pair
        self.named = {"one": str(pair.one), "other": str(pair.other)}
        self.title = _("Let {one} and {other} sit together again").format(**self.named)
        self.intro = f"{moment_text(pair.created_at)} · {pair.by} · {pair.reason}"

    def lines(self, form: PairForm) -> Sequence[str]:
        """That they may sit together."""
        return [_("{one} and {other} may sit at the same table again.").format(**self.named), _told(form)]

    def do(self, form: PairForm) -> None:
        """Ends it."""
        data = form.cleaned_data
        pairs.end_pair(by=self.by, pair_id=self.pair.pk, why=data["reason"], tell=data["tell"])


def _together(tables: list[str]) -> str:
    if not tables:
        return _("They do not sit together now.")
    text = ngettext(
        "Both sit at this table now and may play on there until one of them leaves: {tables}.",
        "Both sit at these tables now and may play on there until one of them leaves: {tables}.",
        len(tables),
    )
    return text.format(tables=", ".join(tables))


def _told(form: PairForm) -> str:
    return _("Both are told at once, without the reason.") if form.cleaned_data["tell"] else _("They are not told.")


@office_page(KEEP_APART)
def keep_apart(request: HttpRequest, person: int) -> HttpResponse:
    """Keeps a person apart from another."""
    return KeepApartPage(request, get_object_or_404(get_user_model(), pk=person, is_bot=False)).respond()


@office_page(END_PAIRS)
def end(request: HttpRequest, pair: int) -> HttpResponse:
    """Lets two people sit together again."""
    rows = SeparatedPlayers.objects.select_related("one", "other", "by")
    return EndPairPage(request, get_object_or_404(rows, pk=pair)).respond()
