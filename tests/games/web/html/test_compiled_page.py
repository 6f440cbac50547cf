"""Pages of Django and pages that are compiled as a whole have the same frame, in which values are escaped."""

import re

import pytest
from django.conf import settings
from django.test import Client

from pokerroom.models import User
from tests.games.support.tables import open_table

pytestmark = pytest.mark.django_db
HOSTILE = "<b>\"'&"
COMPILED, OF_DJANGO = "/accounts/sign-in/", "/nothing/"
OWN_COMPILED, OWN_OF_DJANGO = "/accounts/settings/", "/accounts/sessions/"
_NEXT = r'(?<=name="next" )value="[^"]+"'


def frame(client: Client, path: str) -> str:
    """A page without its title, its main part, tokens, addresses of itself and white space between tags."""
    page = client.get(path).content.decode()
    for part in (
        r"<title>.*?</title>",
        r"<main .*?</main>",
        r'data-now="\d+"',
        r'(?<=csrfmiddlewaretoken" )value="[^"]+"',
        _NEXT,
    ):
        page = re.sub(part, "", page, flags=re.DOTALL)
    return re.sub(r"\s*(<[^>]+>)\s*", r"\1", page)


@pytest.mark.parametrize("language", ["en", "cs", "sk"])
def test_pages_of_both_kinds_have_the_same_frame(client: Client, alice: User, language: str) -> None:
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    visitor = frame(client, COMPILED)
    assert visitor == frame(client, OF_DJANGO)
    assert f'lang="{language}"' in visitor
    User.objects.filter(pk=alice.pk).update(display_name=HOSTILE)
    client.force_login(alice)
    own = frame(client, OWN_COMPILED)
    assert own == frame(client, OWN_OF_DJANGO)
    assert 'id="my-tables"' in own
    assert 'id="wallet"' in own
    assert HOSTILE not in own
    assert "&lt;b&gt;" in own


def test_messages_stand_in_both_once(client: Client, alice: User) -> None:
    client.force_login(alice)
    for path in (OWN_COMPILED, OWN_OF_DJANGO):
        client.post("/accounts/settings/", {"display_name": "Alice", "language": "en"})
        assert 'class="message success"' in client.get(path).content.decode()
        assert 'class="message' not in client.get(path).content.decode()


def test_names_and_addresses_are_escaped_on_the_lobby_a_table_and_forms(client: Client, alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(display_name=HOSTILE)
    table = f"/table/{open_table(HOSTILE).pk}/"
    forms = "/accounts/sign-up/", "/accounts/sign-in/"
    query = {"next": f"/{HOSTILE}"}
    pages = [client.get(path, query).content.decode() for path in ("/", table, *forms)]
    pages.append(client.post(forms[0], {"name": HOSTILE, "password": "x"}).content.decode())
    client.force_login(alice)
    pages += [client.get(path, query).content.decode() for path in ("/", table, f"{table}?sit", "/accounts/settings/")]
    for page in pages:
        assert "&lt;b&gt;" in page
        assert HOSTILE not in page
