"""Tournament tables on live hosts: hints to the director, absent players, house bots, two hosts."""

from functools import partial
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer

from games import api
from games.engine.events.kinds import SitOutReason
from games.engine.rules.tournament import Tournament
from games.engine.rules.tournament_house_rules import for_tournament
from games.live import table as live_table
from games.live.host import Host
from games.messaging import messages
from games.messaging.messages import Heartbeat, Hint
from games.models import Decision, Table
from pokerroom.models import User
from tests.games.support.live_hosts import ViewListener, holdem, hosting, until
from tests.games.support.tables import person
from tests.games.support.tournament_tables import send_order

pytestmark = pytest.mark.django_db(transaction=True)
TOURNAMENT = 31


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    monkeypatch.setattr(live_table, "SWEEP_SECONDS", 0.05)
    settings.BOT_THINKING = 0


def opened(name: str = "T31 one", **tournament: Any) -> Table:
    rules = for_tournament(holdem(), Tournament(TOURNAMENT, **{"pause": 20, **tournament}))
    table = api.open_tournament_table(tournament=TOURNAMENT, name=name, rules=rules, seats=6)
    return Table.objects.get(pk=table)


def enter(table: Table, *people: User, chips: int = 3_000, away: SitOutReason | None = None) -> None:
    for seat, user in enumerate(people):
        key = f"{table.pk} {user.pk}"
        send_order(api.order_seat(table_id=table.pk, player=user.pk, seat=seat, chips=chips, key=key, away=away))


def read_reports() -> list[Any]:
    return api.reports_after(tournament=TOURNAMENT, cursor=0, limit=10_000)


reports = sync_to_async(read_reports)


def numbers(of: Table) -> list[int]:
    return list(Decision.objects.filter(table=of).order_by("number").values_list("number", flat=True))


def waits_for_others(listener: ViewListener, hand: int) -> bool:
    """Whether the table has played this hand and waits for the other tables."""
    return listener.view is not None and (listener.view.hand, listener.view.phase) == (hand, "together")


async def test_reports_send_a_hint_to_the_director_and_none_to_the_lobby(alice: User, bob: User) -> None:
    table = await sync_to_async(opened)()
    layer: Any = get_channel_layer()
    director, lobby = await layer.new_channel(), await layer.new_channel()
    await layer.group_add(api.reports_group(TOURNAMENT), director)
    await layer.group_add(messages.LOBBY, lobby)
    async with hosting(Host()):
        await sync_to_async(enter)(table, alice, bob)
        hint = await layer.receive(director)
        assert messages.unpack(hint) == (Hint(api.reports_group(TOURNAMENT)),)
        kinds = [line.kind for line in await reports()]
        assert kinds[0] == "seated"
        await layer.group_send(messages.LOBBY, messages.pack(Heartbeat(0)))
        assert messages.unpack(await layer.receive(lobby)) == (Heartbeat(0),), "nothing came before this"


async def test_a_refused_order_sends_a_hint_to_the_director(alice: User, bob: User) -> None:
    table = await sync_to_async(opened)()
    await sync_to_async(enter)(table, alice)
    layer: Any = get_channel_layer()
    async with hosting(Host()):
        listener = await ViewListener(table, alice.pk).begin()
        await until(lambda: listener.view and listener.view.seats[0].player == alice.pk)
        director = await layer.new_channel()
        await layer.group_add(api.reports_group(TOURNAMENT), director)
        await sync_to_async(send_order)(api.order_take_away(table_id=table.pk, player=bob.pk, key="not here"))
        # Hints for what the table reported before may come first.
        codes: list[str | None] = []
        while "not_seated" not in codes:
            assert messages.unpack(await layer.receive(director)) == (Hint(api.reports_group(TOURNAMENT)),)
            codes = [line.data.get("code") for line in await reports()]


async def test_t3_an_absent_player_is_back_on_opening_the_page(alice: User, bob: User) -> None:
    table = await sync_to_async(opened)()
    await sync_to_async(enter)(table, alice, bob, away=SitOutReason.ABSENT)
    async with hosting(Host()):
        watcher = await ViewListener(table).begin()
        await until(lambda: watcher.view and watcher.view.hand >= 2)
        assert all(seat.away for seat in watcher.view.seats if seat.player)
        opened_page = await ViewListener(table, alice.pk).begin()
        await until(lambda: opened_page.view and not opened_page.view.seats[0].away)
        await until(lambda: opened_page.my_turn)
        assert opened_page.view.seats[1].away


async def test_t13_asks_that_only_exist_at_cash_tables_are_refused(alice: User, bob: User) -> None:
    table = await sync_to_async(opened)()
    await sync_to_async(enter)(table, alice, bob)
    async with hosting(Host()):
        listener = await ViewListener(table, alice.pk).begin()
        await until(lambda: listener.own)
        assert (await listener.ask({"do": "leave"})).code == "no_leave_here"
        assert (await listener.ask({"do": "straddle", "on": 1})).code == "tournament_table"


async def test_house_bots_play_to_the_end_and_the_table_neither_adds_nor_removes_any() -> None:
    table = await sync_to_async(opened)()
    bots = [await sync_to_async(person)(f"Robot {n}", bot=True, grant=0) for n in range(5)]
    await sync_to_async(enter)(table, *bots[:4], chips=1_000)
    async with hosting(Host()):
        watcher = await ViewListener(table).begin()
        await until(lambda: watcher.view and watcher.view.hand)
        await until(lambda: sum(seat.player > 0 for seat in watcher.view.seats) == 1, within=120)
        (left,) = [seat for seat in watcher.view.seats if seat.player]
        assert left.stack == 4_000
    gone = [line.data for line in await reports() if line.kind == "unseated"]
    assert [row["chips"] for row in gone] == [0, 0, 0]
    busted = [
        bust["player"] for line in await reports() if line.kind == "hand_finished" for bust in line.data["busted"]
    ]
    assert busted == [row["player"] for row in gone]


async def test_t9_tables_of_two_hosts_wait_for_each_other_after_every_hand() -> None:
    tables = [await sync_to_async(opened)(f"T31 {n}") for n in range(2)]
    bots = [await sync_to_async(person)(f"Robot {n}", bot=True, grant=0) for n in range(4)]
    for place, table in enumerate(tables):
        await sync_to_async(send_order)(
            api.order_hold(table_id=table.pk, held=True, together=True, key=f"hold {place}")
        )
        await sync_to_async(enter)(table, *bots[2 * place : 2 * place + 2], chips=100_000)
    async with hosting(Host(share=1), Host(share=1)):
        watchers = [await ViewListener(table).begin() for table in tables]
        for hand in (1, 2, 3):
            for place, table in enumerate(tables):
                await sync_to_async(send_order)(api.order_deal(table_id=table.pk, key=f"hand {hand} at {place}"))
            for listener in watchers:
                await until(partial(waits_for_others, listener, hand), within=60)
    waits = [
        (line.table, line.data["hand"]) for line in await reports() if line.kind == "waiting" and line.data["hand"]
    ]
    assert sorted(waits) == sorted((table.pk, hand) for table in tables for hand in (1, 2, 3))
    written = await sync_to_async(numbers)(tables[0])
    assert written == list(range(1, len(written) + 1))
