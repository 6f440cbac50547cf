"""The feed of a web process, second by second: what it asks of hosts, joins and leaves, and whom it notifies."""

import asyncio

import pytest

from games.engine.views.types import TableView
from games.messaging import messages
from games.messaging.chat import ChatEntry
from games.messaging.messages import (
    NO_VERSION,
    AddressBanned,
    Answer,
    Ask,
    ChatPosted,
    CloseSockets,
    Hint,
    NoticeWritten,
    OwnViewUpdate,
    PlayerNotesChanged,
    SeatsChanged,
    ViewUpdate,
    Watch,
    WatchersChanged,
)
from games.web.sockets.feed import ANSWER_WITHIN_SECONDS, CHECK_EVERY_SECONDS, REQUEST_EVERY_SECONDS
from tests.games.web.sockets.support.stepped import settle
from tests.games.web.sockets.support.stepped_feed import EVE, HOST, TABLE, Page, Stand, standing

OTHER, MALLORY = 78, 6
CHANNEL = "channel-1"


async def test_the_first_socket_of_a_table_joins_and_the_last_one_leaves(monkeypatch: pytest.MonkeyPatch) -> None:
    async with standing(monkeypatch) as stand:
        one, two, eve = Page(), Page(), Page(EVE)
        for page in (one, two, eve):
            assert await stand.feed.watch(TABLE, page) is stand.feed.tables[TABLE]
        assert stand.requests() == [0, 0, EVE]
        assert stand.layer.take_calls() == [("join", messages.views_group(TABLE), CHANNEL)]
        await stand.show(1)
        await stand.show_own(EVE, 1)
        watched = stand.feed.tables[TABLE]
        await stand.feed.unwatch(TABLE, one)
        await stand.feed.unwatch(TABLE, two)
        assert (list(watched.own_views), watched.subscribers) == ([EVE], [eve])
        assert stand.layer.take_calls() == []
        await stand.feed.unwatch(TABLE, eve)
        assert (watched.own_views, stand.feed.tables) == ({}, {})
        assert stand.layer.take_calls() == [("leave", messages.views_group(TABLE), CHANNEL)]
        await stand.feed.unwatch(TABLE, eve)
        assert stand.layer.take_calls() == []


async def test_b15_the_host_hears_when_the_last_socket_of_a_seated_player_closes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with standing(monkeypatch) as stand:
        railbird, onlooker, eve, again = Page(), Page(MALLORY), Page(EVE), Page(EVE)
        for page in (railbird, onlooker, eve, again):
            await stand.feed.watch(TABLE, page)
        await stand.show(1)
        stand.layer.take_sent()
        for page in (onlooker, railbird, again):
            await stand.feed.unwatch(TABLE, page)
        assert stand.layer.take_sent() == [], "onlookers are no news, and Eve has another page"
        await stand.feed.unwatch(TABLE, eve)
        assert stand.layer.take_sent() == [(HOST, Watch(TABLE, EVE, CHANNEL, ends=True))]


async def test_a_host_is_asked_only_for_what_a_process_does_not_have(monkeypatch: pytest.MonkeyPatch) -> None:
    """A crowd of visitors, and players with a second window, cost the host nothing."""

    async def asked(player: int) -> list[tuple[int, int]]:
        page = Page(player)
        await stand.feed.watch(TABLE, page)
        sent = [message for _, message in stand.layer.take_sent()]
        return [(one.player, one.known) for one in sent if isinstance(one, messages.Watch)]

    async with standing(monkeypatch) as stand:
        assert await asked(0) == [(0, NO_VERSION)]
        await stand.clock.skip(0.1)
        assert await asked(0) == [(0, NO_VERSION)], "the host has not answered yet"
        await stand.show(1)
        assert await asked(0) == []
        assert await asked(EVE) == [(EVE, 1)], "only the own view is missing"
        assert await asked(EVE) == [(EVE, 1)], "it is on its way"
        await stand.show_own(EVE, 1)
        assert await asked(EVE) == []
        await stand.show(2)
        assert await asked(MALLORY) == [], "everybody sees that Mallory has no seat"
        requested = [0, EVE, MALLORY]
        assert requested in await stand.seconds(int(REQUEST_EVERY_SECONDS) + 1), "the table shows who is connected"
        assert await asked(0) == [(0, NO_VERSION)], "the host does not answer any more"


async def show_to_eve(stand: Stand) -> None:
    """The table is shown here already, to Eve, and nothing is asked for."""
    await stand.feed.watch(TABLE, Page(EVE))
    await stand.seconds(1)
    await stand.show(1)
    await stand.show_own(EVE, 1)
    stand.requests()


async def test_a_host_hears_of_watchers_without_a_seat_within_a_second_and_all_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with standing(monkeypatch) as stand:
        await show_to_eve(stand)
        crowd = [Page(player) for player in range(100, 110)]
        for page in crowd:
            await stand.feed.watch(TABLE, page)
        assert stand.layer.take_sent() == []
        await stand.clock.skip(CHECK_EVERY_SECONDS)
        told = [message for _, message in stand.layer.take_sent()]
        assert sorted(told, key=str) == [messages.Watch(TABLE, page.player, CHANNEL, known=1) for page in crowd]
        for page in crowd:
            await stand.layer.deliver(OwnViewUpdate(TABLE, page.player, 1, None))
        assert [page.told for page in crowd] == [[]] * 10, "they are shown what they were"
        assert await stand.seconds(1) == [[]]


async def test_the_own_view_of_who_sits_down_before_the_host_has_heard_of_them_is_requested_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The view here may be older than the seat: then it shows somebody without one, until the next view comes."""
    async with standing(monkeypatch) as stand:
        await show_to_eve(stand)
        mallory = Page(MALLORY)
        watched = await stand.feed.watch(TABLE, mallory)
        assert stand.layer.take_sent() == []
        await stand.show(2, also=MALLORY)
        assert watched.is_own_view_due(MALLORY), "what everybody sees is no longer all"
        assert [message for _, message in stand.layer.take_sent()] == [messages.Watch(TABLE, MALLORY, CHANNEL, known=2)]
        await stand.show(3, also=MALLORY)
        assert stand.requests() == [], "it is on its way"
        assert await stand.seconds(1) == [[MALLORY]], "it may have been lost"
        await stand.show_own(MALLORY, 3)
        assert mallory.told == ["view"] * 3
        await stand.show(4)
        await stand.show(5, also=MALLORY)
        assert stand.requests() == [], "the host knows them and sends it"


async def test_an_own_view_is_kept_while_one_socket_of_its_player_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    async with standing(monkeypatch) as stand:
        one, two = Page(EVE), Page(EVE)
        watched = await stand.feed.watch(TABLE, one)
        await stand.feed.watch(TABLE, two)
        await stand.feed.watch(TABLE, Page(), delay=2.5)
        assert watched.delay == 2.5
        await stand.show_own(EVE, 1)
        await stand.feed.unwatch(TABLE, one)
        assert list(watched.own_views) == [EVE]
        await stand.feed.unwatch(TABLE, two)
        assert watched.own_views == {}


async def test_groups_of_hints_and_accounts_are_left_with_their_last_socket(monkeypatch: pytest.MonkeyPatch) -> None:
    async with standing(monkeypatch) as stand:
        one, two = Page(EVE), Page(EVE)
        user = messages.user_group(EVE)
        for page in (one, two):
            await stand.feed.subscribe("news", page)
            await stand.feed.add_socket(EVE, page)
        assert stand.layer.take_calls() == [("join", "news", CHANNEL), ("join", user, CHANNEL)]
        await stand.feed.unsubscribe("news", one)
        await stand.feed.remove_socket(EVE, one)
        assert stand.layer.take_calls() == []
        await stand.layer.deliver(Hint("news"), SeatsChanged(EVE))
        assert (one.told, two.told) == ([], ["hint", "seats"])
        await stand.feed.unsubscribe("news", two)
        await stand.feed.remove_socket(EVE, two)
        assert stand.layer.take_calls() == [("leave", "news", CHANNEL), ("leave", user, CHANNEL)]
        await stand.layer.deliver(Hint("news"), SeatsChanged(EVE))
        assert two.told == ["hint", "seats"]
        await stand.clock.skip(CHECK_EVERY_SECONDS)
        assert stand.layer.take_calls() == [], "nobody needs these groups any more"


async def test_F8_a_banned_address_closes_every_socket_from_there(monkeypatch: pytest.MonkeyPatch) -> None:
    async with standing(monkeypatch) as stand:
        stranger, eve, elsewhere = Page(), Page(EVE), Page()
        for page, address in ((stranger, "192.0.2.7"), (eve, "192.0.2.7"), (elsewhere, "192.0.2.8")):
            await stand.feed.add_address(address, page)
        assert stand.layer.take_calls() == [("join", messages.ADDRESSES, CHANNEL)]
        await stand.layer.deliver(AddressBanned("192.0.2.7"), AddressBanned("192.0.2.9"))
        assert (stranger.told, eve.told, elsewhere.told) == (["banned"], ["banned"], [])
        await stand.feed.remove_address("192.0.2.7", stranger)
        await stand.feed.remove_address("192.0.2.7", eve)
        assert stand.layer.take_calls() == []
        await stand.feed.remove_address("192.0.2.8", elsewhere)
        assert stand.layer.take_calls() == [("leave", messages.ADDRESSES, CHANNEL)]


async def test_each_message_reaches_those_it_is_for(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = ChatEntry(1, EVE, "Eve", "hello", False, 5)
    async with standing(monkeypatch) as stand:
        watcher, elsewhere, eve, mallory, reader = Page(), Page(), Page(EVE), Page(MALLORY), Page()
        await stand.feed.watch(TABLE, watcher)
        await stand.feed.watch(OTHER, elsewhere)
        await stand.feed.add_socket(EVE, eve)
        await stand.feed.add_socket(MALLORY, mallory)
        await stand.feed.subscribe("news", reader)
        await stand.layer.deliver(ChatPosted(TABLE, entry), WatchersChanged(TABLE), Hint("news"), Hint("old news"))
        await stand.layer.deliver(CloseSockets(EVE), CloseSockets(EVE, recheck=True))
        await stand.layer.deliver(NoticeWritten(EVE, 3), SeatsChanged(EVE), PlayerNotesChanged(EVE))
        # Nobody here watches this table, or waits for this answer.
        unknown = OwnViewUpdate(99, EVE, 1, None), ChatPosted(99, entry), Answer(TABLE, EVE, "none", ok=True)
        await stand.layer.deliver(*unknown, ViewUpdate(99, 1, "one", TableView(99, 1, ()), at=1))
        assert watcher.told == [entry, "watchers"]
        assert eve.told == ["ended", "access", ("notice", 3), "seats", "notes"]
        assert reader.told == ["hint"]
        assert elsewhere.told == mallory.told == []
        assert stand.layer.channels == 1, "a message for nobody does no harm"


async def test_views_of_all_are_requested_every_ten_seconds_and_of_the_unanswered_every_second(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with standing(monkeypatch) as stand:
        watcher, eve, mallory = Page(), Page(EVE), Page(MALLORY)
        for page in (watcher, eve, mallory):
            await stand.feed.watch(TABLE, page)
        assert stand.requests() == [0, EVE, MALLORY]
        await stand.show(1)
        await stand.show_own(EVE, 1)
        everybody = [0, EVE, MALLORY]
        assert await stand.seconds(1) == [everybody], "the channel is new"
        await stand.show(2)
        assert stand.requests() == []
        assert await stand.seconds(2) == [[MALLORY], [MALLORY]]
        await stand.show(3)
        await stand.show_own(MALLORY, 3)
        between = int(REQUEST_EVERY_SECONDS / CHECK_EVERY_SECONDS) - 3
        assert await stand.seconds(between) == [[]] * between
        assert await stand.seconds(1) == [everybody]
        assert watcher.told == ["view", "view", "view"]


async def test_a_table_that_does_not_answer_is_silent_and_everything_is_requested_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with standing(monkeypatch) as stand:
        watcher = Page()
        await stand.feed.watch(TABLE, watcher)
        stand.requests()
        assert await stand.seconds(3) == [[0], [], []]
        assert watcher.told == []
        assert await stand.seconds(1) == [[0]]
        assert watcher.told == ["silent"]
        assert await stand.seconds(3) == [[], [], []]
        assert await stand.seconds(1) == [[0]]
        assert watcher.told == ["silent", "silent"]
        await stand.show(1)
        stand.requests()
        assert await stand.seconds(4) == [[]] * 4
        assert watcher.told == ["silent", "silent", "view"]


async def test_a_new_host_learns_at_once_who_watches(monkeypatch: pytest.MonkeyPatch) -> None:
    async with standing(monkeypatch) as stand:
        for page in (Page(), Page(EVE)):
            await stand.feed.watch(TABLE, page)
        stand.requests()
        await stand.show(1)
        assert stand.requests() == []
        await stand.show(1, host="two")
        assert stand.requests() == [0, EVE]


async def test_lost_messages_have_everything_requested_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    async with standing(monkeypatch) as stand:
        await stand.feed.watch(TABLE, Page())
        await stand.show(1)
        await stand.seconds(1)
        await stand.show(2)
        stand.layer.deaf = True
        assert await stand.seconds(2) == [[], []]
        stand.layer.deaf = False
        assert await stand.seconds(3) == [[], [0], []]


async def test_lost_hints_have_every_page_read_again_once(monkeypatch: pytest.MonkeyPatch) -> None:
    async with standing(monkeypatch) as stand:
        page, visitor = Page(EVE), Page()
        for group in ("news", "tournament"):
            await stand.feed.subscribe(group, page)
        await stand.feed.subscribe("news", visitor)
        await stand.feed.add_socket(EVE, page)
        await stand.seconds(2)
        page.told.clear()
        visitor.told.clear()
        stand.layer.deaf = True
        await stand.seconds(3)
        assert (page.told, visitor.told) == ([], [])
        stand.layer.deaf = False
        await stand.seconds(3)
        assert (page.told, visitor.told) == (["hint", "seats"], ["hint"])
        await stand.layer.break_channel()
        await stand.seconds(2)
        assert (page.told, visitor.told) == (["hint", "seats"] * 2, ["hint"] * 2)


async def test_a_new_channel_has_everything_requested_again_and_joins_all_groups(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with standing(monkeypatch) as stand:
        page = Page(EVE)
        await stand.feed.watch(TABLE, page)
        await stand.feed.subscribe("news", page)
        await stand.feed.add_socket(EVE, page)
        await stand.show(1)
        await stand.show_own(EVE, 1)
        await stand.seconds(1)
        await stand.show(2)
        joined = stand.layer.take_calls()
        await stand.layer.break_channel()
        assert (await stand.seconds(2))[-1] == [EVE]
        renamed = [(call, group, "channel-2") for call, group, _ in joined]
        assert stand.layer.take_calls() == renamed
        assert len(renamed) == 3


async def test_groups_that_could_not_be_joined_are_joined_within_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    async with standing(monkeypatch) as stand:
        stand.layer.fault = ConnectionError()
        await stand.feed.watch(TABLE, Page())
        stand.layer.fault = None
        assert await stand.seconds(1) == [[0]]
        assert stand.layer.take_calls() == [("join", messages.views_group(TABLE), CHANNEL)]


async def test_views_of_several_players_are_requested_in_one_message(monkeypatch: pytest.MonkeyPatch) -> None:
    async with standing(monkeypatch) as stand:
        before = stand.layer.attempts
        await stand.feed.request_views(TABLE, [EVE, MALLORY])
        assert stand.requests() == [EVE, MALLORY], "also for a table that nobody here watches"
        assert stand.layer.attempts == before + 1
        await stand.feed.request_views(TABLE, [])
        assert stand.layer.attempts == before + 1, "nobody to ask for"
        stand.layer.fault = ConnectionError()
        await stand.feed.request_views(TABLE, [EVE, MALLORY])
        assert stand.layer.attempts == before + 2, "one that was not taken is not repeated"


async def test_an_ask_gets_its_own_answer_or_none_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    async with standing(monkeypatch) as stand:
        asking = [asyncio.create_task(stand.feed.ask(TABLE, EVE, {"do": "leave", "n": n})) for n in range(2)]
        await settle()
        [(to, one), (_, two)] = stand.layer.take_sent()
        assert isinstance(one, Ask)
        assert isinstance(two, Ask)
        assert (to, one.table, one.player, one.body, one.reply) == (HOST, TABLE, EVE, {"do": "leave", "n": 0}, CHANNEL)
        assert one.id != two.id
        answer = Answer(TABLE, EVE, two.id, ok=False, code="not_seated")
        await stand.layer.deliver(answer, answer)
        assert await asking[1] == answer
        await stand.clock.skip(ANSWER_WITHIN_SECONDS - 0.1)
        assert not asking[0].done()
        await stand.clock.skip(0.1)
        assert await asking[0] is None
        await stand.layer.deliver(Answer(TABLE, EVE, one.id, ok=True))
        assert stand.layer.channels == 1, "neither a second nor a late answer does harm"
