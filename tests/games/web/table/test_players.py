"""Player cards, private notes, reports with their chat, and calls for the floor."""

import pytest
from django.test import Client
from django.utils import timezone

from games import moderation
from games.models import Table
from games.models.conduct import LONGEST_NOTE, ChatLine, FloorCall, Remark, Report
from games.moderation import LINES_AFTER, LINES_BEFORE, PlayerNote
from games.operations import floor
from games.text.refusals import refusal_text
from games.web.table.player_notes import note_fragments
from games.web.table.players import MOST_CALLS, MOST_NOTES
from pokerroom.models import User
from tests.games.support.concurrency import refusal_code, run_concurrently
from tests.games.support.tables import SteppedHost, open_table, person, seat
from tests.games.web.conftest import HTMX

pytestmark = pytest.mark.django_db


@pytest.fixture
def bob() -> User:
    """Petr's opponent."""
    return person("Bob")


@pytest.fixture
def prague(petr: User, bob: User) -> Table:
    """A table where both sit."""
    table = open_table(seats=6)
    seat(SteppedHost(table.pk), petr, bob)
    return table


def place(table: Table, user: User) -> int:
    """The seat of a player at the table."""
    return table.taken_seats.get(player=user).seat


def test_a_player_card_saves_note_label_and_mute(petr_client: Client, petr: User, bob: User, prague: Table) -> None:
    card = f"/table/{prague.pk}/player/{place(prague, bob)}/"
    assert "Only you see this." in petr_client.get(card, headers=HTMX).content.decode()
    form = {"note": " bluffs\r\nrivers ", "label": "violet", "muted": "on"}
    answer = petr_client.post(f"/table/{prague.pk}/people/{bob.pk}/", form, headers=HTMX)
    assert (answer.status_code, answer.headers["HX-Trigger"]) == (204, "done")
    assert moderation.note_about(petr.pk, bob.pk) == PlayerNote("bluffs\r\nrivers", "violet", True)
    html = petr_client.get(card, headers=HTMX).content.decode()
    assert "bluffs" in html
    assert 'value="violet" required' in html or 'value="violet"' in html
    other = Client()
    other.force_login(bob)
    mine = other.get(f"/table/{prague.pk}/player/{place(prague, petr)}/", headers=HTMX).content.decode()
    assert "bluffs" not in mine
    petr_client.post(f"/table/{prague.pk}/people/{bob.pk}/", {"note": "", "label": ""}, headers=HTMX)
    assert not Remark.objects.exists()


def test_my_own_card_and_a_visitors_have_no_form(petr_client: Client, petr: User, bob: User, prague: Table) -> None:
    assert (
        "This is you."
        in petr_client.get(f"/table/{prague.pk}/player/{place(prague, petr)}/", headers=HTMX).content.decode()
    )
    html = Client().get(f"/table/{prague.pk}/player/{place(prague, bob)}/", headers=HTMX).content.decode()
    assert "Sign in or play as a guest" in html
    assert "<textarea" not in html
    assert petr_client.get(f"/table/{prague.pk}/player/5/", headers=HTMX).status_code == 404


@pytest.mark.parametrize("wrong", [{"label": "pink"}, {"note": "x" * (LONGEST_NOTE + 1)}, {"label": "red'><script>"}])
def test_an_invalid_note_is_refused_with_a_reason(
    petr_client: Client, bob: User, prague: Table, wrong: dict[str, str]
) -> None:
    answer = petr_client.post(f"/table/{prague.pk}/people/{bob.pk}/", {"note": "", **wrong}, headers=HTMX)
    assert answer.status_code == 200
    assert 'class="wrong"' in answer.content.decode()
    assert not Remark.objects.exists()


def test_notes_are_only_about_people_of_this_table(petr_client: Client, petr: User, prague: Table) -> None:
    elsewhere = person("Elsewhere")
    for path in (f"people/{elsewhere.pk}/", f"people/{elsewhere.pk}/report/", "people/999999/"):
        assert (
            petr_client.post(f"/table/{prague.pk}/{path}", {"note": "x", "description": "x"}, headers=HTMX).status_code
            == 404
        )
    assert Client().post(f"/table/{prague.pk}/people/{petr.pk}/", {"note": "x"}).status_code == 404
    petr_client.post(f"/table/{prague.pk}/people/{petr.pk}/", {"note": "me"}, headers=HTMX)
    assert not Remark.objects.exists()


def test_F6_a_report_holds_the_chat_around_the_reported_line(
    petr_client: Client, petr: User, bob: User, prague: Table
) -> None:
    lines = [ChatLine.objects.create(table=prague, player=bob, name="Bob", text=f"line {n}") for n in range(40)]
    card = petr_client.get(f"/table/{prague.pk}/chat/{lines[20].pk}/", headers=HTMX).content.decode()
    assert "line 20" in card
    form = {"description": "He insults\nme", "line": str(lines[20].pk)}
    html = petr_client.post(f"/table/{prague.pk}/people/{bob.pk}/report/", form, headers=HTMX).content.decode()
    assert "Thank you." in html
    report = Report.objects.get()
    assert (report.by, report.about, report.description) == (petr, bob, "He insults me")
    assert [line[3] for line in report.chat] == [f"line {n}" for n in range(5, 26)]


def test_reports_are_limited_and_need_a_description(petr_client: Client, bob: User, prague: Table) -> None:
    url = f"/table/{prague.pk}/people/{bob.pk}/report/"
    assert "Say in a few words" in petr_client.post(url, {"description": " \n"}, headers=HTMX).content.decode()
    for _ in range(9):
        html = petr_client.post(url, {"description": "again", "line": "nonsense"}, headers=HTMX).content.decode()
    assert "Slow down a little." in html
    assert Report.objects.count() == 4


def test_F2_the_player_reads_who_comes_and_what_the_floor_answers(
    petr_client: Client, petr: User, prague: Table, dana: User
) -> None:
    url = f"/table/{prague.pk}/floor/"
    assert "What is it about?" in petr_client.get(url, headers=HTMX).content.decode()
    assert "Say in a few words" in petr_client.post(url, {"reason": ""}, headers=HTMX).content.decode()
    assert petr_client.post(url, {"reason": "Bob stalls"}, headers=HTMX).status_code == 204
    call = FloorCall.objects.get()
    assert moderation.moderation_of(petr.pk, prague.pk).calls == ((call.pk, "Bob stalls", "", False, ""),)
    floor.take_call(call_id=call.pk, by=dana.pk)
    assert moderation.moderation_of(petr.pk, prague.pk).calls == ((call.pk, "Bob stalls", "", False, "Dana"),)
    shown = {
        language: note_fragments(moderation.moderation_of(petr.pk, prague.pk), (), language)["floor-calls"]
        for language in ("en", "cs", "sk")
    }
    assert ["Dana is coming" in shown["en"], "Dana jde k vám" in shown["cs"]] == [True, True]
    assert "Dana ide k vám" in shown["sk"]
    floor.answer_call(call_id=call.pk, by=dana.pk, answer="Warned.")
    assert moderation.moderation_of(petr.pk, prague.pk).calls == ((call.pk, "Bob stalls", "Warned.", True, "Dana"),)
    petr_client.post(f"{url}{call.pk}/read/")
    assert moderation.moderation_of(petr.pk, prague.pk).calls == ()


def test_F2_a_few_calls_may_be_pending_at_once(petr_client: Client, petr: User, prague: Table) -> None:
    for number in range(4):
        answer = petr_client.post(f"/table/{prague.pk}/floor/", {"reason": f"call {number}"}, headers=HTMX)
    assert "please wait for an answer" in answer.content.decode()
    assert FloorCall.objects.count() == 3
    assert "Sign in" in Client().post(f"/table/{prague.pk}/floor/", {"reason": "x"}, headers=HTMX).content.decode()


@pytest.mark.django_db(transaction=True)
def test_F2_simultaneous_calls_do_not_exceed_the_limit(petr: User, prague: Table) -> None:
    def call(number: int) -> str:
        return refusal_code(lambda: moderation.call_floor(player=petr.pk, table_id=prague.pk, reason=f"call {number}"))

    for _ in range(5):
        codes = run_concurrently(8, call)
        assert sorted(codes) == ["calls_pending"] * 5 + ["ok"] * 3
        FloorCall.objects.filter(answered_at=None).update(answered_at=timezone.now(), answered_by=petr, answer="done")


def test_the_page_leaves_out_the_chat_of_muted_players(
    petr_client: Client, petr: User, bob: User, prague: Table
) -> None:
    ChatLine.objects.create(table=prague, player=bob, name="Bob", text="blah blah")
    ChatLine.objects.create(table=prague, player=petr, name="Petr", text="hi there")
    assert "blah blah" in petr_client.get(f"/table/{prague.pk}/").content.decode()
    moderation.save_note(owner=petr.pk, about=bob.pk, note=PlayerNote(muted=True))
    html = petr_client.get(f"/table/{prague.pk}/").content.decode()
    assert "blah blah" not in html
    assert "hi there" in html


def test_K14_the_page_of_a_delayed_table_says_so_and_delays_chat(client: Client, bob: User, prague: Table) -> None:
    Table.objects.filter(pk=prague.pk).update(watch_delay=30)
    ChatLine.objects.create(table=prague, player=bob, name="Bob", text="just now")
    html = client.get(f"/table/{prague.pk}/").content.decode()
    assert "You see this table with a delay of 30 seconds." in html
    assert "Watchers see the table with a delay of 30 seconds." in html
    assert "just now" not in html
    client.force_login(bob)
    assert "just now" in client.get(f"/table/{prague.pk}/").content.decode()


def test_K14_player_cards_are_only_for_visitors_who_may_watch(petr_client: Client, bob: User, prague: Table) -> None:
    line = ChatLine.objects.create(table=prague, player=bob, name="Bob", text="just now")
    card, author_card = f"/table/{prague.pk}/player/{place(prague, bob)}/", f"/table/{prague.pk}/chat/{line.pk}/"
    stranger = Client()
    Table.objects.filter(pk=prague.pk).update(watch_delay=30)
    assert stranger.get(card, headers=HTMX).status_code == 200
    assert stranger.get(author_card, headers=HTMX).status_code == 404, "the line is delayed for watchers"
    assert "just now" in petr_client.get(author_card, headers=HTMX).content.decode()
    Table.objects.filter(pk=prague.pk).update(watch_delay=0, closed_to_watchers=True)
    assert [stranger.get(page, headers=HTMX).status_code for page in (card, author_card)] == [404, 404]
    assert [petr_client.get(page, headers=HTMX).status_code for page in (card, author_card)] == [200, 200]


def test_K14_at_a_closed_table_strangers_learn_nothing_report_nobody_and_call_no_floor(
    petr_client: Client, bob: User, prague: Table
) -> None:
    Table.objects.filter(pk=prague.pk).update(closed_to_watchers=True)
    nobody, stranger, here = person("Nobody"), Client(), f"/table/{prague.pk}/"
    stranger.force_login(person("Stranger"))
    sent = {"note": "calls", "description": "He insults", "reason": "Bob stalls"}
    for who in (bob, nobody):
        for path in (f"people/{who.pk}/", f"people/{who.pk}/report/", "floor/"):
            assert stranger.post(here + path, sent, headers=HTMX).status_code == 404
    assert not (Remark.objects.exists() or Report.objects.exists() or FloorCall.objects.exists())
    for path in (f"people/{bob.pk}/", f"people/{bob.pk}/report/", "floor/"):
        assert petr_client.post(here + path, sent, headers=HTMX).status_code in (200, 204)
    assert Remark.objects.exists() and Report.objects.exists() and FloorCall.objects.exists()


def test_F2_the_first_answer_of_the_floor_is_kept(petr: User, dana: User, prague: Table) -> None:
    moderation.call_floor(player=petr.pk, table_id=prague.pk, reason="Bob stalls")
    call = FloorCall.objects.get()
    for answer in ("Warned.", "Warned."):
        floor.answer_call(call_id=call.pk, by=dana.pk, answer=answer)
    assert refusal_code(lambda: floor.answer_call(call_id=call.pk, by=dana.pk, answer="Changed.")) == "call_answered"
    assert FloorCall.objects.get().answer == "Warned."


def test_a_card_opens_only_as_a_dialog(petr_client: Client, petr: User, bob: User, prague: Table) -> None:
    here = f"/table/{prague.pk}/"
    for path in (f"player/{place(prague, bob)}/", "floor/"):
        assert petr_client.get(here + path).headers["Location"] == here
        assert petr_client.get(here + path, headers=HTMX).status_code == 200
    for user, is_me in ((bob, False), (petr, True)):
        card = petr_client.get(f"{here}player/{place(prague, user)}/", headers=HTMX)
        assert [card.context[name] for name in ("person", "name", "is_me", "line")] == [
            user, user.display_name, is_me, None,
        ]  # fmt: skip


def test_a_refused_note_says_why_and_too_many_are_refused(
    petr_client: Client, petr: User, bob: User, prague: Table
) -> None:
    me, other = (f"/table/{prague.pk}/people/{user.pk}/" for user in (petr, bob))
    answer = petr_client.post(me, {"note": "me"}, headers=HTMX)
    assert answer.context["form"].non_field_errors() == [refusal_text("bad_message")]
    for _ in range(MOST_NOTES - 1):
        assert petr_client.post(other, {"note": "calls"}, headers=HTMX).status_code == 204
    answer = petr_client.post(other, {"note": "folds"}, headers=HTMX)
    assert answer.context["form"].non_field_errors() == [refusal_text("slow_down")]
    assert moderation.note_about(petr.pk, bob.pk).note == "calls"


def test_F6_a_report_about_no_line_holds_the_latest_chat(
    petr_client: Client, petr: User, bob: User, prague: Table
) -> None:
    for number in range(LINES_BEFORE + LINES_AFTER + 2):
        ChatLine.objects.create(pk=number + 1, table=prague, player=bob, name="Bob", text=f"line {number}")
    url = f"/table/{prague.pk}/people/{bob.pk}/report/"
    for line in ("", "nonsense", "0"):
        petr_client.post(url, {"description": "He insults", "line": line}, headers=HTMX)
    assert [report.chat[0][3] for report in Report.objects.all()] == ["line 2"] * 3


def test_F2_a_call_is_refused_with_its_reason(petr_client: Client, prague: Table) -> None:
    url = f"/table/{prague.pk}/floor/"
    for reason in ("", "x" * 400):
        answer = petr_client.post(url, {"reason": reason}, headers=HTMX)
        assert answer.context["reason"] == reason
        assert answer.context["refused"] == "Say in a few words what it is about."
    for _ in range(MOST_CALLS - 2):
        answer = petr_client.post(url, {"reason": "Bob stalls"}, headers=HTMX)
    assert answer.context["refused"] == refusal_text("calls_pending")
    answer = petr_client.post(url, {"reason": "Bob stalls"}, headers=HTMX)
    assert answer.context["refused"] == refusal_text("slow_down")
    assert petr_client.get(url, headers=HTMX).context["refused"] == ""
    Table.objects.update(closed_at=timezone.now(), is_open=False)
    assert petr_client.get(url, headers=HTMX).status_code == 404


def test_F2_an_answer_is_read_by_the_player_who_called(petr_client: Client, petr: User, prague: Table) -> None:
    call = FloorCall.objects.create(
        player=petr, table=prague, reason="Bob stalls", answer="Warned.", answered_at=timezone.now(), hand=1
    )
    path = f"/table/{prague.pk}/floor/{call.pk}/read/"
    assert Client().post(path).status_code == 204
    assert moderation.moderation_of(petr.pk, prague.pk).calls
    assert petr_client.post(path).status_code == 204
    assert not moderation.moderation_of(petr.pk, prague.pk).calls
