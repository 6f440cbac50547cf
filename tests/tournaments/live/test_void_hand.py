"""Void hands on live hosts: by the director, after a duplicate card, with a wrong deck; the audit stays clean."""

from collections.abc import Sequence

import pytest
from asgiref.sync import sync_to_async

from cashier import api as cashier
from games import api as games
from games.engine.cards import Card
from games.engine.errors import BrokenInvariant
from games.engine.rules.variant import Variant
from games.engine.table.commands import Act, Command, Tick
from games.engine.table.decide import Decision, decide
from games.engine.table.state import Table as EngineTable
from games.live import table as live_table
from games.live.hosting.clock_and_shuffle import Shuffler
from games.models import Hand, Table
from pokerroom.models import User
from tests.games.support.live_hosts import ViewListener, hosting
from tests.tournaments.support import tournaments
from tests.tournaments.support.tournaments import (
    announce,
    announcement,
    check_audit,
    create_bots,
    direct,
    directing_host,
    enter_all,
    events_of,
    is_over,
    until,
)
from tournaments import api
from tournaments.engine.state import commands as cm
from tournaments.engine.state import events as ev

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("quick")]


def void_hands(tournament: int) -> list[ev.HandVoided]:
    """The events of void hands."""
    return [event for event in events_of(tournament) if isinstance(event, ev.HandVoided)]


async def test_F5_F4_the_director_voids_the_running_hand_and_it_is_dealt_again(
    alice: User, dana: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tournaments, "QUICK", tournaments.QUICK._replace(turn=60_000))
    await sync_to_async(cashier.open_wallet)(currency="PLAY", user_id=alice.pk, grant=1_000_00)
    players = [*await create_bots(2), alice]
    tournament = await announce(setup=announcement(max_players=3, structure=tournaments.DEEP))
    async with hosting(directing_host()):
        await sync_to_async(enter_all)(tournament, players)
        await until(lambda: Table.objects.filter(tournament=tournament).exists(), "the table")
        (row,) = await sync_to_async(games.tables_of_tournament)(tournament=tournament)
        listener = await ViewListener(await sync_to_async(Table.objects.get)(pk=row.table), alice.pk).begin()
        await until(lambda: listener.my_turn, "Alice's turn")
        number = listener.own.hand
        await direct(user=dana, tournament_id=tournament, command=cm.VoidHand(1, "two aces"), why="two aces of spades")
        await until(lambda: void_hands(tournament), "the void hand")
        await until(lambda: listener.my_turn and listener.own.hand > number, "the redealt hand")
        await sync_to_async(check_audit)()
    events = await sync_to_async(events_of)(tournament)
    released = {event.hand: event for event in events if isinstance(event, ev.HandReleased)}
    assert released[number + 1] == released[number]._replace(hand=number + 1)
    assert [event.why for event in await sync_to_async(void_hands)(tournament)] == ["two aces"]
    stored = Hand.objects.filter(table=row.table, number=number)
    assert not await sync_to_async(stored.exists)(), "a void hand is in no history"
    notices = await sync_to_async(api.take_notices)(alice.pk)
    assert [(notice.kind, notice.detail["why"]) for notice in notices if notice.kind == "voided"] == [
        ("voided", "two aces")
    ]


async def test_F5_the_last_hand_of_a_paused_tournament_is_undone(
    alice: User, bob: User, charlie: User, dana: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tournaments, "QUICK", tournaments.QUICK._replace(turn=60_000))
    players = [alice, bob, charlie]
    for user in players:
        await sync_to_async(cashier.open_wallet)(currency="PLAY", user_id=user.pk, grant=1_000_00)
    tournament = await announce(setup=announcement(max_players=3, structure=tournaments.DEEP))
    async with hosting(directing_host()):
        await sync_to_async(enter_all)(tournament, players)
        await until(lambda: Table.objects.filter(tournament=tournament).exists(), "the table")
        (row,) = await sync_to_async(games.tables_of_tournament)(tournament=tournament)
        table = await sync_to_async(Table.objects.get)(pk=row.table)
        listeners = [await ViewListener(table, user.pk).begin() for user in players]
        await until(lambda: any(listener.my_turn for listener in listeners), "the first hand")
        await direct(user=dana, tournament_id=tournament, command=cm.Pause("check"), why="check")
        await until(lambda: any(isinstance(event, ev.Paused) for event in events_of(tournament)), "the pause")
        played = Hand.objects.filter(table=row.table, number=1)
        # The room may have acted for a player who was not watching yet, so one or two folds end the hand.
        while not await sync_to_async(played.exists)():
            if player_to_act := next((listener for listener in listeners if listener.my_turn), None):
                await player_to_act.ask(player_to_act.body("fold"))
            await until(lambda: played.exists() or any(listener.my_turn for listener in listeners), "a turn or the end")
        await until(lambda: any(isinstance(event, ev.HandPlayed) for event in events_of(tournament)), "the report")
        await direct(user=dana, tournament_id=tournament, command=cm.VoidHand(1, "two aces"), why="two aces")
        await until(lambda: Hand.objects.filter(table=row.table, number=1, void=True).exists(), "the void hand")
        stacks = await sync_to_async(games.chips_of_tournament)(tournament=tournament)
        assert stacks == dict.fromkeys((user.pk for user in players), tournaments.DEEP.stack)
        await sync_to_async(check_audit)()
        await direct(user=dana, tournament_id=tournament, command=cm.Resume(), why="continue")
        await until(
            lambda: any(listener.my_turn and listener.own.hand == 2 for listener in listeners), "the redealt hand"
        )
        await sync_to_async(check_audit)()
    released = [event for event in await sync_to_async(events_of)(tournament) if isinstance(event, ev.HandReleased)]
    assert released[1] == released[0]._replace(hand=2)


async def test_C1_F5_a_duplicate_card_voids_the_hand_and_the_tournament_continues(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def find_duplicate_once(
        table: EngineTable, command: Command, *, now: int, deck: Sequence[Card] | None = None
    ) -> Decision:
        if isinstance(command, Act | Tick) and table.hand is not None and table.running and not broken:
            broken.append(table.hand.number)
            raise BrokenInvariant("two of As on the board")
        return decide(table, command, now=now, deck=deck)

    broken: list[int] = []
    monkeypatch.setattr("games.live.table.decide", find_duplicate_once)
    players = await create_bots(3)
    tournament = await announce(setup=announcement(max_players=3))
    async with hosting(directing_host()):
        await sync_to_async(enter_all)(tournament, players)
        await until(lambda: is_over(tournament), "the end", within=120)
        await sync_to_async(check_audit)()
    assert [event[:4] for event in await sync_to_async(void_hands)(tournament)] == [(1, 1, "fault", ())]
    assert "hand 1 can't go on after BrokenInvariant" in caplog.text
    assert "two of As" not in caplog.text


async def test_C1_a_deck_with_a_duplicate_card_is_never_dealt(monkeypatch: pytest.MonkeyPatch) -> None:
    def with_duplicates(self: Shuffler, variant: Variant) -> tuple[Card, ...]:
        deck = shuffle(self, variant)
        count.append(len(count))
        return (deck[0], *deck[:-1]) if count[-1] % 3 == 1 else deck

    count: list[int] = []
    shuffle = Shuffler.decks
    monkeypatch.setattr(Shuffler, "decks", with_duplicates)
    players = await create_bots(3)
    tournament = await announce(setup=announcement(max_players=3))
    async with hosting(directing_host()):
        await sync_to_async(enter_all)(tournament, players)
        await until(lambda: is_over(tournament), "the end", within=120)
        await sync_to_async(check_audit)()
    assert len(count) > 2
    assert await sync_to_async(void_hands)(tournament) == []


async def test_X2_a_table_that_fails_repeatedly_freezes_without_the_tournament(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def always_find_duplicate(
        table: EngineTable, command: Command, *, now: int, deck: Sequence[Card] | None = None
    ) -> Decision:
        if isinstance(command, Act):
            raise BrokenInvariant("two of As on the board")
        return decide(table, command, now=now, deck=deck)

    monkeypatch.setattr("games.live.table.decide", always_find_duplicate)
    players = await create_bots(3)
    tournament = await announce(setup=announcement(max_players=3))
    async with hosting(directing_host()):
        await sync_to_async(enter_all)(tournament, players)
        frozen = Table.objects.filter(tournament=tournament, frozen=True)
        await until(frozen.exists, "the freeze")
        assert len(await sync_to_async(void_hands)(tournament)) <= live_table.MOST_REPAIRS
        await sync_to_async(check_audit)()
        monkeypatch.setattr("games.live.table.decide", decide)
        await sync_to_async(Table.objects.filter(tournament=tournament).update)(frozen=False)
        await until(lambda: is_over(tournament), "the end", within=120)
        await sync_to_async(check_audit)()
