"""K14: the socket of a delayed table shows watchers everything later; and the part of a tournament, once a second."""

import pytest

from games.web.sockets.followed_tournament import TOURNAMENT_EVERY_SECONDS
from games.web.sockets.table_consumer import DELAY_MARGIN_SECONDS
from tests.games.web.sockets.support.served import EVE, TABLE, person
from tests.games.web.sockets.support.served_table import (
    ANYBODY,
    FIRST,
    MALLORY,
    NOW_MS,
    Part,
    Shown,
    TablePage,
    chat,
    own_view,
    view_of,
)
from tests.games.web.sockets.support.stepped import settle

DELAY = 2.5
LATE = ANYBODY._replace(delay=DELAY)


async def test_K14_a_watcher_gets_views_and_chat_after_the_delay(monkeypatch: pytest.MonkeyPatch, shown: Shown) -> None:
    shown.facts = LATE
    async with TablePage(monkeypatch) as page:
        assert page.take_text() == "accepted"
        assert page.feed.take_calls() == [("watch", TABLE, DELAY)]
        await page.show(view_of(1))
        page.consumer.chat_posted(chat(EVE, "hello"))
        await page.clock.skip(DELAY - 0.1)
        assert page.take_text() == ""
        await page.show(view_of(2, pot=70))
        await page.clock.skip(0.1)
        assert page.take_text() == FIRST.replace("[time 0", "[time -2500") + "[chat hello en]"
        assert [delayed for *_, delayed in page.feed.watched.shared] == [True], "what all see now is something else"
        await page.clock.skip(DELAY_MARGIN_SECONDS)
        assert page.take_text() == ""
        await page.clock.skip(DELAY - 0.09)
        assert page.take_text() == "[pot 70][time -2500 v2]"


async def test_K14_a_view_from_before_the_watcher_came_is_pushed_when_it_is_due(
    monkeypatch: pytest.MonkeyPatch, shown: Shown
) -> None:
    shown.facts = LATE
    page = TablePage(monkeypatch)
    page.feed.watched.view = view_of(1)
    page.feed.watched.earlier_views.add(view_of(1), page.clock.now, DELAY)
    async with page:
        assert page.take_text() == "accepted"
        await page.clock.skip(DELAY)
        assert page.take_text() == ""
        await page.clock.skip(DELAY_MARGIN_SECONDS)
        assert page.take_text() == FIRST.replace("[time 0", "[time -2500")


async def test_K14_players_of_a_delayed_table_see_it_at_once(monkeypatch: pytest.MonkeyPatch, shown: Shown) -> None:
    shown.facts = LATE
    async with TablePage(monkeypatch, person()) as page:
        await page.show(view_of(1))
        await page.clock.skip(DELAY + 1)
        assert page.take_text() == "accepted", "the host has not said whether Eve sits here"
        await page.show(view_of(2), eve=own_view(2))
        page.consumer.chat_posted(chat(EVE, "hello"))
        await settle()
        text = page.take_text()
        assert text.startswith("[status waiting][pot 0][log 1: 1][time 0 v2][controls None False]")
        assert text.endswith(" | [chat hello en]")
        shown.muted = frozenset({MALLORY})
        page.consumer.player_notes_changed()
        await settle()
        assert f", {NOW_MS})]" in page.take_text()


async def test_K14_an_account_without_a_seat_waits_like_any_watcher(
    monkeypatch: pytest.MonkeyPatch, shown: Shown
) -> None:
    shown.facts = LATE
    async with TablePage(monkeypatch, person()) as page:
        await page.show(view_of(1), eve=None)
        await page.clock.skip(DELAY - 0.1)
        assert page.take_text() == "accepted"
        await page.clock.skip(0.1 + DELAY_MARGIN_SECONDS)
        assert "[log 1: 1][time -2500 v1]" in page.take_text()
        shown.muted = frozenset({MALLORY})
        page.consumer.player_notes_changed()
        await settle()
        assert f", {NOW_MS - 2_500})]" in page.take_text(), "the chat is as late as the table"


async def test_the_part_of_a_tournament_follows_its_hints_at_most_once_a_second(
    monkeypatch: pytest.MonkeyPatch, shown: Shown
) -> None:
    shown.facts, part = ANYBODY._replace(tournament=8), Part()
    async with TablePage(monkeypatch, person(), part=part) as page:
        groups = [("subscribe", "t8"), ("subscribe", f"t8.{EVE}")]
        assert page.feed.take_calls() == [("add", EVE), ("watch", TABLE, 0.0), *groups]
        assert page.take_text() == f"accepted | [place 3 t8 {TABLE} {EVE} en][clock]"
        await page.clock.skip(TOURNAMENT_EVERY_SECONDS)
        await page.clock.skip(TOURNAMENT_EVERY_SECONDS)
        assert (part.read, page.take_text()) == (1, "")
        page.consumer.hint_received()
        await settle()
        assert (part.read, page.take_text()) == (2, ""), "it is as before"
        part.shown = "[place 2]"
        page.consumer.hint_received()
        page.consumer.chat_posted(chat(EVE, "hello"))
        await settle()
        assert (part.read, page.take_text()) == (2, "[chat hello en]")
        await page.clock.skip(TOURNAMENT_EVERY_SECONDS)
        assert (part.read, page.take_text()) == (3, f"[place 2 t8 {TABLE} {EVE} en][clock]")
        part.shown = "[place 1]"
        await page.clock.skip(TOURNAMENT_EVERY_SECONDS)
        page.consumer.hint_received()
        page.consumer.chat_posted(chat(EVE, "bye"))
        await page.show(view_of(1), eve=None)
        shared = "[status waiting][pot 0][log 1: 1][time 0 v1]"
        own = f"[watching][labels [] ({EVE}, {MALLORY}, 0) en]"
        assert page.take_text() == f"{shared}[place 1 t8 {TABLE} {EVE} en][clock]{own}[chat bye en]"
    ends = [("unsubscribe", group) for _, group in groups]
    assert page.feed.take_calls() == [("unwatch", TABLE), *ends, ("remove", EVE)]


@pytest.mark.parametrize(("tournament", "part"), [(0, Part()), (8, None)])
async def test_a_page_without_a_tournaments_part_subscribes_to_none(
    monkeypatch: pytest.MonkeyPatch, shown: Shown, tournament: int, part: Part | None
) -> None:
    shown.facts = ANYBODY._replace(tournament=tournament)
    async with TablePage(monkeypatch, part=part) as page:
        assert page.feed.take_calls() == [("watch", TABLE, 0.0)]
        await page.show(view_of(1))
        assert page.take_text() == f"accepted | {FIRST}"
        assert len(page.consumer.tasks) == 1, "nothing is followed"
