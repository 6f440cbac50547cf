"""F1: the panel's socket shows what real hosts report of their tables, and calls as soon as they are made."""

import pytest
from asgiref.sync import sync_to_async
from django.contrib.auth.models import AnonymousUser

from games import moderation
from games.live.host import Host
from games.models import Table
from games.models.conduct import FloorCall
from games.operations import floor
from games.web.api import Feed
from pokerroom.models import User
from tests.faults.card_forms import cards_in
from tests.games.support.live_hosts import ViewListener, hosting, until
from tests.games.support.tables import open_table
from tests.games.web.floor.sockets import FloorSocket, floorman

pytestmark = pytest.mark.django_db(transaction=True)


async def test_F8_the_socket_opens_for_the_floor_only(alice: User) -> None:
    for user in (AnonymousUser(), alice):
        panel = FloorSocket(user)
        await panel.socket.connect()
        assert (await panel.socket.receive_output())["code"] == 4404
    await Feed.current().close()


async def test_F1_the_panel_shows_who_is_in_turn_and_no_cards(heads_up: Table, alice: User, bob: User) -> None:
    jana = await sync_to_async(floorman)()
    async with hosting(Host()):
        players = [await ViewListener(heads_up, one.pk).begin() for one in (alice, bob)]
        await until(lambda: any(one.my_turn for one in players))
        panel = FloorSocket(jana)
        await panel.socket.connect()
        html = await panel.shows('class="f-row-live"><b')
        assert f'id="f-table-{heads_up.pk}"' in html
        mover = next(one for one in players if one.my_turn)
        await mover.act("call")
        other = next(one for one in players if one is not mover)
        await until(lambda: other.my_turn)
        name = {alice.pk: alice.display_name, bob.pk: bob.display_name}[other.player]
        await panel.shows(f'<b class="">{name}</b>')
        hidden = {card for one in players if one.own for card in one.own.cards}
        assert len(hidden) == 4
        assert not hidden & set(cards_in("".join(panel.frames)))
        await panel.socket.disconnect()


async def test_F2_a_call_stands_on_top_at_once_and_goes_when_it_is_answered(alice: User) -> None:
    jana = await sync_to_async(floorman)()
    prague, brno = await sync_to_async(open_table)(), await sync_to_async(open_table)("Brno")
    panel, narrowed, of_brno = FloorSocket(jana), FloorSocket(jana, "?show=need"), FloorSocket(jana, "?name=brn")
    for one in (panel, narrowed, of_brno):
        await one.socket.connect()
    await of_brno.shows(f'data-order="f-table-{brno.pk}"')
    await panel.shows(f'data-order="f-table-{brno.pk} f-table-{prague.pk}"')
    await narrowed.shows('data-order=""')
    await sync_to_async(moderation.call_floor)(player=alice.pk, table_id=prague.pk, reason="Look & see")
    await panel.shows(f'data-order="f-table-{prague.pk} f-table-{brno.pk}"')
    assert "Look &amp; see" in panel.frames[-1]
    await narrowed.shows(f'id="f-table-{prague.pk}"')
    call = await FloorCall.objects.aget()
    await sync_to_async(floor.take_call)(call_id=call.pk, by=jana.pk)
    await panel.shows("Jana is on the way")
    await sync_to_async(floor.answer_call)(call_id=call.pk, by=jana.pk, answer="Play on.")
    await narrowed.shows('data-order=""')
    for one in (panel, narrowed, of_brno):
        await one.socket.disconnect()
    await Feed.current().close()
