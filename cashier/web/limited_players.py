"""Whose play is limited, for staff: that it is and until when, never why nor by how much (M7)."""

from collections.abc import Sequence
from datetime import datetime

from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractUser
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from backoffice.api import PanelRow, person_url
from backoffice.web.api import Cell, Column, Filter, Listing, office_page, words_in
from cashier.models import Exclusion, PlayerLimit
from cashier.models.protection import in_force_at
from cashier.protection import moment_text, time_away

SEE_LIMITED = "cashier.view_limited_players"
AWAY, LIMITED = "away", "limited"
MAY_NOT_PLAY, HAS_LIMITS = gettext_lazy("May not play or deposit"), gettext_lazy("Plays with limits of their own")


@office_page(SEE_LIMITED)
@require_safe
def limited_players(request: HttpRequest) -> HttpResponse:
    """The list of players who may not play now, or play with limits of their own."""
    context = {
        **_listing().context(request),
        "title": _("Limited players"),
        "intro": _(
            "Players choose this for themselves, and nobody ends it early. "
            "Withdrawals are always possible. Do not ask why."
        ),
        "empty": _("No player is limited now."),
    }
    return render(request, "backoffice/list_page.html", context)


def panel_rows(person_id: int) -> Sequence[PanelRow]:
    """What a person's page says about their play."""
    away = time_away(person_id)
    if away is not None:
        return [PanelRow(str(MAY_NOT_PLAY), _until(away.until))]
    if _with_limits().filter(person=person_id).exists():
        return [PanelRow(str(HAS_LIMITS))]
    return [PanelRow(_("Not limited"), "")]


def _listing() -> Listing[AbstractUser]:
    now = timezone.now()
    away = Exclusion.objects.filter(in_force_at(now), person=OuterRef("pk"))
    people = get_user_model().objects.annotate(
        is_away=Exists(away),
        away_for_good=Exists(away.filter(until=None)),
        away_until=away.order_by("-until").values("until")[:1],
        has_limits=Exists(_with_limits().filter(person=OuterRef("pk"))),
    )
    return Listing(
        rows=people.filter(Q(is_away=True) | Q(has_limits=True)),
        columns=[
            Column(
                "name",
                gettext_lazy("player"),
                lambda one: Cell(str(one), person_url(one.pk)),
                ("display_name",),
                "title",
            ),
            Column("state", gettext_lazy("play"), _state, ("is_away",), "key"),
            Column("until", gettext_lazy("until"), _until_of, ("away_until",), "side"),
        ],
        filters=[
            Filter(
                "play",
                gettext_lazy("play"),
                {AWAY: MAY_NOT_PLAY, LIMITED: HAS_LIMITS},
                lambda value: Q(is_away=value == AWAY),
            )
        ],
        search=lambda words: words_in(words, "display_name", "username"),
        order=("display_name", "pk"),
    )


def _with_limits() -> QuerySet[PlayerLimit]:
    """The newest confirmed request of each limit, where it is a limit."""
    newer = PlayerLimit.objects.filter(
        person=OuterRef("person"),
        kind=OuterRef("kind"),
        period=OuterRef("period"),
        currency=OuterRef("currency"),
        confirmed_at__isnull=False,
        pk__gt=OuterRef("pk"),
    )
    return PlayerLimit.objects.filter(~Exists(newer), confirmed_at__isnull=False, value__isnull=False)


def _state(person: AbstractUser) -> str:
    return str(MAY_NOT_PLAY if vars(person)["is_away"] else HAS_LIMITS)


def _until_of(person: AbstractUser) -> str:
    found = vars(person)
    if not found["is_away"]:
        return ""
    return _until(None if found["away_for_good"] else found["away_until"])


def _until(until: datetime | None) -> str:
    return _("for good") if until is None else _("until %(moment)s") % {"moment": moment_text(until)}
