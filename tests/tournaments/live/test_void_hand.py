"""Void hands on live hosts: by the director, for a duplicate card, with a wrong deck; audits stay clean (F5, C1)."""

from typing import Any

import pytest
from asgiref.sync import sync_to_async

from cashier import api as cashier
from games import api as games
from games.engine.errors import BrokenInvariant
from games.engine.table.commands import Act, Tick
from games.engine.table.decide import decide
from games.live import table as live_table
from games.live.hosting.clock_and_shuffle import Shuffler
from games.models import Hand, Table
from pokerroom.models import User
from tests.games.support.live_hosts import ViewListener
from tests.tournaments.support import tournaments
from tests.tournaments.support.tournaments import (
    announce,
    announcement,
    audit,
    direct,
    directing_host,
    enter_all,
    happened,
    hosting,
    over,
    people_of,
    until,
)
from tournaments import api
from tournaments.engine.state import commands as cm
from tournaments.engine.state import events as ev
from tournaments.store import table_orders

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("quick")]


def voided(tournament: int) -> list[ev.HandVoided]:
    """The events of void hands."""
    return [event for event in happened(tournament) if isinstance(event, ev.HandVoided)]


async def test_F5_F4_the_director_voids_the_running_hand_and_it_is_dealt_anew(
    alice: User, dana: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_orders, "CLOCK", tournaments.QUICK._replace(turn=60_000))
    await sync_to_async(cashier.open_wallet)(user_id=alice.pk, grant=1_000_00)
    people = [*await people_of(2), alice]
    tournament = await announce(setup=announcement(max_players=3, structure=tournaments.DEEP))
    async with hosting(directing_host()):
        await sync_to_async(enter_all)(tournament, people)
        await until(lambda: Table.objects.filter(tournament=tournament).exists(), "the table")
        (row,) = await sync_to_async(games.tables_of_tournament)(tournament=tournament)
        listener = await ViewListener(await sync_to_async(Table.objects.get)(pk=row.table), alice.pk).begin()
        await until(lambda: listener.my_turn, "her turn")
        number = listener.own.hand
        await direct(user=dana, tournament_id=tournament, command=cm.VoidHand(1, "two aces"), why="two aces of spades")
        await until(lambda: voided(tournament), "the void")
        await until(lambda: listener.my_turn and listener.own.hand > number, "a hand after it")
        await sync_to_async(audit)()
    events = await sync_to_async(happened)(tournament)
    released = {event.hand: event for event in events if isinstance(event, ev.HandReleased)}
    assert released[number + 1] == released[number]._replace(hand=number + 1)
    assert [event.why for event in await sync_to_async(voided)(tournament)] == ["two aces"]
    kept = Hand.objects.filter(table=row.table, number=number)
    assert not await sync_to_async(kept.exists)(), "it is in no history"
    news = await sync_to_async(api.take_notices)(alice.pk)
    assert [(one.kind, one.detail["why"]) for one in news if one.kind == "voided"] == [("voided", "two aces")]


async def test_F5_the_last_hand_of_a_paused_tournament_is_undone(
    alice: User, bob: User, charlie: User, dana: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_orders, "CLOCK", tournaments.QUICK._replace(turn=60_000))
    people = [alice, bob, charlie]
    for user in people:
        await sync_to_async(cashier.open_wallet)(user_id=user.pk, grant=1_000_00)
    tournament = await announce(setup=announcement(max_players=3, structure=tournaments.DEEP))
    async with hosting(directing_host()):
        await sync_to_async(enter_all)(tournament, people)
        await until(lambda: Table.objects.filter(tournament=tournament).exists(), "the table")
        (row,) = await sync_to_async(games.tables_of_tournament)(tournament=tournament)
        table = await sync_to_async(Table.objects.get)(pk=row.table)
        watching = [await ViewListener(table, user.pk).begin() for user in people]
        await until(lambda: any(listener.my_turn for listener in watching), "the first hand")
        await direct(user=dana, tournament_id=tournament, command=cm.Pause("look"), why="look")
        await until(lambda: any(isinstance(event, ev.Paused) for event in happened(tournament)), "the pause")
        played = Hand.objects.filter(table=row.table, number=1)
        # The room may have acted for a player who did not watch yet, so one or two folds end the hand.
        while not await sync_to_async(played.exists)():
            if actor := next((listener for listener in watching if listener.my_turn), None):
                await actor.ask(actor.body("fold"))
            await until(lambda: played.exists() or any(each.my_turn for each in watching), "a turn or the end")
        await until(lambda: any(isinstance(event, ev.HandPlayed) for event in happened(tournament)), "the report")
        await direct(user=dana, tournament_id=tournament, command=cm.VoidHand(1, "two aces"), why="two aces")
        await until(lambda: Hand.objects.filter(table=row.table, number=1, void=True).exists(), "the void")
        stacks = await sync_to_async(games.chips_of_tournament)(tournament=tournament)
        assert stacks == dict.fromkeys((user.pk for user in people), tournaments.DEEP.stack)
        await sync_to_async(audit)()
        await direct(user=dana, tournament_id=tournament, command=cm.Resume(), why="on")
        await until(
            lambda: any(listener.my_turn and listener.own.hand == 2 for listener in watching), "the hand dealt anew"
        )
        await sync_to_async(audit)()
    released = [event for event in await sync_to_async(happened)(tournament) if isinstance(event, ev.HandReleased)]
    assert released[1] == released[0]._replace(hand=2)


async def test_C1_F5_a_duplicate_card_voids_the_hand_and_the_tournament_goes_on(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks(*args: Any, **kwargs: Any) -> Any:
        if isinstance(args[1], Act | Tick) and args[0].running and not broken:
            broken.append(args[0].hand.number)
            raise BrokenInvariant("two of As on the board")
        return decide(*args, **kwargs)

    broken: list[int] = []
    monkeypatch.setattr("games.live.table.decide", breaks)
    people = await people_of(3)
    tournament = await announce(setup=announcement(max_players=3))
    async with hosting(directing_host()):
        await sync_to_async(enter_all)(tournament, people)
        await until(lambda: over(tournament), "the end", within=120)
        await sync_to_async(audit)()
    assert [event[:] for event in await sync_to_async(voided)(tournament)] == [(1, 1, "fault", ())]
    assert "cards or chips of hand 1 don't add up" in caplog.text
    assert "two of As" not in caplog.text


async def test_C1_a_deck_with_a_duplicate_card_is_never_dealt(monkeypatch: pytest.MonkeyPatch) -> None:
    def doubled(self: Any, variant: Any) -> Any:
        deck = shuffle(self, variant)
        count.append(len(count))
        return (deck[0], *deck[:-1]) if count[-1] % 3 == 1 else deck

    count: list[int] = []
    shuffle = Shuffler.decks
    monkeypatch.setattr(Shuffler, "decks", doubled)
    people = await people_of(3)
    tournament = await announce(setup=announcement(max_players=3))
    async with hosting(directing_host()):
        await sync_to_async(enter_all)(tournament, people)
        await until(lambda: over(tournament), "the end", within=120)
        await sync_to_async(audit)()
    assert len(count) > 2
    assert await sync_to_async(voided)(tournament) == []


async def test_X2_a_table_that_breaks_repeatedly_freezes_without_the_tournament(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken(*args: Any, **kwargs: Any) -> Any:
        if isinstance(args[1], Act):
            raise BrokenInvariant("two of As on the board")
        return decide(*args, **kwargs)

    monkeypatch.setattr("games.live.table.decide", broken)
    people = await people_of(3)
    tournament = await announce(setup=announcement(max_players=3))
    async with hosting(directing_host()):
        await sync_to_async(enter_all)(tournament, people)
        stopped = Table.objects.filter(tournament=tournament, frozen=True)
        await until(stopped.exists, "the stop")
        assert len(await sync_to_async(voided)(tournament)) <= live_table.MOST_REPAIRS
        await sync_to_async(audit)()
        monkeypatch.setattr("games.live.table.decide", decide)
        await sync_to_async(Table.objects.filter(tournament=tournament).update)(frozen=False)
        await until(lambda: over(tournament), "the end", within=120)
        await sync_to_async(audit)()
