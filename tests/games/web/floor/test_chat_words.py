"""F6: the operator's words are covered to others, links are refused until the room allows them, writers slow down."""

import pytest
from django.test import Client

from backoffice.api import StaffAct
from backoffice.models import RoomSetting
from games import moderation
from games.engine.errors import IllegalAction
from games.lobby.queries import recent_chat
from games.models import Table
from games.models.chat_words import ChatWord
from games.models.conduct import ChatLine, Report
from games.operations.floor import chat_words
from games.store import table_log
from games.text.refusals import refusal_text
from pokerroom.models import User
from pokerroom.roles import AUDITOR, FLOORMAN, OPERATOR
from tests.browser_forms import shown_values
from tests.games.support.tables import open_table, person
from tests.staff import staff

pytestmark = pytest.mark.django_db
PAGE = "/floor/chat-words/"


@pytest.fixture
def table() -> Table:
    return open_table()


@pytest.fixture
def bob() -> User:
    return person("Bob")


def say(table: Table, player: User, text: str) -> str:
    """What others read of a line."""
    return table_log.add_chat_line(table.pk, player.pk, text).text


def test_F6_others_read_asterisks_and_a_report_keeps_the_line_as_typed(table: Table, bob: User) -> None:
    ChatWord.objects.create(language="cs", word="krava")
    assert say(table, bob, "Ty k r á v a!") == "Ty * * * * *!"
    assert [entry.text for entry in recent_chat(table.pk)] == ["Ty * * * * *!"]
    line = ChatLine.objects.get()
    watcher = Client()
    card = watcher.get(f"/table/{table.pk}/chat/{line.pk}/", headers={"HX-Request": "true"}).content.decode()
    assert "* * * * *" in card
    assert "k r á v a" not in card
    moderation.report(by=person("Alice").pk, about=bob.pk, table_id=table.pk, description="rude", line=line.pk)
    assert Report.objects.get().chat[0][3] == "Ty k r á v a!"


def test_F6_a_held_line_is_covered_when_it_is_shown(table: Table, bob: User) -> None:
    ChatWord.objects.create(language="en", word="idiot")
    table_log.hold_chat_line(table.pk, bob.pk, "idiot with aces")
    assert [entry.text for entry in table_log.post_held_lines(table.pk)] == ["***** with aces"]


def test_F6_links_are_refused_unless_the_room_allows_them_as_text(table: Table, bob: User) -> None:
    for act in (table_log.add_chat_line, table_log.hold_chat_line):
        with pytest.raises(IllegalAction, match="no_links"):
            act(table.pk, bob.pk, "see www.example.com")
    assert not ChatLine.objects.exists()
    RoomSetting.objects.create(key="chat_links", value=True)
    assert say(table, bob, "see www.example.com") == "see www.example.com"
    page = Client().get(f"/table/{table.pk}/").content.decode()
    assert "see www.example.com" in page
    assert 'href="www.example.com' not in page


def test_F6_the_operator_keeps_the_words_by_language() -> None:
    client = staff(OPERATOR)
    form = {
        **shown_values(client.get(PAGE), "reason"),
        "in_cs": "Kráva\n  \nkrava\nVůl",
        "in_en": "idiot",
        "reason": "insults",
    }
    preview = client.post(PAGE, form).content.decode()
    assert "covered from now on: krava, vul" in preview
    assert not ChatWord.objects.exists()
    for _ in range(2):
        assert client.post(PAGE, {**form, "confirmed": "1"}).status_code == 302
    assert chat_words.words_by_language() == {"cs": {"krava", "vul"}, "en": {"idiot"}}
    act = StaffAct.objects.get(act="chat_words.changed")
    assert act.changes == [["en", "", "idiot"], ["cs", "", "krava, vul"]] or len(act.changes) == 2
    form = {**form, "in_cs": "vůl"}
    assert "no longer covered: krava" in client.post(PAGE, form).content.decode()
    client.post(PAGE, {**form, "confirmed": "1"})
    assert chat_words.words_by_language()["cs"] == {"vul"}
    unchanged = client.post(PAGE, form)
    assert unchanged.status_code == 422
    assert "Nothing was changed." in unchanged.content.decode()
    log = staff(AUDITOR).get(f"/office/log/{act.number}/").content.decode()
    assert "krava, vul" in log


@pytest.mark.parametrize("wrong", [{"in_en": "x"}, {"in_en": "x" * 41}, {"reason": " "}])
def test_F6_words_that_are_none_and_changes_without_a_reason_are_refused(wrong: dict[str, str]) -> None:
    client = staff(OPERATOR)
    form = {
        **shown_values(client.get(PAGE), "reason"),
        "in_en": "idiot",
        "reason": "insults",
        **wrong,
        "confirmed": "1",
    }
    assert client.post(PAGE, form).status_code == 422
    assert not ChatWord.objects.exists()


def test_F8_the_floor_and_auditors_do_not_change_the_words() -> None:
    for role in (FLOORMAN, AUDITOR):
        assert staff(role).get(PAGE).status_code == 403


def test_F6_the_sentences_say_what_to_do() -> None:
    assert refusal_text("no_links") == "Links are not allowed in the chat of this room."
    sentence = refusal_text("chat_too_fast", {"count": 5, "times": 10}, amount=str)
    assert sentence == "You write too fast: at most 5 lines in 10 seconds. Wait a moment."
