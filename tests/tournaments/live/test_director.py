"""The director on a live host: orders of players and staff, absent players, bots, two hosts, freezes."""

from functools import partial

import pytest
from asgiref.sync import sync_to_async

from cashier import api as cashier
from games import api as games
from games.models import Table
from pokerroom.models import User
from tests.games.support.live_hosts import ViewListener, hosting
from tests.games.support.tables import person
from tests.tournaments.support import tournaments
from tests.tournaments.support.directed_tournament import DirectedTournament
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
    stage,
    until,
)
from tournaments import api
from tournaments.engine.setup.setup import Price, Rebuy
from tournaments.engine.state import commands as cm
from tournaments.engine.state import events as ev
from tournaments.models import Tournament, TournamentDecision, TournamentOrder
from tournaments.store import store

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("quick")]
FAR = 4_000_000_000_000


@pytest.fixture(autouse=True)
def _slow_turns(quick: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Gives players a minute to act."""
    monkeypatch.setattr(tournaments, "QUICK", tournaments.QUICK._replace(turn=60_000))


def has_events(tournament: int, kind: type[tuple[object, ...]], count: int = 1) -> bool:
    """Whether the tournament has at least `count` events of this kind."""
    return sum(isinstance(event, kind) for event in events_of(tournament)) >= count


def answer_to(order: int) -> api.OrderRow | None:
    """The answer to the order, None while it waits."""
    found = api.answer_to(order_id=order)
    return found if found and (found.applied or found.refused) else None


def chip_leaders(tournament: int) -> list[int]:
    """Whoever has the most chips at each table: no single hand puts them out."""
    state = store.load(tournament).state
    return [max(table.players, key=lambda player: state.players[player].stack) for table in state.tables.values()]


async def first_table(tournament: int) -> Table:
    """The first table of the tournament."""
    rows = await sync_to_async(games.tables_of_tournament)(tournament=tournament)
    return await sync_to_async(Table.objects.get)(pk=rows[0].table)


async def test_T2_an_entry_is_refused_when_the_price_changed_in_the_meantime(alice: User, dana: User) -> None:
    await sync_to_async(cashier.open_wallet)(currency="PLAY", user_id=alice.pk, grant=1_000_00)
    tournament = await announce(setup=announcement(starts_at=FAR))
    await sync_to_async(api.change)(
        user=dana, tournament_id=tournament, setup=announcement(starts_at=FAR, price=Price(50_00)), why="cheaper"
    )
    order = await sync_to_async(api.enter)(user=alice, tournament_id=tournament)
    async with hosting(directing_host()):
        answer = await until(lambda: answer_to(order), "the answer")
    assert answer.refused == "price_changed"
    assert await sync_to_async(cashier.balance)(currency="PLAY", user_id=alice.pk) == 1_000_00
    await sync_to_async(check_audit)()


async def test_X1_T2_an_entry_given_while_the_last_decision_is_written_is_paid_back(alice: User) -> None:
    """Its director has read the orders for the last time and is gone."""
    await sync_to_async(cashier.open_wallet)(currency="PLAY", user_id=alice.pk, grant=1_000_00)
    tournament = await announce(setup=announcement(starts_at=FAR))
    order = await sync_to_async(api.enter)(user=alice, tournament_id=tournament)
    await sync_to_async(lambda: DirectedTournament(tournament).do(cm.Cancel("a flood")))()
    async with hosting(directing_host()):
        answer = await until(lambda: answer_to(order), "the answer")
    assert answer.refused == "already_over"
    assert await sync_to_async(cashier.balance)(currency="PLAY", user_id=alice.pk) == 1_000_00
    await sync_to_async(check_audit)()


async def test_T3_T13_the_room_plays_for_absent_players_until_they_open_the_page(alice: User) -> None:
    await sync_to_async(cashier.open_wallet)(currency="PLAY", user_id=alice.pk, grant=1_000_00)
    players = [*await create_bots(5), alice]
    tournament = await announce(setup=announcement(structure=tournaments.DEEP))
    async with hosting(directing_host()):
        await sync_to_async(enter_all)(tournament, players)
        await until(lambda: has_events(tournament, ev.HandPlayed), "a hand without Alice")
        listener = await ViewListener(await first_table(tournament), alice.pk).begin()
        await until(lambda: listener.own and not listener.own.sitting_out, "Alice's return")
        order = await sync_to_async(api.leave)(user=alice, tournament_id=tournament)
        assert (await until(lambda: answer_to(order), "the answer")).applied
        await until(lambda: listener.own.sitting_out, "the room playing for Alice")
        await listener.ask({"do": "sit_in"})
        await until(lambda: has_events(tournament, ev.MarkedBack), "the report of Alice's return")
        await sync_to_async(check_audit)()


async def test_T12_house_bots_decline_rebuys_at_once() -> None:
    players = await create_bots(4)
    setup = announcement(max_players=4, rebuy=Rebuy(Price(50_00), 500, until=4, wait=3_600_000))
    tournament = await announce(setup=setup)
    async with hosting(directing_host()):
        await sync_to_async(enter_all)(tournament, players)
        await until(lambda: is_over(tournament), "the end")
        await sync_to_async(check_audit)()
    assert await sync_to_async(has_events)(tournament, ev.RebuyOffered)
    assert not await sync_to_async(has_events)(tournament, ev.Rebought)


async def test_T14_T15_staff_commands_apply_between_hands_and_cancelling_refunds_everybody(dana: User) -> None:
    players = await create_bots(9)
    tournament = await announce(setup=announcement(max_players=9, seats=6, structure=tournaments.DEEP))
    balances = {user.pk: 1_000_00 for user in players}
    async with hosting(directing_host()):
        await sync_to_async(enter_all)(tournament, players)
        await until(lambda: has_events(tournament, ev.HandPlayed, 4), "some hands")
        leaders = await sync_to_async(chip_leaders)(tournament)
        penalised, disqualified = leaders[0], leaders[-1]
        orders = [
            cm.Penalise(penalised, 2, 100, "soft play"),
            cm.Disqualify(disqualified, "dumping"),
            cm.NextLevel("faster"),
            cm.Pause("tea"),
        ]
        for command in orders:
            order = await direct(user=dana, tournament_id=tournament, command=command, why="seen at the table")
            assert (await until(partial(answer_to, order), "the answer")).applied
        await until(lambda: store.load(tournament).state.all_idle, "the end of all hands")
        await sync_to_async(check_audit)()
        await direct(user=dana, tournament_id=tournament, command=cm.Resume(), why="continue")
        await until(lambda: has_events(tournament, ev.HandPlayed, 12), "more hands")
        await sync_to_async(check_audit)()
        await direct(user=dana, tournament_id=tournament, command=cm.Cancel("a fault"), why="a fault")
        await until(lambda: is_over(tournament), "the end")
        rows = await sync_to_async(games.tables_of_tournament)(tournament=tournament)
        await until(
            lambda: Table.objects.filter(tournament=tournament, closed_at=None).count() == 0, "all tables closed"
        )
        assert len(rows) >= 2
    assert {pk: await sync_to_async(cashier.balance)(currency="PLAY", user_id=pk) for pk in balances} == balances
    assert await sync_to_async(cashier.pool_money)(tournament_id=tournament) == (0, 0)
    await sync_to_async(check_audit)()


async def test_X1_a_second_host_takes_over_from_a_stopped_director() -> None:
    players = await create_bots(8)
    tournament = await announce(setup=announcement(max_players=8, seats=4))
    first, second = directing_host(share=2), directing_host(share=50)
    async with hosting(first, second) as tasks:
        await sync_to_async(enter_all)(tournament, players)
        await until(lambda: has_events(tournament, ev.HandPlayed, 3), "some hands")
        owner = await sync_to_async(Tournament.objects.values_list("owner", flat=True).get)(pk=tournament)
        assert owner in (first.id, second.id)
        (first if owner == first.id else second).stop()
        await tasks[0 if owner == first.id else 1]
        await until(lambda: is_over(tournament), "the end")
        await sync_to_async(check_audit)()
    numbers = await sync_to_async(
        lambda: list(TournamentDecision.objects.filter(tournament=tournament).values_list("number", flat=True))
    )()
    assert numbers == list(range(1, len(numbers) + 1))


async def test_house_bots_fill_the_wanted_entries_and_a_player_starts_the_tournament(alice: User) -> None:
    await sync_to_async(cashier.open_wallet)(currency="PLAY", user_id=alice.pk, grant=1_000_00)
    await create_bots(8, grant=0)
    tournament = await announce(setup=announcement(), bots=5)
    async with hosting(directing_host()):
        await until(lambda: api.current_view(tournament).view.players == 5, "five house bots")
        await sync_to_async(api.enter)(user=alice, tournament_id=tournament)
        await until(lambda: stage(tournament) == "running", "the start")
        current = await sync_to_async(api.current_view)(tournament)
        view, own = current.view, current.of_player(alice.pk)
        assert own and own.in_it and own.table_id == (await first_table(tournament)).pk and view.left == 6
        (entry,) = await sync_to_async(api.my_entries)(alice.pk)
        assert entry.tournament == tournament and entry.is_in
        kinds = [notice.kind for notice in await sync_to_async(api.take_notices)(alice.pk)]
        assert kinds[0] == "seated" and await sync_to_async(api.take_notices)(alice.pk, tournament) == []
        await sync_to_async(check_audit)()


async def test_X2_an_inconsistent_snapshot_freezes_the_tournament_until_it_is_thawed(dana: User) -> None:
    players = await create_bots(3)
    tournament = await announce(setup=announcement(max_players=3))
    snapshot = await sync_to_async(Tournament.objects.values_list("snapshot", flat=True).get)(pk=tournament)
    await sync_to_async(Tournament.objects.filter(pk=tournament).update)(snapshot={**snapshot, "chips": 5})
    async with hosting(directing_host()):
        await until(lambda: Tournament.objects.get(pk=tournament).frozen, "the freeze")
        with pytest.raises(Exception, match="frozen"):
            await sync_to_async(api.enter)(user=players[0], tournament_id=tournament)
        await sync_to_async(Tournament.objects.filter(pk=tournament).update)(snapshot=snapshot)
        await sync_to_async(api.thaw)(user=dana, tournament_id=tournament, why="repaired")
        await sync_to_async(enter_all)(tournament, players)
        await until(lambda: is_over(tournament), "the end")
        await sync_to_async(check_audit)()
    assert not await sync_to_async(TournamentOrder.objects.exclude(refused="").exists)()
    assert await sync_to_async(person)("Late")
