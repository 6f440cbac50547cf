"""The director on a live host: asks of players, orders of staff, absent players, bots, two hosts, freezes."""

from functools import partial

import pytest
from asgiref.sync import sync_to_async

from cashier import api as cashier
from games import api as games
from games.models import Table
from pokerroom.models import User
from tests.games.support.live_hosts import ViewListener
from tests.games.support.tables import person
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
    stage,
    until,
)
from tournaments import api
from tournaments.engine.setup.setup import Price, Rebuy
from tournaments.engine.state import commands as cm
from tournaments.engine.state import events as ev
from tournaments.models import Tournament, TournamentDecision, TournamentOrder
from tournaments.store import store, table_orders

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("quick")]
FAR = 4_000_000_000_000


@pytest.fixture(autouse=True)
def _patient(quick: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Gives players a minute to act."""
    monkeypatch.setattr(table_orders, "CLOCK", tournaments.QUICK._replace(turn=60_000))


def occurred(tournament: int, kind: type, count: int = 1) -> bool:
    """Whether the tournament has at least `count` events of this kind."""
    return sum(isinstance(event, kind) for event in happened(tournament)) >= count


def answered(order: int) -> api.OrderRow | None:
    """The answer to the order, None while it waits."""
    found = api.answer_to(order_id=order)
    return found if found and (found.applied or found.refused) else None


async def seats_of(tournament: int) -> Table:
    """The first table of the tournament."""
    rows = await sync_to_async(games.tables_of_tournament)(tournament=tournament)
    return await sync_to_async(Table.objects.get)(pk=rows[0].table)


async def test_T2_an_entry_is_refused_when_the_price_changed_in_the_meantime(alice: User, dana: User) -> None:
    await sync_to_async(cashier.open_wallet)(user_id=alice.pk, grant=1_000_00)
    tournament = await announce(setup=announcement(starts_at=FAR))
    await sync_to_async(api.change)(
        user=dana, tournament_id=tournament, setup=announcement(starts_at=FAR, price=Price(50_00)), why="cheaper"
    )
    order = await sync_to_async(api.enter)(user=alice, tournament_id=tournament)
    async with hosting(directing_host()):
        answer = await until(lambda: answered(order), "the answer")
    assert answer.refused == "price_changed"
    assert await sync_to_async(cashier.balance)(user_id=alice.pk) == 1_000_00
    await sync_to_async(audit)()


async def test_T3_T13_absent_players_are_played_for_until_they_open_the_page(alice: User) -> None:
    await sync_to_async(cashier.open_wallet)(user_id=alice.pk, grant=1_000_00)
    people = [*await people_of(5), alice]
    tournament = await announce(setup=announcement(structure=tournaments.DEEP))
    async with hosting(directing_host()):
        await sync_to_async(enter_all)(tournament, people)
        await until(lambda: occurred(tournament, ev.HandPlayed), "a hand without her")
        listener = await ViewListener(await seats_of(tournament), alice.pk).begin()
        await until(lambda: listener.own and not listener.own.sitting_out, "her return")
        order = await sync_to_async(api.leave)(user=alice, tournament_id=tournament)
        assert (await until(lambda: answered(order), "the leave")).applied
        await until(lambda: listener.own.sitting_out, "the room plays for her")
        await listener.ask({"do": "sit_in"})
        await until(lambda: occurred(tournament, ev.MarkedBack), "the director knows")
        await sync_to_async(audit)()


async def test_T12_house_bots_decline_rebuys_at_once() -> None:
    people = await people_of(4)
    setup = announcement(max_players=4, rebuy=Rebuy(Price(50_00), 500, until=4, wait=3_600_000))
    tournament = await announce(setup=setup)
    async with hosting(directing_host()):
        await sync_to_async(enter_all)(tournament, people)
        await until(lambda: over(tournament), "the end")
        await sync_to_async(audit)()
    assert await sync_to_async(occurred)(tournament, ev.RebuyOffered)
    assert not await sync_to_async(occurred)(tournament, ev.Rebought)


async def test_T14_T15_staff_act_between_hands_and_cancelling_refunds_and_closes(dana: User) -> None:
    people = await people_of(9)
    tournament = await announce(setup=announcement(max_players=9, seats=6, structure=tournaments.DEEP))
    worth = {user.pk: 1_000_00 for user in people}
    async with hosting(directing_host()):
        await sync_to_async(enter_all)(tournament, people)
        await until(lambda: occurred(tournament, ev.HandPlayed, 4), "some hands")
        one, two = (user.pk for user in people[:2])
        orders = [
            cm.Penalise(one, 2, 100, "soft play"),
            cm.Disqualify(two, "dumping"),
            cm.NextLevel("faster"),
            cm.Pause("tea"),
        ]
        for command in orders:
            order = await direct(user=dana, tournament_id=tournament, command=command, why="as seen")
            assert (await until(partial(answered, order), "the answer")).applied
        await until(lambda: store.load(tournament).state.all_idle, "all idle")
        await sync_to_async(audit)()
        await direct(user=dana, tournament_id=tournament, command=cm.Resume(), why="go on")
        await until(lambda: occurred(tournament, ev.HandPlayed, 12), "more hands")
        await sync_to_async(audit)()
        await direct(user=dana, tournament_id=tournament, command=cm.Cancel("a fault"), why="a fault")
        await until(lambda: over(tournament), "the end")
        rows = await sync_to_async(games.tables_of_tournament)(tournament=tournament)
        await until(lambda: Table.objects.filter(tournament=tournament, closed_at=None).count() == 0, "closed")
        assert len(rows) >= 2
    assert {pk: await sync_to_async(cashier.balance)(user_id=pk) for pk in worth} == worth
    assert await sync_to_async(cashier.pool_money)(tournament_id=tournament) == (0, 0)
    await sync_to_async(audit)()


async def test_X1_a_second_host_takes_over_from_a_stopped_director() -> None:
    people = await people_of(8)
    tournament = await announce(setup=announcement(max_players=8, seats=4))
    one, two = directing_host(share=2), directing_host(share=50)
    async with hosting(one, two) as tasks:
        await sync_to_async(enter_all)(tournament, people)
        await until(lambda: occurred(tournament, ev.HandPlayed, 3), "some hands")
        owner = await sync_to_async(Tournament.objects.values_list("owner", flat=True).get)(pk=tournament)
        assert owner in (one.id, two.id)
        (one if owner == one.id else two).stop()
        await tasks[0 if owner == one.id else 1]
        await until(lambda: over(tournament), "the end")
        await sync_to_async(audit)()
    numbers = await sync_to_async(
        lambda: list(TournamentDecision.objects.filter(tournament=tournament).values_list("number", flat=True))
    )()
    assert numbers == list(range(1, len(numbers) + 1))


async def test_house_bots_fill_the_wanted_entries_and_a_player_starts_the_tournament(alice: User) -> None:
    await sync_to_async(cashier.open_wallet)(user_id=alice.pk, grant=1_000_00)
    await people_of(8, grant=0)
    tournament = await announce(setup=announcement(), bots=5)
    async with hosting(directing_host()):
        await until(lambda: api.view_of(tournament_id=tournament)[0].players == 5, "the bots")
        await sync_to_async(api.enter)(user=alice, tournament_id=tournament)
        await until(lambda: stage(tournament) == "running", "the start")
        view, own, _ = await sync_to_async(api.view_of)(tournament_id=tournament, player=alice.pk)
        assert own and own.in_it and own.table_id == (await seats_of(tournament)).pk and view.left == 6
        (entry,) = await sync_to_async(api.my_entries)(alice.pk)
        assert entry.tournament == tournament and entry.is_in
        kinds = [news.kind for news in await sync_to_async(api.take_notices)(alice.pk)]
        assert kinds[0] == "seated" and await sync_to_async(api.take_notices)(alice.pk, tournament) == []
        await sync_to_async(audit)()


async def test_X2_an_inconsistent_snapshot_freezes_the_tournament_until_it_is_thawed(dana: User) -> None:
    people = await people_of(3)
    tournament = await announce(setup=announcement(max_players=3))
    snapshot = await sync_to_async(Tournament.objects.values_list("snapshot", flat=True).get)(pk=tournament)
    await sync_to_async(Tournament.objects.filter(pk=tournament).update)(snapshot={**snapshot, "chips": 5})
    async with hosting(directing_host()):
        await until(lambda: Tournament.objects.get(pk=tournament).frozen, "the stop")
        with pytest.raises(Exception, match="frozen"):
            await sync_to_async(api.enter)(user=people[0], tournament_id=tournament)
        await sync_to_async(Tournament.objects.filter(pk=tournament).update)(snapshot=snapshot)
        await sync_to_async(api.thaw)(user=dana, tournament_id=tournament, why="put right")
        await sync_to_async(enter_all)(tournament, people)
        await until(lambda: over(tournament), "the end")
        await sync_to_async(audit)()
    assert not await sync_to_async(TournamentOrder.objects.exclude(refused="").exists)()
    assert await sync_to_async(person)("Late")
