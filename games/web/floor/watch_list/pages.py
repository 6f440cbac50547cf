"""The lists of flags and cases, and the page of each; nobody sees what is about themselves (F7, F8)."""

from datetime import datetime
from typing import Final

from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from backoffice.web.api import Cell, Column, Filter, Listing, between, office_page, staff_id
from games.engine.watch_list.flags import FlagKind
from games.models.watch_list import WatchCase, WatchFlag, WatchRun
from games.operations.watch_list.cases import WORK
from games.web.floor.watch_list.words import (
    case_state,
    figure_text,
    hand_links,
    meaning,
    people_links,
    people_text,
    state_text,
)

VIEW: Final = "games.view_watchflag"
SET: Final = "games.change_watchthreshold"


def flags_for(viewer: int) -> QuerySet[WatchFlag]:
    """The flags that this member of staff may see: all that are about others."""
    rows = WatchFlag.objects.select_related("person", "other", "case")
    return rows.exclude(person=viewer).exclude(other=viewer)


def find_flag(viewer: int, flag_id: int) -> WatchFlag:
    """The flag; raises Http404 for one that the viewer may not see."""
    flag = flags_for(viewer).filter(pk=flag_id).first()
    if flag is None:
        raise Http404
    return flag


def find_case(viewer: int, case_id: int) -> WatchCase:
    """The case; raises Http404 for one that is about the viewer."""
    case = WatchCase.objects.select_related("opened_by", "assigned_to", "ended_by").filter(pk=case_id).first()
    if case is None or case.flags.filter(Q(person=viewer) | Q(other=viewer)).exists():
        raise Http404
    return case


@office_page(VIEW)
def flags(request: HttpRequest) -> HttpResponse:
    """All flags, the newest first, with filters by kind, person and state."""
    run = WatchRun.objects.filter(ended_at__isnull=False).order_by("-pk").first()
    context = {
        **_flags(staff_id(request)).context(request),
        "title": _("Watch list"),
        "last_run": run,
        "may_set": request.user.has_perm(SET),
        "empty": _("No flag has been found yet."),
        "csv_url": reverse("watch_list:csv"),
    }
    return render(request, "games/watch_list/flags.html", context)


@office_page(VIEW)
def flags_csv(request: HttpRequest) -> StreamingHttpResponse:
    """The filtered list of flags as a file."""
    return _flags(staff_id(request)).csv(request, filename="watch-list.csv")


@office_page(VIEW)
def flag(request: HttpRequest, flag_id: int) -> HttpResponse:
    """One flag: what it says, the figure and threshold behind it, and its hands."""
    found = find_flag(staff_id(request), flag_id)
    kind = FlagKind(found.kind)
    context = {
        "title": f"{found.get_kind_display()}: {people_text(found)}",
        "flag": found,
        "people": people_links(found),
        "meaning": meaning(kind),
        "figure": figure_text(kind, found.figure),
        "threshold": figure_text(kind, found.threshold),
        "state": state_text(found),
        "hands": hand_links(found),
        "may_work": request.user.has_perm(WORK) and found.case is None,
    }
    return render(request, "games/watch_list/flag.html", context)


@office_page(VIEW)
def cases(request: HttpRequest) -> HttpResponse:
    """All cases, the newest first."""
    listing = _cases(staff_id(request))
    context = {
        **listing.context(request),
        "title": _("Cases"),
        "intro": _("What staff have done about flags. A case ends with a decision."),
        "links": [(_("Watch list"), reverse("watch_list:flags"))],
    }
    return render(request, "backoffice/list_page.html", context)


@office_page(VIEW)
def case(request: HttpRequest, case_id: int) -> HttpResponse:
    """One case: its flags, notes and decision."""
    found = find_case(staff_id(request), case_id)
    rows = found.flags.select_related("person", "other").order_by("pk")
    shown = [(row, people_text(row), figure_text(row.kind, row.figure)) for row in rows]
    context = {
        "title": _("Case #%(number)s") % {"number": found.pk},
        "case": found,
        "state": case_state(found),
        "flags": shown,
        "notes": found.notes.select_related("by"),
        "may_work": request.user.has_perm(WORK) and found.ended_at is None,
    }
    return render(request, "games/watch_list/case.html", context)


STATES = {"new": gettext_lazy("new"), "open": gettext_lazy("case open"), "ended": gettext_lazy("case ended")}


def _state(value: str) -> Q:
    if value == "new":
        return Q(case=None)
    return Q(case__isnull=False, case__ended_at__isnull=value == "open")


def _flags(viewer: int) -> Listing[WatchFlag]:
    return Listing(
        flags_for(viewer),
        [
            Column("kind", _("Kind"), _kind_cell, css="title"),
            Column("people", _("people"), people_text),
            Column("figure", _("figure"), lambda row: figure_text(row.kind, row.figure)),
            Column("found", _("found at"), lambda row: _moment(row.found_at)),
            Column("state", _("State"), _state_cell),
        ],
        filters=[
            Filter("kind", _("Kind"), dict(WatchFlag.Kind.choices), lambda kind: Q(kind=kind)),
            Filter("state", _("State"), STATES, _state),
        ],
        search=lambda words: Q(person__display_name__icontains=words) | Q(other__display_name__icontains=words),
        days=between("found_at"),
        by_key=True,
    )


def _kind_cell(row: WatchFlag) -> Cell:
    return Cell(row.get_kind_display(), reverse("watch_list:flag", args=[row.pk]))


def _state_cell(row: WatchFlag) -> Cell:
    return Cell(state_text(row), reverse("watch_list:case", args=[row.case_id]) if row.case_id else "")


def _case_cell(row: WatchCase) -> Cell:
    return Cell(f"#{row.pk}", reverse("watch_list:case", args=[row.pk]))


def _moment(at: datetime) -> str:
    return date_format(localtime(at), "SHORT_DATETIME_FORMAT")


def _cases(viewer: int) -> Listing[WatchCase]:
    about_viewer = WatchFlag.objects.filter(Q(person=viewer) | Q(other=viewer), case__isnull=False)
    rows = WatchCase.objects.exclude(pk__in=about_viewer.values("case"))

    def people(row: WatchCase) -> str:
        return "; ".join(people_text(one) for one in row.flags.all())

    return Listing(
        rows.select_related("assigned_to").prefetch_related("flags__person", "flags__other"),
        [
            Column("case", _("Case"), _case_cell, css="title"),
            Column("people", _("people"), people),
            Column("opened", _("opened at"), lambda row: _moment(row.opened_at)),
            Column("assigned", _("assigned to"), lambda row: row.assigned_to.display_name if row.assigned_to else "–"),
            Column("state", _("State"), case_state),
        ],
        filters=[
            Filter(
                "state",
                _("State"),
                {"open": STATES["open"], "ended": STATES["ended"]},
                lambda state: Q(ended_at__isnull=state == "open"),
            ),
            Filter("whose", _("Assigned to"), {"mine": _("me")}, lambda _whose: Q(assigned_to=viewer)),
        ],
        by_key=True,
    )
