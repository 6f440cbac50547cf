"""F1: what the house does at a table is said there at once, with its reason, to everybody in their language."""

import pytest
from asgiref.sync import sync_to_async
from django.contrib.auth.models import AnonymousUser

from games import api
from games.engine.rules.rake import RakeTerms
from games.live.host import Host
from games.models import Seat, Table
from games.operations import floor
from games.web.sockets.push_socket import CloseCode
from pokerroom import bans
from pokerroom.models import User
from tests.games.support.browsers import Browser, browsing, first_turn
from tests.games.support.live_hosts import hosting, open_table, sit, until, until_stored

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def table(alice: User, bob: User) -> Table:
    """A table where Alice and Bob play."""
    table = open_table(seats=2)
    sit(alice, table)
    sit(bob, table)
    return table


async def test_F1_a_pause_and_new_stakes_are_told_at_once_in_each_language(
    table: Table, alice: User, bob: User, dana: User
) -> None:
    bob.language = "cs"
    rules = table.rules
    dearer = rules._replace(
        stakes=rules.stakes._replace(small_blind=50_00, big_blind=100_00), rake=RakeTerms("x", 50, 3_00)
    )
    async with hosting(Host()), browsing(table, alice, bob) as (one, two):
        await first_turn([one, two])
        await sync_to_async(floor.pause)(by=dana.pk, table_id=table.pk, why="Fire drill")
        await one.shows("status", "The table pauses after this hand: Fire drill")
        await two.shows("status", "Stůl se po této handě pozastaví: Fire drill")
        await until(lambda: "The table is paused: no new hand begins. Reason: Fire drill" in one.all_html)
        await sync_to_async(floor.change)(by=dana.pk, table_id=table.pk, why="Dear night", rules=dearer)
        await until(lambda: "Stakes: 1/2 → 50/100" in one.all_html and "Limity: 1/2 → 50/100" in two.all_html)
        assert "Rake: none → 5%, at most 3" in one.all_html
        assert "Rake: není → 5\u00a0%, nejvýš 3" in two.all_html
        await one.shows("table-tab", "NL 50/100")
        await one.shows("table-head", "50/100")
        await two.shows("table-rules", "100")
        await (one if one.turn else two).act("fold")
        await one.shows("status", "The table is paused: Fire drill")
        await sync_to_async(floor.resume)(by=dana.pk, table_id=table.pk, why="All clear")
        await until(lambda: "The pause is over: the game goes on. Reason: All clear" in one.all_html)
        await until(lambda: "order" not in one.fragments["status"])


async def test_F1_a_player_who_comes_later_sees_the_pause_with_its_reason(
    table: Table, alice: User, dana: User
) -> None:
    await sync_to_async(floor.pause)(by=dana.pk, table_id=table.pk, why="Fire drill")
    async with hosting(Host()):
        await until_stored(lambda: Table.objects.get().is_paused)
        async with browsing(table, AnonymousUser(), query="?language=sk") as (late,):
            await late.shows("status", "Stôl je pozastavený: Fire drill")
            await until(lambda: "Stôl je pozastavený: nová handa sa nezačne. Dôvod: Fire drill" in late.all_html)


async def until_gone(player: User, opponent: Browser) -> None:
    """Waits until a player has no seat any more; the opponent folds on the way."""
    await until_stored(lambda: bool(opponent.turn) or not Seat.objects.filter(player=player.pk).exists())
    if opponent.turn:
        await opponent.act("fold")
    await until_stored(lambda: not Seat.objects.filter(player=player.pk).exists())


async def test_F8_a_banned_player_is_told_and_loses_the_seat_with_all_chips(
    table: Table, alice: User, bob: User, dana: User
) -> None:
    async with hosting(Host()), browsing(table, alice, bob) as (one, two):
        await first_turn([one, two])
        await sync_to_async(bans.decide)(person_id=bob.pk, kind="banned", reason="two accounts", by=dana)
        await until(lambda: two.closed == CloseCode.BANNED)
        await until(lambda: "The house takes the seat from Bob. Reason: two accounts" in one.all_html)
        await until_gone(bob, one)


async def test_F8_a_banned_house_bot_leaves_its_seat(table: Table, alice: User, bob: User, dana: User) -> None:
    await sync_to_async(User.objects.filter(pk=bob.pk).update)(is_bot=True)
    async with hosting(Host()), browsing(table, alice) as (one,):
        await until_stored(lambda: Seat.objects.filter(table=table).count() == 2)
        await sync_to_async(bans.decide)(person_id=bob.pk, kind="banned", reason="plays oddly", by=dana)
        await until_gone(bob, one)


async def test_F1_a_closed_table_says_why(table: Table, alice: User, bob: User, dana: User) -> None:
    async with hosting(Host()), browsing(table, alice, bob) as (one, two):
        await first_turn([one, two])
        await sync_to_async(floor.close)(by=dana.pk, table_id=table.pk, why="Night is over")
        await one.shows("status", "The table closes after this hand: Night is over")
        await (one if one.turn else two).act("fold")
        await one.shows("status", "This table is closed")


async def test_a_page_with_old_settings_is_corrected_when_it_connects(table: Table, alice: User) -> None:
    await sync_to_async(api.change_table)(table_id=table.pk, max_buy_in=9_000_00)
    async with hosting(Host()), browsing(table, alice, query="?seen=00000000") as (one,):
        await one.shows("table-rules", "9\u202f000")
