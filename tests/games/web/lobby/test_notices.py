"""Notices to players as sentences, on the first page that the player opens."""

from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.test import RequestFactory

from games.messaging.notices import PlayerNotice, write_notice
from games.web.lobby.notices import NoticeText, notice_text, take_notices, unread_notices
from tests.games.support.tables import open_table, person


@pytest.mark.parametrize(
    ("code", "detail", "shown"),
    [
        (
            "table_closed",
            {"table": "Prague", "amount": 1_250_00, "currency": "EUR"},
            NoticeText("Prague was closed. 1\u202f250\u00a0€ is back in your wallet.", "warning"),
        ),
        (
            "moved",
            {"to": "Brno", "to_id": 12, "amount": 50, "currency": "PLAY"},
            NoticeText("You moved to Brno with 0.50.", "success", "/table/12/"),
        ),
        (
            "merge_stays",
            {"table": "Prague", "to": "Brno"},
            NoticeText(
                "The floor is merging Prague into Brno, but you can't be seated there: you stay here.", "warning"
            ),
        ),
    ],
)
def test_a_notice_names_tables_and_amounts_and_leads_to_the_new_table(
    code: str, detail: dict[str, Any], shown: NoticeText
) -> None:
    assert notice_text(PlayerNotice(7, code, detail)) == shown


def request_of(user: object) -> HttpRequest:
    request = RequestFactory().get("/")
    if user is not None:
        request.user = user  # type: ignore[assignment]  # an anonymous user is no user of the room
    return request


def test_visitors_who_are_not_signed_in_have_no_notices() -> None:
    assert unread_notices(request_of(AnonymousUser())) == {"notices": []}
    assert unread_notices(request_of(None)) == {"notices": []}


@pytest.mark.django_db
def test_notices_are_taken_once_for_a_page_and_only_if_the_page_shows_them() -> None:
    petr, prague, brno = person("Petr"), open_table(), open_table("Brno")
    for table in (prague, brno):
        write_notice(petr.pk, table.pk, "stood_up_broke", table=table.name)
    sentences = [f"You had no chips left at {name}, so your seat was given up." for name in ("Prague", "Brno")]
    write_notice(person("Jan").pk, brno.pk, "stood_up_broke", table="Brno")
    unread_notices(request_of(petr))
    assert [notice.text for notice in take_notices(petr.pk, brno.pk)] == sentences[1:]
    page: Any = unread_notices(request_of(petr))["notices"]
    for _ in range(2):
        assert [notice.text for notice in page()] == sentences[:1]
    assert take_notices(petr.pk) == []
