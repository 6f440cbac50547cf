"""The sockets of a tournament's pages push changed fragments after decisions, to those who may see them (T19, F8)."""

import html
import re
from unittest.mock import AsyncMock

import pytest
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from channels.routing import URLRouter
from django.contrib.auth.models import AnonymousUser
from django.test import Client

from games import moderation
from games.messaging.messages import Hint, pack
from games.models import Table
from games.web.api import Feed, socket_routes
from pokerroom.models import User
from pokerroom.roles import AUDITOR, DIRECTOR
from tests.games.support.tables import SteppedHost, open_table, person
from tests.games.support.tournament_tables import open_tournament_table
from tests.sockets import SocketClient
from tests.tournaments.web.director.test_views import staff
from tests.tournaments.web.support.page_tournament import PageTournament, soon
from tests.tournaments.web.support.scenes import SIT_AND_GO
from tournaments import api
from tournaments.engine.state import commands as cm
from tournaments.web import consumers
from tournaments.web.consumers import TableBar
from tournaments.web.routing import websocket_urlpatterns
from tournaments.web.watched_tournaments import WatchedTournaments

pytestmark = pytest.mark.django_db(transaction=True)


def connect_to(path: str, user: User | None = None) -> SocketClient:
    """A browser's connection to a socket, not yet opened."""
    socket = SocketClient(URLRouter([*socket_routes(TableBar()), *websocket_urlpatterns]), path)
    socket.scope["user"] = user or AnonymousUser()
    return socket


async def receive_until(socket: SocketClient, text: str) -> str:
    """Waits for a frame with this text."""
    for _ in range(10):
        frame = str(await socket.receive_from())
        if text in frame:
            return frame
    raise AssertionError(f"no frame with {text}")


async def send_hint(tournament: PageTournament) -> None:
    """Sends the hint of the director's host about a decision."""
    layer = get_channel_layer()
    assert layer is not None
    group = api.tournament_group(tournament.id)
    await layer.group_send(group, pack(Hint(group)))


async def test_t19_the_lobby_is_pushed_whole_then_only_what_changed() -> None:
    tournament = await sync_to_async(PageTournament)(soon())
    petr = await sync_to_async(person)("Petr")
    socket = connect_to(f"/ws/tournament/{tournament.id}/", petr)
    assert (await socket.connect())[0]
    first = await receive_until(socket, 'id="t-clock"')
    assert "Register for" in first
    await sync_to_async(api.enter)(user=petr, tournament_id=tournament.id, key="x")
    await sync_to_async(tournament.catch_up)()
    await send_hint(tournament)
    frame = await receive_until(socket, "You are registered.")
    assert 'id="t-structure"' not in frame, "the structure has not changed"
    assert 'id="t-server-time"' in frame
    await socket.disconnect()
    await Feed.current().close()


def socket_of(page: str, user: User) -> str:
    """The address of the socket in a page, with what the page says that it shows."""
    client = Client()
    client.force_login(user)
    found = re.search(r'data-socket="([^"]+)"', client.get(page).content.decode())
    assert found
    return html.unescape(found[1])


async def test_t19_a_page_gets_only_what_has_changed_since_it_was_made() -> None:
    tournament = await sync_to_async(PageTournament)(soon())
    petr = await sync_to_async(person)("Petr")
    address = await sync_to_async(socket_of)(f"/tournaments/{tournament.id}/", petr)
    socket = connect_to(address, petr)
    assert (await socket.connect())[0]
    first = str(await socket.receive_from(timeout=5))
    assert first.startswith('<i id="t-server-time"'), "nothing has changed, but clocks are set"
    await sync_to_async(api.enter)(user=petr, tournament_id=tournament.id, key="x")
    await sync_to_async(tournament.catch_up)()
    late = connect_to(address, petr)
    assert (await late.connect())[0]
    frame = await receive_until(late, "You are registered.")
    assert 'id="t-standings"' in frame
    assert 'id="t-structure"' not in frame
    for one in (socket, late):
        await one.disconnect()
    await Feed.current().close()


async def test_f4_the_directors_page_gets_only_what_has_changed_since_it_was_made() -> None:
    tournament = await sync_to_async(PageTournament)(soon())
    director = await sync_to_async(staff)("Dana", DIRECTOR)
    address = await sync_to_async(socket_of)(f"/tournaments/{tournament.id}/direct/", director)
    socket = connect_to(address, director)
    assert (await socket.connect())[0]
    first = await receive_until(socket, 'id="t-server-time"')
    assert "t-people" not in first
    assert "f-calls" not in first
    await sync_to_async(lambda: tournament.carry_out(cm.Cancel("rained off")))()
    await send_hint(tournament)
    assert "t-tables" not in await receive_until(socket, 'id="t-audit"')
    await socket.disconnect()
    await Feed.current().close()


@pytest.mark.parametrize(("size", "seconds"), [(0, 1.0), (20_000, 1.0), (60_000, 3.0), (500_000, 5.0)])
async def test_t19_a_page_with_long_lists_is_pushed_less_often(
    monkeypatch: pytest.MonkeyPatch, size: int, seconds: float
) -> None:
    waited: list[float] = []

    async def wait(for_seconds: float) -> None:
        waited.append(for_seconds)

    pushed = iter([{"t-clock": "x" * 500_000}, {"t-clock": "y" * size} if size else {}])
    consumer = consumers.LobbyConsumer()
    consumer.scope = {}
    monkeypatch.setattr(consumer, "read_fragments", AsyncMock(side_effect=pushed))
    monkeypatch.setattr("tournaments.web.consumers.asyncio.sleep", wait)
    monkeypatch.setattr("tournaments.web.consumers.fragments.time_fragment", lambda version: "")
    for _ in range(2):
        await consumer.changed_html()
        await consumer.pause()
    assert waited == [1.0, seconds]


async def test_t19_the_big_screen_hears_the_time_even_while_nothing_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(consumers, "SCREEN_TIME_EVERY_SECONDS", 0.01)
    tournament = await sync_to_async(PageTournament)(soon())
    socket = connect_to(f"/ws/tournament/{tournament.id}/screen/")
    assert (await socket.connect())[0]
    await receive_until(socket, 'id="t-screen"')
    assert str(await socket.receive_from(timeout=5)).startswith('<i id="t-server-time"')
    await socket.disconnect()
    await Feed.current().close()


async def test_t19_the_tables_socket_pushes_the_bar_and_only_its_changes() -> None:
    tournament = await sync_to_async(PageTournament)(soon(seats=2, min_players=2))
    petr, ada = [await sync_to_async(person)(name) for name in ("Petr", "Ada")]
    for user in (petr, ada):
        await sync_to_async(api.enter)(user=user, tournament_id=tournament.id, key="x")
    await sync_to_async(lambda: tournament.catch_up().carry_out(cm.Start()))()
    current = await sync_to_async(api.current_view)(tournament.id)
    own = current.of_player(petr.pk)
    assert own is not None
    socket = connect_to(f"/ws/table/{own.table_id}/", petr)
    assert (await socket.connect())[0]
    first = await receive_until(socket, 'id="tournament-bar"')
    assert "Level 1" in first
    assert 'id="t-server-time"' in first
    await send_hint(tournament)
    assert await socket.receive_nothing(timeout=1.5), "the bar has not changed"
    await sync_to_async(lambda: tournament.carry_out(cm.Pause()))()
    await send_hint(tournament)
    assert "data-ends" not in await receive_until(socket, 'id="tournament-bar"')
    await socket.disconnect()
    await Feed.current().close()


async def test_t7_a_page_that_connects_after_its_table_was_broken_leads_to_the_new_seat() -> None:
    tournament = await sync_to_async(PageTournament)(soon(seats=3, min_players=2))
    people = [await sync_to_async(person)(name) for name in ("Petr", "Ada", "Eva", "Ota", "Iva", "Jan", "Leo")]
    for user in people:
        await sync_to_async(api.enter)(user=user, tournament_id=tournament.id, key="x")

    def break_table() -> tuple[User, int, int]:
        """A player of the broken table, and the tables of that player before and after."""
        tournament.catch_up().carry_out(cm.Start())
        tournament.carry_out(cm.Pause())
        tables = dict(tournament.state.tables)
        for number, table in tables.items():
            tournament.play_hand(table.seats[table.dealt[0]], table=number)
        leaver, mover, *_ = [user for user in people if user.pk in tables[1].seats]
        tournament.carry_out(cm.Disqualify(leaver.pk, "Chip dumping"))
        tournament.carry_out(cm.BreakTable(1, "Only one here"))
        numbers = tournament.tables.table_ids
        SteppedHost(numbers[1]).read_inbox()
        return mover, numbers[1], numbers[tournament.state.players[mover.pk].table]

    mover, old, new = await sync_to_async(break_table)()
    assert old != new
    socket = connect_to(f"/ws/table/{old}/", mover)
    assert (await socket.connect())[0]
    bar = await receive_until(socket, 'id="tournament-bar"')
    assert f'data-go href="/table/{new}/"' in bar
    assert "Table 1 was broken up" in bar
    await socket.disconnect()
    await Feed.current().close()


async def test_f8_the_directors_socket_is_only_for_those_who_may_view_the_page() -> None:
    tournament = await sync_to_async(PageTournament)(soon())
    for user in (None, await sync_to_async(person)("Petr")):
        socket = connect_to(f"/ws/tournament/{tournament.id}/direct/", user)
        await socket.connect()
        assert (await socket.receive_output())["code"] == 4404
    chief = await sync_to_async(User.objects.create_superuser)(username="chief", display_name="Chief")
    for user in (chief, await sync_to_async(staff)("Audit", AUDITOR)):
        socket = connect_to(f"/ws/tournament/{tournament.id}/direct/", user)
        await socket.connect()
        assert "t-people" in await receive_until(socket, 'id="t-audit"')
        await socket.disconnect()
    await Feed.current().close()


async def test_F2_the_director_sees_calls_and_reports_from_the_tables_at_once() -> None:
    def report() -> None:
        table = Table.objects.filter(tournament=tournament.id).order_by("pk")[0]
        moderation.report(by=caller.pk, about=other.pk, table_id=table.pk, description="They share <cards>")

    def call_floor() -> None:
        table = Table.objects.filter(tournament=tournament.id).order_by("pk")[0]
        moderation.call_floor(player=caller.pk, table_id=table.pk, reason="Two <aces>")
        moderation.call_floor(player=caller.pk, table_id=open_table().pk, reason="Elsewhere")

    tournament = await sync_to_async(PageTournament)(soon())
    await sync_to_async(open_tournament_table)(id=tournament.id)
    caller, other = [await sync_to_async(person)(name) for name in ("Anna", "Bert")]
    director = await sync_to_async(staff)("Dana", DIRECTOR)
    socket = connect_to(f"/ws/tournament/{tournament.id}/direct/", director)
    await socket.connect()
    await receive_until(socket, 'id="t-audit"')
    await sync_to_async(call_floor)()
    pushed = await receive_until(socket, "Two &lt;aces&gt;")
    assert "/answer/" in pushed
    assert "Elsewhere" not in pushed
    await sync_to_async(report)()
    pushed = await receive_until(socket, "They share &lt;cards&gt;")
    newest = re.search(r'id="t-reports" data-newest="(\d+)"', pushed)
    assert newest and int(newest[1]) > 0, "the page reads out that there is a new one"
    assert 'id="f-calls"' not in pushed, "nothing else has changed"
    client = Client()
    await sync_to_async(client.force_login)(director)
    page = await sync_to_async(client.get)(f"/tournaments/{tournament.id}/direct/")
    assert "Two &lt;aces&gt;" in page.content.decode()
    await socket.disconnect()
    await Feed.current().close()


async def test_t19_the_list_gets_one_push_for_several_hints_and_only_rows_that_pass_its_filters(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(WatchedTournaments, "every_seconds", 0.2)
    first = await sync_to_async(PageTournament)(soon())
    socket, of_stud = connect_to("/ws/tournaments/?seen="), connect_to("/ws/tournaments/?game=stud&seen=")
    for one in (socket, of_stud):
        assert (await one.connect())[0]
    assert f'id="t-row-{first.id}"' in await receive_until(socket, "t-listed")
    assert "t-row-" not in await receive_until(of_stud, "t-listed")
    second = await sync_to_async(PageTournament)(SIT_AND_GO)
    layer = get_channel_layer()
    assert layer is not None
    for _ in range(3):
        await layer.group_send(api.SCHEDULE, pack(Hint(api.SCHEDULE)))
    pushed = await receive_until(socket, "t-listed")
    assert f'id="t-row-{second.id}"' in pushed and f'id="t-row-{first.id}"' not in pushed
    for one in (socket, of_stud):
        assert await one.receive_nothing(timeout=0.5)
        await one.disconnect()
    await Feed.current().close()


async def test_the_socket_of_an_unknown_tournament_is_closed() -> None:
    socket = connect_to("/ws/tournament/999/")
    await socket.connect()
    assert (await socket.receive_output())["code"] == 4404
