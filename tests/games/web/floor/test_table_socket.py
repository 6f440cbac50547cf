"""F1, F3: the floor's page of a table is pushed: its seats, its hand, and what becomes of each decision."""

import pytest
from asgiref.sync import sync_to_async
from django.contrib.auth.models import AnonymousUser

from games.live.host import Host
from games.models import Table
from games.operations import floor
from games.web.api import Feed
from pokerroom.models import User
from tests.faults.card_forms import cards_in
from tests.games.support.live_hosts import ViewListener, hosting, until
from tests.games.web.floor.sockets import FloorSocket, floorman

pytestmark = pytest.mark.django_db(transaction=True)


async def test_F8_the_page_of_a_table_is_pushed_to_the_floor_only(heads_up: Table, alice: User) -> None:
    for user in (AnonymousUser(), alice):
        page = FloorSocket(user, f"{heads_up.pk}/")
        await page.socket.connect()
        assert (await page.socket.receive_output())["code"] == 4404
    nowhere = FloorSocket(await sync_to_async(floorman)(), "999999/")
    await nowhere.socket.connect()
    assert (await nowhere.socket.receive_output())["code"] == 4404
    await Feed.current().close()


async def test_F1_F3_hand_and_decisions_are_pushed_without_cards_also_where_watchers_see_nothing(
    heads_up: Table, alice: User, bob: User
) -> None:
    await Table.objects.filter(pk=heads_up.pk).aupdate(closed_to_watchers=True)
    jana = await sync_to_async(floorman)()
    async with hosting(Host()):
        page = FloorSocket(jana, f"{heads_up.pk}/")
        await page.socket.connect()
        players = [await ViewListener(heads_up, one.pk).begin() for one in (alice, bob)]
        await until(lambda: any(one.my_turn for one in players))
        await page.shows("is being played")
        await sync_to_async(floor.warn)(by=jana.pk, table_id=heads_up.pk, player=alice.pk, why="Phone")
        await page.shows("done</span>")
        assert "Phone" in page.frames[-1]
        await sync_to_async(floor.pause)(by=jana.pk, table_id=heads_up.pk, why="Lunch")
        await page.shows('id="f-resume"')
        hidden = {card for one in players if one.own for card in one.own.cards}
        assert hidden
        assert not hidden & set(cards_in("".join(page.frames)))
        await page.socket.disconnect()
