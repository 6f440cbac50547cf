"""Hosts on real PostgreSQL and Redis: table ownership, handover, and which messages reach whom."""

import asyncio
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from games.engine.evaluation.tables import plain_values, suited_values
from games.engine.table.decide import Decision
from games.live import watchers
from games.live.bots import runner
from games.live.host import Host
from games.live.hosting import leased_runner
from games.live.table import TableConsumer
from games.live.table_runner import TableRunner
from games.messaging import messages
from games.messaging.messages import Answer, ChatPosted, Message, OwnViewUpdate, ViewUpdate
from games.models import Seat, Table
from pokerroom.models import User
from tests.games.support.live_hosts import (
    SetClock,
    ViewListener,
    decision_numbers,
    hosting,
    open_table,
    until,
    watch_as,
)

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("quick_leases")]


async def test_a_hand_is_played_from_seat_to_settlement(heads_up: Table, alice: User, bob: User) -> None:
    async with hosting(Host()):
        both = await watch_as(heads_up, alice, bob)
        await until(lambda: both[0].my_turn or both[1].my_turn)
        one, other = sorted(both, key=lambda listener: not listener.my_turn)
        assert (await one.act("fold")).ok
        await until(lambda: one.view and one.view.hand == 2 and (one.my_turn or other.my_turn))
        assert one.view
        assert sum(seat.stack + seat.bet for seat in one.view.seats) == 400_00
    rows = await sync_to_async(decision_numbers)(heads_up)
    assert rows == list(range(1, len(rows) + 1))


async def test_the_tables_that_rank_hands_are_made_before_a_host_takes_its_first_table(heads_up: Table) -> None:
    for made in (plain_values, suited_values):
        made.cache_clear()
    host = Host()
    async with hosting(host):
        await until(lambda: host.tables)
        assert [made.cache_info().currsize for made in (plain_values, suited_values)] == [1, 1]


async def test_x1_only_one_of_two_hosts_runs_the_table(heads_up: Table, alice: User, bob: User) -> None:
    first, second = Host(), Host()
    async with hosting(first, second):
        await until(lambda: first.tables or second.tables)
        await asyncio.sleep(0.7)
        assert len(first.tables) + len(second.tables) == 1


async def test_a_stopping_host_hands_its_tables_over_at_once(
    heads_up: Table, alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leased_runner, "LEASE_SECONDS", 60)
    monkeypatch.setattr(leased_runner, "RENEW_EVERY_SECONDS", 30.0)
    first, second = Host(), Host()
    async with hosting(first):
        await until(lambda: first.tables)
        async with hosting(second):
            watcher = await ViewListener(heads_up).begin()
            await until(lambda: watcher.watched.host == first.id)
            await asyncio.sleep(0.2)
            first.stop()
            await until(lambda: watcher.watched.host == second.id, within=15)
            assert second.tables == [heads_up.pk]


async def test_an_overloaded_table_answers_that_it_is_busy(
    heads_up: Table, alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(TableRunner, "queue_size", 4)
    async with hosting(Host()):
        (one,) = await watch_as(heads_up, alice)
        await until(lambda: one.own)
        gate, commit = asyncio.Event(), TableConsumer._commit

        async def held(self: TableConsumer, decision: Decision, order: int | None, now: int) -> None:
            await gate.wait()
            await commit(self, decision, order, now)

        monkeypatch.setattr(TableConsumer, "_commit", held)
        asks = [asyncio.create_task(one.feed.ask(heads_up.pk, alice.pk, {"do": "sit_out"})) for _ in range(12)]
        await until(lambda: any(ask.done() for ask in asks))
        gate.set()
        answers = await asyncio.gather(*asks)
        assert {answer.code for answer in answers if answer} >= {"", "table_busy"}


async def test_b15_a_player_without_a_socket_is_disconnected_and_reconnects(
    heads_up: Table, alice: User, bob: User
) -> None:
    clock = SetClock()
    async with hosting(Host(clock=clock)):
        both = await watch_as(heads_up, alice, bob)
        await until(lambda: both[0].view and both[0].view.hand)
        # An answer to anything comes after the host has heard of both, however often.
        assert not (await both[1].ask({"do": "nothing"})).ok
        clock.skipped += 8_000
        await both[0].feed.request_views(heads_up.pk, [alice.pk])
        await asyncio.sleep(0.2)
        clock.skipped += 6_000

        def connected(listener: ViewListener) -> list[bool]:
            return [seat.connected for seat in listener.view.seats[:2]] if listener.view else []

        await until(lambda: connected(both[0]) == [True, False])
        await both[1].feed.request_views(heads_up.pk, [bob.pk])
        await until(lambda: connected(both[0]) == [True, True])


async def test_bots_sit_down_play_and_leave_when_the_operator_turns_them_off(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.BOT_THINKING = 0
    monkeypatch.setattr(runner, "SWEEPS_BETWEEN_COUNTS", 3)

    def set_up() -> Table:
        for name in ("Emil", "Vlasta", "Otakar"):
            User.objects.create_user(username=f"bot-{name}", display_name=name, is_bot=True)
        return open_table(bots=3)

    made = await sync_to_async(set_up)()
    async with hosting(Host()):
        watcher = await ViewListener(made).begin()
        await until(lambda: watcher.view and sum(seat.bot for seat in watcher.view.seats) == 3)
        await until(lambda: watcher.view and watcher.view.hand >= 5, within=60)
        settings.BOTS = False
        await until(lambda: watcher.view and not any(seat.player for seat in watcher.view.seats), within=60)
    assert await sync_to_async(Seat.objects.filter(table=made).count)() == 0


async def test_chat_reaches_everybody_and_is_rate_limited(heads_up: Table, alice: User, bob: User) -> None:
    async with hosting(Host()):
        both = await watch_as(heads_up, alice, bob)
        await until(lambda: both[0].own and both[1].own)
        codes = [(await both[0].ask({"do": "chat", "text": f"line {n}"})).code for n in range(7)]
        assert codes == [""] * 5 + ["chat_too_fast"] * 2
        await until(lambda: len(both[1].lines) == 5)
        assert both[1].lines[0].text == "line 0"


async def test_a_process_gets_all_views_of_an_action_in_one_message(
    heads_up: Table, alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    from channels.layers import get_channel_layer

    monkeypatch.setattr(watchers, "ALL_REPORTED_MS", 0)
    layer: Any = get_channel_layer()
    async with hosting(Host()):
        both = await watch_as(heads_up, alice, bob)
        one = await until(lambda: next((listener for listener in both if listener.my_turn), None))
        spy, together = await layer.new_channel(), list[set[type]]()
        await layer.group_add(messages.views_group(heads_up.pk), spy)

        def record(*sent: Message) -> dict[str, Any]:
            together.append({type(message) for message in sent})
            return messages.pack(*sent)

        monkeypatch.setattr("games.live.hosting.outbox.pack", record)
        assert (await one.act("fold")).ok
        await one.ask({"do": "chat", "text": "nice hand"})
        assert isinstance(messages.unpack(await asyncio.wait_for(layer.receive(spy), 3))[0], ChatPosted)
    assert {OwnViewUpdate, ViewUpdate, Answer} in together


async def test_own_views_are_sent_only_to_players_who_watch(heads_up: Table, alice: User, bob: User) -> None:
    from channels.layers import get_channel_layer

    layer: Any = get_channel_layer()
    async with hosting(Host()):
        spy = await layer.new_channel()
        await layer.group_add(messages.views_group(heads_up.pk), spy)
        both = await watch_as(heads_up, alice, bob)
        await until(lambda: both[0].my_turn or both[1].my_turn)
        one = next(listener for listener in both if listener.my_turn)
        await one.act("fold")
        received = list[Message]()
        for _ in range(3):
            received += messages.unpack(await asyncio.wait_for(layer.receive(spy), 60))
        assert {type(message) for message in received} == {ViewUpdate}
