"""All calls for the floor, with how long each waited (F2)."""

import time
from collections.abc import Mapping
from datetime import datetime, timedelta

from django.contrib.auth.models import AbstractUser
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from django.views.decorators.http import require_safe

from backoffice.api import PanelRow, person_url
from backoffice.web.api import Cell, Column, Filter, Listing, between, office_page, words_in
from games.models.conduct import FloorCall
from games.text.house_rules.rule_text import Label
from games.text.moments import moment_text
from games.web.floor.calls.fragment import calls_context
from games.web.floor.permissions import VIEW_CALLS, can_answer_calls, can_view_floor
from games.web.security.numbers import parse_number
from games.web.table.tournament_links import directing_url_of

STATES: Mapping[str, Label] = {
    "waiting": pgettext_lazy("a call", "Waiting"),
    "taken": pgettext_lazy("a call", "Taken"),
    "answered": pgettext_lazy("a call", "Answered"),
}
_CONDITIONS: Mapping[str, Q] = {
    "waiting": Q(taken_at=None, answered_at=None),
    "taken": Q(taken_at__isnull=False, answered_at=None),
    "answered": Q(answered_at__isnull=False),
}
NARROWED_BY = ("table", "player")
"""Parameters of the page that narrow it to the calls of one table or of one player, by id."""
LATEST = 12


@office_page(VIEW_CALLS)
@require_safe
def calls(request: HttpRequest) -> HttpResponse:
    """The open calls, and below them all, newest first."""
    only_tournaments = not can_view_floor(request.user)
    context = {
        **_listing(request).context(request),
        **calls_context(may_answer=can_answer_calls(request.user), only_tournaments=only_tournaments),
        "now": int(time.time() * 1000),
        "title": _("Calls for the floor"),
        "empty": _("Nobody has called the floor yet."),
        "csv_url": reverse("floor:calls_csv"),
    }
    return render(request, "games/floor/call_list.html", context)


@office_page(VIEW_CALLS)
@require_safe
def calls_csv(request: HttpRequest) -> HttpResponseBase:
    """The same calls as a file."""
    return _listing(request).csv(request, filename="calls.csv")


def _listing(request: HttpRequest) -> Listing[FloorCall]:
    narrowed = {name: number for name in NARROWED_BY if (number := parse_number(request.GET.get(name, "")))}
    return Listing(
        rows=_rows(everywhere=can_view_floor(request.user)).filter(**narrowed),
        columns=[
            Column("asked", _("Asked"), lambda call: moment_text(call.created_at), (), "side"),
            Column("table", _("Table"), _table, (), "title"),
            Column("player", _("Player"), _player, (), "sub"),
            Column("reason", _("What for"), lambda call: call.reason, (), "wide wraps"),
            Column("taken_by", _("Taken by"), lambda call: _name(call.taken_by)),
            Column("taken", _("Taken after"), lambda call: _after(call, call.taken_at), (), "n"),
            Column("answered_by", _("Answered by"), lambda call: _name(call.answered_by)),
            Column("answered", _("Answered after"), lambda call: _after(call, call.answered_at), (), "n"),
            Column("answer", _("answer"), lambda call: call.answer or "–", (), "wide wraps"),
        ],
        filters=[Filter("state", gettext_lazy("State"), STATES, lambda value: _CONDITIONS[value])],
        search=lambda words: words_in(words, "table__name", "player__display_name", "reason", "answer"),
        days=between("created_at"),
        by_key=True,
        keep={name: str(number) for name, number in narrowed.items()},
    )


def _rows(*, everywhere: bool) -> QuerySet[FloorCall]:
    """All calls, or those at tables of tournaments."""
    rows = FloorCall.objects.select_related("table", "player", "taken_by", "answered_by")
    rows = rows.defer("table__snapshot", "table__next_snapshot")
    return rows if everywhere else rows.filter(table__tournament__isnull=False)


def _table(call: FloorCall) -> Cell:
    return Cell(call.table.title, _table_url(call))


def _table_url(call: FloorCall) -> str:
    return directing_url_of(call.table.tournament) or reverse("floor:table", args=(call.table_id,))


def _player(call: FloorCall) -> Cell:
    return Cell(call.player.display_name, person_url(call.player_id))


def _name(person: AbstractUser | None) -> str:
    return str(person) if person else "–"


def _after(call: FloorCall, at: datetime | None) -> str:
    """How long the call had waited by then, as minutes and seconds; "–" if it still waits."""
    if at is None:
        return "–"
    minutes, seconds = divmod(int((at - call.created_at) / timedelta(seconds=1)), 60)
    return f"{minutes}:{seconds:02}"


def calls_of(player: int) -> list[PanelRow]:
    """The latest calls of a player, for the player's page."""
    return [
        PanelRow(f"{call.table.title}, {moment_text(call.created_at)}", _told(call), _table_url(call))
        for call in _rows(everywhere=True).filter(player=player)[:LATEST]
    ]


def _told(call: FloorCall) -> str:
    return " · ".join(filter(None, (call.reason, call.answer or _("not answered yet"))))


def calls_url(player: int) -> str:
    """All calls of a player."""
    return f"{reverse('floor:calls')}?player={player}"
