"""F6: reports are judged once with a text by staff who do not play there, and who wrote one is told."""

import pytest

from backoffice.api import StaffAct
from games import moderation
from games.engine.errors import IllegalAction
from games.models import Notice
from games.models.conduct import Report
from games.operations.floor import reports
from pokerroom.models import User
from tests.games.support.tables import host_with, open_table, person

pytestmark = pytest.mark.django_db


@pytest.fixture
def report() -> Report:
    """A report by Alice about Bob."""
    alice, bob = person("Alice"), person("Bob")
    moderation.report(by=alice.pk, about=bob.pk, table_id=open_table("Brno").pk, description="rude")
    return Report.objects.get()


def test_F6_the_reporter_is_told_that_it_was_looked_at_but_not_what_was_judged(report: Report) -> None:
    jana = person("Jana")
    reports.judge_report(report_id=report.pk, by=jana.pk, judgement="Bob warned")
    report.refresh_from_db()
    assert (report.judged_by, report.judgement) == (jana, "Bob warned")
    notice = Notice.objects.get()
    assert (notice.player_id, notice.code, notice.detail) == (report.by_id, "report_judged", {"table": "Brno"})
    act = StaffAct.objects.get(act="report.judged")
    assert (act.by_id, act.about_id, act.reason) == (jana.pk, report.about_id, "Bob warned")


def test_F6_the_first_judgement_stands_and_the_second_judge_reads_whose_it_is(report: Report) -> None:
    jana, karel = person("Jana"), person("Karel")
    for _ in range(2):
        reports.judge_report(report_id=report.pk, by=jana.pk, judgement="Bob warned")
    with pytest.raises(IllegalAction) as refused:
        reports.judge_report(report_id=report.pk, by=karel.pk, judgement="Nothing in it")
    assert (refused.value.code, refused.value.detail) == ("report_judged", {"name": "Jana"})
    assert Report.objects.get().judgement == "Bob warned"
    assert StaffAct.objects.filter(act="report.judged").count() == Notice.objects.count() == 1


def test_F8_somebody_who_plays_with_one_of_them_or_wrote_the_report_does_not_judge_it(report: Report) -> None:
    jana = person("Jana")
    host_with(jana, User.objects.get(username="bob"))
    for judge in (jana.pk, report.by_id, report.about_id):
        with pytest.raises(IllegalAction, match="plays_with"):
            reports.judge_report(report_id=report.pk, by=judge, judgement="Nothing in it")
    with pytest.raises(IllegalAction, match="bad_message"):
        reports.judge_report(report_id=report.pk, by=person("Karel").pk, judgement=" \u200b")
    with pytest.raises(IllegalAction, match="no_such_report"):
        reports.judge_report(report_id=0, by=jana.pk, judgement="x")
    assert Report.objects.get().judged_at is None
    assert not StaffAct.objects.filter(act="report.judged").exists()
