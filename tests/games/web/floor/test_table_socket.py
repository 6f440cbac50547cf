"""F1, F3: the floor's page of a table is pushed: its seats, its hand, and what becomes of each decision."""

import pytest
from asgiref.sync import sync_to_async
from django.contrib.auth.models import AnonymousUser

from games.live.host import Host
from games.models import Table
from games.operations import floor
from games.web.api import Feed
from pokerroom.models import User
from pokerroom.people.giving import set_roles
from pokerroom.roles import OWNER
from tests.faults.card_forms import cards_in
from tests.games.support.live_hosts import ViewListener, hosting, until
from tests.games.support.tables import person
from tests.games.web.floor.sockets import FloorSocket, floorman
from tests.staff import with_role

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


@pytest.mark.parametrize(("page", "part"), [("", "f-room"), ("{table}/", "f-now")], ids=["panel", "table"])
async def test_F8_whoever_loses_the_role_gets_no_more_of_the_floors_pages(
    heads_up: Table, page: str, part: str
) -> None:
    jana, owner = await sync_to_async(floorman)(), await sync_to_async(_owner)()
    shown = FloorSocket(jana, page.format(table=heads_up.pk))
    await shown.socket.connect()
    await shown.shows(part)
    await sync_to_async(set_roles)(by=owner, person_id=jana.pk, roles=[], reason="moved to another club")
    while (frame := await shown.socket.receive_output())["type"] != "websocket.close":
        assert frame["type"] == "websocket.send"
    again = FloorSocket(await User.objects.aget(pk=jana.pk), page.format(table=heads_up.pk))
    await again.socket.connect()
    assert (await again.socket.receive_output())["code"] == 4404
    await Feed.current().close()


def _owner() -> User:
    return with_role(person("Olga"), OWNER)


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
