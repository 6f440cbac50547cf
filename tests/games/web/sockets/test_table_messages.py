"""The socket of a table: chat, notes, notices, settings, alerts and asks, each pushed once."""

import pytest

from games.engine.errors import IllegalAction
from games.messaging import player_asks
from games.messaging.messages import Answer
from games.text.amounts import TOURNAMENT_CHIPS
from games.web.sockets import table_consumer
from games.web.sockets.appended_once import MOST_LINES_WAITING
from games.web.sockets.push_socket import MESSAGE_LIMIT
from games.web.sockets.table_consumer import MOST_ASKS_WAITING
from tests.games.web.sockets.support.served import EVE, TABLE, person
from tests.games.web.sockets.support.served_table import (
    ANYBODY,
    FIRST,
    MALLORY,
    NOW_MS,
    Shown,
    TablePage,
    chat,
    own_view,
    view_of,
)
from tests.games.web.sockets.support.stepped import settle


async def test_chat_of_the_muted_is_left_out_and_the_newest_lines_are_kept(
    monkeypatch: pytest.MonkeyPatch, shown: Shown
) -> None:
    shown.muted = frozenset({MALLORY})
    async with TablePage(monkeypatch, person()) as page:
        await page.show(view_of(1), eve=None)
        page.take_text()
        page.consumer.chat_posted(chat(MALLORY, "hidden"))
        await settle()
        assert page.take_text() == ""
        page.consumer.chat_posted(chat(EVE, "hello"))
        await settle()
        assert page.take_text() == "[chat hello en]"
        assert await page.push() == ""
        for number in range(MOST_LINES_WAITING + 5):
            page.consumer.chat_posted(chat(EVE, str(number)))
        await settle()
        newest = range(4, MOST_LINES_WAITING + 5)
        assert page.take_text() == "".join(f"[chat {number} en]" for number in newest)


async def test_changed_mutes_show_the_chat_again_and_other_notes_only_themselves(
    monkeypatch: pytest.MonkeyPatch, shown: Shown
) -> None:
    async with TablePage(monkeypatch, person()) as page:
        await page.show(view_of(1), eve=None)
        page.take_text()
        page.consumer.player_notes_changed()
        await settle()
        assert page.take_text() == ""
        shown.muted = frozenset({MALLORY})
        page.consumer.player_notes_changed()
        await settle()
        labels = f"[labels [{MALLORY}] ({EVE}, {MALLORY}, 0) en]"
        history = f"[history ({TABLE}, frozenset({{{MALLORY}}}), 'en', {NOW_MS})]"
        assert page.take_text() == f"{labels}[time 0 v1]{history}"


async def test_notices_of_this_table_are_shown(monkeypatch: pytest.MonkeyPatch, shown: Shown) -> None:
    async with TablePage(monkeypatch, person()) as page:
        page.take_text()
        page.consumer.notice_written(TABLE + 1)
        await settle()
        assert page.take_text() == ""
        page.consumer.notice_written(TABLE)
        await settle()
        assert page.take_text() == f"[notice {EVE} {TABLE}]"
        page.consumer.notice_written(TABLE)
        page.consumer.chat_posted(chat(EVE, "hello"))
        await settle()
        assert page.take_text() == f"[chat hello en][notice {EVE} {TABLE}]"
        assert await page.push() == ""


async def test_settings_are_read_when_the_table_has_changed_and_shown_once(
    monkeypatch: pytest.MonkeyPatch, shown: Shown
) -> None:
    async with TablePage(monkeypatch) as page:
        await page.push()
        assert shown.heads_read == []
        await page.show(view_of(1))
        await page.push()
        assert (shown.heads_read, page.take_text()) == ([(TABLE, "en", "s0")], "")
        shown.head = "s1", "[head]"
        await page.show(view_of(2, changes=1))
        assert page.take_text() == "[head]"
        await page.show(view_of(3, changes=1))
        assert page.take_text() == ""
        shown.head = None
        await page.show(view_of(4, changes=2))
        assert (shown.heads_read[1:], page.take_text()) == ([(TABLE, "en", "s0"), (TABLE, "en", "s1")], "")


async def test_a_silent_table_says_why_and_shows_its_buttons_again(
    monkeypatch: pytest.MonkeyPatch, shown: Shown
) -> None:
    async with TablePage(monkeypatch) as page:
        page.take_text()
        page.consumer.table_silent()
        await settle()
        assert page.take_text() == f"[alert silent_{TABLE} {{}}]"
        await page.show(view_of(1))
        assert page.take_text() == FIRST
        page.consumer.table_silent()
        await settle()
        assert page.take_text() == f"[watching][time 0 v1][alert silent_{TABLE} {{}}]"
        assert await page.push() == ""


async def test_k5_chips_that_went_back_are_told_once(monkeypatch: pytest.MonkeyPatch, shown: Shown) -> None:
    returned = "[alert returned {'returned': %d}]"
    async with TablePage(monkeypatch, person()) as page:
        await page.show(view_of(1), eve=own_view(1))
        assert "alert" not in page.take_text()
        for version, chips in ((2, 1), (4, 5), (6, 1)):
            await page.show(view_of(version), eve=own_view(version, chips_returned=chips))
            assert page.take_text() == f"[controls None False][time 0 v{version}] | {returned % chips}"
            await page.show(view_of(version + 1), eve=own_view(version + 1, chips_returned=chips))
            assert page.take_text() == ""
    async with TablePage(monkeypatch, person()) as opened_since:
        await opened_since.show(view_of(8), eve=own_view(8, chips_returned=1))
        assert opened_since.take_text().endswith(returned % 1)


async def test_in_a_tournament_refusals_count_chips(monkeypatch: pytest.MonkeyPatch, shown: Shown) -> None:
    shown.facts = ANYBODY._replace(tournament=1, amounts=TOURNAMENT_CHIPS)
    async with TablePage(monkeypatch, person()) as page:
        await page.show(view_of(1, tournament=1), eve=None)
        page.take_text()
        await page.consumer.refuse("too_low", {"least": 7})
        await settle()
        assert page.take_text() == "[watching][time 0 v1][alert too_low {'least': 7} chips]"


async def test_asks_are_checked_sent_to_the_host_and_answered(monkeypatch: pytest.MonkeyPatch, shown: Shown) -> None:
    checked: list[tuple[object, object]] = []

    def parse_ask(body: dict[str, object], *, player: int) -> None:
        checked.append((body["do"], player))
        if body["do"] == "nonsense":
            raise IllegalAction("bad_message")

    monkeypatch.setattr(player_asks, "parse_ask", parse_ask)
    async with TablePage(monkeypatch, person()) as page:
        page.take_text()
        page.feed.take_calls()
        await page.says({"do": "nonsense"})
        assert (page.take_text(), page.feed.take_calls()) == ("[alert bad_message {}]", [])
        for _ in range(MOST_ASKS_WAITING):
            await page.says({"do": "fold"})
        assert (page.take_text(), page.feed.take_calls()) == ("", [("ask", TABLE, EVE, "fold")] * MOST_ASKS_WAITING)
        await page.says({"do": "fold"})
        assert (page.take_text(), page.feed.take_calls()) == ("[alert slow_down {}]", [])
        done, refused, lost, *_ = page.feed.asked
        done.set_result(Answer(TABLE, EVE, "1", ok=True))
        await settle()
        assert (page.take_text(), page.feed.take_calls()) == ("", [])
        refused.set_result(Answer(TABLE, EVE, "2", ok=False, code="too_late", detail={"turn": 3}))
        await settle()
        assert (page.take_text(), page.feed.take_calls()) == ("[alert too_late {'turn': 3}]", [])
        lost.set_result(None)
        await settle()
        assert (page.take_text(), page.feed.take_calls()) == ("[alert no_answer {}]", [("request", TABLE, [EVE])])
        for _ in range(3):
            await page.says({"do": "call"})
        assert (page.take_text(), page.feed.take_calls()) == ("", [("ask", TABLE, EVE, "call")] * 3)
        await page.says({"do": "call"})
        assert page.take_text() == "[alert slow_down {}]"
        assert set(checked) == {("nonsense", EVE), ("fold", EVE), ("call", EVE)}


async def test_F6_a_line_of_the_chat_that_is_refused_goes_back_to_who_typed_it(
    monkeypatch: pytest.MonkeyPatch, shown: Shown
) -> None:
    async with TablePage(monkeypatch, person()) as page:
        page.take_text()
        for text, given_back in (("x" * 201, "x" * 201), ("x" * 801, "")):
            await page.says({"do": "chat", "text": text})
            assert page.take_text() == f"[alert bad_message {{}}{given_back and f' chat={given_back}'}]"
        for code in ("chat_too_fast", "held_back"):
            await page.says({"do": "chat", "text": "hello"})
            page.feed.asked[-1].set_result(Answer(TABLE, EVE, "1", ok=False, code=code))
            await settle()
            # What is held back until the hand is over comes by itself then.
            assert page.take_text() == f"[alert {code} {{}}{'' if code == 'held_back' else ' chat=hello'}]"
        await page.says({"do": "chat", "text": "hello"})
        page.feed.asked[-1].set_result(None)
        await settle()
        assert page.take_text() == "[alert no_answer {} chat=hello]"
        for _ in range(MESSAGE_LIMIT.times):
            await page.says({"do": "chat", "text": "x" * 801})
        page.take_text()
        for message, given_back in (({"do": "chat", "text": "hello"}, " chat=hello"), ({"do": "fold"}, "")):
            await page.says(message)
            assert page.take_text() == f"[alert slow_down {{}}{given_back}]"


async def test_visitors_have_to_sign_in_first(monkeypatch: pytest.MonkeyPatch, shown: Shown) -> None:
    async with TablePage(monkeypatch) as page:
        page.take_text()
        page.feed.take_calls()
        await page.says({"do": "leave"})
        assert (page.take_text(), page.feed.take_calls()) == ("[alert sign_in_first {}]", [])


async def test_M7_a_player_who_has_chosen_not_to_play_does_not_sit_in_again(
    monkeypatch: pytest.MonkeyPatch, shown: Shown
) -> None:
    asked: list[int] = []

    def away(player: int) -> None:
        asked.append(player)
        raise IllegalAction("play_limit", sentence="away")

    monkeypatch.setattr(table_consumer, "check_not_away", away)
    async with TablePage(monkeypatch, person()) as page:
        await page.show(view_of(1), eve=None)
        page.take_text()
        page.feed.take_calls()
        await page.says({"do": "sit_in"})
        await settle()
        assert (asked, page.feed.take_calls()) == ([EVE], [])
        assert "[alert play_limit {'sentence': 'away'}]" in page.take_text()
        await page.says({"do": "sit_out"})
        await settle()
        assert (asked, page.feed.take_calls()) == ([EVE], [("ask", TABLE, EVE, "sit_out")])
