"""A table's sockets on lines: frames that several share, and the newest view for a browser that is slow."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

import pytest

from games.engine.cards import card_text
from games.engine.views.types import Choices
from games.engine.views.visibility import own_view as own_view_of
from games.engine.views.visibility import public_view
from games.web.sockets.frames import padded
from games.web.sockets.push_round import MOST_AT_ONCE, MOST_SECONDS, PushRound
from games.web.sockets.push_socket import SEND_WITHIN_SECONDS, CloseCode
from games.web.sockets.table_consumer import SETTINGS_HOLD_SECONDS
from games.web.table import fragments
from tests.games.web.scenes.games import Play
from tests.games.web.sockets.support.lined import LinedPage, show_all
from tests.games.web.sockets.support.served import EVE, person
from tests.games.web.sockets.support.served_table import FIRST, MALLORY, Shown, own_view, view_of
from tests.games.web.sockets.support.stepped import SteppedLoop, settle

CHOICES = Choices(100, False, False, 200, 900, False, 100, ())


@asynccontextmanager
async def opened(monkeypatch: pytest.MonkeyPatch, *players: int) -> AsyncIterator[list[LinedPage]]:
    """A socket for each player (0 is a watcher), all of one process, with nothing sent yet that is still to be read."""
    pages: list[LinedPage] = []
    async with AsyncExitStack() as stack:
        for player in players:
            page = LinedPage(monkeypatch, person(player) if player else None, pages[0] if pages else None)
            pages.append(await stack.enter_async_context(page))
            page.take_sent()
            page.line.take()
        yield pages


async def test_all_who_see_the_same_get_the_same_frame(monkeypatch: pytest.MonkeyPatch, shown: Shown) -> None:
    async with opened(monkeypatch, 0, 0, EVE) as pages:
        one, two, eve = (page.line for page in pages)
        await show_all(pages, view_of(1), {EVE: own_view(1)})
        assert one.take() == two.take() == [FIRST]
        assert "[controls None False]" in eve.take()[0]
        await show_all(pages, view_of(2, pot=50), {})
        assert one.written[0] is two.written[0] is eve.written[0]
        assert eve.take() == ["[pot 50][time 0 v2]"]


async def test_what_watchers_see_in_place_of_cards_is_rendered_once_for_all_and_apart_from_players(
    monkeypatch: pytest.MonkeyPatch, shown: Shown
) -> None:
    """A signed-in player reads another sentence there than a visitor."""
    async with opened(monkeypatch, EVE, 98, 99, 0, 0) as pages:
        await show_all(pages, view_of(1), {EVE: own_view(1)})
        eve, signed_in, visitor = shown.caches
        assert len({id(eve), id(signed_in), id(visitor)}) == 3
        assert ["[watching]" in page.line.take()[0] for page in pages] == [False, True, True, True, True]
        shown.caches.clear()
        await show_all(pages, view_of(2), {EVE: None})
        assert shown.caches == [signed_in, visitor], "Eve has given up her seat"
        assert "[watching]" in pages[0].line.take()[0]


async def test_the_sockets_of_one_player_share_what_was_rendered_for_that_player_alone(
    monkeypatch: pytest.MonkeyPatch, shown: Shown
) -> None:
    async with opened(monkeypatch, EVE, EVE, MALLORY) as pages:
        own = {EVE: own_view(1, asked_to_show=True), MALLORY: own_view(1)._replace(seat=1, player=MALLORY)}
        await show_all(pages, view_of(1), own)
        one, two, mallory = shown.caches
        assert one is two is not mallory
        assert ["[controls None True]" in page.line.take()[0] for page in pages] == [True, True, False]


async def test_a_pong_goes_over_the_line_while_it_is_free(monkeypatch: pytest.MonkeyPatch, shown: Shown) -> None:
    async with opened(monkeypatch, 0) as [page]:
        await page.says("ping 17")
        assert (page.line.take(), page.take_sent()) == (["pong 17"], [])
        page.line.free = False
        await page.says("ping 18")
        assert (page.line.take(), page.take_sent()) == ([], ["pong 18"])


async def test_an_own_part_and_what_everybody_sees_are_one_message(
    monkeypatch: pytest.MonkeyPatch, shown: Shown
) -> None:
    async with opened(monkeypatch, 0, EVE) as pages:
        await show_all(pages, view_of(1), {EVE: own_view(1)})
        for page in pages:
            page.line.take()
        await show_all(pages, view_of(2, pot=50, turn=4), {EVE: own_view(2, turn=4, choices=CHOICES)})
        assert [page.line.take() for page in pages] == [
            ["[pot 50][time 0 v2]"],
            ["[pot 50][time 0 v2]" + padded("[controls 4 False]")],
        ]
        await show_all(pages, view_of(3, pot=50, turn=4), {EVE: own_view(3, turn=5, choices=CHOICES)})
        assert [page.line.take() for page in pages] == [[], [padded("[controls 5 False][time 0 v3]")]]


async def test_a_browser_that_does_not_read_gets_the_newest_view_and_nothing_between(
    monkeypatch: pytest.MonkeyPatch, shown: Shown
) -> None:
    async with opened(monkeypatch, 0, 0) as pages:
        slow, fast = pages
        await show_all(pages, view_of(1), {})
        slow.line.take()
        slow.line.free = False
        for version in range(2, 30):
            await show_all(pages, view_of(version, pot=version, lines=version % 9), {})
        assert (len(fast.line.take()), slow.line.take()) == (29, [])
        await slow.line.become_free()
        assert slow.line.take() == ["[pot 29][line 1][time 0 v29]"]
        await show_all(pages, view_of(30, pot=30, lines=2), {})
        assert slow.line.take() == fast.line.take() == ["[pot 30][time 0 v30]"]


async def test_a_browser_that_never_reads_again_loses_its_connection(
    monkeypatch: pytest.MonkeyPatch, shown: Shown
) -> None:
    async with opened(monkeypatch, 0) as pages:
        await show_all(pages, view_of(1), {})
        pages[0].line.free = False
        await show_all(pages, view_of(2, pot=2), {})
        await pages[0].clock.skip(SEND_WITHIN_SECONDS - 1)
        assert not pages[0].line.aborted
        await pages[0].clock.skip(1)
        assert pages[0].line.aborted


async def test_views_that_arrive_together_are_pushed_once(monkeypatch: pytest.MonkeyPatch, shown: Shown) -> None:
    async with opened(monkeypatch, 0) as pages:
        watched, consumer = pages[0].feed.watched, pages[0].consumer
        for version in range(1, 5):
            watched.view, watched.version = view_of(version, pot=version), version
            consumer.view_changed()
        await settle()
        assert pages[0].line.take() == ["[status waiting][pot 4][log 1: 1][time 0 v4][watching]"]


async def test_a_fault_closes_the_socket_and_no_other(
    monkeypatch: pytest.MonkeyPatch, shown: Shown, caplog: pytest.LogCaptureFixture
) -> None:
    async with opened(monkeypatch, 0, EVE) as pages:
        original = fragments.own_fragments

        def broken(own: object, *args: object) -> dict[str, str]:
            if own is not None:
                raise RuntimeError("secret")
            return original(None, *args)

        monkeypatch.setattr(fragments, "own_fragments", broken)
        await show_all(pages, view_of(1), {EVE: own_view(1)})
        assert pages[0].line.take() == [FIRST]
        assert pages[1].take_sent() == [CloseCode.RECONNECT]
        assert "secret" not in caplog.text


@pytest.mark.parametrize(("seconds", "at_once"), [(0.0, MOST_AT_ONCE), (MOST_SECONDS / 3.5, 4)])
async def test_a_round_of_many_or_slow_pushes_leaves_the_loop_its_turn(
    monkeypatch: pytest.MonkeyPatch, seconds: float, at_once: int
) -> None:
    clock = SteppedLoop(monkeypatch)
    pushed: list[int] = []
    between: list[int] = []

    class Due:
        def __init__(self, number: int) -> None:
            self.number = number

        def push_now(self) -> None:
            pushed.append(self.number)
            clock.now += seconds

    waiting, due = PushRound(), [Due(number) for number in range(MOST_AT_ONCE + 5)]
    for one in [*due, due[0]]:
        waiting.add(one)
    asyncio.get_running_loop().call_soon(lambda: between.append(len(pushed)))
    await settle()
    assert between == [at_once]
    assert pushed == list(range(MOST_AT_ONCE + 5)), "each once, in the order they came"


async def test_sockets_that_open_together_read_the_settings_once_and_later_ones_again(
    monkeypatch: pytest.MonkeyPatch, shown: Shown
) -> None:
    async with opened(monkeypatch, 0, 0, EVE) as pages:
        await show_all(pages, view_of(1), {EVE: own_view(1)})
        assert len(shown.heads_read) == 1
        shown.head = "s1", "[head]"
        async with opened(monkeypatch, 0) as others:
            others[0].consumer.watched = pages[0].feed.watched
            others[0].consumer.view_changed()
            await settle()
            assert len(shown.heads_read) == 1, "another has just read them"
        async with opened(monkeypatch, 0) as others:
            await others[0].clock.skip(SETTINGS_HOLD_SECONDS)
            others[0].consumer.watched = pages[0].feed.watched
            others[0].consumer.view_changed()
            await settle()
            assert len(shown.heads_read) == 2
            assert "[head]" in "".join(others[0].line.take())


async def test_changed_settings_are_read_for_each_socket_that_shows_others(
    monkeypatch: pytest.MonkeyPatch, shown: Shown
) -> None:
    async with opened(monkeypatch, 0, EVE) as pages:
        await show_all(pages, view_of(1), {EVE: own_view(1)})
        shown.head = "s1", "[head]"
        await show_all(pages, view_of(2, changes=1), {})
        assert all("[head]" in "".join(page.line.take()) for page in pages)


async def written_with(monkeypatch: pytest.MonkeyPatch, *, swapped: bool) -> dict[int, list[bytes]]:
    """What is written to a watcher (0), Eve and Mallory during a hand; with `swapped`, Eve and a third player hold
    each other's cards, which nobody sees.
    """
    play = Play("holdem", "nl", 3, seed=4)
    if swapped:
        hole = play.hand.hole
        hole[0], hole[2] = hole[2], hole[0]
    numbers = {1: EVE, 2: MALLORY, 3: 99}
    written: dict[int, list[bytes]] = {}
    async with opened(monkeypatch, 0, EVE, MALLORY) as pages:
        for version in range(1, 12):
            view = public_view(play.table, table_id=77, version=version)
            view = view._replace(seats=tuple(seat._replace(player=numbers[seat.player]) for seat in view.seats))
            own = {
                numbers[player]: one._replace(player=numbers[player])
                for player in numbers
                if (one := own_view_of(play.table, player, table_id=77, version=version))
            }
            await show_all(pages, view, {**own})
            if play.hand.changes is not None or len(play.hand.board) == 5:
                break
            play.usual()
        for player, page in zip((0, EVE, MALLORY), pages, strict=True):
            written[player] = page.line.written
    mine = {card_text(card) for card in play.hand.hole[0]}
    assert all(f'data-c="{card}"'.encode() in b"".join(written[EVE]) for card in mine)
    return written


async def test_h4_frames_that_sockets_share_hold_nothing_of_hidden_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    real = {name: getattr(fragments, name) for name in fragments.__all__ if name.endswith(("fragments", "fragment"))}
    Shown(monkeypatch)
    for name, function in real.items():
        if name != "notices_fragment":
            monkeypatch.setattr(fragments, name, function)
    dealt, swapped = [await written_with(monkeypatch, swapped=swapped) for swapped in (False, True)]
    assert dealt[EVE] != swapped[EVE], "Eve sees her own cards"
    assert dealt[0] == swapped[0] and dealt[MALLORY] == swapped[MALLORY], "nobody else sees a difference"
    assert len(dealt[0]) > 4
