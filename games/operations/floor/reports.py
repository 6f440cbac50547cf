"""Reports of players about others, judged with a text by staff who do not play there (F6)."""

from django.contrib.auth import get_user_model
from django.db import transaction
from django.utils import timezone

from backoffice.api import Subject
from backoffice.api import record as log
from games import moderation
from games.engine.errors import IllegalAction
from games.messaging import notices
from games.models.conduct import Report
from games.operations.impartiality import check_no_opponent, check_not_playing


def check_judge(*, report: Report, by: int) -> bool:
    """Whether this member of staff judges the report with the owner's leave.

    Raises IllegalAction if they play there or with one of the two without it, or if it is judged already.
    """
    plays_there = check_not_playing(by, table_id=report.table_id)
    own = check_no_opponent(by, report.by_id, report.about_id) or plays_there
    if report.judged_by is not None:
        raise IllegalAction("report_judged", name=report.judged_by.display_name)
    return own


def judge_report(*, report_id: int, by: int, judgement: str) -> None:
    """Judges a report, and tells its author that it was looked at (F6).

    The first judgement counts: sending it again changes nothing; for another one IllegalAction names who was faster.
    """
    text = moderation.checked_text(judgement)
    with transaction.atomic():
        report = _locked(report_id)
        if (report.judged_by_id, report.judgement) == (by, text):
            return
        own = check_judge(report=report, by=by)
        report.judged_at, report.judged_by_id, report.judgement = timezone.now(), by, text
        report.save(update_fields=["judged_at", "judged_by", "judgement"])
        notices.write_notice(report.by_id, report.table_id, "report_judged", table=report.table.name)
        about = report.about_id
        log(by=by, act="report.judged", subject=Subject("report", report.pk), about=about, reason=text, own=own)


def chat_lines(report: Report) -> list[tuple[str, str, str]]:
    """The chat around the report: time, name and text of each line; who deleted their account has no name."""
    gone = get_user_model().objects.filter(pk__in={player for _at, player, *_ in report.chat}, deleted_at__isnull=False)
    names = dict(gone.values_list("pk", "display_name"))
    return [(at, names.get(player, name), text) for at, player, name, text in report.chat]


def _locked(report_id: int) -> Report:
    """The report, locked; raises IllegalAction if there is none."""
    rows = Report.objects.select_for_update(of=("self",)).select_related("table", "judged_by")
    report = rows.defer("table__snapshot", "table__next_snapshot").filter(pk=report_id).first()
    if report is None:
        raise IllegalAction("no_such_report")
    return report
