"""What hosts do for players between hands: automatic top-ups (K5), moves to other tables (K8), and notices."""

from typing import Any

import pytest
from asgiref.sync import sync_to_async

from cashier import api as cashier
from games import api
from games.live.host import Host
from games.models import Notice, Order, Seat, Table
from pokerroom.models import User
from tests.games.support.browsers import browsing
from tests.games.support.live_hosts import (
    ViewListener,
    hosting,
    open_table,
    seat_those_who_wait,
    sit,
    until,
    until_stored,
)
from tests.games.support.seats import assert_audit_clean

pytestmark = pytest.mark.django_db(transaction=True)


async def db(call: Any, *args: Any, **more: Any) -> Any:
    """Runs a database call from an async test."""
    return await sync_to_async(call)(*args, **more)


@pytest.fixture
def heads_up(alice: User, bob: User) -> Table:
    """Alice and Bob about to play, both with automatic top-ups to 200."""
    made = open_table()
    for seat, user in enumerate((alice, bob)):
        sit(user, made, seat=seat)
    seat_those_who_wait(made)
    for user in (alice, bob):
        api.set_refill(user=user, table_id=made.pk, to=200_00, below=200_00, rebuy=True)
    return made


async def folded(*people: ViewListener) -> None:
    """The player to act folds."""
    await until(lambda: any(listener.my_turn for listener in people))
    assert (await next(listener for listener in people if listener.my_turn).act("fold")).ok


async def test_k5_lost_chips_are_topped_up_after_the_hand(heads_up: Table, alice: User, bob: User) -> None:
    async with hosting(Host()):
        both = [await ViewListener(heads_up, user.pk).begin() for user in (alice, bob)]
        await folded(*both)
        await until(
            lambda: (
                {listener.own.stack + listener.view.seats[listener.own.seat].bet for listener in both if listener.own}
                >= {201_00}
            )
        )
        bought = Order.objects.filter(kind=Order.Kind.ADD_CHIPS, amount=1_00)
        await until_stored(bought.exclude(applied_at=None).exists)
        assert await db(bought.count) == 1
    await db(assert_audit_clean)


async def test_k5_automatic_top_ups_are_switched_off_with_a_notice_when_the_wallet_is_too_small(
    heads_up: Table, alice: User, bob: User
) -> None:
    for user in (alice, bob):
        left = await db(cashier.balance, user_id=user.pk, currency="PLAY")
        other = await db(open_table, f"of {user.pk}")
        await db(api.take_seat, user=user, table_id=other.pk, seat=0, amount=left)
    async with hosting(Host()), browsing(heads_up, alice, bob) as pages:
        both = [await ViewListener(heads_up, user.pk).begin() for user in (alice, bob)]
        await folded(*both)
        await until(lambda: any("automatic top-ups are now off" in frame for page in pages for frame in page.frames))
        await until(lambda: any(listener.own and not listener.own.settings.refill_below for listener in both))
    assert await db(Notice.objects.filter(code="refill_short", shown_at=None).count) == 0
    await db(assert_audit_clean)


async def test_k8_a_player_moves_to_the_other_table_after_the_hand(alice: User, bob: User) -> None:
    prague, brno = await db(open_table, "Prague"), await db(open_table, "Brno")
    for seat, user in enumerate((alice, bob)):
        await db(sit, user, prague, seat=seat)
    async with hosting(Host()), browsing(prague, alice) as (page,):
        both = [await ViewListener(prague, user.pk).begin() for user in (alice, bob)]
        await until(lambda: any(listener.my_turn for listener in both))
        await db(api.move_player, player=alice.pk, table_id=prague.pk, to=brno.pk)
        await until(lambda: both[0].own and both[0].own.settings.target_table_name == "Brno")
        await page.shows("my-seat", "You move to Brno after this hand.")
        await folded(*both)
        there = await ViewListener(brno, alice.pk).begin()
        await until(lambda: there.own and there.own.stack)
        await until(lambda: any(f'data-redirect="/table/{brno.pk}/"' in frame for frame in page.frames))
        await until(lambda: both[0].own is None)
    assert await db(lambda: Seat.objects.get(player=alice).table_id) == brno.pk
    await db(assert_audit_clean)


async def test_k8_a_player_stays_with_a_notice_when_the_other_table_is_full(alice: User, bob: User) -> None:
    prague, brno = await db(open_table, "Prague"), await db(open_table, "Brno", seats=2)
    for seat, user in enumerate((alice, bob)):
        await db(sit, user, prague, seat=seat)
    async with hosting(Host()), browsing(prague, alice) as (page,):
        both = [await ViewListener(prague, user.pk).begin() for user in (alice, bob)]
        await until(lambda: any(listener.my_turn for listener in both))
        await db(api.move_player, player=alice.pk, table_id=prague.pk, to=brno.pk)
        await until(lambda: both[0].own and both[0].own.settings.target_table)
        for name in ("carl", "dora"):
            other = await db(User.objects.create_user, username=name, display_name=name)
            await db(sit, other, brno)
        await folded(*both)
        await until(lambda: any("There is no free seat left at Brno" in frame for frame in page.frames))
        await until(lambda: both[0].own and not both[0].own.settings.target_table)
    assert await db(lambda: Seat.objects.get(player=alice).table_id) == prague.pk
    await db(assert_audit_clean)


async def test_k8_a_new_host_completes_a_move_that_another_host_left(alice: User, bob: User) -> None:
    prague, brno = await db(open_table, "Prague"), await db(open_table, "Brno")
    await db(sit, alice, prague, seat=0)
    async with hosting(Host()):
        listener = await ViewListener(prague, alice.pk).begin()
        await until(lambda: listener.own and listener.own.stack)
    await db(api.move_player, player=alice.pk, table_id=prague.pk, to=brno.pk)
    async with hosting(Host()):
        there = await ViewListener(brno, alice.pk).begin()
        await until(lambda: there.own and there.own.stack)
    await db(assert_audit_clean)
