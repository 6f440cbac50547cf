"""All reports, those that wait for a judgement first to be chosen (F6); staff read none about themselves (F8)."""

from collections.abc import Mapping

from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy
from django.views.decorators.http import require_safe

from backoffice.api import PanelRow, own_acts_are_allowed, person_url
from backoffice.web.api import Cell, Column, Filter, Listing, between, office_page, staff_id, words_in
from games.models.conduct import Report
from games.text.house_rules.rule_text import Label
from games.text.moments import moment_text
from games.web.floor.permissions import VIEW_REPORTS
from games.web.security.numbers import parse_number

STATES: Mapping[str, Label] = {
    "waiting": pgettext_lazy("a report", "Waiting"),
    "judged": pgettext_lazy("a report", "Judged"),
}
_CONDITIONS: Mapping[str, Q] = {"waiting": Q(judged_at=None), "judged": Q(judged_at__isnull=False)}
NARROWED_BY = ("table", "by", "about")
"""Parameters of the page that narrow it to one table, or to the reports by or about one person, by id."""
LATEST = 12


@office_page(VIEW_REPORTS)
@require_safe
def reports(request: HttpRequest) -> HttpResponse:
    """The reports, newest first."""
    context = {
        **_listing(request).context(request),
        "title": _("Reports of players"),
        "empty": _("Nobody has reported anybody yet."),
        "csv_url": reverse("floor:reports_csv"),
    }
    return render(request, "backoffice/list_page.html", context)


@office_page(VIEW_REPORTS)
@require_safe
def reports_csv(request: HttpRequest) -> HttpResponseBase:
    """The same reports as a file."""
    return _listing(request).csv(request, filename="reports.csv")


def _listing(request: HttpRequest) -> Listing[Report]:
    narrowed = {name: number for name in NARROWED_BY if (number := parse_number(request.GET.get(name, "")))}
    return Listing(
        rows=reports_for(staff_id(request)).filter(**narrowed),
        columns=[
            Column("at", _("Reported"), lambda row: Cell(moment_text(row.created_at), report_url(row)), (), "title"),
            Column("table", _("Table"), lambda row: row.table.title, (), "sub"),
            Column(
                "about",
                pgettext("a report", "About"),
                lambda row: Cell(row.about.display_name, person_url(row.about_id)),
                (),
                "sub",
            ),
            Column("by", _("By"), lambda row: Cell(row.by.display_name, person_url(row.by_id)), (), "sub"),
            Column("description", _("What happened"), lambda row: row.description, (), "wide wraps"),
            Column("judged_by", _("Judged by"), lambda row: str(row.judged_by) if row.judged_by else "–"),
            Column("judgement", _("Judgement"), lambda row: row.judgement or "–", (), "wide wraps"),
        ],
        filters=[Filter("state", gettext_lazy("State"), STATES, lambda value: _CONDITIONS[value])],
        search=lambda words: words_in(
            words, "table__name", "about__display_name", "by__display_name", "description", "judgement"
        ),
        days=between("created_at"),
        by_key=True,
        keep={name: str(number) for name, number in narrowed.items()},
    )


def all_reports() -> QuerySet[Report]:
    """All reports with the rows they name."""
    rows = Report.objects.select_related("table", "about", "by", "judged_by")
    return rows.defer("table__snapshot", "table__next_snapshot", "table__rules_data")


def reports_for(viewer: int) -> QuerySet[Report]:
    """The reports that this member of staff may read: those about others, or all with the owner's leave (F8)."""
    found = all_reports()
    return found if own_acts_are_allowed() else found.exclude(about=viewer)


def report_url(report: Report) -> str:
    """The page of a report."""
    return reverse("floor:report", args=[report.pk])


def reports_about(person: int) -> list[PanelRow]:
    """The latest reports about a person and by them, for the person's page."""
    return [
        PanelRow(
            (_("About this person, {at}") if row.about_id == person else _("By this person, {at}")).format(
                at=moment_text(row.created_at)
            ),
            " · ".join(filter(None, (row.description, row.judgement or _("not judged yet")))),
            report_url(row),
            hidden_from=[row.about_id],
        )
        for row in all_reports().filter(Q(about=person) | Q(by=person))[:LATEST]
    ]


def reports_url(person: int) -> str:
    """All reports about a person."""
    return f"{reverse('floor:reports')}?about={person}"
