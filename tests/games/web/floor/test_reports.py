"""F6: the queue of reports, a report with the lines around it, its judgement, and a mute from there."""

import re
from datetime import timedelta

import pytest
from django.http import StreamingHttpResponse
from django.test import Client
from django.utils import timezone

from backoffice.api import OWN_ACTS
from backoffice.room_settings import store
from games import moderation
from games.models.conduct import ChatBan, ChatLine, Report
from pokerroom.models import User
from pokerroom.roles import AUDITOR, CASHIER, FLOORMAN, OPERATOR, PLAYER
from tests.games.support.tables import SteppedHost, host_with, person
from tests.staff import staff, with_role

pytestmark = pytest.mark.django_db


@pytest.fixture
def host() -> SteppedHost:
    """A table where hand 1 is over, hand 2 runs, and Alice has reported Bob."""
    alice, bob = person("Alice"), person("Bob")
    host = host_with(alice, bob)
    host.fold_out()
    host.until("turn")
    ChatLine.objects.create(table_id=host.id, player=bob, name="Bob", text="<b>rude</b>")
    moderation.report(by=alice.pk, about=bob.pk, table_id=host.id, description="He insults me")
    return host


def text(client: Client, path: str) -> str:
    return client.get(path).content.decode()


def test_F6_the_floor_opens_a_report_and_judges_it(host: SteppedHost) -> None:
    client, report = staff(FLOORMAN), Report.objects.get()
    assert "He insults me" in text(client, "/floor/reports/?state=waiting")
    page = text(client, f"/floor/reports/{report.pk}/")
    assert "&lt;b&gt;rude&lt;/b&gt;" in page
    assert f"/floor/hands/{host.id}/1/review/" in page
    assert f"/floor/hands/{host.id}/2/review/" not in page, "hand 2 runs"
    judge = f"/floor/reports/{report.pk}/judge/"
    preview = client.post(judge, {"judgement": "Warned"}).content.decode()
    assert "Alice is told that the report was looked at." in preview
    assert Report.objects.get().judged_at is None
    answer = client.post(judge, {"judgement": "Warned", "confirmed": "1"}, follow=True)
    assert "Warned" in answer.content.decode()
    assert "He insults me" not in text(client, "/floor/reports/?state=waiting")
    assert "Warned" in text(client, "/floor/reports/?state=judged")
    alice = Client()
    alice.force_login(report.by)
    front = text(alice, "/")
    assert "The staff have looked at your report from Prague. Thank you." in front
    assert "Warned" not in front
    again = staff(FLOORMAN, "Karel").post(judge, {"judgement": "Other", "confirmed": "1"}).content.decode()
    assert "Floorman has judged this report already." in again


@pytest.mark.parametrize(("role", "reads"), [(OPERATOR, True), (AUDITOR, True), (CASHIER, False), (PLAYER, False)])
def test_F8_somebody_who_reads_reports_need_not_be_able_to_judge_them(
    host: SteppedHost, role: str, reads: bool
) -> None:
    client, report = staff(role), Report.objects.get()
    page = client.get(f"/floor/reports/{report.pk}/")
    assert page.status_code == (200 if reads else 403)
    assert "/judge/" not in page.content.decode()
    for act in (f"reports/{report.pk}/judge", f"people/{report.about_id}/mute"):
        assert client.post(f"/floor/{act}/", {"judgement": "x", "confirmed": "1"}).status_code == 403


def test_F6_reports_by_and_about_somebody_are_on_their_page(host: SteppedHost) -> None:
    client, report = staff(FLOORMAN), Report.objects.get()
    for person_id, words in ((report.about_id, "About this person"), (report.by_id, "By this person")):
        page = text(client, f"/office/people/{person_id}/")
        assert words in page
        assert "He insults me" in page
    answer = client.get("/floor/reports.csv")
    assert isinstance(answer, StreamingHttpResponse)
    assert b"He insults me" in answer.getvalue()


@pytest.mark.parametrize("leave", [False, True])
def test_F8_nobody_of_the_staff_reads_a_report_about_themselves(host: SteppedHost, leave: bool) -> None:
    report, client = Report.objects.get(), Client()
    client.force_login(with_role(report.about, FLOORMAN))
    store(OWN_ACTS.key, leave)
    pages = {path: text(client, path) for path in ("/floor/reports/", f"/floor/reports/?about={report.about_id}")}
    rows = client.get("/floor/reports.csv")
    assert isinstance(rows, StreamingHttpResponse)
    pages["csv"] = rows.getvalue().decode()
    assert {path for path, page in pages.items() if "He insults me" in page} == (set(pages) if leave else set())
    assert client.get(f"/floor/reports/{report.pk}/").status_code == (200 if leave else 404)
    assert client.get(f"/floor/reports/{report.pk}/judge/").status_code == (200 if leave else 404)
    other = staff(FLOORMAN)
    for path in (f"/office/people/{report.about_id}/", f"/office/people/{report.by_id}/", "/admin/games/report/"):
        assert "He insults me" not in text(client, path), path
        assert "He insults me" in text(other, path), path
    assert client.get(f"/admin/games/report/{report.pk}/change/").status_code == 302


def mute(client: Client, bob: User, **typed: str) -> str:
    """Sends the form of a mute and confirms it; the page afterwards."""
    path = f"/floor/people/{bob.pk}/mute/"
    once = re.search(r'name="once" value="([^"]+)"', text(client, path))
    assert once
    form = {"how_long": "10", "reason": "shouts", "once": once[1], **typed, "confirmed": "1"}
    return client.post(path, form, follow=True).content.decode()


@pytest.mark.parametrize(("choice", "minutes"), [("10", 10), ("60", 60), ("1440", 1440)])
def test_F6_a_mute_lasts_as_chosen(host: SteppedHost, choice: str, minutes: int) -> None:
    bob = User.objects.get(username="bob")
    assert "Bob is muted until" in mute(staff(FLOORMAN), bob, how_long=choice)
    left = ChatBan.objects.get().until - timezone.now()
    assert timedelta(minutes=minutes - 1) < left <= timedelta(minutes=minutes)


def test_F6_a_mute_until_a_moment_needs_one_to_come(host: SteppedHost) -> None:
    client, bob = staff(FLOORMAN), User.objects.get(username="bob")
    assert "Say until when." in mute(client, bob, how_long="until")
    assert "The end must be after the beginning." in mute(client, bob, how_long="until", until="2020-01-01T12:00")
    assert not ChatBan.objects.exists()
    mute(client, bob, how_long="until", until="2099-01-01T12:00")
    ban = ChatBan.objects.get()
    assert ban.until.year == 2099
    lift = f"/floor/mutes/{ban.pk}/lift/"
    assert lift in text(client, f"/office/people/{bob.pk}/")
    client.post(lift, {"reason": "said sorry", "confirmed": "1"})
    ban.refresh_from_db()
    assert ban.end_reason == "said sorry"
    assert "This mute has ended already." in client.post(lift, {"reason": "again"}).content.decode()


def test_F6_the_floor_mutes_from_a_line_of_the_chat(host: SteppedHost) -> None:
    line, bob = ChatLine.objects.get(), User.objects.get(username="bob")
    path, mute_url = f"/table/{host.id}/chat/{line.pk}/", f"/floor/people/{bob.pk}/mute/?table={host.id}"
    card = {"HX-Request": "true"}
    assert mute_url in staff(FLOORMAN).get(path, headers=card).content.decode()
    assert mute_url not in staff(AUDITOR).get(path, headers=card).content.decode()
