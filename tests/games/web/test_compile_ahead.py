"""Nobody waits for a template to be compiled while a table plays."""

import pytest
from asgiref.sync import sync_to_async
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.test import Client

from games.live.host import Host
from games.models import Table
from games.web.compile_ahead import compile_templates
from games.web.html import compiled_templates
from games.web.html.compiled_templates import CompiledTemplates
from games.web.table import drawing
from pokerroom.models import User
from tests.games.support.browsers import browsing, player_to_act
from tests.games.support.live_hosts import hosting, until

pytestmark = pytest.mark.django_db(transaction=True)
HTMX = {"HX-Request": "true"}


@pytest.fixture
def compiled_later(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The templates that were not compiled ahead and had to be since."""
    compiled_templates._plain_templates.cache_clear()
    drawing._templates.cache_clear()
    compile_templates()
    names: list[str] = []
    compile_one = CompiledTemplates.compile

    def recorded(self: CompiledTemplates, name: str) -> object:
        names.append(name)
        return compile_one(self, name)

    monkeypatch.setattr(CompiledTemplates, "compile", recorded)
    return names


async def test_a_hand_chat_and_the_lobby_find_their_templates_compiled(
    compiled_later: list[str], heads_up: Table, alice: User, bob: User
) -> None:
    async with (
        hosting(Host()),
        browsing(heads_up, alice, bob, AnonymousUser()) as (one, two, watcher),
        browsing(None, alice) as (lobby,),
    ):
        mover = await until(lambda: player_to_act([one, two]))
        await one.send({"do": "chat", "text": "good luck"})
        await until(lambda: any("good luck" in frame for frame in watcher.frames))
        await mover.act("fold")
        await until(lambda: lobby.frames)
    assert not compiled_later


async def test_pages_of_tables_and_buying_in_find_their_templates_compiled(
    compiled_later: list[str], heads_up: Table, alice: User, charlie: User
) -> None:
    here = f"/table/{heads_up.pk}/"

    def open_pages(language: str) -> None:
        for person, paths in ((None, ("/", here)), (alice, ("/", here, "top-up/")), (charlie, ("/", here, "sit/3/"))):
            client = Client()
            client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
            if person:
                client.force_login(person)
            for path in paths:
                page = client.get(path) if path in ("/", here) else client.get(f"{here}{path}", headers=HTMX)
                assert page.status_code == 200

    for language, _ in settings.LANGUAGES:
        await sync_to_async(open_pages)(language)
    assert not compiled_later
