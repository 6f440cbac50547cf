"""The sockets of a tournament's pages: fragments come when something was decided, and only to whom they belong."""

from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from channels.routing import URLRouter
from django.contrib.auth.models import AnonymousUser

from games.messaging.messages import Hint, pack
from games.web.api import Feed, socket_routes
from pokerroom.models import User
from pokerroom.roles import AUDITOR
from tests.games.support.tables import person
from tests.sockets import Line
from tests.tournaments.web.director.test_views import staff
from tests.tournaments.web.support.director import PageDesk, soon
from tournaments import api
from tournaments.engine.state import commands as cm
from tournaments.web.consumers import TableBar
from tournaments.web.routing import websocket_urlpatterns

pytestmark = pytest.mark.django_db(transaction=True)


def browser(path: str, user: Any = None) -> Line:
    """A browser's line."""
    line = Line(URLRouter([*socket_routes(TableBar()), *websocket_urlpatterns]), path)
    line.scope["user"] = user or AnonymousUser()
    return line


async def heard(line: Line, words: str) -> str:
    """Waits for a frame that says so."""
    for _ in range(10):
        frame = str(await line.receive_from())
        if words in frame:
            return frame
    raise AssertionError(words)


async def decided(desk: PageDesk) -> None:
    """What the director's host says after a decision."""
    layer = get_channel_layer()
    assert layer is not None
    group = api.tournament_group(desk.id)
    await layer.group_send(group, pack(Hint(group)))


async def test_t19_the_lobby_is_pushed_whole_then_only_what_changed() -> None:
    desk = await sync_to_async(PageDesk)(soon())
    petr = await sync_to_async(person)("Petr")
    line = browser(f"/ws/tournament/{desk.id}/", petr)
    assert (await line.connect())[0]
    first = await heard(line, 'id="t-clock"')
    assert "Register for" in first
    await sync_to_async(api.enter)(user=petr, tournament_id=desk.id, key="x")
    await sync_to_async(desk.work)()
    await decided(desk)
    frame = await heard(line, "You are registered.")
    assert 'id="t-structure"' not in frame, "it is what it was"
    assert 'id="t-now"' in frame
    await line.disconnect()
    await Feed.current().close()


async def test_t19_a_tables_own_socket_brings_the_bar_and_only_its_changes() -> None:
    desk = await sync_to_async(PageDesk)(soon(seats=2, min_players=2))
    petr, ada = [await sync_to_async(person)(name) for name in ("Petr", "Ada")]
    for user in (petr, ada):
        await sync_to_async(api.enter)(user=user, tournament_id=desk.id, key="x")
    await sync_to_async(lambda: desk.work().tell(cm.Start()))()
    _view, own, _ = await sync_to_async(api.view_of)(tournament_id=desk.id, player=petr.pk)
    assert own is not None
    line = browser(f"/ws/table/{own.table_id}/", petr)
    assert (await line.connect())[0]
    first = await heard(line, 'id="tournament-bar"')
    assert "Level 1" in first
    assert 'id="t-now"' in first
    await decided(desk)
    assert await line.receive_nothing(timeout=1.5), "the bar is what it was"
    await sync_to_async(lambda: desk.tell(cm.Pause()))()
    await decided(desk)
    assert "data-ends" not in await heard(line, 'id="tournament-bar"')
    await line.disconnect()
    await Feed.current().close()


async def test_f8_the_directors_line_is_for_directors() -> None:
    desk = await sync_to_async(PageDesk)(soon())
    for user in (None, await sync_to_async(person)("Petr")):
        line = browser(f"/ws/tournament/{desk.id}/direct/", user)
        await line.connect()
        assert (await line.receive_output())["code"] == 4404
    chief = await sync_to_async(User.objects.create_superuser)(username="chief", display_name="Chief")
    for user in (chief, await sync_to_async(staff)("Audit", AUDITOR)):
        line = browser(f"/ws/tournament/{desk.id}/direct/", user)
        await line.connect()
        assert "t-people" in await heard(line, 'id="t-audit"')
        await line.disconnect()
    await Feed.current().close()


async def test_the_schedule_is_told_once_of_all_that_happens_at_once() -> None:
    line = browser("/ws/tournaments/")
    assert (await line.connect())[0]
    assert await line.receive_nothing(timeout=0.1)
    layer = get_channel_layer()
    assert layer is not None
    for _ in range(3):
        await layer.group_send(api.SCHEDULE, pack(Hint(api.SCHEDULE)))
    assert "t-now" in await line.receive_from(timeout=5)
    assert await line.receive_nothing(timeout=0.1)
    await line.disconnect()
    await Feed.current().close()


async def test_there_is_no_line_to_what_is_not_there() -> None:
    line = browser("/ws/tournament/999/")
    await line.connect()
    assert (await line.receive_output())["code"] == 4404
