"""One report with the chat around it, and its judgement (F6)."""

from collections.abc import Sequence

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from backoffice.api import Refused, person_url
from backoffice.web.api import ActPage, ReasonField, office_page, staff_id
from games.engine.errors import IllegalAction
from games.models import Hand
from games.models.conduct import LONGEST_TEXT, Report
from games.operations.floor import reports as operations
from games.text.refusals import refusal_text
from games.web.floor.permissions import JUDGE_REPORTS, MUTE, VIEW_REPORTS
from games.web.floor.reports.queue import report_url, reports_for
from games.web.security.visibility import can_review


class JudgementForm(forms.Form):
    """What the staff made of a report."""

    judgement = ReasonField(
        label=gettext_lazy("judgement"),
        max_length=LONGEST_TEXT,
        help_text=gettext_lazy(
            "For the staff. Whoever wrote the report is told that it was looked at, but does not see this text."
        ),
    )


class JudgePage(ActPage[JudgementForm]):
    """Judges a report."""

    form_class = JudgementForm
    title = gettext_lazy("Judge a report")
    button = gettext_lazy("Judge")

    def __init__(self, request: HttpRequest, report: Report) -> None:
        super().__init__(request)
        self.report = report
        self.intro = _("{by} about {about}, {table}: “{text}”").format(
            by=report.by.display_name,
            about=report.about.display_name,
            table=report.table.title,
            text=report.description,
        )

    def consequences(self, form: JudgementForm) -> Sequence[str]:
        """Who is told what."""
        try:
            operations.check_judge(report=self.report, by=staff_id(self.request))
        except IllegalAction as refusal:
            raise _refused(refusal) from None
        return [
            _("{name} is told that the report was looked at.").format(name=self.report.by.display_name),
            _("The judgement stays with the report and cannot be changed."),
        ]

    def was_sent(self, form: JudgementForm) -> bool:
        """Whether somebody has judged it: the operation itself knows who."""
        return self.report.judged_at is not None

    def carry_out(self, form: JudgementForm) -> str:
        """Judges it."""
        by, text = staff_id(self.request), form.cleaned_data["judgement"]
        try:
            operations.judge_report(report_id=self.report.pk, by=by, judgement=text)
        except IllegalAction as refusal:
            raise _refused(refusal) from None
        return report_url(self.report)


def _refused(refusal: IllegalAction) -> Refused:
    return Refused(refusal.code, refusal_text(refusal.code, refusal.detail, amount=str))


@office_page(VIEW_REPORTS)
@require_safe
def report(request: HttpRequest, report_id: int) -> HttpResponse:
    """A report with the lines around it, its hands, and what was judged."""
    row = _report_or_404(request, report_id)
    numbers = (row.hand - 1, row.hand)
    hands = Hand.objects.filter(table=row.table_id, number__in=numbers).values_list("number", flat=True)
    context = {
        "title": _("Report about {name}").format(name=row.about.display_name),
        "report": row,
        "about_url": person_url(row.about_id),
        "by_url": person_url(row.by_id),
        "lines": operations.chat_lines(row),
        "hands": hands.order_by("number"),
        "may_review": can_review(request.user, row.table),
        "may_judge": row.judged_at is None and request.user.has_perm(JUDGE_REPORTS),
        "mute_url": _mute_url(row) if request.user.has_perm(MUTE) else "",
    }
    return render(request, "games/floor/report.html", context)


def _mute_url(row: Report) -> str:
    return f"{reverse('floor:mute', args=[row.about_id])}?table={row.table_id}"


@office_page(JUDGE_REPORTS)
def judge(request: HttpRequest, report_id: int) -> HttpResponse:
    """Judges a report."""
    return JudgePage(request, _report_or_404(request, report_id)).respond()


def _report_or_404(request: HttpRequest, report_id: int) -> Report:
    row = reports_for(staff_id(request)).filter(pk=report_id).first()
    if row is None:
        raise Http404(refusal_text("no_such_report"))
    return row
