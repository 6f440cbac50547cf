"""The socket of a table, push by push: what it sends for each view, in order, and whom it lets watch."""

import pytest

from games.engine.views.types import Choices, OwnView, TableView
from games.web.sockets.frames import BLOCK
from games.web.sockets.push_socket import CloseCode
from games.web.sockets.table_facts import TableFacts
from games.web.sockets.watched_tables import contradicts
from games.web.table.wording import DEFAULT_PREFERENCES
from tests.games.web.sockets.support.served import EVE, TABLE, person
from tests.games.web.sockets.support.served_table import (
    ANYBODY,
    FIRST,
    MALLORY,
    Shown,
    TablePage,
    chat,
    own_view,
    view_of,
)
from tests.games.web.sockets.support.stepped import settle

CHOICES = Choices(100, False, False, 200, 900, False, 100, ())


async def test_a_watcher_gets_the_whole_table_and_then_what_changes(
    monkeypatch: pytest.MonkeyPatch, shown: Shown
) -> None:
    async with TablePage(monkeypatch) as page:
        assert page.take_text() == "accepted"
        assert page.feed.take_calls() == [("watch", TABLE, 0.0)]
        await page.show(view_of(1))
        assert page.take_text() == FIRST
        await page.show(view_of(2))
        assert page.take_text() == "", "nothing that is shown has changed"
        await page.show(view_of(3, pot=50))
        assert page.take_text() == "[pot 50][time 0 v3]"
        await page.show(view_of(4, pot=50, lines=3))
        assert page.take_text() == "[line 1][line 2][time 0 v4]"
        await page.show(view_of(5, pot=50, lines=2))
        assert page.take_text() == "[log 1: 2][time 0 v5]", "lines were taken back"
        await page.show(view_of(6, pot=50, lines=2, hand=2))
        assert page.take_text() == "[log 2: 2][time 0 v6]"
        await page.show(view_of(7, pot=50, lines=0, hand=3))
        assert page.take_text() == "[log 3: 0][time 0 v7]"
        await page.show(view_of(8, pot=50, lines=1, hand=3))
        assert page.take_text() == "[line 0][time 0 v8]"
        assert page.feed.take_calls() == []
    assert page.feed.take_calls() == [("unwatch", TABLE)]


async def test_a_table_that_others_here_watch_is_shown_at_once(monkeypatch: pytest.MonkeyPatch, shown: Shown) -> None:
    page = TablePage(monkeypatch)
    page.feed.watched.view = view_of(1)
    async with page:
        assert page.take_text() == f"accepted | {FIRST}"


async def test_the_log_before_the_first_hand_is_sent_whole(monkeypatch: pytest.MonkeyPatch, shown: Shown) -> None:
    async with TablePage(monkeypatch) as page:
        await page.show(view_of(1, lines=2, hand=0))
        assert page.take_text() == "accepted | [status waiting][pot 0][log 0: 2][time 0 v1][watching]"


async def test_public_fragments_are_rendered_once_for_all_sockets(
    monkeypatch: pytest.MonkeyPatch, shown: Shown
) -> None:
    async with TablePage(monkeypatch) as page:
        await page.show(view_of(1))
        await page.push()
        assert shown.rendered == 1
        assert [*page.feed.watched.shared] == [("en", DEFAULT_PREFERENCES, False)]
        await page.show(view_of(2))
        assert shown.rendered == 2


async def test_a_player_gets_own_fragments_once_the_host_has_answered(
    monkeypatch: pytest.MonkeyPatch, shown: Shown
) -> None:
    async with TablePage(monkeypatch, person()) as page:
        assert page.take_text() == "accepted"
        assert page.feed.take_calls() == [("add", EVE), ("watch", TABLE, 0.0)]
        await page.show(view_of(1))
        labels = f"[labels [] ({EVE}, {MALLORY}, 0) en]"
        assert page.take_text() == f"[status waiting][pot 0][log 1: 1][time 0 v1]{labels}"
        page.feed.watched.own_views[EVE] = None
        assert await page.push() == "[watching][time 0 v1]"
        page.feed.watched.own_views[EVE] = own_view(1, turn=4, choices=CHOICES, asked_to_show=True)
        assert await page.push() == "[controls 4 True][time 0 v1]"
    assert page.feed.take_calls() == [("unwatch", TABLE), ("remove", EVE)]


async def test_a_watcher_without_a_seat_has_the_whole_picture_before_the_host_has_answered(
    monkeypatch: pytest.MonkeyPatch, shown: Shown
) -> None:
    async with TablePage(monkeypatch, person(99)) as page:
        await page.show(view_of(1))
        assert "[watching]" in page.take_text()


async def test_an_own_view_that_contradicts_the_table_loses_its_actions_and_is_requested_once(
    monkeypatch: pytest.MonkeyPatch, shown: Shown
) -> None:
    async with TablePage(monkeypatch, person()) as page:
        await page.show(view_of(1, turn=4), eve=own_view(1, turn=4, choices=CHOICES, asked_to_show=True))
        assert "[controls 4 True]" in page.take_text()
        page.feed.take_calls()
        await page.show(view_of(2))
        assert page.take_text() == "[controls None False][time 0 v2]"
        await page.push()
        assert page.feed.take_calls() == [("request", TABLE, [EVE])]
        await page.show(view_of(3))
        assert page.feed.take_calls() == [("request", TABLE, [EVE])]


@pytest.mark.parametrize(
    ("own", "view", "expected"),
    [
        (own_view(1), view_of(2), False),
        (own_view(1), view_of(2, turn=4), True),
        (own_view(2), view_of(2, turn=4), False),
        (own_view(1)._replace(seat=1), view_of(2, turn=4), False),
        (own_view(1, turn=4, choices=CHOICES), view_of(2, turn=4), False),
        (own_view(1, turn=4, choices=CHOICES), view_of(2, turn=5), True),
        (own_view(1, turn=4, choices=CHOICES), view_of(2), True),
        (own_view(2, turn=4, choices=CHOICES), view_of(2), False),
        (own_view(2, turn=4, choices=CHOICES), view_of(1), False),
        (own_view(2, turn=4, choices=CHOICES), view_of(2, turn=5), False),
        (own_view(1, turn=4, choices=CHOICES)._replace(seat=1), view_of(2, turn=4), True),
    ],
)
def test_only_an_older_own_view_with_another_turn_contradicts(own: OwnView, view: TableView, expected: bool) -> None:
    assert contradicts(own, view) is expected


@pytest.mark.parametrize("facts", [None, ANYBODY._replace(players_only=True)])
async def test_K14_a_table_that_is_closed_or_not_for_this_viewer_is_not_opened(
    monkeypatch: pytest.MonkeyPatch, shown: Shown, facts: TableFacts | None
) -> None:
    shown.facts, shown.sits = facts, facts is None
    async with TablePage(monkeypatch, person()) as page:
        assert page.take_text() == f"accepted | {CloseCode.NOTHING_TO_WATCH}"
        assert page.feed.take_calls() == []


async def test_K14_a_player_of_a_table_closed_to_watchers_sees_it_until_the_seat_is_gone(
    monkeypatch: pytest.MonkeyPatch, shown: Shown
) -> None:
    shown.facts, shown.sits = ANYBODY._replace(players_only=True), True
    async with TablePage(monkeypatch, person()) as page:
        await page.show(view_of(1), eve=own_view(1))
        assert "[pot 0]" in page.take_text()
        page.consumer.chat_posted(chat(MALLORY, "bye"))
        gone = view_of(2, pot=60)
        await page.show(gone._replace(seats=gone.seats[1:]), eve=None)
        assert page.take_text() == f"{CloseCode.NOTHING_TO_WATCH}"


async def test_K14_F1_the_floor_watches_a_table_closed_to_watchers_without_a_seat(
    monkeypatch: pytest.MonkeyPatch, shown: Shown
) -> None:
    shown.facts, shown.is_floor = ANYBODY._replace(players_only=True), True
    async with TablePage(monkeypatch, person()) as page:
        view = view_of(1)
        await page.show(view._replace(seats=view.seats[1:]), eve=None)
        assert "[pot 0]" in page.take_text()


async def test_H4_what_one_player_alone_is_sent_fills_blocks_and_a_watcher_is_sent_nothing_to_hide(
    monkeypatch: pytest.MonkeyPatch, shown: Shown
) -> None:
    async with TablePage(monkeypatch, person()) as page:
        await page.show(view_of(1), eve=own_view(1))
        page.take_sent()
        await page.show(view_of(1), eve=own_view(1, turn=4, choices=CHOICES))
        (own,) = page.take_sent()
        assert isinstance(own, str)
        assert own.strip() and len(own.encode()) % BLOCK == 0
    async with TablePage(monkeypatch) as page:
        await page.show(view_of(1))
        assert not any(str(sent).endswith(" ") for sent in page.take_sent())


async def test_H4_being_sent_something_with_a_street_does_not_tell_a_player_whose_hand_has_changed(
    monkeypatch: pytest.MonkeyPatch, shown: Shown
) -> None:
    """The name of the hand may stay the same with a card of the board, and the buttons with it."""
    streets: list[tuple[str, tuple[int, ...], tuple[tuple[int, ...], ...]]] = [
        *(("flop", (1, 2, 3), ()), ("turn", (1, 2, 3, 4), ()), ("river", (1, 2, 3, 4, 5), ())),
        ("river", (1, 2, 3, 4, 6), ((1, 2, 3, 4, 5),)),
    ]
    async with TablePage(monkeypatch, person()) as page:
        await page.show(view_of(1, street="pre-flop"), eve=own_view(1))
        page.take_sent()
        for number, (street, board, boards) in enumerate(streets, 1):
            shown_cards = {"street": street, "board": board, "boards": boards}
            await page.show(view_of(2 * number, **shown_cards), eve=own_view(2 * number))
            (own,) = page.take_sent()
            assert str(own).startswith("[controls None False][time"), street
            assert len(str(own)) == BLOCK
            await page.show(view_of(2 * number + 1, **shown_cards), eve=own_view(2 * number + 1))
            assert page.take_sent() == []
    async with TablePage(monkeypatch) as page:
        await page.show(view_of(1, street="pre-flop"))
        page.take_sent()
        await page.show(view_of(2, street="flop", board=(1, 2, 3)))
        assert page.take_sent() == [], "a watcher has no cards"


async def test_a_watcher_of_an_open_table_needs_no_seat(monkeypatch: pytest.MonkeyPatch, shown: Shown) -> None:
    async with TablePage(monkeypatch, person(99)) as page:
        await page.show(view_of(1))
        assert "[pot 0]" in page.take_text()
        page.consumer.watchers_changed()
        await settle()
        assert page.take_text() == f"{CloseCode.RECONNECT}"
