"""Rule K8 on live hosts: must-move and merged tables of two hosts, and of a host that stops during a move."""

import asyncio

import pytest

from games import api
from games.live.host import Host
from games.models import Order, Seat, Table
from games.models.moves import HouseMove
from pokerroom.models import User
from tests.games.live.test_seat_tasks import db, folded
from tests.games.support.browsers import browsing
from tests.games.support.live_hosts import (
    ViewListener,
    hosting,
    open_table,
    seat_those_who_wait,
    sit,
    until,
    until_stored,
    watch_as,
)  # fmt: skip
from tests.games.support.seats import assert_audit_clean

pytestmark = pytest.mark.django_db(transaction=True)


def seat_new_player(name: str, table: Table, *, seat: int = -1) -> User:
    """A new player with a seat at the table."""
    user = User.objects.create_user(username=name.lower(), display_name=name)
    sit(user, table, seat=seat)
    return user


def main_and_feeder(alice: User, bob: User) -> tuple[Table, Table, list[User]]:
    """A full main table, its must-move table with Alice and then Bob, and the players at the main table."""
    main = open_table("Main", seats=2)
    there = [seat_new_player(name, main) for name in ("Mona", "Mike")]
    feeder = open_table("Feeder")
    for user in (alice, bob):
        sit(user, feeder)
    seat_those_who_wait(main, feeder)
    api.change_table(table_id=feeder.pk, feeds=main)
    return main, feeder, there


def seated(table: Table) -> set[str]:
    return set(Seat.objects.filter(table=table).values_list("name", flat=True))


async def first_leaves(table: Table, people: list[User]) -> None:
    """The first of these players leaves, whatever the state of the hand."""
    at_table = await watch_as(table, *people)
    await until(lambda: at_table[0].own)
    assert (await at_table[0].ask({"do": "leave"})).ok
    folds = asyncio.create_task(everybody_folds(*at_table))
    await until(lambda: at_table[0].own is None)
    folds.cancel()


async def everybody_folds(*people: ViewListener) -> None:
    """Makes each player fold in turn until cancelled."""
    while True:
        for listener in people:
            if listener.my_turn and listener.own and listener.own.choices:
                await listener.ask(listener.body("fold"))
        await asyncio.sleep(0.01)


async def test_K8_the_first_player_moves_to_a_free_seat_at_the_main_table_of_another_host(
    alice: User, bob: User
) -> None:
    main, feeder, there = await db(main_and_feeder, alice, bob)
    async with hosting(Host(share=1), Host(share=1)), browsing(feeder, alice) as (page,):
        both = await watch_as(feeder, alice, bob)
        await until(lambda: any(listener.my_turn for listener in both))
        await first_leaves(main, there)
        await until(lambda: any("A seat is free at Main" in frame for frame in page.frames))
        await until(lambda: both[0].own and both[0].own.settings.must_move)
        assert (await both[0].ask({"do": "plan", "plan": ""})).code == "must_move"
        await folded(*both)
        at_main = await ViewListener(main, alice.pk).begin()
        await until(lambda: at_main.own and at_main.own.stack)
        await until(lambda: both[0].own is None)
        await until(lambda: any(f'data-redirect="/table/{main.pk}/"' in frame for frame in page.frames))
        owners = await db(lambda: set(Table.objects.values_list("owner", flat=True)))
        assert len(owners) == 2
    assert await db(seated, main) == {"Mike", "Alice"}
    assert await db(seated, feeder) == {"Bob"}
    await db(assert_audit_clean)


async def test_K8_a_new_host_completes_a_move_to_the_main_table_that_another_host_left(alice: User, bob: User) -> None:
    main, feeder, there = await db(main_and_feeder, alice, bob)
    async with hosting(Host()):
        both = await watch_as(feeder, alice, bob)
        await until(lambda: any(listener.my_turn for listener in both))
        await first_leaves(main, there)
        await until(lambda: both[0].own and both[0].own.settings.must_move)
    # The seat stays reserved for Alice during the hand; the new hosts reserve it for nobody else.
    async with hosting(Host(share=1), Host(share=1)):
        both = await watch_as(feeder, alice, bob)
        await folded(*both)
        at_main = await ViewListener(main, alice.pk).begin()
        await until(lambda: at_main.own and at_main.own.stack)
        await until(lambda: both[0].own is None)
    assert await db(HouseMove.objects.count) == 1
    assert await db(Order.objects.filter(kind=Order.Kind.MOVE).count) == 1
    assert await db(seated, main) == {"Mike", "Alice"}
    await db(assert_audit_clean)


async def test_K8_tables_of_two_hosts_are_merged_and_the_empty_one_closes(alice: User, bob: User, dana: User) -> None:
    def set_up() -> tuple[Table, Table]:
        prague, brno = open_table("Prague"), open_table("Brno")
        for user in (alice, bob):
            sit(user, prague)
        seat_new_player("Dora", brno)
        seat_those_who_wait(prague, brno)
        return prague, brno

    prague, brno = await db(set_up)
    async with hosting(Host(share=1), Host(share=1)), browsing(prague, alice) as (page,):
        both = await watch_as(prague, alice, bob)
        await until(lambda: any(listener.my_turn for listener in both))
        await db(api.merge_tables, table_id=prague.pk, into=brno.pk, reason="two short tables", by=dana.pk)
        await until(lambda: any("The floor is merging Prague into Brno" in frame for frame in page.frames))
        await page.shows("my-seat", "You move to Brno after this hand.")
        await until(lambda: all(listener.own and listener.own.settings.must_move for listener in both))
        await folded(*both)
        await until_stored(lambda: seated(brno) == {"Alice", "Bob", "Dora"})
        await until_stored(lambda: Table.objects.get(pk=prague.pk).closed_at is not None)
    assert {move.ended async for move in HouseMove.objects.all()} == {"went"}
    await db(assert_audit_clean)


async def test_K8_tables_are_merged_although_the_host_dies_during_the_moves(
    alice: User, bob: User, dana: User, quick_leases: None
) -> None:
    def set_up() -> tuple[Table, Table]:
        prague, brno = open_table("Prague"), open_table("Brno")
        for user in (alice, bob):
            sit(user, prague)
        for name in ("Carl", "Cora"):
            seat_new_player(name, prague)
        seat_those_who_wait(prague, brno)
        return prague, brno

    prague, brno = await db(set_up)
    async with hosting(Host()) as (dies,):
        people = await watch_as(prague, alice, bob)
        await until(lambda: any(listener.view and listener.view.turn for listener in people))
        await db(api.merge_tables, table_id=prague.pk, into=brno.pk, reason="two short tables", by=dana.pk)
        # The host dies without giving up its leases; they run out, and another host takes over.
        dies.cancel()
    async with hosting(Host(), Host()):
        people = [
            await ViewListener(prague, player).begin()
            for player in await db(lambda: list(Seat.objects.filter(table=prague).values_list("player", flat=True)))
        ]
        folds = asyncio.create_task(everybody_folds(*people))
        await until_stored(lambda: len(seated(brno)) == 4)
        await until_stored(lambda: Table.objects.get(pk=prague.pk).closed_at is not None)
        folds.cancel()
    await db(assert_audit_clean)
